/* A second unit: a struct that others see only by name, statics whose names
 * stand in zoo.c as well, and a struct of the same name with another shape. */
#include "zoo.h"

struct hidden {
	long secret;
	struct shared *back;
	char name[12];
};

struct local_shape {
	char c;
	long l;
};

static int same_name = 22;
static struct hidden one = {42, &first, "hidden"};
struct local_shape other_shape = {'o', 7};
int counted;
__thread long other_thread_local = 99;
static __thread int same_thread = 5;

struct hidden *other_hidden(int n)
{
	static int calls = 100;
	thread_places[4] = &other_thread_local;
	thread_places[5] = &same_thread;
	calls += n;
	one.secret += calls + same_name + same_thread++;
	return &one;
}

__attribute__((noinline)) int other_work(struct shared *s, int depth)
{
	static int calls = 200;
	int copy = s->id + depth;
	calls++;
	counted += copy;
	stop_here();
	return copy + calls;
}
