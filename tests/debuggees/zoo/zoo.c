/* All kinds of variables and types that C has; stop_here is called from many
 * places, and a test compares at each what GDB says with what we say. */
#include "zoo.h"

#include <complex.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

enum color { RED, GREEN = 5, BLUE = 200 };
enum level { LOW = -3, MIDDLE, HIGH = 1000000 };
enum wide { NARROW = 1, WIDE = 0x8000000000 };
typedef enum { OFF, ON } toggle;

struct bits {
	unsigned a : 3;
	int b : 5;
	unsigned long c : 40;
	_Bool d : 1;
	enum color e : 9;
	signed char f : 2;
	int : 0;
	unsigned g : 17;
	long h : 33;
};

struct __attribute__((packed)) tight {
	char c;
	int i;
	unsigned x : 7, y : 30;
	double d;
};

struct flexible {
	int n;
	char data[];
};

struct none {
	int n;
	int data[0];
};

struct nested {
	struct {
		union {
			int i;
			struct {
				char c, d;
			};
		};
		int after;
	};
	struct inner {
		int deep[2][3];
		point p;
	} inner[2];
	union {
		long l;
		void *p;
		char bytes[8];
	} u;
};

struct tree {
	struct tree *left, *right;
	int (*compare)(const void *, const void *);
	const char *label;
	void *extra;
	toggle state;
};

struct local_shape { /* other.c has another one */
	int a, b, c;
};

typedef int matrix[3][4];
typedef struct shared shared_t;
typedef const volatile shared_t *shared_p;

char a_char = 'x';
signed char a_signed = -7;
unsigned char an_unsigned = 250;
short a_short = -3000;
unsigned short a_ushort = 60000;
int an_int = -100000;
unsigned a_uint = 4000000000u;
long a_long = -5000000000;
unsigned long a_ulong = 10000000000000000000u;
long long a_llong = -1;
unsigned long long a_ullong = 1;
__int128 a_huge = -5;
bool a_bool = true;
float a_float = 1.25f;
double a_double = -2.5e100;
long double a_long_double = 3.14159265358979L;
__float128 a_quad = 1;
float complex a_complex = 1.0f + 2.0f * I;
double complex a_double_complex = 3.0 - 4.0 * I;
wchar_t a_wide = L'\u00e4';
wchar_t wide_text[] = L"wide";
char16_t a_char16 = u'\u20ac';
char32_t a_char32 = U'\U0001F600';
uint8_t a_byte = 200;
size_t a_size = 77;
_Atomic int an_atomic = 9;
int vector __attribute__((vector_size(16))) = {1, 2, 3, 4};
enum color a_color = GREEN, *color_pointer = &a_color;
enum level a_level = LOW;
enum wide a_wide_enum = WIDE;
toggle a_toggle = ON;
const int a_constant = 12;
volatile int a_volatile = 13;
int numbers[5] = {1, 2, 3, 4, 5};
int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
matrix a_matrix = {{1}, {2}, {3}};
matrix *matrix_pointer = &a_matrix;
char *strings[] = {"one", "two", NULL};
char text[16] = "hello";
struct bits some_bits = {5, -9, 0x123456789a, 1, BLUE, -1, 99999, -77};
struct tight a_tight = {'t', 70000, 100, 500000000, 0.5};
struct flexible *a_flexible;
struct none a_none = {3, {}};
struct nested a_nested = {.i = 0x4142, .after = 3, .u.l = 55};
struct tree root = {.label = "root", .state = ON};
struct local_shape zoo_shape = {1, 2, 3};
struct shared first = {1, &first, NULL, {17}, {3, 4}};
shared_p volatile_shared = &first;
point origin = {0.5, -0.5};
void *nothing, *something = &an_int;
int (*function)(int) = NULL;
int (*functions[2])(struct shared *, int) = {other_work, NULL};
static int same_name = 11;
static struct tree *static_tree = &root;
__thread int thread_int = 8;
static __thread struct shared thread_shared = {.id = 4};
static __thread int same_thread = 6;
void *thread_places[7];

__attribute__((noinline)) void stop_here(void)
{
	counted++;
}

__attribute__((noinline)) static int compare_ints(const void *a, const void *b)
{
	int x = *(const int *) a, y = *(const int *) b;
	static int compares;
	if (compares++ == 1)
		stop_here();
	return x - y;
}

__attribute__((noinline)) static int blocks(int n, char *s)
{
	int value = n;
	static int calls = 1;
	calls++;
	for (int i = 0; i < 2; i++) {
		int value = n * 10 + i;
		static char inner_static = 's';
		inner_static++;
		{
			double value = n + 0.25;
			struct shared on_stack = {
				.id = (int) value, .next = &first};
			extern int counted;
			counted += on_stack.id;
			if (i == 1)
				other_work(&on_stack, n);
		}
		calls += value + *s;
	}
	{
		long other = value;
		calls += other;
	}
	return value + calls;
}

__attribute__((noinline)) static int arrays(int n, int m)
{
	int line[n];
	short table[m][n + 1];
	char(*pointer)[n] = calloc(m, n);
	int fixed[4] = {1, 2, 3, 4};
	memset(line, 1, sizeof line);
	memset(table, 2, sizeof table);
	char *area = __builtin_alloca(n);
	area[0] = 'a';
	stop_here();
	int sum = line[0] + table[m - 1][n] + pointer[0][0] + fixed[n % 4];
	free(pointer);
	return sum + area[0];
}

__attribute__((noinline)) static long numbers_of(char c, short s, float f,
	double d, long double ld, __int128 big, struct nested by_value, point p,
	bool b, enum level l, float complex z)
{
	register long in_register = c * s;
	register int *pointer = &numbers[2];
	float ff = f * 2;
	stop_here();
	return in_register + *pointer + (long) (ff + d + ld + p.x) +
	       (long) big + by_value.after + b + l + (long) crealf(z);
}

static inline int inlined(int k)
{
	static int times;
	int doubled = k * 2;
	times++;
	counted += doubled;
	stop_here();
	return doubled + times;
}

__attribute__((noinline)) static int recurse(int depth, struct tree *parent)
{
	register int kept = depth * 3;
	struct tree here = {.left = parent, .label = "here"};
	if (depth == 0)
		stop_here();
	else
		kept += recurse(depth - 1, &here);
	return kept + (here.left == parent);
}

__attribute__((noinline)) static int call_back(int n)
{
	int doubled = n + n;
	stop_here();
	return doubled;
}

static void on_signal(int number, siginfo_t *info, void *context)
{
	int seen = number;
	stop_here();
	counted += seen;
}

__attribute__((noinline)) static int interrupted(int n)
{
	register int kept = n + 1;
	struct sigaction action = {
		.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
	sigaction(SIGUSR1, &action, NULL);
	raise(SIGUSR1);
	return kept;
}

int main(int argc, char **argv)
{
	int local = argc;
	const char *name = argv[0];
	int to_sort[] = {3, 1, 2};
	struct hidden *h = other_hidden(1);
	first.opaque = h;
	thread_places[0] = &thread_int;
	thread_places[1] = &thread_shared;
	thread_places[2] = &same_thread;
	thread_places[3] = &of_library;
	root.compare = compare_ints;
	root.extra = h;
	function = call_back;
	a_flexible = malloc(sizeof *a_flexible + 10);
	a_flexible->n = 10;
	local += blocks(argc + 1, "abc");
	local += arrays(argc + 4, 3);
	local += numbers_of('c', -5, 1.5f, 2.5, 3.5L, 123456789, a_nested,
		origin, true, MIDDLE, a_complex);
	local += inlined(local) + inlined(7);
	local += recurse(3, static_tree);
	local += library_work(argc, call_back);
	qsort(to_sort, 3, sizeof to_sort[0], compare_ints);
	local += interrupted(argc);
	local += same_name + thread_int + thread_shared.id + same_thread;
	return local == 0 && name == NULL;
}
