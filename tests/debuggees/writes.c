/* Values and who wrote them: "writes KIND" gives one its value in some way, at
 * MARK: KIND, and then calls look(), which knows where it is. */
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NOT_INLINED __attribute__((noinline, noclone))
#define LENGTH(array) (sizeof(array) / sizeof(*(array)))

/* Which bytes it is about. */
volatile void *watched;
size_t watched_size;

NOT_INLINED static void look(volatile void *what, size_t size)
{
	watched = what;
	watched_size = size;
	__asm__ volatile("nop" ::: "memory"); /* MARK: look */
}

/* Keeps the compiler from knowing what is there. */
NOT_INLINED static void forget(volatile void *what)
{
	__asm__ volatile("" : : "r"(what) : "memory");
}

static int global, started = 7;
static char text[16], after;
static struct pair {
	int first, second;
} pair;
static union either {
	int number;
	float real;
} either;
static struct bits {
	unsigned low : 3, middle : 5, high : 8;
} bits;

static void plain(void)
{
	int x = 1;
	forget(&x);
	x = 2; /* MARK: plain */
	look(&x, sizeof x);
}

static void outer(void)
{
	global = 1;
	global = 5; /* MARK: global */
	look(&global, sizeof global);
}

NOT_INLINED static void set_to(int *where, int value)
{
	*where = value; /* MARK: alias */
}

static void alias(void)
{
	int x = 1;
	set_to(&x, 3);
	look(&x, sizeof x);
}

static void copied(void)
{
	static const char from[] = "a longer text";
	size_t n = sizeof from;
	forget(&n);
	memcpy(text, from, n); /* MARK: copied */
	look(text + 2, 1);
}

static void overrun(void)
{
	struct {
		char name[8];
		char next, rest[7];
	} x = {"", 'n', ""};
	const char *name = "12345678over";
	char *to = x.name;
	forget(&name);
	forget(&to);
	strcpy(to, name); /* MARK: overrun */
	look(&x.next, 1);
}

static void kernel(void)
{
	static char buffer[16];
	int file = open("/proc/self/status", O_RDONLY);
	buffer[0] = 'x';
	if (read(file, buffer, 8) < 8) /* MARK: kernel */
		exit(1);
	look(buffer, 1);
}

static jmp_buf back;

static void jumped(void)
{
	volatile int x = 1;
	if (setjmp(back) == 0) {
		x = 2; /* MARK: jumped */
		longjmp(back, 1);
	}
	look(&x, sizeof x);
}

static void member(void)
{
	either.number = 1;
	forget(&either);
	either.real = 1.5F; /* MARK: member */
	look(&either.number, sizeof either.number);
}

static void field(void)
{
	bits.low = 1;
	forget(&bits);
	bits.middle = 9; /* MARK: field */
	forget(&bits);
	bits.high = 200;
	forget(&bits);
	bits.low = 2;
	look(&bits, 1);
}

static void assigned(void)
{
	struct pair x = {1, 2};
	forget(&x);
	pair = x; /* MARK: assigned */
	look(&pair.second, sizeof pair.second);
}

static void moved(void)
{
	int *block = malloc(16), *wall;
	if (!block)
		exit(1);
	block[2] = 9;
	wall = malloc(16);
	forget(wall);
	block = realloc(block, 4000); /* MARK: moved */
	look(block + 2, sizeof *block);
}

static void *work(void *data)
{
	int *x = data;
	*x = 4; /* MARK: thread */
	return NULL;
}

static void thread(void)
{
	pthread_t other;
	global = 1;
	if (pthread_create(&other, NULL, work, &global) != 0 ||
		pthread_join(other, NULL) != 0)
		exit(1);
	look(&global, sizeof global);
}

static void never(void)
{
	look(&started, sizeof started);
}

static int compare(const void *a, const void *b)
{
	int x = *(const int *) a, y = *(const int *) b;
	global = x - y; /* MARK: callback */
	return global;
}

static void callback(void)
{
	int numbers[] = {1, 2};
	qsort(numbers, LENGTH(numbers), sizeof *numbers, compare);
	look(&global, sizeof global);
}

static void sorted(void)
{
	int numbers[] = {5, 3};
	forget(numbers);
	size_t n = LENGTH(numbers);
	forget(&n);
	qsort(numbers, n, sizeof(int), compare); /* MARK: sorted */
	look(numbers, sizeof *numbers);
}

static void looped(void)
{
	for (int i = 0; i < 7; i++) {
		global = i; /* MARK: looped */
		forget(&global);
	}
	look(&global, sizeof global);
}

/* Far too often to look at each time. */
static void often(void)
{
	for (int i = 0; i < 100000; i++) {
		global = i; /* MARK: often */
		forget(&global);
	}
	look(&global, sizeof global);
}

static void many(void)
{
	global = 1;
	for (int i = 0; i < 400; i++) {
		global = i; /* MARK: many */
		forget(&global);
	}
	look(&global, sizeof global);
}

/* As a program runs that has other things to do. */
static void far(void)
{
	global = 1; /* MARK: far */
	for (int i = 0; i < 20000000; i++) {
		int x = i;
		forget(&x);
	}
	look(&global, sizeof global);
}

/* The same memory is others' before it is x's. */
NOT_INLINED static void use_stack(int n)
{
	volatile int room[64];
	for (size_t i = 0; i < LENGTH(room); i++)
		room[i] = n;
}

NOT_INLINED static void own_frame(void)
{
	volatile int room[8];
	volatile int x = 6; /* MARK: frame */
	room[0] = 1;
	look(&x, sizeof x);
	forget(room);
}

static void frame(void)
{
	for (int i = 0; i < 1000; i++)
		use_stack(6);
	own_frame();
}

NOT_INLINED static void take(int parameter)
{
	forget(&parameter);
	look(&parameter, sizeof parameter);
}

static void passed(void)
{
	int x = 8;
	forget(&x);
	take(x + 1); /* MARK: passed */
}

static void strings(void)
{
	memset(text, 'x', 3);
	snprintf(text, sizeof text, "%d", 42); /* MARK: strings */
	after = text[0];
	look(text + 1, 1);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} kinds[] = {{"plain", plain}, {"global", outer}, {"alias", alias},
		{"copied", copied}, {"overrun", overrun}, {"kernel", kernel},
		{"jumped", jumped}, {"member", member}, {"field", field},
		{"assigned", assigned}, {"moved", moved}, {"thread", thread},
		{"never", never}, {"callback", callback}, {"sorted", sorted},
		{"looped", looped}, {"often", often}, {"far", far},
		{"many", many}, {"frame", frame}, {"passed", passed},
		{"strings", strings}};
	for (size_t i = 0; argc == 2 && i < LENGTH(kinds); i++)
		if (strcmp(argv[1], kinds[i].name) == 0)
			kinds[i].run();
	return 0;
}
