/* Children of ours: those that we started, and those that came to us because
 * their own parents ended. */
#ifndef HC_PROCESS_CHILDREN_H
#define HC_PROCESS_CHILDREN_H

#include <glib.h>
#include <sys/types.h>

/* From now on, what loses its parents below us becomes our child. Also where
 * we were started to ignore SIGCHLD, the ends of children can be waited for
 * then. */
void hc_process_adopt_orphans(void);

/* Children of all threads of ours, or of a process: pid_t. Empty if the kernel
 * does not say. */
GArray *hc_process_children(void);
GArray *hc_process_children_of(pid_t pid);

/* Kills and reaps our children but those of `before` (pid_t; NULL: none), and
 * what comes to us from those:
 *
 *	g_autoptr(GArray) before = hc_process_children();
 *	... GDB runs a program, which leaves something behind ...
 *	hc_process_kill_strays(before);
 *
 * Nobody else may start a process in the meantime but runs with a guard
 * (launch.h), which are spared. */
void hc_process_kill_strays(const GArray *before);

#endif
