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

/* Only we may look into it. The caller frees the path. Of several, the warden
 * knows the last one. */
char *hc_scratch_new(GError **error);
/* A folder with all that is in it. What is mounted there stays. */
void hc_scratch_remove(const char *folder);
/* The one that is still there, whoever has made it. */
void hc_scratch_sweep(void);

#endif
