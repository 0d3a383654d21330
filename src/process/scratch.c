#include "process-scratch.h"

#include <errno.h>
#include <ftw.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The paths of the folders, in memory that the warden has as well; NULL: nobody
 * else is to know them. They are the last thing that a process can say that is
 * being killed. */
enum { FOLDERS = 2, LONGEST = 4096 };
static char (*shared)[LONGEST];

/* Descriptors for folders in folders. */
enum { DESCRIPTORS = 16 };

void hc_scratch_prepare(void)
{
	void *pages = mmap(NULL, (size_t) FOLDERS * LONGEST,
		PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	shared = pages == MAP_FAILED ? NULL : pages;
}

/* The first byte comes last: a part of a path would be another folder's. */
static void share(const char *folder)
{
	guint i = 0;
	while (shared && i < FOLDERS && *shared[i])
		i++;
	if (!shared || i == FOLDERS || strlen(folder) >= LONGEST)
		return;
	g_strlcpy(shared[i] + 1, folder + 1, LONGEST - 1);
	__atomic_store_n(shared[i], *folder, __ATOMIC_RELEASE);
}

char *hc_scratch_new(GError **error)
{
	char *folder = g_dir_make_tmp("howcome-XXXXXX", error);
	if (!folder)
		g_prefix_error(error, "cannot make a folder: ");
	else
		share(folder);
	return folder;
}

char *hc_scratch_make(const char *name, GError **error)
{
	char *folder = g_canonicalize_filename(name, NULL);
	/* Killed right behind this, we leave it, but empty; told beforehand,
	 * the warden would remove one that is not ours. */
	if (g_mkdir(folder, 0700) == 0) {
		share(folder);
		return folder;
	}
	g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno),
		"cannot make the folder '%s': %s", name, g_strerror(errno));
	g_free(folder);
	return NULL;
}

static int remove_one(const char *path, const struct stat *status, int kind,
	struct FTW *where)
{
	remove(path);
	return 0;
}

void hc_scratch_remove(const char *folder)
{
	nftw(folder, remove_one, DESCRIPTORS, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
	for (guint i = 0; shared && i < FOLDERS; i++)
		if (strcmp(shared[i], folder) == 0)
			*shared[i] = '\0';
}

void hc_scratch_sweep(void)
{
	for (guint i = 0; shared && i < FOLDERS; i++) {
		g_autofree char *folder = g_strndup(shared[i], LONGEST - 1);
		if (*folder)
			hc_scratch_remove(folder);
	}
}
