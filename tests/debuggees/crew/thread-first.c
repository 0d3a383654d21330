/* A thread is over before main looks at what it has left. */
#include <pthread.h>
#include <stdlib.h>

static int level;

static void *work(void *data)
{
	const int *amount = data;
	level += *amount; /* MARK: work */
	return NULL;
}

static int look(void)
{
	int seen = level; /* MARK: look */
	level = 0;
	return seen > 5;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	int number = argc > 1 ? atoi(argv[1]) : 0;
	if (pthread_create(&thread, NULL, work, &number) != 0)
		return 2;
	pthread_join(thread, NULL);
	number = 0;
	argv[1][0] = '-';
	return look();
}
