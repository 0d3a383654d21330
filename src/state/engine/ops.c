#include "engine-ops.h"

#include "engine.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <string.h>
#include <sys/syscall.h>

void hc_engine_ops_init(struct hc_ops *ops, guint64 address, guint room)
{
	ops->ops = g_array_new(FALSE, TRUE, sizeof(struct hc_op));
	ops->labels = g_ptr_array_new_with_free_func(g_free);
	ops->names = g_string_new(NULL);
	ops->address = address;
	ops->room = room;
}

void hc_engine_ops_clear(struct hc_ops *ops)
{
	g_array_unref(ops->ops);
	g_ptr_array_unref(ops->labels);
	g_string_free(ops->names, TRUE);
}

/* Where bytes will be. */
static guint64 add_bytes(struct hc_ops *ops, const void *bytes, gsize n)
{
	guint64 at = ops->address + ops->room * sizeof(struct hc_op) +
		     ops->names->len;
	g_string_append_len(ops->names, bytes, (gssize) n);
	return at;
}

static guint64 add_name(struct hc_ops *ops, const char *name)
{
	return add_bytes(ops, name, strlen(name) + 1);
}

static void add(struct hc_ops *ops, const char *label, gint64 number,
	guint64 first, guint64 second, guint64 third)
{
	struct hc_op op = {number, {first, second, third, 0, 0, 0}, 0};
	g_array_append_val(ops->ops, op);
	g_ptr_array_add(ops->labels, g_strdup(label));
}

/* All descriptors of this open file become what `from` is. */
static void spread(struct hc_ops *ops, const char *label,
	const struct hc_files *files, const struct hc_open *file, int from)
{
	for (guint i = 0; i < files->files->len; i++) {
		const struct hc_open *other =
			&g_array_index(files->files, struct hc_open, i);
		if (other->fd == file->fd || other->same == file->fd)
			add(ops, label, SYS_dup3, (guint64) from,
				(guint64) other->fd,
				(guint64) (other->flags & O_CLOEXEC));
	}
	add(ops, label, SYS_close, (guint64) from, 0, 0);
}

/* The first of a stream's open files makes the file, others open it. */
static void add_stream(struct hc_ops *ops, const char *label,
	const struct hc_files *files, const struct hc_open *file)
{
	const char *name = file->kind == HC_OPEN_OUT ? "stdout" : "stderr";
	int first = hc_engine_files_stream(files, file->kind);
	if (first == file->fd) {
		add(ops, label, SYS_memfd_create, add_name(ops, name), 0, 0);
		add(ops, label, SYS_ftruncate, (guint64) files->free,
			file->size, 0);
		return;
	}

	g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", first);
	add(ops, label, SYS_open, add_name(ops, path), O_RDWR, 0);
}

/* Where the file is found: in a view by its name, so that it is the test's. */
static char *way_to(const struct hc_open *file)
{
	return file->named ? g_strdup(file->path)
			   : g_strdup_printf("/proc/self/fd/%d", file->fd);
}

static void add_own_file(struct hc_ops *ops, const struct hc_files *files,
	const struct hc_open *file)
{
	/* What only says how the file is found is done with. */
	const int keep = ~(O_CREAT | O_EXCL | O_TRUNC | O_NOFOLLOW | O_CLOEXEC |
			   O_TMPFILE);
	g_autofree char *label = g_strdup_printf(
		"descriptor %d (%s)", file->fd, file->path ? file->path : "?");
	guint64 fd = (guint64) files->free;

	if (file->kind == HC_OPEN_FILE) {
		g_autofree char *path = way_to(file);
		add(ops, label, SYS_open, add_name(ops, path),
			(guint64) (file->flags & keep), 0);
	} else {
		add_stream(ops, label, files, file);
		int status = file->flags & (O_APPEND | O_NONBLOCK);
		if (status)
			add(ops, label, SYS_fcntl, fd, F_SETFL,
				(guint64) status);
	}
	if (!(file->flags & O_PATH))
		add(ops, label, SYS_lseek, fd, file->offset, SEEK_SET);
	spread(ops, label, files, file, files->free);
}

static void add_timers(struct hc_ops *ops, const guint8 *timers)
{
	enum { N = 3, SIZE = 32 };
	static const guint8 none[SIZE];
	for (guint64 i = 0; i < N; i++)
		if (memcmp(timers + i * SIZE, none, SIZE) != 0)
			add(ops, "a timer", SYS_setitimer, i,
				add_bytes(ops, timers + i * SIZE, SIZE), 0);
}

void hc_engine_ops_add_own(struct hc_ops *ops, const struct hc_files *files,
	const struct hc_code_left *left)
{
	add(ops, "its process group", SYS_setpgid, 0, 0, 0);
	for (guint i = 0; i < files->files->len; i++) {
		const struct hc_open *file =
			&g_array_index(files->files, struct hc_open, i);
		if (file->same < 0 && file->kind != HC_OPEN_DEVICE)
			add_own_file(ops, files, file);
	}
	add_timers(ops, left->timers);
	if (left->cleared)
		add(ops, "its thread", SYS_set_tid_address, left->cleared, 0,
			0);
}

void hc_engine_ops_add_view(
	struct hc_ops *ops, const struct hc_view *view, int free)
{
	guint n;
	const struct hc_view_step *steps = hc_view_steps(view, &n);
	for (guint i = 0; i < n; i++) {
		guint64 a[HC_VIEW_ARGUMENTS];
		for (guint j = 0; j < HC_VIEW_ARGUMENTS; j++)
			a[j] = steps[i].sizes[j]
				       ? add_bytes(ops,
						 (void *) steps[i].arguments[j],
						 steps[i].sizes[j])
				       : (guint64) steps[i].arguments[j];
		if (steps[i].number != HC_VIEW_WRITE) {
			struct hc_op op = {steps[i].number,
				{a[0], a[1], a[2], a[3], a[4], 0}, 0};
			g_array_append_val(ops->ops, op);
			g_ptr_array_add(ops->labels, g_strdup(steps[i].what));
			continue;
		}
		add(ops, steps[i].what, SYS_open, a[0], O_WRONLY, 0);
		add(ops, steps[i].what, SYS_write, (guint64) free, a[1],
			steps[i].sizes[1] - 1);
		add(ops, steps[i].what, SYS_close, (guint64) free, 0, 0);
	}
}

void hc_engine_ops_add_rights(
	struct hc_ops *ops, const struct hc_rights *rights)
{
	const struct __user_cap_header_struct header = {
		_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct data[2];
	for (guint i = 0; i < 2; i++) {
		data[i].effective = (guint32) (rights->effective >> 32 * i);
		data[i].permitted = (guint32) (rights->permitted >> 32 * i);
		data[i].inheritable = (guint32) (rights->inheritable >> 32 * i);
	}
	guint64 at = add_bytes(ops, &header, sizeof header);
	add(ops, "its rights", SYS_capset, at,
		add_bytes(ops, data, sizeof data), 0);
}

static void add_altered(
	struct hc_ops *ops, const struct hc_file *file, int free)
{
	g_autofree char *label =
		file->path ? g_strdup_printf("descriptor %d can't become '%s'",
				     file->fd, file->path)
			   : g_strdup_printf(
				     "descriptor %d can't be closed", file->fd);
	if (!file->path) {
		add(ops, label, SYS_close, (guint64) file->fd, 0, 0);
		return;
	}

	guint64 fd = (guint64) free;

	/* Not to wait for the other end of a FIFO. */
	add(ops, label, SYS_open, add_name(ops, file->path),
		(guint64) (file->flags | O_NONBLOCK | O_NOCTTY), 0);
	if (!(file->flags & O_NONBLOCK))
		add(ops, label, SYS_fcntl, fd, F_SETFL, (guint64) file->flags);
	if (file->offset)
		add(ops, label, SYS_lseek, fd, file->offset, SEEK_SET);

	if (file->fd == free)
		return;

	add(ops, label, SYS_dup3, fd, (guint64) file->fd,
		(guint64) (file->flags & O_CLOEXEC));
	add(ops, label, SYS_close, fd, 0, 0);
}

gboolean hc_engine_ops_add_files(struct hc_ops *ops,
	const struct hc_alteration *alteration, int free, GError **error)
{
	guint n;
	const struct hc_file *files = hc_alteration_files(alteration, &n);

	/* The one that takes the free descriptor itself comes last. */
	for (guint i = 0; i < n; i++)
		if (files[i].fd != free)
			add_altered(ops, &files[i], free);

	for (guint i = 0; i < n; i++)
		if (files[i].fd == free && files[i].path)
			add_altered(ops, &files[i], free);

	gsize names = ops->room * sizeof(struct hc_op) + ops->names->len;
	if (ops->ops->len < ops->room && names < HC_SCRATCH_DATA)
		return TRUE;

	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_ALTERATION,
		"too many files to be opened");
	return FALSE;
}

gboolean hc_engine_ops_write(struct hc_ops *ops, pid_t pid, GError **error)
{
	const struct hc_op end = {.number = -1};
	guint n = ops->ops->len;

	if (n == 0 || g_array_index(ops->ops, struct hc_op, n - 1).number != -1)
		g_array_append_val(ops->ops, end);
	if (hc_process_poke(pid, ops->address, ops->ops->data,
		    ops->ops->len * sizeof(struct hc_op)) &&
		(ops->names->len == 0 ||
			hc_process_poke(pid,
				ops->address + ops->room * sizeof(struct hc_op),
				ops->names->str, ops->names->len)))
		return TRUE;

	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
		"the memory of process %d can't be written", (int) pid);
	return FALSE;
}

gboolean hc_engine_ops_check(
	const struct hc_ops *ops, pid_t pid, GError **error)
{
	gsize size = ops->ops->len * sizeof(struct hc_op);
	g_autofree struct hc_op *done = g_malloc(size);
	if (!hc_process_peek(pid, ops->address, done, size)) {
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
			"the memory of process %d can't be read", (int) pid);
		return FALSE;
	}

	for (guint i = 0; i + 1 < ops->ops->len; i++) {
		if (done[i].result >= 0)
			continue;
		const char *label = g_ptr_array_index(ops->labels, i);
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_ALTERATION,
			"%s: %s", label, g_strerror((int) -done[i].result));
		return FALSE;
	}

	return TRUE;
}
