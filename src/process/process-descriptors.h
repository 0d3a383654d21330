/* The descriptors that a process has open, as /proc/PID/fd and fdinfo have
 * them. */
#ifndef HC_PROCESS_DESCRIPTORS_H
#define HC_PROCESS_DESCRIPTORS_H

#include "descriptor.h"

#include <glib.h>
#include <sys/types.h>

/* In the order of their numbers: struct hc_descriptor. The caller owns it. One
 * that is closed meanwhile is left out. */
GArray *hc_process_descriptors(pid_t pid, GError **error);

/* The file that opens what the descriptor has open: "/proc/7/fd/3". */
char *hc_process_descriptor_file(pid_t pid, int fd);

#endif
