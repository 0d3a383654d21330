/* The general registers by the numbers that DWARF gives them: rax 0, rdx 1, rcx
 * 2, rbx 3, rsi 4, rdi 5, rbp 6, rsp 7, r8 to r15, and 16 for the pc. */
#ifndef HC_PROCESS_REGISTERS_H
#define HC_PROCESS_REGISTERS_H

#include <glib.h>
#include <sys/user.h>

enum { HC_REGISTERS = 17, HC_REGISTER_SP = 7, HC_REGISTER_PC = 16 };

/* "rax" … "rip", then NULL: HC_REGISTERS of them. */
extern const char *const hc_register_names[];

/* Where ptrace has it; NULL if there is no such number. */
unsigned long long *hc_register_slot(
	struct user_regs_struct *registers, guint number);

/* All of them. */
void hc_registers_take(
	const struct user_regs_struct *registers, guint64 *values);
void hc_registers_put(
	struct user_regs_struct *registers, const guint64 *values);

#endif
