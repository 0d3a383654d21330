/* Breakpoints and watchpoints. */
#include "gdbmi-private.h"

#include <string.h>

void mi_breakpoint_clear(struct mi_breakpoint *breakpoint)
{
	g_free(breakpoint->function);
	g_free(breakpoint->file);
	g_free(breakpoint->fullname);
	*breakpoint = (struct mi_breakpoint) MI_BREAKPOINT_INIT;
}

/* The locations of a breakpoint that has several: a list inside it (mi3), or
 * nameless tuples after it (mi2). */
static const struct mi_value *first_location(
	const struct mi_value *bkpt, guint *n)
{
	const struct mi_value *list = mi_value_get(bkpt, "locations");
	const struct mi_value *first = list ? list->first : bkpt->next;
	*n = 0;
	for (const struct mi_value *l = first; l; l = l->next)
		if (l->kind == MI_TUPLE && !l->name)
			++*n;
	return *n > 0 ? first : NULL;
}

static gboolean read_breakpoint(struct mi_breakpoint *breakpoint,
	const struct mi_value *bkpt, GError **error)
{
	mi_breakpoint_clear(breakpoint);
	if (!bkpt || !mi_value_int(bkpt, "number", &breakpoint->number)) {
		g_set_error(error, MI_ERROR, MI_ERROR_ANSWER,
			"GDB made a breakpoint but did not say which one");
		return FALSE;
	}

	guint64 hits = 0;
	const struct mi_value *place =
		first_location(bkpt, &breakpoint->locations);
	if (!place) {
		place = bkpt;
		breakpoint->locations = 1;
	}

	mi_value_u64(bkpt, "times", &hits);
	breakpoint->hits = hits;
	breakpoint->enabled =
		g_strcmp0(mi_value_text(bkpt, "enabled"), "y") == 0;
	mi_value_u64(place, "addr", &breakpoint->address);
	mi_value_int(place, "line", &breakpoint->line);
	breakpoint->function = g_strdup(mi_value_text(place, "func"));
	breakpoint->file = g_strdup(mi_value_text(place, "file"));
	breakpoint->fullname = g_strdup(mi_value_text(place, "fullname"));

	return TRUE;
}

/* Explicit locations: in a linespec, blanks, colons and quotes in names would
 * have a meaning. */
static void append_place(GString *command, const struct mi_place *place)
{
	if (place->temporary)
		g_string_append(command, " -t");
	if (place->pending)
		g_string_append(command, " -f");
	if (place->ignore > 0)
		g_string_append_printf(command, " -i %d", place->ignore);
	if (place->condition) {
		g_autofree char *quoted = mi_quote(place->condition);
		g_string_append_printf(command, " -c %s", quoted);
	}

	if (place->function) {
		g_autofree char *quoted = mi_quote(place->function);
		g_string_append_printf(command, " --function %s", quoted);
	} else if (place->file) {
		g_autofree char *quoted = mi_quote(place->file);
		g_string_append_printf(
			command, " --source %s --line %d", quoted, place->line);
	} else {
		g_string_append_printf(
			command, " *0x%" G_GINT64_MODIFIER "x", place->address);
	}
}

gboolean mi_break(struct mi_client *client, const struct mi_place *place,
	struct mi_breakpoint *breakpoint, GError **error)
{
	GString *command = g_string_new("-break-insert");
	append_place(command, place);
	g_autoptr(mi_record) record =
		mi_client_command(client, error, "%s", command->str);
	g_string_free(command, TRUE);
	return record && read_breakpoint(breakpoint,
				 mi_value_get(&record->value, "bkpt"), error);
}

int mi_watch(struct mi_client *client, const char *expression, GError **error)
{
	g_autofree char *quoted = mi_quote(expression);
	g_autoptr(mi_record) record =
		mi_client_command(client, error, "-break-watch %s", quoted);
	if (!record)
		return 0;

	int number = 0;
	if (!mi_value_int(
		    mi_value_get(&record->value, "wpt"), "number", &number))
		g_set_error(error, MI_ERROR, MI_ERROR_ANSWER,
			"GDB made a watchpoint but did not say which one");

	return number;
}

gboolean mi_break_info(struct mi_client *client, int number,
	struct mi_breakpoint *breakpoint, GError **error)
{
	g_autoptr(mi_record) record =
		mi_client_command(client, error, "-break-info %d", number);
	if (!record)
		return FALSE;
	const struct mi_value *table =
		mi_value_get(&record->value, "BreakpointTable");
	const struct mi_value *body = mi_value_get(table, "body");
	return read_breakpoint(breakpoint, body ? body->first : NULL, error);
}

gboolean mi_break_delete(struct mi_client *client, int number, GError **error)
{
	return mi_client_do(client, error, "-break-delete %d", number);
}

gboolean mi_break_enable(
	struct mi_client *client, int number, gboolean enable, GError **error)
{
	return mi_client_do(client, error, "-break-%s %d",
		enable ? "enable" : "disable", number);
}
