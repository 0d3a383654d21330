/* Processors with AMX have more registers than GDB 13 and older have room for.
 * Such a GDB hands the kernel only the beginning of them, which the kernel
 * refuses ("Couldn't write extended state status: Bad address"), so that it can
 * write no register at all and call no function. If the kernel does not offer
 * them in the first place, GDB takes what all processors have: the registers up
 * to xmm15, read and written as ever.
 *
 * GDB asks for them by ptrace, so a filter of system calls can answer. The
 * program inherits it, and hardly any program traces others by such calls. */
#include "gdbmi-private.h"

#include <cpuid.h>
#include <elf.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>

/* X86_XSTATE_MAX_SIZE of GDB 9 to 13. Later ones ask the processor. */
enum { ROOM_IN_GDB = 2696 };
enum { LEAF_EXTENDED_STATE = 0xd };

/* Bytes of all registers that the kernel has switched on. */
static unsigned int size_of_registers(void)
{
	unsigned int a, b, c, d;
	if (!__get_cpuid_count(LEAF_EXTENDED_STATE, 0, &a, &b, &c, &d))
		return 0;
	return b;
}

#define LOAD(member)                                                           \
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS,                                     \
		offsetof(struct seccomp_data, member))
/* Goes on if it is the value, else `otherwise` instructions further. */
#define NEXT_IF(value, otherwise)                                              \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, otherwise)

void mi_wide_registers_hide(void)
{
	struct sock_filter filter[] = {
		LOAD(arch),
		NEXT_IF(AUDIT_ARCH_X86_64, 8),
		LOAD(nr),
		NEXT_IF(SYS_ptrace, 6),
		LOAD(args[0]),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PTRACE_GETREGSET, 1, 0),
		NEXT_IF(PTRACE_SETREGSET, 3),
		LOAD(args[2]),
		NEXT_IF(NT_X86_XSTATE, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENODEV),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {
		.len = G_N_ELEMENTS(filter),
		.filter = filter,
	};
	if (size_of_registers() <= ROOM_IN_GDB)
		return;
	/* Where it is refused, all that needs no call still works. */
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
		prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
