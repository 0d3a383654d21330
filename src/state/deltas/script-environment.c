/* Variables of the environment that are in one run only, as commands for GDB.
 */
#include "delta-script.h"

/* Pointers that stay, as many as follow each other, to be at an index. */
static void copy_run(struct hc_script *s, const char *array, const char *old,
	const struct hc_entry *entry, guint64 at)
{
	if (array != old || entry->index != at)
		hc_deltas_script_add(s,
			"set variable *(char *(*)[%" G_GUINT64_FORMAT
			"]) (%s + %" G_GUINT64_FORMAT
			") = *(char *(*)[%" G_GUINT64_FORMAT
			"]) (%s + %" G_GUINT64_FORMAT ")",
			entry->n, array, at, entry->n, old, entry->index);
}

/* A pointer as something that can be set. */
static char *name_link(const struct mg_graph *graph, const struct mg_link *link)
{
	const struct mg_object *from = mg_graph_object(graph, link->from);
	struct mg_vertex vertex = {
		.kind = from->in_memory ? MG_VERTEX_BYTES : MG_VERTEX_VALUE,
		.object = link->from,
		.offset = link->offset,
		.size = 8,
		.type = from->in_memory ? NULL : from->shape.type,
	};
	g_autofree char *name = mg_vertex_name(graph, &vertex);
	if (from->in_memory)
		return g_strdup_printf("*(char ***) &(%s)", name);

	return from->root && graph->roots[from->root - 1].place ==
				       MG_IN_REGISTER
		       ? g_steal_pointer(&name)
		       : NULL;
}

static void redirect_pointers(
	struct hc_script *s, const struct dd_set *set, const char *array)
{
	const struct mg_graph *a = s->deltas->a;
	const GArray *links = s->deltas->environment_links;
	for (guint i = 0; i < links->len; i++) {
		const struct mg_link *link = &g_array_index(a->links,
			struct mg_link, g_array_index(links, guint32, i));
		if (!hc_deltas_environment_is_pointer(s->deltas, set, link))
			continue;
		g_autofree char *name = name_link(a, link);
		if (name)
			hc_deltas_script_add(s,
				"set variable %s = %s + %" G_GUINT64_FORMAT,
				name, array, link->to_offset / 8);
	}
}

static void fill_array(struct hc_script *s, const char *array, const char *old,
	const GArray *entries, gboolean with_new)
{
	guint64 n = 0;
	for (guint i = 0; i < entries->len; i++) {
		const struct hc_entry *entry =
			&g_array_index(entries, struct hc_entry, i);
		if (entry->new && !with_new)
			break;
		if (!entry->new) {
			copy_run(s, array, old, entry, n);
			n += entry->n;
			continue;
		}
		g_autofree char *target =
			hc_deltas_script_target(s, &entry->way);
		hc_deltas_script_add(s,
			"set variable *(%s + %" G_GUINT64_FORMAT
			") = (char *) %s",
			array, n++, target ? target : "0");
	}
	hc_deltas_script_add(
		s, "set variable *(%s + %" G_GUINT64_FORMAT ") = 0", array, n);
}

static guint64 count_entries(const GArray *entries)
{
	guint64 n = 0;
	for (guint i = 0; i < entries->len; i++)
		n += g_array_index(entries, struct hc_entry, i).n;
	return n;
}

void hc_deltas_script_environment(struct hc_script *s, const struct dd_set *set)
{
	gboolean grows;
	g_autoptr(GArray) entries =
		hc_deltas_environment_entries(s->deltas, set, &grows);
	if (!entries)
		return;

	g_autofree char *name =
		mg_address_name(s->deltas->a, s->deltas->environment, 0);
	g_autofree char *old = g_strdup_printf("(char **) (%s)", name);
	g_autofree char *array = NULL;
	if (grows) {
		guint number = g_hash_table_size(s->made) + 1;
		hc_deltas_script_allocate(
			s, number, "char **", 8 * (count_entries(entries) + 1));
		hc_deltas_script_free_aside(s);
		array = g_strdup_printf("$new%u", number);
		fill_array(s, array, old, entries, TRUE);
	}

	fill_array(s, old, old, entries, FALSE);
	if (grows)
		redirect_pointers(s, set, array);
}
