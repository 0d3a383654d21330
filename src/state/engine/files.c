#include "engine-files.h"

#include "engine.h"
#include "process-descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/kcmp.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* More than this is not kept for a test to put back. */
#define MOST_CONTENTS (G_GUINT64_CONSTANT(64) << 20)

static void open_clear(gpointer data)
{
	struct hc_open *file = data;
	g_free(file->path);
	if (file->ours >= 0)
		close(file->ours);
	g_clear_pointer(&file->contents, g_bytes_unref);
}

static gboolean is_same_inode(const struct hc_open *file, int fd)
{
	struct stat status;
	return fd >= 0 && fstat(fd, &status) == 0 &&
	       status.st_dev == file->device && status.st_ino == file->inode;
}

/* Devices that behave the same for everyone who has them open. */
static gboolean is_plain_device(dev_t device)
{
	enum { MEMORY = 1, TERMINAL = 4, CONSOLE = 5, PTY = 136, PTYS = 8 };
	unsigned number = major(device);
	return number == MEMORY || number == TERMINAL || number == CONSOLE ||
	       (number >= PTY && number < PTY + PTYS);
}

static enum hc_open_kind find_kind(const struct hc_open *file,
	const struct stat *status, const struct hc_streams *streams)
{
	if (is_same_inode(file, streams->out))
		return HC_OPEN_OUT;
	if (is_same_inode(file, streams->err))
		return HC_OPEN_ERR;
	if (S_ISREG(status->st_mode) || S_ISDIR(status->st_mode))
		return HC_OPEN_FILE;
	if (S_ISCHR(status->st_mode) && is_plain_device(status->st_rdev))
		return HC_OPEN_DEVICE;
	return HC_OPEN_OTHER;
}

/* Whether the process would open the same by this name. */
static gboolean is_called(const struct hc_open *file, pid_t pid)
{
	struct stat status;
	if (!file->path || file->path[0] != '/')
		return FALSE;
	g_autofree char *path =
		g_strdup_printf("/proc/%d/root%s", (int) pid, file->path);
	return lstat(path, &status) == 0 && status.st_dev == file->device &&
	       status.st_ino == file->inode;
}

/* FALSE if it was closed meanwhile. */
static gboolean read_one(struct hc_open *file, pid_t pid,
	const struct hc_descriptor *from, const struct hc_streams *streams,
	gboolean layers)
{
	struct stat status;
	g_autofree char *link = hc_process_descriptor_file(pid, file->fd);
	if (stat(link, &status) < 0)
		return FALSE;

	file->path = g_strdup(from->path);
	file->device = status.st_dev;
	file->inode = status.st_ino;
	file->size = (guint64) status.st_size;
	file->offset = from->offset;
	file->flags = (int) from->flags;
	file->locked = from->locked;
	file->kind = find_kind(file, &status, streams);
	file->named =
		layers && file->kind == HC_OPEN_FILE && is_called(file, pid);
	file->writable = file->kind == HC_OPEN_FILE && !file->named &&
			 S_ISREG(status.st_mode) &&
			 (file->flags & O_ACCMODE) != O_RDONLY;

	return TRUE;
}

/* Where the kernel does not tell, what looks the same is the same. */
static gboolean is_same_open(
	pid_t pid, const struct hc_open *a, const struct hc_open *b)
{
	if (a->device != b->device || a->inode != b->inode ||
		a->offset != b->offset ||
		((a->flags ^ b->flags) & ~O_CLOEXEC) != 0)
		return FALSE;
	long same = syscall(SYS_kcmp, pid, pid, KCMP_FILE, a->fd, b->fd);
	return same <= 0;
}

static void find_same(struct hc_files *files, pid_t pid)
{
	for (guint i = 0; i < files->files->len; i++) {
		struct hc_open *file =
			&g_array_index(files->files, struct hc_open, i);
		for (guint j = 0; j < i && file->same < 0; j++) {
			const struct hc_open *earlier =
				&g_array_index(files->files, struct hc_open, j);
			if (earlier->same < 0 &&
				is_same_open(pid, earlier, file))
				file->same = earlier->fd;
		}
	}
}

gboolean hc_engine_files_read(struct hc_files *files, pid_t pid,
	const struct hc_streams *streams, gboolean layers, GError **error)
{
	g_autoptr(GArray) all = hc_process_descriptors(pid, error);

	files->files = g_array_new(FALSE, FALSE, sizeof(struct hc_open));
	g_array_set_clear_func(files->files, open_clear);

	if (!all)
		return FALSE;

	for (guint i = 0; i < all->len; i++) {
		const struct hc_descriptor *one =
			&g_array_index(all, struct hc_descriptor, i);
		struct hc_open file = {.fd = one->fd, .same = -1, .ours = -1};
		if (read_one(&file, pid, one, streams, layers))
			g_array_append_val(files->files, file);
		else
			open_clear(&file);
	}

	find_same(files, pid);
	files->free = 0;
	for (guint i = 0; i < files->files->len; i++)
		if (g_array_index(files->files, struct hc_open, i).fd ==
			files->free)
			files->free++;

	return TRUE;
}

void hc_engine_files_clear(struct hc_files *files)
{
	g_clear_pointer(&files->files, g_array_unref);
}

char *hc_engine_files_obstacle(const struct hc_files *files)
{
	for (guint i = 0; i < files->files->len; i++) {
		const struct hc_open *file =
			&g_array_index(files->files, struct hc_open, i);
		if (file->kind == HC_OPEN_OTHER)
			return g_strdup_printf(
				"descriptor %d (%s) can't be copied", file->fd,
				file->path ? file->path : "?");
		if (file->locked)
			return g_strdup_printf("the program has a lock on %s",
				file->path ? file->path : "?");
		if (file->writable && file->size > MOST_CONTENTS)
			return g_strdup_printf(
				"%s is open for writing and too large to be "
				"put back",
				file->path ? file->path : "?");
	}

	return NULL;
}

gboolean hc_engine_files_any_writable(const struct hc_files *files)
{
	for (guint i = 0; i < files->files->len; i++)
		if (g_array_index(files->files, struct hc_open, i).writable)
			return TRUE;
	return FALSE;
}

int hc_engine_files_stream(
	const struct hc_files *files, enum hc_open_kind stream)
{
	for (guint i = 0; i < files->files->len; i++) {
		const struct hc_open *file =
			&g_array_index(files->files, struct hc_open, i);
		if (file->kind == stream)
			return file->fd;
	}
	return -1;
}

/* ---- contents ------------------------------------------------------------ */

/* As many of the bytes as there are. */
static gsize read_at(int fd, guint8 *bytes, gsize n)
{
	gsize done = 0;
	while (done < n) {
		gssize more = pread(fd, bytes + done, n - done, (off_t) done);
		if (more < 0 && errno == EINTR)
			continue;
		if (more <= 0)
			break;
		done += (gsize) more;
	}

	return done;
}

static gboolean write_all(int fd, const guint8 *bytes, gsize n)
{
	gsize done = 0;
	while (done < n) {
		gssize more = pwrite(fd, bytes + done, n - done, (off_t) done);
		if (more < 0 && errno == EINTR)
			continue;
		if (more <= 0)
			return FALSE;
		done += (gsize) more;
	}

	return TRUE;
}

static gboolean fail(
	const struct hc_open *file, const char *what, GError **error)
{
	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
		"%s %s, which the program has open for writing: %s", what,
		file->path ? file->path : "?", g_strerror(errno));
	return FALSE;
}

gboolean hc_engine_files_keep(struct hc_files *files, pid_t pid, GError **error)
{
	for (guint i = 0; i < files->files->len; i++) {
		struct hc_open *file =
			&g_array_index(files->files, struct hc_open, i);
		if (!file->writable)
			continue;

		g_autofree char *link =
			hc_process_descriptor_file(pid, file->fd);
		file->ours = open(link, O_RDWR | O_CLOEXEC | O_NOCTTY);
		if (file->ours < 0)
			return fail(file, "cannot open", error);

		guint8 *bytes = g_malloc(file->size + 1);
		gsize n = read_at(file->ours, bytes, file->size);
		file->contents = g_bytes_new_take(bytes, n);

		if (n != file->size)
			return fail(file, "cannot read", error);
	}

	return TRUE;
}

/* A file that nobody touched is not written either. */
static gboolean is_intact(const struct hc_open *file)
{
	struct stat status;
	gsize n;
	const void *wanted = g_bytes_get_data(file->contents, &n);
	if (fstat(file->ours, &status) < 0 || (gsize) status.st_size != n)
		return FALSE;
	g_autofree guint8 *bytes = g_malloc(n + 1);
	return read_at(file->ours, bytes, n) == n &&
	       (n == 0 || memcmp(bytes, wanted, n) == 0);
}

gboolean hc_engine_files_restore(const struct hc_files *files, GError **error)
{
	for (guint i = 0; i < files->files->len; i++) {
		const struct hc_open *file =
			&g_array_index(files->files, struct hc_open, i);
		if (!file->contents || is_intact(file))
			continue;
		gsize n;
		const void *bytes = g_bytes_get_data(file->contents, &n);
		if (!write_all(file->ours, bytes, n) ||
			ftruncate(file->ours, (off_t) n) < 0)
			return fail(file, "cannot put back", error);
	}

	return TRUE;
}
