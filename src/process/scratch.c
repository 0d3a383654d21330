#include "process-scratch.h"

#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The path of the folder, in memory that the warden has as well; NULL: nobody
 * else is to know it. It is the last thing that a process can say that is being
 * killed. */
enum { SHARED = 4096 };
static char *shared;

/* Descriptors for folders in folders. */
enum { DESCRIPTORS = 16 };

void hc_scratch_prepare(void)
{
	void *page = mmap(NULL, SHARED, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	shared = page == MAP_FAILED ? NULL : page;
}

char *hc_scratch_new(GError **error)
{
	char *folder = g_dir_make_tmp("howcome-XXXXXX", error);
	if (!folder)
		g_prefix_error(error, "cannot make a folder: ");
	else if (shared && strlen(folder) < SHARED)
		g_strlcpy(shared, folder, SHARED);
	return folder;
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
	if (shared && strcmp(shared, folder) == 0)
		*shared = '\0';
}

void hc_scratch_sweep(void)
{
	if (!shared || !*shared)
		return;
	g_autofree char *folder = g_strndup(shared, SHARED - 1);
	hc_scratch_remove(folder);
}
