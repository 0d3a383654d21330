/* Reads the children of a process from /proc. Internal to process. */
#ifndef HC_CHILDREN_VISIT_H
#define HC_CHILDREN_VISIT_H

#include <sys/types.h>

/* `tasks` is the folder of the threads, "/proc/self/task". No allocation, no
 * errno. */
void hc_children_visit(
	const char *tasks, void (*visit)(pid_t pid, void *data), void *data);

#endif
