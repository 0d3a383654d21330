/* Fails (exit status 1) if its number is 7, each mode in a way of its own.
 * Tests stop in first() and second(). */
#include <stdlib.h>
#include <string.h>

static int flag, spare, a, b;
static int table[8];

static void first(void)
{
}

static void second(void)
{
}

/* The same variable decides at both moments. */
static int kept(int n)
{
	flag = n;
	first();
	second();
	return flag == 7;
}

/* What decided at the first is still there at the second, and means nothing. */
static int moved(int n)
{
	flag = n;
	first();
	spare = flag;
	second();
	return spare == 7;
}

/* One element of an array of which others differ, too. */
static int element(int n)
{
	table[3] = 2 * n;
	table[5] = n;
	first();
	second();
	return table[5] == 7;
}

/* One takes the other. */
static int both(int n)
{
	a = n;
	b = n;
	first();
	second();
	return a == 7 && b == 7;
}

/* … which it does not any more at the second moment. */
static int relieved(int n)
{
	a = n;
	b = n;
	first();
	if (a != 7)
		b = 0;
	second();
	return b == 7;
}

/* Each of two will do: at the second moment neither is needed. */
static int doubled(int n)
{
	flag = n;
	first();
	spare = flag;
	second();
	return flag == 7 || spare == 7;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(int);
	} modes[] = {{"kept", kept}, {"moved", moved}, {"element", element},
		{"both", both}, {"relieved", relieved}, {"doubled", doubled}};
	int n = argc > 2 ? atoi(argv[2]) : 0;
	for (unsigned i = 0; argc > 2 && i < sizeof modes / sizeof *modes; i++)
		if (strcmp(argv[1], modes[i].name) == 0)
			return modes[i].run(n);
	return 2;
}
