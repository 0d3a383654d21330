/* A set of deltas as commands for GDB.
 *
 * Values first: they change no pointer, so all names still mean what they
 * mean. Then everything that pointers are to lead to is noted in variables of
 * GDB's, new objects are made and filled, and only then pointers change. */
#include "delta-script.h"

static void set_register(struct hc_script *s, const struct mg_change *change)
{
	g_autofree char *name = mg_change_name(s->deltas->diff, change);
	g_autofree char *value = NULL;
	if (change->kind == MG_CHANGE_LINK) {
		struct hc_way way = {.side = 1, .aim = change->to};
		value = hc_deltas_script_target(s, &way);
	} else {
		value = hc_deltas_script_number(s->deltas->b, &change->after);
	}
	if (value)
		hc_deltas_script_add(s, "set variable %s = %s", name, value);
}

char **hc_deltas_commands(
	const struct hc_deltas *deltas, const struct dd_set *of)
{
	g_autoptr(dd_set) set = hc_deltas_with_followers(deltas, of);
	struct hc_script s = {
		.deltas = deltas,
		.lines = g_ptr_array_new(),
		.noted = g_hash_table_new(NULL, NULL),
		.made = g_hash_table_new(NULL, NULL),
	};
	g_autoptr(GArray) needed = hc_deltas_needed(deltas, set);

	hc_deltas_script_choose(&s, needed);
	for (guint i = 0; i < set->n_ranges; i++)
		for (guint32 k = set->ranges[i].lo;
			k < set->ranges[i].hi && !hc_deltas_are_stopped(deltas);
			k++)
			if (hc_delta_kind(deltas, k) == HC_DELTA_VALUE)
				hc_deltas_script_value(
					&s, hc_delta_at(deltas, k));

	hc_deltas_script_pointers(&s, set, needed);
	hc_deltas_script_environment(&s, set);
	for (guint i = 0; i < set->n_ranges; i++)
		for (guint32 k = set->ranges[i].lo; k < set->ranges[i].hi;
			k++) {
			const struct mg_change *change =
				hc_delta_change(deltas, k);
			if (hc_delta_kind(deltas, k) == HC_DELTA_REGISTER)
				set_register(&s, change);
			else if (hc_delta_kind(deltas, k) == HC_DELTA_FILE)
				hc_deltas_script_file(&s, change);
		}

	g_hash_table_unref(s.noted);
	g_hash_table_unref(s.made);
	g_ptr_array_add(s.lines, NULL);
	return (char **) g_ptr_array_free(s.lines, FALSE);
}
