/* Two threads append to a text, whoever comes first; main fails (exit status 1)
 * if the number is 7, whatever they wrote. */
#include <pthread.h>
#include <stdlib.h>

enum { ROUNDS = 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char text[2 * ROUNDS + 1];
static int length, number;

static void *work(void *data)
{
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&lock);
		text[length++] = *(const char *) data; /* MARK: append */
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

static int judge(void)
{
	return length == 2 * ROUNDS && number == 7; /* MARK: judge */
}

int main(int argc, char **argv)
{
	static const char names[] = "ab";
	pthread_t threads[2];
	number = argc > 1 ? atoi(argv[1]) : 0;
	for (int i = 0; i < 2; i++)
		if (pthread_create(
			    &threads[i], NULL, work, (void *) &names[i]) != 0)
			return 2;
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return judge();
}
