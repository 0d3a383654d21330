/* Ends as it is told: `finish exit N` or `finish signal N`. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int n = argc > 2 ? atoi(argv[2]) : 0;
	if (argc > 1 && strcmp(argv[1], "signal") == 0)
		kill(getpid(), n);
	return n;
}
