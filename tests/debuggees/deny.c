/* Runs GDB on a system that refuses something: DENY names the system call,
 * which then fails with EPERM for GDB and all its children. Stands in GDB's
 * place, so it takes GDB's arguments. DENIED names another program to run, and
 * "nothing" refuses what nobody calls. */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	const char *name = getenv("DENY"), *other = getenv("DENIED");
	int number = SYS_personality;
	if (name && strcmp(name, "ptrace") == 0)
		number = SYS_ptrace;
	if (name && strcmp(name, "pidfd_open") == 0)
		number = SYS_pidfd_open;
	if (name && strcmp(name, "nothing") == 0)
		number = SYS_acct;
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {sizeof code / sizeof code[0], code};
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
		prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0)
		return 98;
	execvp(other ? other : "gdb", argv);
	return 97;
}
