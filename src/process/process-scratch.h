/* A folder for files that only we need, which is gone when we are: the warden
 * removes it if we can't.
 *
 *	g_autofree char *folder = hc_scratch_new(&error);
 *	...
 *	hc_scratch_remove(folder); */
#ifndef HC_PROCESS_SCRATCH_H
#define HC_PROCESS_SCRATCH_H

#include <glib.h>

/* To be called once, before the processes part that tell each other of the
 * folder. */
void hc_scratch_prepare(void);

/* Only we may look into it. The caller frees the path. The warden knows of as
 * many as we have at a time. */
char *hc_scratch_new(GError **error);
/* The same by a name, from the current directory on, that others see. It is an
 * error if there is something of that name. The caller frees the whole path. */
char *hc_scratch_make(const char *name, GError **error);
/* A folder with all that is in it. What is mounted there stays. */
void hc_scratch_remove(const char *folder);
/* Those that are still there, whoever has made them. */
void hc_scratch_sweep(void);

#endif
