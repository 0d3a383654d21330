/* An open descriptor of a process, and the line by which a memory graph knows
 * it: "/dir/file, offset 12, flags 0100002".
 *
 *	g_auto(hc_descriptor) open = {0};
 *	if (hc_descriptor_parse(&open, text, n))
 *		use(open.path);
 */
#ifndef HC_DESCRIPTOR_H
#define HC_DESCRIPTOR_H

#include <glib.h>

struct hc_descriptor {
	char *path; /* as the system calls it: pipes and sockets have one, too
		     */
	guint64 offset;
	int flags; /* of open(2) */
	/* Not in the line: its number, and whether somebody holds a lock on the
	 * file through it. */
	int fd;
	gboolean locked;
};

/* The caller frees it. */
char *hc_descriptor_format(const struct hc_descriptor *descriptor);
/* FALSE if n bytes of text are no such line; nothing is changed then. */
gboolean hc_descriptor_parse(
	struct hc_descriptor *descriptor, const char *text, gsize n);
void hc_descriptor_clear(struct hc_descriptor *descriptor);

typedef struct hc_descriptor hc_descriptor; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(hc_descriptor, hc_descriptor_clear)

#endif
