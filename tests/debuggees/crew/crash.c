/* A thread that follows a pointer which main may have left empty. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	int number;
	int *result;
};

static int result;

static void *work(void *data)
{
	struct job *job = data;
	int twice = 2 * job->number;
	*job->result = twice; /* MARK: crash */
	return NULL;
}

int main(int argc, char **argv)
{
	int number = argc > 1 ? atoi(argv[1]) : 0;
	struct job job = {number, number < 10 ? &result : NULL};
	pthread_t thread;
	if (pthread_create(&thread, NULL, work, &job) != 0)
		return 2;
	pthread_join(thread, NULL);
	return 0;
}
