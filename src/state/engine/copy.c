/* A copy of a program that GDB holds. */
#include "engine-inside.h"

#include "engine-code.h"
#include "process-maps.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Has GDB call the code at the program's entry point, which the program is done
 * with, and puts back what was there. */
static gboolean call_code(
	struct hc_engine *engine, guint64 at, gint64 *result, GError **error)
{
	gsize n = (gsize) (hc_engine_code_copy_end - hc_engine_code_copy);
	g_autofree guint8 *kept = g_malloc(n);
	if (hc_target_read(at, kept, n, engine->target) != n) {
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
			"the program's code can't be read");
		return FALSE;
	}

	guint64 number = 0;
	gboolean ok = hc_target_write(engine->target, at, hc_engine_code_copy,
			      n, error) &&
		      hc_target_call(engine->target, at, 0, &number, error);
	*result = (gint64) number;

	GError *later = NULL;
	if (hc_target_write(engine->target, at, kept, n, &later))
		return ok;

	if (ok)
		g_propagate_error(error, later);
	else
		g_error_free(later);

	return FALSE;
}

pid_t hc_engine_copy_make(struct hc_engine *engine, GError **error)
{
	gint64 result = 0;
	guint64 at =
		hc_engine_entry_point(hc_target_pid(engine->target), error);
	if (!at || !hc_target_forget_places(engine->target, error) ||
		!call_code(engine, at, &result, error))
		return 0;
	if (result > 0)
		return (pid_t) result;

	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
		"the program can't be copied: %s",
		result ? g_strerror((int) -result) : "no memory");
	return 0;
}

/* Gives the copy the original's bytes where they differ. */
static gboolean clean_page(
	pid_t copy, pid_t original, guint64 address, GError **error)
{
	enum { PAGE = 4096 };
	guint8 ours[PAGE], theirs[PAGE];

	if (!hc_process_peek(copy, address, ours, PAGE) ||
		!hc_process_peek(original, address, theirs, PAGE) ||
		memcmp(ours, theirs, PAGE) == 0 ||
		hc_process_poke(copy, address, theirs, PAGE))
		return TRUE;

	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
		"the code of process %d can't be changed", (int) copy);
	return FALSE;
}

/* Whether a page of code is not the file's any more: somebody wrote there. Not
 * known counts as yes. */
static gboolean was_written(int pagemap, guint64 address)
{
	guint64 entry;
	if (pagemap < 0 || pread(pagemap, &entry, sizeof entry,
				   (off_t) (address / 4096 * sizeof entry)) !=
				   sizeof entry)
		return TRUE;
	return (entry >> HC_PAGE_PRESENT & 1 &&
		       !(entry >> HC_PAGE_FROM_FILE & 1)) ||
	       entry >> HC_PAGE_SWAPPED & 1;
}

gboolean hc_engine_copy_clean(pid_t copy, pid_t original, GError **error)
{
	g_autofree char *file = g_strdup_printf("/proc/%d/pagemap", (int) copy);
	g_autoptr(GPtrArray) regions = hc_regions_read(original, error);
	if (!regions)
		return FALSE;

	int pagemap = open(file, O_RDONLY | O_CLOEXEC);
	gboolean ok = TRUE;
	for (guint i = 0; i < regions->len && ok; i++) {
		const struct hc_region *region = regions->pdata[i];
		if (!region->executable || !region->path ||
			region->path[0] != '/')
			continue;
		for (guint64 at = region->start; at < region->end && ok;
			at += 4096)
			if (was_written(pagemap, at))
				ok = clean_page(copy, original, at, error);
	}

	if (pagemap >= 0)
		close(pagemap);
	return ok;
}
