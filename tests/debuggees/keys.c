/* Variables of one name in one program: globals, statics of blocks, locals of
 * blocks around and of calls further out, in memory and in registers. Stops in
 * stop(), which has an `x` of its own. */
#include <stdlib.h>

#pragma GCC diagnostic ignored "-Wshadow"

int x = 1;
static int y = 2;
int z = 3;

/* Declared on one line: only their order tells them apart. */
#define TWICE                                                                  \
	{                                                                      \
		static int line = 10;                                          \
		sum += line++;                                                 \
	}                                                                      \
	{                                                                      \
		static int line = 20;                                          \
		sum += line++;                                                 \
	}

static int stop(int x)
{
	static int z = 4;
	int y = x + 1;
	z += y;
	return y + z; /* MARK: stop */
}

static int recurse(int depth, int n) /* MARK: parameters */
{
	register int kept = depth * 10; /* MARK: register */
	static int calls = 0;
	int sum = 0;
	calls++;
	TWICE /* MARK: twice */
	{
		static int calls = 100; /* MARK: static */
		int n = depth + 1; /* MARK: block */
		calls++;
		{
			int n = depth + 2; /* MARK: inner block */
			static int calls = 200; /* MARK: inner static */
			calls++;
			sum += depth ? recurse(depth - 1, n) : stop(n);
		}
		sum += n;
	}
	return sum + n + kept + calls;
}

int main(int argc, char **argv)
{
	register int kept = argc > 1 ? atoi(argv[1]) : 0;
	int result = recurse(3, kept) + x + y + z;
	return result == kept;
}
