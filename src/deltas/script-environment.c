/* Variables of the environment that are in one run only, for GDB. */
#include "script.h"

/* Pointers that stay, as many in a row as there are. */
static guint copy_run(struct hc_script *s, const char *array, const char *old,
	const GArray *entries, guint first)
{
	const struct hc_entry *entry =
		&g_array_index(entries, struct hc_entry, first);
	guint n = 1;
	while (first + n < entries->len &&
		!entry[n].new &&entry[n].index == entry->index + n)
		n++;
	if (array != old || entry->index != first)
		hc_script_add(s,
			"set variable *(char *(*)[%u]) (%s + %u) = *(char "
			"*(*)[%u]) (%s + %" G_GUINT64_FORMAT ")",
			n, array, first, n, old, entry->index);
	return n;
}

static void redirect(
	struct hc_script *s, const struct dd_set *set, const char *array)
{
	const struct mg_graph *a = s->deltas->a;
	for (guint i = 0; i < a->links->len; i++) {
		const struct mg_link *link =
			&g_array_index(a->links, struct mg_link, i);
		struct mg_vertex vertex = {
			.kind = MG_VERTEX_VALUE,
			.object = link->from,
			.offset = link->offset,
			.size = 8,
			.type = link->type,
		};
		if (!hc_environment_is_pointer(s->deltas, set, link) ||
			!mg_graph_object(a, link->from)->in_memory)
			continue;
		vertex.kind = MG_VERTEX_BYTES;
		vertex.type = NULL;
		g_autofree char *name = mg_vertex_name(a, &vertex);
		hc_script_add(s,
			"set variable *(char ***) &(%s) = %s + "
			"%" G_GUINT64_FORMAT,
			name, array, link->to_offset / 8);
	}
}

void hc_script_environment(struct hc_script *s, const struct dd_set *set)
{
	gboolean grows;
	g_autoptr(GArray) entries =
		hc_environment_entries(s->deltas, set, &grows);
	if (!entries)
		return;
	g_autofree char *old =
		mg_address_name(s->deltas->a, s->deltas->environment, 0);
	g_autofree char *kept = g_strdup_printf("(char **) (%s)", old);
	g_autofree char *made = NULL;
	if (grows) {
		guint number = g_hash_table_size(s->made) + 1;
		hc_script_allocate(
			s, number, "char **", 8 * ((guint64) entries->len + 1));
		hc_script_free_aside(s);
		made = g_strdup_printf("$new%u", number);
	}
	const char *array = made ? made : kept;
	for (guint i = 0; i < entries->len;) {
		const struct hc_entry *entry =
			&g_array_index(entries, struct hc_entry, i);
		if (!entry->new) {
			i += copy_run(s, array, kept, entries, i);
			continue;
		}
		guint number = GPOINTER_TO_UINT(g_hash_table_lookup(
			s->made, GUINT_TO_POINTER(entry->way.aim.object + 1)));
		hc_script_add(s, "set variable *(%s + %u) = (char *) $new%u",
			array, i++, number);
	}
	hc_script_add(s, "set variable *(%s + %u) = 0", array, entries->len);
	if (grows)
		redirect(s, set, array);
}
