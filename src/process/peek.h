/* Bytes of another process, read and written without a debugger. It should be
 * stopped, or one sees it change. */
#ifndef HC_PEEK_H
#define HC_PEEK_H

#include <glib.h>
#include <sys/types.h>

/* As many of the bytes as are there, from the first on; -1 with errno if there
 * are none, or we may not. */
gssize hc_process_peek_some(pid_t pid, guint64 address, void *bytes, gsize n);
/* All of the bytes, or FALSE. */
gboolean hc_process_peek(pid_t pid, guint64 address, void *bytes, gsize n);
/* The same; also where the process itself may not write, such as in its code.
 * On FALSE some may have been written. */
gboolean hc_process_poke(
	pid_t pid, guint64 address, const void *bytes, gsize n);

#endif
