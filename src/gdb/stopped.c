#include "peek.h"
#include "process-registers.h"
#include "target-inside.h"

#include <string.h>

GQuark hc_target_error_quark(void)
{
	return g_quark_from_static_string("hc-target-error");
}

/* Takes the place of the GDB that it has, if it has one. */
static gboolean start_gdb(struct hc_target *target, GError **error)
{
	const struct hc_view *view = target->launch.view;
	struct mi_client *gdb = hc_target_start_gdb(
		&target->launch, &target->options, &target->streams, error);
	if (!gdb)
		return FALSE;
	g_clear_pointer(&target->gdb, mi_client_free);
	g_clear_pointer(&target->watch, hc_view_watch_free);
	target->gdb = gdb;
	if (view)
		target->watch =
			hc_view_watch_new(view, mi_client_gdb_pid(gdb), error);
	return !view || target->watch;
}

struct hc_target *hc_target_start(const struct hc_launch *launch,
	const struct hc_gdb_options *options, GError **error)
{
	g_autoptr(hc_target) target = g_new0(struct hc_target, 1);
	target->launch = *launch;
	target->options = *options;
	target->gdb_path = g_strdup(options->gdb);
	target->options.gdb = target->gdb_path;
	target->way = "GDB";
	target->streams = (struct hc_streams) HC_STREAMS_INIT;
	if (!hc_streams_open(&target->streams, launch->input, error))
		return NULL;

	return start_gdb(target, error) ? g_steal_pointer(&target) : NULL;
}

gboolean hc_target_ready(struct hc_target *target, GError **error)
{
	if (!target->ready)
		target->ready = hc_target_start_ready(
			target->gdb, &target->launch, error);
	return target->ready;
}

gboolean hc_target_renew(struct hc_target *target, GError **error)
{
	if (!target->watch || hc_view_watch_is_clean(target->watch))
		return TRUE;
	/* What it knew of the program. */
	g_clear_pointer(&target->reach, hc_target_reach_free);
	target->breakpoint = target->at_main = 0;
	target->entry = target->main = 0;
	target->ready = FALSE;
	return start_gdb(target, error) && hc_target_ready(target, error);
}

struct hc_target *hc_target_new(const struct hc_launch *launch,
	const struct hc_gdb_options *options, GError **error)
{
	g_autoptr(hc_target) target = hc_target_start(launch, options, error);
	return target && hc_target_ready(target, error)
		       ? g_steal_pointer(&target)
		       : NULL;
}

void hc_target_free(struct hc_target *target)
{
	g_clear_pointer(&target->hold, hc_hold_free);
	g_clear_pointer(&target->gdb, mi_client_free);
	g_clear_pointer(&target->watch, hc_view_watch_free);
	hc_streams_clear(&target->streams);
	g_clear_pointer(&target->reach, hc_target_reach_free);
	hc_place_clear(&target->spot);
	g_free(target->gdb_path);
	g_strfreev(target->env);
	g_free(target->place);
	g_free(target->source);
	g_free(target);
}

pid_t hc_target_pid(const struct hc_target *target)
{
	return target->hold ? hc_hold_program(target->hold)->pid
			    : mi_client_pid(target->gdb);
}

const char *hc_target_place(const struct hc_target *target)
{
	return target->place;
}

const char *hc_target_way(const struct hc_target *target)
{
	return target->way;
}

const char *hc_target_source(const struct hc_target *target)
{
	return target->source;
}

gboolean hc_target_registers(struct hc_target *target,
	struct hc_target_registers *registers, GError **error)
{
	const char *names[HC_REGISTERS + 4] = {NULL};
	if (target->hold) {
		hc_target_hold_registers(target, registers);
		return TRUE;
	}

	memcpy(names, hc_register_names, HC_REGISTERS * sizeof *names);
	names[HC_REGISTERS] = "fs_base";
	names[HC_REGISTERS + 1] = "gs_base";
	names[HC_REGISTERS + 2] = "eflags";

	g_autoptr(mi_registers_t) all = mi_registers(target->gdb, names, error);
	if (!all)
		return FALSE;

	guint64 *rest[] = {
		&registers->fs_base, &registers->gs_base, &registers->flags};
	for (guint i = 0; names[i]; i++) {
		const struct mi_register *one = mi_registers_get(all, names[i]);
		guint n = G_N_ELEMENTS(registers->values);
		guint64 *value = i < n ? &registers->values[i] : rest[i - n];
		*value = one ? one->value : 0;
	}

	return TRUE;
}

gsize hc_target_read(guint64 address, void *bytes, gsize n, gpointer data)
{
	struct hc_target *target = data;
	if (target->hold)
		return hc_process_peek(hc_target_pid(target), address, bytes, n)
			       ? n
			       : 0;
	g_autoptr(GBytes) read = mi_read_memory(target->gdb, address, n, NULL);
	if (!read || g_bytes_get_size(read) != n)
		return 0;
	memcpy(bytes, g_bytes_get_data(read, NULL), n);
	return n;
}

/* At most this many are sent before the first is answered: GDB's pipe and ours
 * are only so large. */
enum { UNDER_WAY = 64 };

static gboolean take_answer(
	struct hc_target *target, gint64 token, char **answer, GError **error)
{
	enum { PATIENCE_MS = 30000 };
	g_autoptr(GError) refused = NULL;
	g_autoptr(mi_record) record =
		mi_client_wait(target->gdb, token, PATIENCE_MS, &refused);

	if (record)
		*answer = g_strdup(mi_value_text(&record->value, "value"));
	else if (!g_error_matches(refused, MI_ERROR, MI_ERROR_COMMAND)) {
		g_propagate_error(error, g_steal_pointer(&refused));
		return FALSE;
	}

	return TRUE;
}

char **hc_target_evaluate(struct hc_target *target,
	const char *const *expressions, GError **error)
{
	guint n = g_strv_length((char **) expressions), sent = 0;
	char **answers = g_new0(char *, n + 1);
	g_autofree gint64 *tokens = g_new(gint64, n + 1);
	gboolean ok = TRUE;

	for (guint i = 0; i < n && ok; i++) {
		for (; sent < n && sent < i + UNDER_WAY && ok; sent++) {
			g_autofree char *quoted = mi_quote(expressions[sent]);
			g_autofree char *command = g_strdup_printf(
				"-data-evaluate-expression %s", quoted);
			tokens[sent] =
				mi_client_send(target->gdb, command, error);
			ok = tokens[sent] >= 0;
		}
		ok = ok && take_answer(target, tokens[i], &answers[i], error);
	}

	if (ok)
		return answers;

	for (guint i = 0; i < n; i++)
		g_free(answers[i]);

	g_free(answers);
	return NULL;
}
