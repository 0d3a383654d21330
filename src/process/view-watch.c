#include "view-plan.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

/* How the top of a layer looks as long as nothing was written. Whatever is
 * written below the top needs an inode, and layers of one process are in one
 * file system, so its free inodes tell that. */
struct top {
	int fd; /* of the directory */
	struct timespec changed;
};

struct hc_view_watch {
	GArray *tops; /* struct top */
	guint64 inodes, blocks; /* that are free */
};

static void top_clear(gpointer data)
{
	struct top *top = data;
	close(top->fd);
}

static gboolean equals(struct timespec one, struct timespec other)
{
	return one.tv_sec == other.tv_sec && one.tv_nsec == other.tv_nsec;
}

/* FALSE with errno. */
static gboolean count_free(
	const struct hc_view_watch *watch, guint64 *inodes, guint64 *blocks)
{
	struct statfs all = {0};
	const struct top *first = (const void *) watch->tops->data;
	if (watch->tops->len > 0 && fstatfs(first->fd, &all) < 0)
		return FALSE;
	*inodes = all.f_ffree;
	*blocks = all.f_bfree;
	return TRUE;
}

gboolean hc_view_watch_is_clean(const struct hc_view_watch *watch)
{
	guint64 inodes, blocks;
	struct stat status;
	if (!count_free(watch, &inodes, &blocks) || inodes != watch->inodes ||
		blocks != watch->blocks)
		return FALSE;
	for (guint i = 0; i < watch->tops->len; i++) {
		const struct top *top =
			&g_array_index(watch->tops, struct top, i);
		if (fstat(top->fd, &status) < 0 ||
			!equals(status.st_ctim, top->changed))
			return FALSE;
	}
	return TRUE;
}

/* FALSE with errno. */
static gboolean add_top(
	struct hc_view_watch *watch, pid_t pid, const char *folder)
{
	struct stat status;
	g_autofree char *path =
		g_strdup_printf("/proc/%d/root%s", (int) pid, folder);
	struct top top = {.fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC)};
	if (top.fd < 0)
		return FALSE;
	g_array_append_val(watch->tops, top);
	if (fstat(top.fd, &status) < 0)
		return FALSE;
	g_array_index(watch->tops, struct top, watch->tops->len - 1).changed =
		status.st_ctim;
	return TRUE;
}

struct hc_view_watch *hc_view_watch_new(
	const struct hc_view *view, pid_t pid, GError **error)
{
	g_autoptr(hc_view_watch) watch = g_new0(struct hc_view_watch, 1);
	watch->tops = g_array_new(FALSE, FALSE, sizeof(struct top));
	g_array_set_clear_func(watch->tops, top_clear);
	gboolean ok = TRUE;
	for (guint i = 0; i < view->laid->len && ok; i++)
		ok = add_top(watch, pid, view->laid->pdata[i]);
	if (ok && count_free(watch, &watch->inodes, &watch->blocks))
		return g_steal_pointer(&watch);
	g_set_error(error, HC_VIEW_ERROR, HC_VIEW_ERROR_REFUSED,
		"the layers of process %d can't be looked at: %s", (int) pid,
		g_strerror(errno));
	return NULL;
}

void hc_view_watch_free(struct hc_view_watch *watch)
{
	if (!watch)
		return;
	g_array_unref(watch->tops);
	g_free(watch);
}
