/* Forks. `forks wait` waits for the child, which exits with 5, and passes that
 * on; `forks leave` exits with 6 and leaves a child that sleeps. */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int leave = argc > 1 && strcmp(argv[1], "leave") == 0;
	pid_t child = fork();
	if (child == 0) {
		if (leave)
			sleep(1000);
		_exit(5);
	}
	if (leave) {
		printf("%d\n", (int) child);
		return 6;
	}
	int status;
	waitpid(child, &status, 0);
	return WEXITSTATUS(status);
}
