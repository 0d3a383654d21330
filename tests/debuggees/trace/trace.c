/* Enters functions of all kinds and says how often: lines `count NAME N` on
 * stdout, and `parent NAME CALLER` where that is always the same. Arguments
 * choose more: `threads`, `skips N`, `race`, `fork`, `vfork`, `exec PROGRAM`,
 * `hot N`, `memory`, `crash`, `endless`. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ALONE __attribute__((noinline, noclone, noipa))

volatile int sink;
static int table[16] = {3, 1, 2};

/* Shorter than a jump. */
ALONE void nothing(void)
{
}

ALONE int zero(void)
{
	return 0;
}

ALONE void nothing_else(void)
{
}

ALONE int one(void)
{
	return 1;
}

/* Begins with what is told from the pc. */
ALONE int from_pc(void)
{
	return sink += 2;
}

/* Jumps back to its first instructions. */
ALONE int entry_loop(const char *text)
{
	while (*text++)
		;
	return *text == 0;
}

ALONE long count_down(long n)
{
	do
		n--;
	while (n > 0);
	return n;
}

ALONE int choose(int n)
{
	switch (n) {
	case 0:
		return sink;
	case 1:
		return zero();
	case 2:
		return one() + 3;
	case 3:
		return from_pc() * 2;
	case 4:
		nothing();
		return 5;
	case 5:
		return sink * 7;
	case 6:
		return sink - 1;
	default:
		return -1;
	}
}

ALONE double varied(int n, ...)
{
	va_list list;
	double sum = 0;
	va_start(list, n);
	while (n-- > 0)
		sum += va_arg(list, double);
	va_end(list);
	return sum;
}

ALONE int recurse(int n)
{
	return n <= 0 ? 1 : recurse(n - 1) + sink;
}

static int helper(int a, int b, int c, int d, int e, int f, int g, int h)
{
	return a + b * c + d * e + f - g + h + sink;
}

/* Keeps values in registers that the compiler knows helper() leaves alone. */
ALONE int many_arguments(int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += helper(i, 2, 3, i, 5, 6, 7, sum);
	return sum;
}

ALONE int last(int n)
{
	return n + sink;
}

/* At -O2, a jump. */
ALONE int tail(int n)
{
	sink = n;
	return last(n + 1);
}

ALONE int area(int n)
{
	char bytes[n];
	memset(bytes, 1, (size_t) n);
	return last(bytes[n - 1]);
}

ALONE int compare(const void *a, const void *b)
{
	return *(const int *) a - *(const int *) b;
}

#ifdef LIBRARY
int from_library(int (*callback)(int), int n);
#else
static int from_library(int (*callback)(int), int n)
{
	return callback(n);
}
#endif

ALONE int called_back(int n)
{
	return n + sink;
}

static jmp_buf back;

ALONE void jump(int n)
{
	if (n == 0)
		longjmp(back, 1);
	jump(n - 1);
	sink++;
}

ALONE void in_handler(void)
{
	sink++;
}

ALONE void handler(int number)
{
	in_handler();
	sink++;
}

ALONE void after_jump(void)
{
	sink++;
}

static void *other(void *data)
{
	for (int i = 0; i < 100; i++) {
		nothing();
		from_pc();
		recurse(3);
	}
	return NULL;
}

static int passed;

static void *pass_often(void *data)
{
	for (int i = 0; i < 1000; i++)
		__atomic_add_fetch(&passed, hot(i) != 0, __ATOMIC_SEQ_CST);
	return NULL;
}

static int before_main;

__attribute__((constructor)) static void construct(void)
{
	before_main++;
}

ALONE void signals(void)
{
	/* Above the frames that it interrupts. */
	static char low[65536];
	char high[65536];
	for (int i = 0; i < 2; i++) {
		stack_t stack = {.ss_sp = i ? high : low, .ss_size = 65536};
		sigaltstack(&stack, NULL);
		struct sigaction action = {
			.sa_handler = handler, .sa_flags = SA_ONSTACK};
		sigaction(SIGUSR1, &action, NULL);
		raise(SIGUSR1);
		after_jump();
	}
	signal(SIGUSR1, handler);
	raise(SIGUSR1);
	stack_t none = {.ss_flags = SS_DISABLE};
	sigaltstack(&none, NULL);
}

ALONE void jumps(void)
{
	if (setjmp(back) == 0)
		jump(5);
	after_jump();
}

ALONE int hot(int n)
{
	return n ^ sink;
}

ALONE int endless(int n)
{
	return endless(n + 1) + sink;
}

ALONE void crash(volatile int *at)
{
	*at = 1;
}

ALONE int skips(int n)
{
	int odd = 0;
	for (int i = 0; i < n; i++) {
		if (i % 2 == 0)
			continue; /* MARK: skip */
		odd++;
	}
	return odd;
}

static void do_more(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	if (strcmp(what, "threads") == 0) {
		pthread_t thread;
		skips(10);
		pthread_create(&thread, NULL, other, NULL);
		pthread_join(thread, NULL);
		skips(100);
	} else if (strcmp(what, "skips") == 0) {
		skips(atoi(argv[2]));
	} else if (strcmp(what, "race") == 0) {
		pthread_t threads[4];
		for (int i = 0; i < 4; i++)
			pthread_create(&threads[i], NULL, pass_often, NULL);
		for (int i = 0; i < 4; i++)
			pthread_join(threads[i], NULL);
	} else if (strcmp(what, "fork") == 0) {
		fflush(stdout);
		if (fork() == 0) {
			other(NULL);
			_exit(0);
		}
		wait(NULL);
	} else if (strcmp(what, "vfork") == 0) {
		if (vfork() == 0)
			_exit(0);
		wait(NULL);
	} else if (strcmp(what, "exec") == 0) {
		fflush(stdout);
		execv(argv[2], argv + 2);
	} else if (strcmp(what, "hot") == 0) {
		for (int i = 0; i < atoi(argv[2]); i++)
			hot(i); /* MARK: hot */
	} else if (strcmp(what, "memory") == 0) {
		int n = 0;
		while (n < 10000 && malloc(1 << 20))
			n++;
		printf("megabytes %d\n", n);
		fflush(stdout);
		_exit(0);
	} else if (strcmp(what, "crash") == 0) {
		fflush(stdout);
		crash(NULL);
	} else if (strcmp(what, "endless") == 0) {
		fflush(stdout);
		endless(0);
	}
}

int main(int argc, char **argv)
{
	for (int i = 0; i < 7; i++)
		nothing();
	for (int i = 0; i < 3; i++)
		zero();
	for (int i = 0; i < 4; i++)
		nothing_else();
	one();
	for (int i = 0; i < 9; i++)
		from_pc();
	entry_loop("some text");
	count_down(1000);
	for (int i = -1; i < 9; i++)
		choose(i);
	if (varied(3, 1.0, 2.0, 4.0) != 7)
		return 9;
	recurse(20);
	if (many_arguments(11) == 1)
		return 9;
	tail(1);
	area(100);
	area(7);
	from_library(called_back, 5);
	qsort(table, 3, sizeof *table, compare);
	signals();
	jumps();
	do_more(argc, argv);
	printf("count nothing %d\n", 7 + 1);
	printf("count zero %d\n", 3 + 1);
	printf("count nothing_else 4\n");
	printf("count one %d\n", 1 + 1);
	printf("count from_pc %d\n", 9 + 1);
	printf("count entry_loop 1\n");
	printf("count count_down 1\n");
	printf("count choose 10\n");
	printf("parent choose main\n");
	printf("count varied 1\n");
	printf("count recurse 21\n");
	printf("count many_arguments 1\n");
	printf("count tail 1\n");
	printf("count last 3\n");
	printf("count area 2\n");
	printf("count compare 3\n");
	printf("parent compare main\n");
	printf("count construct 1\n");
	printf("count jump 6\n");
	printf("count signals 1\n");
	printf("count handler 3\n");
	printf("parent handler signals\n");
	printf("count in_handler 3\n");
	printf("parent in_handler handler\n");
	printf("count after_jump 3\n");
	printf("parent area main\n");
	printf("parent jumps main\n");
	fprintf(stderr, "done\n");
	return before_main + 2;
}
