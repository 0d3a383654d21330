/* Another process as it is, without a debugger: bytes of its memory, and what
 * the kernel told it at its start. It should be stopped, or one sees it change.
 */
#ifndef HC_PEEK_H
#define HC_PEEK_H

#include <glib.h>
#include <sys/types.h>

/* All of the bytes, or FALSE. */
gboolean hc_process_peek(pid_t pid, guint64 address, void *bytes, gsize n);
/* The same; also where the process itself may not write, such as in its code.
 * On FALSE some may have been written. */
gboolean hc_process_poke(
	pid_t pid, guint64 address, const void *bytes, gsize n);

/* A value of its auxiliary vector (AT_ENTRY …); 0 if there is none. */
guint64 hc_process_auxiliary(pid_t pid, guint64 type);

#endif
