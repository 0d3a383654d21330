/* A shared library with debug information and thread-local variables. */
#include "zoo.h"

__thread int of_library = 31;
static __thread char text_of_library[10] = "library";
int library_global = 17;
static point library_point = {1.5, -2.5};

__attribute__((constructor)) static void tell_place(void)
{
	thread_places[6] = text_of_library;
}

__attribute__((noinline)) int library_work(int n, int (*back)(int))
{
	static unsigned rounds = 3;
	int kept = n * 2;
	rounds += n;
	of_library += kept;
	text_of_library[0] = 'L';
	library_point.x += n;
	library_global += back(kept);
	return kept + library_global;
}
