/* Never ends; `spin block` blocks all signals as well. */
#include <signal.h>
#include <stddef.h>

volatile unsigned long turns;
volatile int go_on = 1;

int main(int argc, char **argv)
{
	if (argc > 1) {
		sigset_t all;
		sigfillset(&all);
		sigprocmask(SIG_BLOCK, &all, NULL);
	}
	while (go_on)
		turns++; /* MARK: spin */
	return 7;
}
