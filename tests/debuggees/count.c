/* Calls add() five times: something to stop at, to step through and to look
 * at. Exits with status 15. */
#include <stdlib.h>

struct point {
	int x, y;
};

struct point origin = {3, 4};
int total;
char text[] = "a \"b\"\n\303\244";
unsigned char bytes[70000];

static int add(int n)
{
	int before = total; /* MARK: add */
	total += n; /* MARK: sum */
	return before + n;
}

int main(int argc, char **argv)
{
	for (int i = 1; i <= 5; i++)
		add(i); /* MARK: call */
	for (int i = 0; i < 2; i++)
		origin.x++; /* MARK: x */
	return total;
}
