/* A detached thread, which nobody joins: main waits for what it says. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t done;
static int given, said;

static void *work(void *data)
{
	said = given + 1; /* MARK: work */
	sem_post(&done);
	return NULL;
}

static int judge(void)
{
	return said > 100; /* MARK: judge */
}

int main(int argc, char **argv)
{
	pthread_t thread;
	pthread_attr_t how;
	given = argc > 1 ? atoi(argv[1]) : 0;
	sem_init(&done, 0, 0);
	pthread_attr_init(&how);
	pthread_attr_setdetachstate(&how, PTHREAD_CREATE_DETACHED);
	if (pthread_create(&thread, &how, work, NULL) != 0)
		return 2;
	while (sem_wait(&done) != 0)
		;
	return judge();
}
