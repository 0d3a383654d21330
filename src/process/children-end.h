/* The ends of children, for guards, wardens and ourselves: no allocation, no
 * errno. Internal to process. */
#ifndef HC_CHILDREN_END_H
#define HC_CHILDREN_END_H

#include <glib.h>
#include <sys/types.h>

/* A descriptor that can be read when a child has ended (a signalfd; SIGCHLD
 * must be blocked and not ignored), below 0 if there is none: look at it with
 * hc_children_poll(). */
int hc_children_open(void);

/* Waits until a child may have ended, which is FALSE, or `line` has something
 * to say or is closed, which is TRUE. */
gboolean hc_children_poll(int children, int line);

/* Reaps what has ended, but `pid`: TRUE if that one has. It is left, so that
 * its number stays its own. */
gboolean hc_children_reap_others(pid_t pid);

/* Kills and reaps our children until there are none, and none comes to us from
 * those, but for what `spares` says TRUE to (NULL: none). It gives up after so
 * many seconds: a fork bomb may be faster than we are. */
enum { HC_CHILDREN_PATIENCE = 60 };
typedef gboolean (*hc_children_spares)(pid_t pid, const void *data);
void hc_children_kill_all(
	hc_children_spares spares, const void *data, guint seconds);

#endif
