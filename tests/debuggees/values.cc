// The same for exceptions: what an exception leads to is come to from any call
// (debuggee-values-cc RULE).
#include <cstdio>
#include <cstring>

static volatile int zero;

__attribute__((noinline)) static void stop()
{
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) static void use(const volatile void *at)
{
	__asm__ volatile("" ::"r"(at) : "memory");
}

__attribute__((noinline)) static void poison()
{
	volatile char stack[16384];
	for (size_t i = 0; i < sizeof stack; i++)
		stack[i] = 0x5a;
}

__attribute__((noinline)) static void fail(int number)
{
	if (zero == 0)
		throw number;
}

__attribute__((noinline)) static void deeper(void (*function)())
{
	volatile char room[512];
	room[0] = 0;
	function();
	use(room);
}

static void caught()
{
	volatile int x, y, none;
	try {
		y = 1;
		fail(1);
		use(&y);
	} catch (int number) {
		x = number;
	}
	stop();
	use(&x);
	use(&y);
	none = 1; // All that is called later may lead back.
}

static void in_handler()
{
	volatile int x;
	try {
		x = 1;
		fail(1);
	} catch (int) {
		stop();
	}
	use(&x);
}

struct guard {
	volatile int *at;
	~guard() { *at = 5; }
};

static void unwound()
{
	volatile int x, y, none;
	try {
		guard guard = {&x};
		y = 2;
		fail(2);
		use(&y);
	} catch (...) {
		stop();
	}
	use(&x);
	use(&y);
	none = 1; // All that is called later may lead back.
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*function)();
	} rules[] = {
		{"caught", caught},
		{"in_handler", in_handler},
		{"unwound", unwound},
	};
	for (const auto &rule : rules)
		if (argc > 1 && strcmp(argv[1], rule.name) == 0) {
			poison();
			deeper(rule.function);
			return 0;
		}
	fprintf(stderr, "no such rule\n");
	return 2;
}
