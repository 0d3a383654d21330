/* Two threads, and whoever comes first has its name noted. Fails (exit status
 * 1) if the number is 7 and that was the second one: by chance. */
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t ready;
static char first;
static int number;

static void *work(void *data)
{
	char none = 0;
	pthread_barrier_wait(&ready);
	__atomic_compare_exchange_n(&first, &none, *(const char *) data, 0,
		__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); /* MARK: note */
	return NULL;
}

static int judge(void)
{
	return number == 7 && first == 'b'; /* MARK: judge */
}

int main(int argc, char **argv)
{
	static const char names[] = "ab";
	pthread_t threads[2];
	number = argc > 1 ? atoi(argv[1]) : 0;
	pthread_barrier_init(&ready, NULL, 2);
	for (int i = 0; i < 2; i++)
		if (pthread_create(
			    &threads[i], NULL, work, (void *) &names[i]) != 0)
			return 2;
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return judge();
}
