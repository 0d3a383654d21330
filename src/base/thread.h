/* A thread that gets none of our signals: they are for the threads that have
 * handlers for them. To be joined by g_thread_join(). */
#ifndef HC_THREAD_H
#define HC_THREAD_H

#include <glib.h>

GThread *hc_thread_new(const char *name, GThreadFunc run, gpointer data);

#endif
