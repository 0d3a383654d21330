/* GDB as a user has it, on any processor: see gdbmi/wide-registers.c. */
#include "gdbmi-private.h"

#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	(void) argc;
	mi_wide_registers_hide();
	execvp("gdb", argv);
	perror("gdb");
	return 127;
}
