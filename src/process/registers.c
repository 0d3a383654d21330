#include "process-registers.h"

#include <stddef.h>

#define REGISTERS                                                              \
	R(rax)                                                                 \
	R(rdx)                                                                 \
	R(rcx)                                                                 \
	R(rbx)                                                                 \
	R(rsi)                                                                 \
	R(rdi)                                                                 \
	R(rbp)                                                                 \
	R(rsp)                                                                 \
	R(r8)                                                                  \
	R(r9)                                                                  \
	R(r10)                                                                 \
	R(r11)                                                                 \
	R(r12)                                                                 \
	R(r13)                                                                 \
	R(r14)                                                                 \
	R(r15)                                                                 \
	R(rip)

#define R(name) #name,
const char *const hc_register_names[] = {REGISTERS NULL};
#undef R

#define R(name) offsetof(struct user_regs_struct, name),
static const gsize offsets[] = {REGISTERS};
#undef R

G_STATIC_ASSERT(G_N_ELEMENTS(offsets) == HC_REGISTERS);

unsigned long long *hc_register_slot(
	struct user_regs_struct *registers, guint number)
{
	return number < HC_REGISTERS
		       ? (void *) ((char *) registers + offsets[number])
		       : NULL;
}

void hc_registers_take(
	const struct user_regs_struct *registers, guint64 *values)
{
	struct user_regs_struct *all = (struct user_regs_struct *) registers;
	for (guint i = 0; i < HC_REGISTERS; i++)
		values[i] = *hc_register_slot(all, i);
}

void hc_registers_put(struct user_regs_struct *registers, const guint64 *values)
{
	for (guint i = 0; i < HC_REGISTERS; i++)
		*hc_register_slot(registers, i) = values[i];
}
