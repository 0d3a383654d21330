#include "thread.h"

#include <pthread.h>
#include <signal.h>

/* A new thread has the mask of the one that made it. */
GThread *hc_thread_new(const char *name, GThreadFunc run, gpointer data)
{
	sigset_t all, old;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	GThread *thread = g_thread_new(name, run, data);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return thread;
}
