/* A thread doubles what main gave it, and main fails (exit status 1) if that is
 * too much. */
#include <pthread.h>
#include <stdlib.h>

static int given, made;

static void *work(void *data)
{
	const int *from = data;
	made = 2 * *from; /* MARK: work */
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	given = argc > 1 ? atoi(argv[1]) : 0;
	if (pthread_create(&thread, NULL, work, &given) != 0)
		return 2;
	pthread_join(thread, NULL);
	return made > 100;
}
