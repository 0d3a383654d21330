/* Enters step() six times and writes three bytes after each; five to stderr
 * after the fourth. */
#include <stdio.h>
#include <unistd.h>

static void step(int n)
{
	printf("%d.\n", n);
	if (n == 2)
		fflush(stdout);
}

int main(void)
{
	setvbuf(stdout, NULL, _IONBF, 0);
	for (int i = 0; i < 6; i++) {
		step(i);
		if (i == 3)
			fputs("four\n", stderr);
	}
	return 0;
}
