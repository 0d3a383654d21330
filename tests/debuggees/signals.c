/* Sends itself the signals that GDB keeps for itself unless told otherwise.
 * Exits with status 7: each was handled. */
#include <signal.h>

static volatile sig_atomic_t seen;

static void handle(int number)
{
	seen += number == SIGINT ? 3 : 4;
}

int main(void)
{
	signal(SIGINT, handle);
	signal(SIGTRAP, handle);
	raise(SIGINT);
	raise(SIGTRAP);
	return seen;
}
