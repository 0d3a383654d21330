/* The program: loader MODE CENTS... loads a plugin that lies beside it, has it
 * work out a price, and fails if that is nothing. Modes:
 *
 *	keep	the plugin stays
 *	close	it is removed
 *	again	it is removed, loaded once more, asked once more, and removed
 *	move	the same, but it finds something else in its place
 *	fork	a child asks it, too
 *	thread	a thread was there before it
 *	none	there is no such plugin: the price is the sum
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int (*price_func)(int items, int cents);

static void *load(const char *name)
{
	char path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 100);
	if (n < 0)
		exit(2);
	path[n] = '\0';
	strcpy(strrchr(path, '/') + 1, name);
	return dlopen(path, RTLD_NOW);
}

static price_func find(void *library)
{
	void *found = dlsym(library, "plugin_price");
	price_func function;
	memcpy(&function, &found, sizeof function);
	return function;
}

/* Something else, where a library was. */
static void take_place(price_func function)
{
	unsigned long page = (unsigned long) function & ~4095ul;
	if (mmap((void *) page, 4096, PROT_READ, /* just one page of it */
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
		    0) == MAP_FAILED)
		exit(2);
}

static void *wait_for_ever(void *nothing)
{
	pause();
	return nothing;
}

int main(int argc, char **argv)
{
	const char *mode = argv[1];
	int items = argc - 2, cents = 0, price;
	pthread_t thread;
	for (int i = 2; i < argc; i++)
		cents += atoi(argv[i]);

	if (strcmp(mode, "thread") == 0)
		pthread_create(&thread, NULL, wait_for_ever, NULL);
	void *library =
		load(strcmp(mode, "none") == 0 ? "libdebuggee-nothing.so"
					       : "libdebuggee-plugin.so");
	if (!library) {
		printf("%d\n", cents);
		return strcmp(mode, "none") == 0 ? cents == 0 : 2;
	}

	price_func function = find(library);
	price = function(items, cents);
	if (strcmp(mode, "fork") == 0) {
		pid_t child = fork();
		int status;
		if (child == 0)
			_exit(function(items, cents) != price);
		if (waitpid(child, &status, 0) != child || status != 0)
			return 2;
		price = function(items, cents);
	}
	if (strcmp(mode, "keep") != 0 && strcmp(mode, "fork") != 0 &&
		strcmp(mode, "thread") != 0)
		dlclose(library);
	if (strcmp(mode, "move") == 0)
		take_place(function);
	if (strcmp(mode, "again") == 0 || strcmp(mode, "move") == 0) {
		library = load("libdebuggee-plugin.so");
		if (!library)
			return 2;
		price = find(library)(items, cents);
		dlclose(library);
	}

	printf("%d\n", price);
	return price == 0;
}
