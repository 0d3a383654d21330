/* What is mounted where, for us. Internal to process. */
#ifndef HC_VIEW_MOUNTS_H
#define HC_VIEW_MOUNTS_H

#include <glib.h>

struct hc_view_mount {
	char *path;
	guint64 id;
	unsigned long flags; /* MS_NOSUID and the like */
	gboolean
		files; /* it holds files of users, and can be a layer's floor */
};

/* Those that can be seen, by path, so that what is below comes later: struct
 * hc_view_mount *. Empty if the kernel does not say. */
GPtrArray *hc_view_mounts(void);
/* The one that has this path, which is absolute and has no links. */
const struct hc_view_mount *hc_view_mount_of(
	const GPtrArray *mounts, const char *path);
/* Whether a path is the folder, or below it. */
gboolean hc_view_is_below(const char *path, const char *folder);

#endif
