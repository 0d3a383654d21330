/* Locals that have a value, or none yet:
 *
 *	debuggee-values RULE
 *
 * fills the stack with 0x5a and calls the function of that name, which stops
 * in stop() now and then. What has none is called none…, all else has one, or
 * may have. What has none still holds 0x5a. */
#include <alloca.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wvla"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wclobbered"
#endif
#define APART __attribute__((noinline, noclone))
#ifdef __clang__
#undef APART
#define APART __attribute__((noinline))
#endif

static volatile int zero;

APART static void stop(void)
{
	__asm__ volatile("" ::: "memory"); /* MARK: stop */
}

APART static void use(const volatile void *at)
{
	__asm__ volatile("" ::"r"(at) : "memory");
}

APART static void put(int *at)
{
	*at = 11;
	__asm__ volatile("" ::: "memory");
}

APART static void poison(void)
{
	volatile char stack[16384];
	for (size_t i = 0; i < sizeof stack; i++)
		stack[i] = 0x5a;
}

/* So far below main's own that all of a frame is filled. */
APART static void deeper(void (*function)(void))
{
	volatile char room[512];
	room[0] = 0;
	function();
	use(room);
}

/* ---- One after the other ---- */

APART static void assigned(void)
{
	volatile int x, none;
	x = 1;
	stop();
	none = 2;
	use(&none);
	use(&x);
}

APART static void in_one_branch(void)
{
	volatile int x, none;
	if (zero == 0)
		x = 1;
	stop();
	none = 2;
	use(&x);
	use(&none);
}

APART static void in_other_branch(void)
{
	volatile int none, x;
	if (zero) {
		none = 1;
		use(&none);
		return;
	}
	x = 2;
	stop();
	use(&x);
}

APART static void in_loop(void)
{
	for (int i = 0; i < 2; i++) {
		volatile int x, late;
		if (i == 1)
			zero = 0; /* MARK: in_loop */
		x = i;
		use(&x);
		if (i == 1) {
			late = 3;
			use(&late);
		}
	}
}

APART static void back_by_goto(void)
{
	volatile int x, none;
	int n = 0;
again:
	if (n == 1)
		stop();
	if (n++ == 0) {
		x = 1;
		goto again;
	}
	none = 2;
	use(&none);
	use(&x);
}

APART static void in_inner_block(void)
{
	volatile int x = 1;
	if (x) {
		volatile int y, none;
		y = 2;
		zero = 0; /* MARK: in_inner_block */
		none = 3;
		use(&none);
		use(&y);
	}
	use(&x);
}

APART static void in_call(void)
{
	int none = (stop(), 4);
	use(&none);
}

/* ---- By its address ---- */

APART static void address_taken(void)
{
	int x, none;
	put(&x);
	stop();
	put(&none);
	use(&x);
}

APART static void scanned(void)
{
	int x, none;
	if (sscanf("5", "%d", &x) != 1)
		return;
	stop();
	if (sscanf("6", "%d", &none) != 1)
		return;
	use(&x);
	use(&none);
}

APART static void array_filled(void)
{
	char text[41], none[41];
	memcpy(text, "filled", 7);
	stop();
	memcpy(none, "later", 6);
	use(text);
	use(none);
}

APART static void array_by_index(int n)
{
	int numbers[7], none[7];
	for (int i = 0; i < n; i++)
		numbers[i] = i;
	stop();
	for (int i = 0; i < n; i++)
		none[i] = i;
	use(numbers);
	use(none);
}

APART static void array_backwards(void)
{
	int numbers[7], none[7];
	for (int *p = numbers + 7; p > numbers;)
		*--p = 9;
	stop();
	memset(none, 0, sizeof none);
	use(numbers);
	use(none);
}

/* Reckoned from a place before it, where the code is optimised. */
APART static void array_from_outside(long n)
{
	volatile long numbers[7];
	numbers[n - 3] = 9;
	stop();
	use(numbers);
}

APART static void array_of_zeros(void)
{
	long numbers[101] = {0};
	long none[101];
	stop();
	memset(none, 0, sizeof none);
	use(numbers);
	use(none);
}

struct pair {
	int a, b;
	struct pair *next;
};

APART static void struct_by_member(void)
{
	struct pair pair, none;
	pair.b = 2;
	stop();
	none.a = 1;
	use(&pair);
	use(&none);
}

struct big {
	long numbers[61];
};
static struct big source;

APART static struct big make(void)
{
	source.numbers[7] = 77;
	return source;
}

APART static void struct_copied(void)
{
	struct big copy = source, returned, none;
	returned = make();
	stop();
	none = source;
	use(&copy);
	use(&returned);
	use(&none);
}

/* ---- Ways that are hard to see ---- */

APART static void by_table(int which)
{
	volatile int x, y, none;
	switch (which) {
	case 0:
		x = 1;
		break;
	case 1:
		x = 5;
		/* fall through */
	case 2:
		y = 7;
		break;
	case 3:
		x = 9;
		break;
	case 4:
		y = 11;
		break;
	case 5:
		x = 13;
		break;
	default:
		y = 15;
	}
	stop();
	none = 1;
	use(&x);
	use(&y);
	use(&none);
}

APART static void inside_table(int which)
{
	volatile int x, none;
	x = 4;
	switch (which) {
	case 0:
		use(&zero);
		break;
	case 1:
		use(&source);
		break;
	case 2:
		stop();
		break;
	case 3:
		none = 9;
		use(&none);
		break;
	case 4:
		use(&x);
		break;
	case 5:
		use(&source.numbers[3]);
		break;
	}
	use(&x);
}

APART static void by_label(void)
{
	static const void *const labels[] = {&&first, &&second};
	volatile int x, none;
	int n = 0;
	goto *labels[zero];
first:
	if (n++ == 1) {
		stop();
		none = 3;
		use(&none);
		use(&x);
		return;
	}
	goto *labels[zero + 1];
second:
	x = 2;
	goto *labels[zero];
}

static jmp_buf buffer;

APART static void jump(void)
{
	longjmp(buffer, 1);
}

/* All that is called may jump back, also what is called later. */
APART static void by_setjmp(void)
{
	volatile int x, late;
	if (setjmp(buffer) == 0) {
		x = 1;
		jump();
	}
	stop();
	late = 1;
	use(&late);
	use(&x);
}

APART static void by_sigsetjmp(void)
{
	volatile int x, late;
	if (sigsetjmp(buffer, 0)) {
		stop();
		late = 1;
		use(&late);
		return;
	}
	x = 1;
	use(&x);
	jump();
}

APART static void by_asm(void)
{
	int x, none;
	__asm__("movl $8, %0" : "=m"(x));
	stop();
	__asm__("movl $8, %0" : "=m"(none));
	use(&x);
	use(&none);
}

APART static void with_room(int n)
{
	volatile int x, none;
	int varying[n];
	char *room = alloca((size_t) n * 8);
	memset(room, 1, (size_t) n * 8);
	varying[n - 1] = 3;
	x = 1;
	stop();
	none = 2;
	use(varying);
	use(room);
	use(&none);
	use(&x);
}

/* What has no value, but may be read, is what the program goes by. */
APART static void forgotten(void)
{
	volatile int x;
	stop();
	if (zero)
		x = 1;
	if (x == 0x5a5a5a5a)
		puts("forgotten");
}

APART static void registers(void)
{
	register int x __asm__("rbx");
	register int none __asm__("r12");
	x = zero + 1;
	__asm__ volatile("" : "+r"(x));
	stop();
	__asm__ volatile("mov $2, %0" : "=r"(none));
	zero += none - 2 + x - 1;
}

#ifndef __clang__
/* Its frame is that of both. */
APART static void nested(void)
{
	int x, y, late;
	void set(void)
	{
		y = 2;
		x = 1;
	}
	set();
	stop();
	late = x;
	use(&x);
	use(&y);
	use(&late);
}
#endif

APART static void over_and_over(int depth)
{
	volatile int x, none;
	x = depth;
	if (depth > 0)
		over_and_over(depth - 1);
	else
		stop();
	none = depth;
	use(&x);
	use(&none);
}

/* Innermost, at a line of its own. */
APART static void at_line(void)
{
	volatile int x, none;
	x = 1;
	zero = 0; /* MARK: at_line */
	none = 2;
	use(&none);
	use(&x);
}

static void seven(void)
{
	array_by_index(7 + zero);
}
static void three(void)
{
	array_from_outside(3 + zero);
}
static void of_one(void)
{
	by_table(1 + zero);
}
static void of_two(void)
{
	inside_table(2 + zero);
}
static void room(void)
{
	with_room(5 + zero);
}
static void deep(void)
{
	over_and_over(3 + zero);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*function)(void);
	} rules[] = {
		{"assigned", assigned},
		{"in_one_branch", in_one_branch},
		{"in_other_branch", in_other_branch},
		{"in_loop", in_loop},
		{"back_by_goto", back_by_goto},
		{"in_inner_block", in_inner_block},
		{"in_call", in_call},
		{"address_taken", address_taken},
		{"scanned", scanned},
		{"array_filled", array_filled},
		{"array_by_index", seven},
		{"array_backwards", array_backwards},
		{"array_from_outside", three},
		{"array_of_zeros", array_of_zeros},
		{"struct_by_member", struct_by_member},
		{"struct_copied", struct_copied},
		{"by_table", of_one},
		{"inside_table", of_two},
		{"by_label", by_label},
		{"by_setjmp", by_setjmp},
		{"by_sigsetjmp", by_sigsetjmp},
		{"by_asm", by_asm},
		{"with_room", room},
		{"forgotten", forgotten},
		{"registers", registers},
#ifndef __clang__
		{"nested", nested},
#endif
		{"over_and_over", deep},
		{"at_line", at_line},
	};
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		if (argc > 1 && strcmp(argv[1], rules[i].name) == 0) {
			poison();
			deeper(rules[i].function);
			return 0;
		}
	fprintf(stderr, "no such rule\n");
	return 2;
}
