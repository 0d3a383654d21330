/* Main ends before its thread, which decides how the program ends. */
#include <pthread.h>
#include <stdlib.h>

static pthread_t first;
static int level;

static void finish(void)
{
	exit(level > 5 ? 1 : 0); /* MARK: finish */
}

static void *work(void *data)
{
	pthread_join(first, NULL);
	finish();
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	level = argc > 1 ? atoi(argv[1]) : 0;
	first = pthread_self();
	if (pthread_create(&thread, NULL, work, NULL) != 0)
		return 2;
	pthread_exit(NULL);
}
