#include "artefacts.h"

#include "dot-diff.h"
#include "gxl-pair.h"
#include "output.h"
#include "report-chain.h"
#include "report-replay.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <unistd.h>

enum kind { DOT, GXL, SCRIPTS, N_KINDS };
static const char *const endings[] = {"dot", "gxl", "gdb"};

struct hc_artefacts {
	char *folders[N_KINDS]; /* NULL: not wanted */
	gboolean made[N_KINDS]; /* by us */
	/* struct hc_event * → path of a file that is not named yet */
	GHashTable *waiting[N_KINDS];
	guint n; /* files so far */
};

static gboolean set_error(const char *what, const char *path, GError **error)
{
	g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno),
		"cannot %s '%s': %s", what, path, g_strerror(errno));
	return FALSE;
}

static void remove_waiting(gpointer path)
{
	g_unlink(path);
	g_free(path);
}

static gboolean make_folder(struct hc_artefacts *a, enum kind kind,
	const char *path, GError **error)
{
	if (!path)
		return TRUE;
	a->folders[kind] = g_strdup(path);
	a->made[kind] = !g_file_test(path, G_FILE_TEST_EXISTS);
	if (g_mkdir_with_parents(path, 0777) != 0)
		return set_error("make the folder", path, error);
	if (g_access(path, W_OK | X_OK) != 0)
		return set_error("write to the folder", path, error);
	return TRUE;
}

struct hc_artefacts *hc_artefacts_new(
	const char *dot, const char *gxl, const char *scripts, GError **error)
{
	g_autoptr(hc_artefacts) a = g_new0(struct hc_artefacts, 1);
	for (guint i = 0; i < N_KINDS; i++)
		a->waiting[i] =
			g_hash_table_new_full(NULL, NULL, NULL, remove_waiting);
	if (!make_folder(a, DOT, dot, error) ||
		!make_folder(a, GXL, gxl, error) ||
		!make_folder(a, SCRIPTS, scripts, error))
		return NULL;
	return g_steal_pointer(&a);
}

void hc_artefacts_free(struct hc_artefacts *a)
{
	for (guint i = 0; i < N_KINDS; i++) {
		g_hash_table_unref(a->waiting[i]);
		/* Fails, as it should, if there is anything in it. */
		if (a->made[i])
			g_rmdir(a->folders[i]);
		g_free(a->folders[i]);
	}
	g_free(a);
}

/* ---- While the states are there ---- */

static gboolean write_states(
	enum kind kind, const struct mg_diff *diff, FILE *file, GError **error)
{
	struct mg_dot_diff_options options = {0};
	return kind == DOT ? mg_dot_diff_write(diff, &options, file, error)
			   : mg_gxl_write_pair(diff->match, file, error);
}

static gboolean keep_states(struct hc_artefacts *a, enum kind kind,
	const struct mg_diff *diff, const struct hc_event *event,
	GError **error)
{
	if (!a->folders[kind])
		return TRUE;
	struct hc_output output;
	char *path = g_strdup_printf("%s/.howcome-%d-%u.%s", a->folders[kind],
		(int) getpid(), ++a->n, endings[kind]);
	/* An event that is gone may have had the same address. */
	g_hash_table_replace(a->waiting[kind], (gpointer) event, path);
	return hc_output_open(&output, path, error) &&
	       hc_output_close(&output,
		       write_states(kind, diff, output.file, error), error);
}

gboolean hc_artefacts_compared(struct hc_artefacts *a,
	const struct mg_diff *diff, const struct hc_event *event,
	GError **error)
{
	return keep_states(a, DOT, diff, event, error) &&
	       keep_states(a, GXL, diff, event, error);
}

/* ---- At the end ---- */

static gboolean name_states(struct hc_artefacts *a, enum kind kind,
	const struct hc_event *event, const char *name, GError **error)
{
	const char *from = g_hash_table_lookup(a->waiting[kind], event);
	if (!from)
		return TRUE;
	g_autofree char *to = g_strdup_printf(
		"%s/%s.%s", a->folders[kind], name, endings[kind]);
	if (g_rename(from, to) != 0)
		return set_error("write to", to, error);
	g_hash_table_remove(a->waiting[kind], event);
	return TRUE;
}

static gboolean write_script(struct hc_artefacts *a,
	const struct hc_result *result, const struct hc_event *event,
	const struct hc_debuggees *debuggees, const char *name, GError **error)
{
	if (!a->folders[SCRIPTS] || !event->isolated)
		return TRUE;
	g_autofree char *directory = g_get_current_dir();
	g_autofree char *path = g_strdup_printf(
		"%s/%s.%s", a->folders[SCRIPTS], name, endings[SCRIPTS]);
	struct hc_replay how = {
		.pass = debuggees->run[HC_PASSING].run->command,
		.fail = debuggees->run[HC_FAILING].run->command,
		.directory = directory,
		.randomize = debuggees->randomize,
		.timeout = debuggees->runs->timeout,
	};
	g_autofree char *script = hc_report_replay(result, event, &how);
	struct hc_output output;
	if (!hc_output_open(&output, path, error))
		return FALSE;
	fputs(script, output.file);
	return hc_output_close(&output, TRUE, error);
}

gboolean hc_artefacts_finish(struct hc_artefacts *a,
	const struct hc_result *result, const struct hc_debuggees *debuggees,
	GError **error)
{
	for (guint i = 0; i < result->events->len; i++) {
		const struct hc_event *event =
			g_ptr_array_index(result->events, i);
		g_autofree char *name = hc_report_event_name(result, i);
		if (!name_states(a, DOT, event, name, error) ||
			!name_states(a, GXL, event, name, error) ||
			!write_script(a, result, event, debuggees, name, error))
			return FALSE;
	}
	return TRUE;
}
