/* Pointers, as commands for GDB. */
#include "delta-script.h"

/* For GDB it is in a register, so that it has no address. It is a variable by
 * itself: its name does not change. */
static gboolean is_saved(const struct hc_script *s, const struct hc_slot *slot)
{
	const struct mg_graph *a = s->deltas->a;
	guint32 root = mg_graph_object(a, slot->object)->root;
	return slot->side == 0 && root && a->roots[root - 1].saved;
}

static void name_slot(
	struct hc_script *s, const struct hc_slot *slot, GString *place)
{
	struct mg_vertex vertex = {
		.kind = MG_VERTEX_BYTES,
		.object = slot->object,
		.offset = slot->offset,
		.size = 8,
	};

	if (slot->change)
		vertex = hc_deltas_change_at(s->deltas, slot->change - 1)
				 ->before;
	g_autofree char *name = mg_vertex_name(s->deltas->a, &vertex);
	g_string_assign(place, name);
	if (is_saved(s, slot))
		g_string_assign(
			place, s->deltas->a
				       ->roots[mg_graph_object(s->deltas->a,
						       slot->object)
						       ->root -
					       1]
				       .name);
	else if (!vertex.type)
		g_string_printf(place, "*(void **) &(%s)", name);
}

static void set_pointers(struct hc_script *s, const GArray *assignments)
{
	for (guint i = 0; i < assignments->len; i++) {
		const struct hc_assignment *x =
			&g_array_index(assignments, struct hc_assignment, i);
		g_autofree char *target = hc_deltas_script_target(s, &x->way);
		g_autoptr(GString) place = g_string_new(NULL);
		if (!target)
			continue;
		if (x->slot->side == 1) {
			gpointer made = g_hash_table_lookup(
				s->made, GUINT_TO_POINTER(x->slot->object + 1));
			hc_deltas_script_add(s,
				"set variable *(void **) ((char *) $new%u + "
				"%" G_GUINT64_FORMAT ") = %s",
				GPOINTER_TO_UINT(made), x->slot->offset,
				target);
		} else if (s->note && !is_saved(s, x->slot)) {
			hc_deltas_script_add(
				s, "set variable *$at%u = %s", i + 1, target);
		} else {
			name_slot(s, x->slot, place);
			hc_deltas_script_add(
				s, "set variable %s = %s", place->str, target);
		}
	}
}

static void note_places(struct hc_script *s, const GArray *assignments)
{
	for (guint i = 0; i < assignments->len && s->note &&
			  !hc_deltas_are_stopped(s->deltas);
		i++) {
		const struct hc_assignment *x =
			&g_array_index(assignments, struct hc_assignment, i);
		g_autoptr(GString) place = g_string_new(NULL);
		if (x->slot->side == 1 || is_saved(s, x->slot))
			continue;
		name_slot(s, x->slot, place);
		hc_deltas_script_add(s, "set variable $at%u = (void **) &(%s)",
			i + 1, place->str);
	}
}

/* What pointers are to lead to has its name only until they change. */
static void note_targets(
	struct hc_script *s, const GArray *assignments, const GArray *entries)
{
	for (guint i = 0;
		i < assignments->len && !hc_deltas_are_stopped(s->deltas); i++)
		hc_deltas_script_note_way(
			s, &g_array_index(assignments, struct hc_assignment, i)
				    .way);
	for (guint i = 0; entries && i < entries->len; i++) {
		const struct hc_entry *entry =
			&g_array_index(entries, struct hc_entry, i);
		if (entry->new)
			hc_deltas_script_note_way(s, &entry->way);
	}
}

void hc_deltas_script_pointers(
	struct hc_script *s, const struct dd_set *set, const GArray *needed)
{
	g_autoptr(GArray) assignments =
		hc_deltas_assignments(s->deltas, set, needed);
	gboolean grows;
	g_autoptr(GArray) entries =
		hc_deltas_environment_entries(s->deltas, set, &grows);
	s->note = assignments->len > 1 || (assignments->len && entries);
	note_places(s, assignments);
	note_targets(s, assignments, entries);

	for (guint i = 0; i < needed->len && !hc_deltas_are_stopped(s->deltas);
		i++)
		hc_deltas_script_note_aims(
			s, g_array_index(needed, guint32, i));
	for (guint i = 0; i < needed->len && !hc_deltas_are_stopped(s->deltas);
		i++)
		hc_deltas_script_make(s, g_array_index(needed, guint32, i));
	hc_deltas_script_free_aside(s);
	for (guint i = 0; i < needed->len && !hc_deltas_are_stopped(s->deltas);
		i++)
		hc_deltas_script_fill(s, g_array_index(needed, guint32, i));
	set_pointers(s, assignments);
}
