/* A loop whose counting is a single short instruction, with a jump to what
 * follows it: no room for a jump there. */
#include <stdio.h>

long sum;

int main(void)
{
	int i = 0;
	while (i < 20000) {
		sum += i;
		i++; /* MARK: next */
	}
	printf("%ld\n", sum);
	return 0;
}
