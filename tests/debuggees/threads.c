/* Two threads, both alive at the mark. */
#include <pthread.h>
#include <stdio.h>

static pthread_barrier_t barrier;

static void *second(void *data)
{
	pthread_barrier_wait(&barrier);
	pthread_barrier_wait(&barrier);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&thread, NULL, second, NULL);
	pthread_barrier_wait(&barrier);
	puts("both"); /* MARK: both */
	pthread_barrier_wait(&barrier);
	pthread_join(thread, NULL);
	return 0;
}
