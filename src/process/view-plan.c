/* How a view is built: a file system in memory becomes the root for a moment,
 * with what was there before in `old`. In `new` the view is put together: the
 * old tree for reading, a /dev, a layer over each directory that can be
 * written, files under other names. Then `new` becomes the root, and the rest
 * is let go. Layers are in the file system in memory: `u` has what is written,
 * `w` is for the kernel's work, `l` has the directories below. */
#include "view-plan.h"

#include "view-mounts.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct plan {
	struct hc_view *view;
	GPtrArray *mounts;
	gboolean own; /* user namespace */
	const char *what; /* steps that are added now don't work */
	gboolean of_file;
	const char *root; /* what is seen is seen below it */
};

/* An argument: a number, or bytes of ours. */
struct argument {
	long value;
	guint size;
};

static struct argument number(guint64 value)
{
	return (struct argument){(long) value, 0};
}

static const char *keep(struct plan *plan, const char *string)
{
	return g_string_chunk_insert_const(plan->view->texts, string);
}

static struct argument text(struct plan *plan, const char *string)
{
	return (struct argument){
		(long) keep(plan, string), (guint) strlen(string) + 1};
}

/* Takes the bytes. */
static struct argument bytes(struct plan *plan, gpointer room, guint size)
{
	g_ptr_array_add(plan->view->rooms, room);
	return (struct argument){(long) room, size};
}

static void add(struct plan *plan, long call, const struct argument *arguments)
{
	struct hc_view_step step = {
		.number = call, .what = plan->what, .of_file = plan->of_file};
	for (guint i = 0; i < HC_VIEW_ARGUMENTS; i++) {
		step.arguments[i] = arguments[i].value;
		step.sizes[i] = arguments[i].size;
	}
	g_array_append_val(plan->view->steps, step);
}

/* The rest are zeros. */
#define ADD(plan, call, ...)                                                   \
	add(plan, call, (const struct argument[HC_VIEW_ARGUMENTS]){__VA_ARGS__})

static void about(struct plan *plan, const char *what)
{
	plan->what = keep(plan, what);
	plan->of_file = FALSE;
}

static void about_file(struct plan *plan, const char *what, const char *file)
{
	g_autofree char *words = g_strdup_printf("%s '%s'", what, file);
	about(plan, words);
	plan->of_file = TRUE;
}

static void add_mount(struct plan *plan, const char *source, const char *target,
	const char *type, unsigned long flags, const char *data)
{
	ADD(plan, SYS_mount, text(plan, source), text(plan, target),
		type ? text(plan, type) : number(0), number(flags),
		data ? text(plan, data) : number(0));
}

static void bind(struct plan *plan, const char *from, const char *to)
{
	add_mount(plan, from, to, NULL, MS_BIND | MS_REC, NULL);
}

static void make_folder(struct plan *plan, const char *path, unsigned mode)
{
	ADD(plan, SYS_mkdir, text(plan, path), number(mode));
	/* Whatever our umask is. */
	ADD(plan, SYS_chmod, text(plan, path), number(mode));
}

static void make_link(struct plan *plan, const char *to, const char *path)
{
	ADD(plan, SYS_symlink, text(plan, to), text(plan, path));
}

static void make_file(struct plan *plan, const char *path)
{
	ADD(plan, SYS_mknod, text(plan, path), number(S_IFREG | 0644));
}

static void set_attributes(struct plan *plan, const char *path, guint how,
	guint64 set, guint64 clear)
{
	struct mount_attr *attributes = g_new0(struct mount_attr, 1);
	attributes->attr_set = set;
	attributes->attr_clr = clear;
	ADD(plan, SYS_mount_setattr, number((guint64) AT_FDCWD),
		text(plan, path), number(how),
		bytes(plan, attributes, sizeof *attributes),
		number(sizeof *attributes));
}

/* ---- namespaces and the stage -------------------------------------------- */

static void be_ourselves(struct plan *plan)
{
	about(plan, "the kernel does not let us keep our user");
	g_autofree char *user = g_strdup_printf(
		"%u %u 1", (guint) geteuid(), (guint) geteuid());
	g_autofree char *group = g_strdup_printf(
		"%u %u 1", (guint) getegid(), (guint) getegid());
	ADD(plan, HC_VIEW_WRITE, text(plan, "/proc/self/setgroups"),
		text(plan, "deny"));
	ADD(plan, HC_VIEW_WRITE, text(plan, "/proc/self/uid_map"),
		text(plan, user));
	ADD(plan, HC_VIEW_WRITE, text(plan, "/proc/self/gid_map"),
		text(plan, group));
}

static void set_stage(struct plan *plan, guint64 size)
{
	static const char *const folders[] = {"old", "new", "l", "u", "w"};
	about(plan, plan->own ? "the kernel gives us no user namespace"
			      : "the kernel gives us no mount namespace");
	ADD(plan, SYS_unshare,
		number(CLONE_NEWNS | (plan->own ? CLONE_NEWUSER : 0)));
	if (plan->own)
		be_ourselves(plan);
	about(plan, "the kernel does not let us mount");
	add_mount(plan, "none", "/", NULL, MS_REC | MS_PRIVATE, NULL);
	g_autofree char *data =
		size ? g_strdup_printf("mode=755,size=%" G_GUINT64_FORMAT, size)
		     : g_strdup("mode=755");
	/* Any folder would do; this one is everywhere. */
	add_mount(plan, "howcome", "/tmp", "tmpfs", MS_NOSUID, data);
	ADD(plan, SYS_chdir, text(plan, "/tmp"));
	for (guint i = 0; i < G_N_ELEMENTS(folders); i++)
		make_folder(plan, folders[i], 0755);
	ADD(plan, SYS_pivot_root, text(plan, "."), text(plan, "old"));
	ADD(plan, SYS_chdir, text(plan, "/"));
}

static void leave_stage(struct plan *plan, const char *folder)
{
	about(plan, "the kernel does not let us change the root directory");
	ADD(plan, SYS_chdir, text(plan, "/new"));
	/* It covers the stage, which nobody can get to any more. Taking that
	 * away, as after pivot_root(), would wait for all processors. */
	ADD(plan, SYS_mount, text(plan, "."), text(plan, "/"), number(0),
		number(MS_MOVE));
	ADD(plan, SYS_chroot, text(plan, "."));
	about_file(plan, "the current directory is hidden:", folder);
	ADD(plan, SYS_chdir, text(plan, folder));
}

/* ---- the system, for reading --------------------------------------------- */

/* The programs write there, about themselves; as root also about the kernel. */
static void open_proc(struct plan *plan)
{
	static const char *const settings[] = {
		"sys", "sysrq-trigger", "irq", "bus", "fs", "acpi", "scsi"};
	const struct hc_view_mount *proc =
		hc_view_mount_of(plan->mounts, "/proc");
	if (!proc || strcmp(proc->path, "/proc") != 0 ||
		(proc->flags & MS_RDONLY))
		return;
	set_attributes(plan, "/new/proc", 0, 0, MOUNT_ATTR_RDONLY);
	for (guint i = 0; geteuid() == 0 && i < G_N_ELEMENTS(settings); i++) {
		g_autofree char *name =
			g_strconcat("/proc/", settings[i], NULL);
		g_autofree char *path = g_strconcat("/new", name, NULL);
		const struct hc_view_mount *of =
			hc_view_mount_of(plan->mounts, name);
		if (of != proc || access(name, F_OK) != 0)
			continue;
		bind(plan, path, path);
		set_attributes(plan, path, AT_RECURSIVE, MOUNT_ATTR_RDONLY, 0);
	}
}

static void show_system(struct plan *plan)
{
	about(plan, "the kernel does not let us mount");
	bind(plan, "/old", "/new");
	/* Linux 5.12. */
	about(plan, "the kernel can't make a tree of mounts read-only");
	set_attributes(plan, "/new", AT_RECURSIVE, MOUNT_ATTR_RDONLY, 0);
	open_proc(plan);
}

/* ---- layers -------------------------------------------------------------- */

/* The upper directory is what the root of a layer looks like. */
static void look_like(struct plan *plan, const char *upper, const char *path)
{
	struct stat status;
	g_autofree char *seen = g_strconcat(plan->root, path, NULL);
	if (stat(seen, &status) < 0)
		return;
	ADD(plan, SYS_mkdir, text(plan, upper), number(0700));
	/* A user can't give files away: there it is his. */
	if (geteuid() == 0 && !plan->own)
		ADD(plan, SYS_chown, text(plan, upper), number(status.st_uid),
			number(status.st_gid));
	/* After the owner, which takes some bits away. */
	ADD(plan, SYS_chmod, text(plan, upper), number(status.st_mode & 07777));
	struct timespec *times = g_new(struct timespec, 2);
	times[0] = status.st_atim;
	times[1] = status.st_mtim;
	ADD(plan, SYS_utimensat, number((guint64) AT_FDCWD), text(plan, upper),
		bytes(plan, times, 2 * sizeof *times));
}

static void lay(struct plan *plan, const char *path, unsigned long flags)
{
	about_file(plan, "no layer can be laid over", path);
	/* Names of ours are short, and have no character that means something
	 * in a list of options. */
	guint n = plan->view->laid->len;
	g_ptr_array_add(plan->view->laid, g_strdup(path));
	g_autofree char *old = g_strconcat("/old", path, NULL);
	g_autofree char *new = g_strconcat("/new", path, NULL);
	g_autofree char *lower = g_strdup_printf("/l/%u", n);
	g_autofree char *upper = g_strdup_printf("/u/%u", n);
	g_autofree char *work = g_strdup_printf("/w/%u", n);
	g_autofree char *data =
		g_strdup_printf("lowerdir=%s,upperdir=%s,workdir=%s%s", lower,
			upper, work, plan->own ? ",userxattr" : "");
	make_folder(plan, lower, 0755);
	make_folder(plan, work, 0755);
	bind(plan, old, lower);
	look_like(plan, upper, path);
	add_mount(plan, "howcome", new, "overlay", flags, data);
}

static void make_devices(struct plan *plan)
{
	static const char *const devices[] = {
		"full", "null", "random", "tty", "urandom", "zero"};
	static const char *const links[][2] = {{"/proc/self/fd", "/dev/fd"},
		{"/proc/self/fd/0", "/dev/stdin"},
		{"/proc/self/fd/1", "/dev/stdout"},
		{"/proc/self/fd/2", "/dev/stderr"}};
	about(plan, "a private /dev can't be made");
	make_folder(plan, "/dev", 0755);
	for (guint i = 0; i < G_N_ELEMENTS(devices); i++) {
		g_autofree char *name = g_strconcat("/dev/", devices[i], NULL);
		g_autofree char *old = g_strconcat("/old", name, NULL);
		if (access(name, F_OK) != 0)
			continue;
		make_file(plan, name);
		bind(plan, old, name);
	}
	for (guint i = 0; i < G_N_ELEMENTS(links); i++)
		make_link(plan, links[i][0], links[i][1]);
	if (access("/dev/pts/ptmx", F_OK) == 0) {
		make_folder(plan, "/dev/pts", 0755);
		bind(plan, "/old/dev/pts", "/dev/pts");
		make_link(plan, "pts/ptmx", "/dev/ptmx");
	}
	if (access("/dev/shm", F_OK) == 0)
		make_folder(plan, "/dev/shm", 0755);
	bind(plan, "/dev", "/new/dev");
	if (access("/dev/shm", F_OK) == 0)
		lay(plan, "/dev/shm", MS_NOSUID | MS_NODEV);
}

/* What is mounted below a layer would be hidden by it. */
static void lay_below(struct plan *plan, const char *folder, GPtrArray *done)
{
	for (guint i = 0; i < plan->mounts->len; i++) {
		const struct hc_view_mount *mount = plan->mounts->pdata[i];
		if (strcmp(mount->path, folder) == 0 ||
			!hc_view_is_below(mount->path, folder) ||
			strcmp(mount->path, "/dev") == 0 ||
			hc_view_is_below(mount->path, "/dev"))
			continue;
		g_ptr_array_add(done, mount->path);
		if (mount->files && !(mount->flags & MS_RDONLY)) {
			lay(plan, mount->path, mount->flags);
			continue;
		}
		g_autofree char *old = g_strconcat("/old", mount->path, NULL);
		g_autofree char *new = g_strconcat("/new", mount->path, NULL);
		bind(plan, old, new);
	}
}

static int compare(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *) a, *(char *const *) b);
}

static gboolean is_covered(const GPtrArray *folders, const char *path)
{
	for (guint i = 0; i < folders->len; i++)
		if (hc_view_is_below(path, folders->pdata[i]))
			return TRUE;
	return FALSE;
}

static gboolean is_top(const GPtrArray *folders, const char *path)
{
	for (guint i = 0; i < folders->len; i++)
		if (strcmp(folders->pdata[i], path) == 0)
			return TRUE;
	return FALSE;
}

/* What belongs to others can't get into a layer of a user, since he can't give
 * it back to them, and nothing below it can: only the top of a layer need not
 * be like what is under it. */
static gboolean is_below_others(
	const struct plan *plan, const GPtrArray *tops, const char *path)
{
	g_autofree char *at = g_strdup(path);
	while (plan->own && !is_top(tops, at) && strcmp(at, "/") != 0) {
		struct stat status;
		if (stat(at, &status) < 0 || status.st_uid != geteuid())
			return TRUE;
		char *above = g_path_get_dirname(at);
		g_free(at);
		at = above;
	}
	return FALSE;
}

static gboolean add_layers(
	struct plan *plan, const char *const *asked, GError **error)
{
	g_autoptr(GPtrArray) folders = g_ptr_array_new_with_free_func(free);
	g_autoptr(GPtrArray) done = g_ptr_array_new();
	/* It has one already. */
	g_ptr_array_add(done, (gpointer) "/dev/shm");
	for (guint i = 0; asked && asked[i]; i++) {
		char *path = realpath(asked[i], NULL);
		if (path)
			g_ptr_array_add(folders, path);
	}
	g_ptr_array_sort(folders, compare);
	for (guint i = 0; i < folders->len; i++) {
		const char *path = folders->pdata[i];
		const struct hc_view_mount *mount =
			hc_view_mount_of(plan->mounts, path);
		if (is_covered(done, path) &&
			!is_below_others(plan, done, path))
			continue;
		if (strcmp(path, "/") == 0 || !mount || !mount->files) {
			g_set_error(error, HC_VIEW_ERROR, HC_VIEW_ERROR_FILE,
				"no private view of the files: no layer can be "
				"laid over '%s'",
				path);
			return FALSE;
		}
		g_ptr_array_add(done, folders->pdata[i]);
		lay(plan, path, mount->flags & ~(unsigned long) MS_RDONLY);
		lay_below(plan, path, done);
	}
	return TRUE;
}

/* ---- files under other names --------------------------------------------- */

/* Where a name leads to, as an absolute path without links; the last part need
 * not exist. NULL with errno. For free(). */
static char *resolve(const char *name)
{
	char *path = realpath(name, NULL);
	if (path || errno != ENOENT)
		return path;
	g_autofree char *folder = g_path_get_dirname(name);
	g_autofree char *last = g_path_get_basename(name);
	g_autofree char *above = realpath(folder, NULL);
	if (!above)
		return NULL;
	g_autofree char *whole = g_build_filename(above, last, NULL);
	return strdup(whole);
}

static gboolean add_file(
	struct plan *plan, const struct hc_view_file *file, GError **error)
{
	g_autofree char *source = realpath(file->source, NULL);
	g_autofree char *name = source ? resolve(file->name) : NULL;
	if (!name) {
		g_set_error(error, HC_VIEW_ERROR, HC_VIEW_ERROR_FILE,
			"'%s' can't stand under the name '%s': %s",
			file->source, file->name, g_strerror(errno));
		return FALSE;
	}
	g_autofree char *old = g_strconcat("/old", source, NULL);
	g_autofree char *new = g_strconcat("/new", name, NULL);
	about_file(plan, "no other file can be shown as", file->name);
	if (access(name, F_OK) != 0)
		make_file(plan, new);
	bind(plan, old, new);
	set_attributes(plan, new, 0, MOUNT_ATTR_RDONLY, 0);
	return TRUE;
}

gboolean hc_view_plan(struct hc_view *view,
	const struct hc_view_options *options, gboolean own, GError **error)
{
	g_autoptr(GPtrArray) mounts = hc_view_mounts();
	struct plan plan = {
		.view = view, .mounts = mounts, .own = own, .root = ""};
	g_autofree char *folder = g_get_current_dir();
	view->own = own;
	view->size = options->size;
	set_stage(&plan, options->size);
	show_system(&plan);
	make_devices(&plan);
	if (!add_layers(&plan, options->layers, error))
		return FALSE;
	for (guint i = 0; i < options->n_files; i++)
		if (!add_file(&plan, &options->files[i], error))
			return FALSE;
	leave_stage(&plan, folder);
	return TRUE;
}

/* ---- a layer above ------------------------------------------------------- */

/* One that was removed can't be entered any more, but one like it can. */
static void leave_for_removed(struct plan *plan)
{
	static const char like[] = "/dev/shm/howcome";
	leave_stage(plan, "/");
	ADD(plan, SYS_mkdir, text(plan, like), number(0700));
	ADD(plan, SYS_chdir, text(plan, like));
	ADD(plan, SYS_rmdir, text(plan, like));
}

void hc_view_plan_above(struct hc_view *view, const struct hc_view *below,
	const char *root, const char *folder)
{
	struct plan plan = {.view = view, .own = below->own, .root = root};
	view->own = below->own;
	set_stage(&plan, below->size);
	about(&plan, "the kernel does not let us mount");
	bind(&plan, "/old", "/new");
	for (guint i = 0; i < below->laid->len; i++)
		lay(&plan, below->laid->pdata[i], 0);
	if (folder)
		leave_stage(&plan, folder);
	else
		leave_for_removed(&plan);
}
