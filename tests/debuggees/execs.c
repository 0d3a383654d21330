/* Becomes another program: `execs PROGRAM ARGUMENT...`. */
#include <unistd.h>

int main(int argc, char **argv)
{
	execv(argv[1], argv + 1);
	return 99;
}
