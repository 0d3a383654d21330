/* 50 threads at a time, all there until each of them has done its part. One
 * part may be wrong. */
#include <pthread.h>
#include <stdlib.h>

enum { N = 50 };

static pthread_barrier_t all;
static int wrong, parts[N];

static void *work(void *data)
{
	int *part = data;
	*part = part - parts == wrong ? -1 : 1; /* MARK: work */
	pthread_barrier_wait(&all);
	return NULL;
}

static int add(void)
{
	int sum = 0; /* MARK: add */
	for (int i = 0; i < N; i++)
		sum += parts[i];
	return sum;
}

int main(int argc, char **argv)
{
	pthread_t threads[N];
	wrong = argc > 1 ? atoi(argv[1]) : N;
	pthread_barrier_init(&all, NULL, N + 1);
	for (int i = 0; i < N; i++)
		if (pthread_create(&threads[i], NULL, work, &parts[i]) != 0)
			return 2;
	pthread_barrier_wait(&all);
	for (int i = 0; i < N; i++)
		pthread_join(threads[i], NULL);
	wrong = 0;
	argv[1][0] = '-';
	return add() != N;
}
