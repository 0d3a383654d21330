#include "view-mounts.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>

/* File systems that are windows to the kernel. */
static const char *const windows[] = {"autofs", "binfmt_misc", "bpf", "cgroup",
	"cgroup2", "configfs", "debugfs", "devpts", "devtmpfs", "efivarfs",
	"fusectl", "hugetlbfs", "mqueue", "nsfs", "proc", "pstore",
	"rpc_pipefs", "securityfs", "selinuxfs", "sysfs", "tracefs", NULL};

static void mount_free(gpointer data)
{
	struct hc_view_mount *mount = data;
	g_free(mount->path);
	g_free(mount);
}

static unsigned long flags_of(const char *options)
{
	static const struct {
		const char *name;
		unsigned long flag;
	} known[] = {{"ro", MS_RDONLY}, {"nosuid", MS_NOSUID},
		{"nodev", MS_NODEV}, {"noexec", MS_NOEXEC},
		{"noatime", MS_NOATIME}, {"nodiratime", MS_NODIRATIME},
		{"relatime", MS_RELATIME}};
	g_auto(GStrv) words = g_strsplit(options, ",", -1);
	unsigned long flags = 0;
	for (guint i = 0; i < G_N_ELEMENTS(known); i++)
		if (g_strv_contains((const char *const *) words, known[i].name))
			flags |= known[i].flag;
	return flags;
}

/* Nothing was mounted over it, nor over a folder above it. */
static gboolean is_visible(const struct hc_view_mount *mount)
{
	struct statx status;
	return statx(AT_FDCWD, mount->path, AT_SYMLINK_NOFOLLOW, STATX_MNT_ID,
		       &status) == 0 &&
	       (status.stx_mask & STATX_MNT_ID) &&
	       status.stx_mnt_id == mount->id;
}

/* A line of /proc/self/mountinfo:
 * ID PARENT DEV ROOT PATH OPTIONS [TAG …] - TYPE SOURCE SUPER_OPTIONS */
static struct hc_view_mount *parse(const char *line)
{
	g_auto(GStrv) fields = g_strsplit(line, " ", -1);
	guint n = g_strv_length(fields), dash = 6;
	while (dash < n && strcmp(fields[dash], "-") != 0)
		dash++;
	if (dash + 1 >= n)
		return NULL;
	struct hc_view_mount *mount = g_new0(struct hc_view_mount, 1);
	mount->id = g_ascii_strtoull(fields[0], NULL, 10);
	mount->path = g_strcompress(fields[4]); /* \040 is a blank */
	mount->flags = flags_of(fields[5]);
	/* Whether the file system as a whole can be written. */
	if (dash + 3 < n)
		mount->flags |= flags_of(fields[dash + 3]) & MS_RDONLY;
	mount->files = !g_strv_contains(windows, fields[dash + 1]);
	return mount;
}

static int by_path(gconstpointer a, gconstpointer b)
{
	const struct hc_view_mount *const *one = a, *const *other = b;
	return strcmp((*one)->path, (*other)->path);
}

GPtrArray *hc_view_mounts(void)
{
	GPtrArray *mounts = g_ptr_array_new_with_free_func(mount_free);
	g_autofree char *text = NULL;
	if (!g_file_get_contents("/proc/self/mountinfo", &text, NULL, NULL))
		return mounts;
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	for (guint i = 0; lines[i]; i++) {
		struct hc_view_mount *mount = parse(lines[i]);
		if (mount && is_visible(mount))
			g_ptr_array_add(mounts, mount);
		else if (mount)
			mount_free(mount);
	}
	g_ptr_array_sort(mounts, by_path);
	return mounts;
}

gboolean hc_view_is_below(const char *path, const char *folder)
{
	size_t n = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
	return strncmp(path, folder, n) == 0 &&
	       (path[n] == '\0' || path[n] == '/');
}

const struct hc_view_mount *hc_view_mount_of(
	const GPtrArray *mounts, const char *path)
{
	const struct hc_view_mount *found = NULL;
	for (guint i = 0; i < mounts->len; i++) {
		const struct hc_view_mount *mount = mounts->pdata[i];
		if (hc_view_is_below(path, mount->path))
			found = mount;
	}
	return found;
}
