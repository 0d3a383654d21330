/* The descriptors that a process has open, as /proc/PID/fd and fdinfo have
 * them. */
#ifndef HC_PROCESS_DESCRIPTORS_H
#define HC_PROCESS_DESCRIPTORS_H

#include <glib.h>
#include <sys/types.h>

struct hc_descriptor {
	int fd;
	char *path; /* "/tmp/x", "pipe:[4711]", "/tmp/x (deleted)" */
	guint64 offset;
	guint flags; /* of open(2) */
	gboolean locked; /* somebody holds a lock on the file through it */
};

/* In the order of their numbers: struct hc_descriptor. The caller owns it. One
 * that is closed meanwhile is left out. */
GArray *hc_process_descriptors(pid_t pid, GError **error);

/* The file that opens what the descriptor has open: "/proc/7/fd/3". */
char *hc_process_descriptor_file(pid_t pid, int fd);

#endif
