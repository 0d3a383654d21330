/* A thread lets a child decide: its status is what the program ends with. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int level;

static int ask(int number)
{
	int status = 0;
	pid_t child = fork(); /* MARK: ask */
	if (child == 0)
		_exit(number > 5 ? 1 : 0);
	if (child < 0 || waitpid(child, &status, 0) != child)
		return 3;
	return WEXITSTATUS(status);
}

static void *work(void *data)
{
	static int answer;
	answer = ask(level);
	return &answer;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	void *answer;
	level = argc > 1 ? atoi(argv[1]) : 0;
	if (pthread_create(&thread, NULL, work, NULL) != 0)
		return 2;
	pthread_join(thread, &answer);
	return *(int *) answer;
}
