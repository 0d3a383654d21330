/* Writes through a null pointer, three calls deep. */
#include <stddef.h>

static void inner(int *p)
{
	*p = 1; /* MARK: crash */
}

static void middle(int *p)
{
	inner(p); /* MARK: middle */
}

int main(void)
{
	middle(NULL); /* MARK: main */
	return 0;
}
