/* Main waits for a mutex that a thread holds while it writes; with "keep", the
 * thread never lets go of it. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t locked;
static int level, keep;

static void *work(void *data)
{
	const int *amount = data;
	pthread_mutex_lock(&lock);
	pthread_barrier_wait(&locked);
	level = *amount; /* MARK: locked */
	if (!keep)
		pthread_mutex_unlock(&lock);
	return NULL;
}

static int judge(void)
{
	return level > 5; /* MARK: judge */
}

int main(int argc, char **argv)
{
	pthread_t thread;
	int number = argc > 1 ? atoi(argv[1]) : 0;
	keep = argc > 2 && strcmp(argv[2], "keep") == 0;
	pthread_barrier_init(&locked, NULL, 2);
	if (pthread_create(&thread, NULL, work, &number) != 0)
		return 2;
	pthread_barrier_wait(&locked);
	pthread_mutex_lock(&lock);
	int bad = judge();
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL);
	return bad;
}
