/* Several functions that call each other without end, each with a frame of its
 * own size, and helpers between them: in which of them the stack is used up
 * depends on where it begins, as the size of the environment has it. Run it
 * only with a stack limit. */
#include <stdlib.h>
#include <string.h>

static int walk(int n);

/* Calls itself, but comes back. */
static int helper(int n)
{
	volatile char room[400];
	room[0] = (char) n;
	return n > 0 ? helper(n - 1) + room[0] : 0;
}

static int look_up(int n)
{
	volatile char room[900];
	room[n & 1] = (char) helper(n % 40);
	return room[0];
}

static int enter(int n)
{
	volatile char room[200];
	room[0] = (char) look_up(n);
	return walk(n + 1) + room[0];
}

static int visit(int n)
{
	volatile char room[50];
	room[0] = (char) helper(3);
	return enter(n + 1) + room[0];
}

static int step(int n)
{
	volatile char room[1300];
	room[0] = (char) n;
	return visit(n + 1) + room[0];
}

static int walk(int n)
{
	volatile char room[3000];
	room[n & 1] = (char) look_up(n);
	return step(n + 1) + room[0];
}

/* Another round of the same functions, without one of them. */
static int other(int n)
{
	volatile char room[700];
	room[0] = (char) helper(n % 40);
	return n >= 0 ? other(n + 1) + room[0] : enter(n);
}

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "other") == 0)
		return other(0);
	return argc > 1 && strcmp(argv[1], "none") == 0 ? 0 : walk(0);
}
