/* A thread that counts down in steps, and never comes to 0 if they do not add
 * up; main waits for it. */
#include <pthread.h>
#include <stdlib.h>

static volatile unsigned left;

static void *work(void *data)
{
	unsigned step = *(unsigned *) data;
	while (left != 0) /* MARK: turn */
		left -= step;
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	unsigned step = argc > 1 ? (unsigned) atoi(argv[1]) : 1;
	left = 12;
	if (pthread_create(&thread, NULL, work, &step) != 0)
		return 2;
	pthread_join(thread, NULL);
	return 0;
}
