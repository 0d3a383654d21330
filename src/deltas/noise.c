/* Differences that two runs of the same invocation show, too. */
#include "inside.h"

static guint64 key_of(guint32 object, guint64 offset)
{
	return (guint64) object << 32 ^ offset;
}

static GHashTable *places_of(const struct mg_diff *diff)
{
	GHashTable *places = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, NULL);
	for (guint i = 0; diff && i < diff->changes->len; i++) {
		const struct mg_change *change =
			&g_array_index(diff->changes, struct mg_change, i);
		guint64 key =
			key_of(change->before.object, change->before.offset);
		if (change->before.object != MG_NO_MATE)
			g_hash_table_add(places, g_memdup2(&key, sizeof key));
	}
	return places;
}

static gboolean has_place(GHashTable *places, const struct mg_vertex *vertex)
{
	guint64 key = key_of(vertex->object, vertex->offset);
	return vertex->object != MG_NO_MATE &&
	       g_hash_table_contains(places, &key);
}

/* ---- Streams ---- */

static gboolean is_named(
	const struct mg_graph *graph, guint32 object, const char *const *keys)
{
	guint32 root = mg_graph_object(graph, object)->root;
	return root &&
	       g_strv_contains(keys, mg_root_key(&graph->roots[root - 1]));
}

/* Streams and the blocks they point to that have no type: buffers. */
static GHashTable *find_streams(
	const struct mg_graph *graph, const char *const *keys)
{
	GHashTable *found = g_hash_table_new(NULL, NULL);
	for (guint32 i = 0; keys && i < mg_graph_n_objects(graph); i++) {
		if (!is_named(graph, i, keys))
			continue;
		gsize n;
		const struct mg_link *links =
			mg_graph_links_in(graph, i, 0, G_MAXUINT64, &n);
		g_hash_table_add(found, GUINT_TO_POINTER(i + 1));
		for (gsize k = 0; k < n; k++) {
			if (links[k].end != MG_END_NONE)
				continue;
			const struct mg_object *to =
				mg_graph_object(graph, links[k].to);
			if (to->home == MG_HOME_BLOCK &&
				(!to->shape.type || to->text))
				g_hash_table_add(found,
					GUINT_TO_POINTER(links[k].to + 1));
		}
	}
	return found;
}

static gboolean is_in(GHashTable *objects, const struct mg_vertex *vertex)
{
	return vertex->object != MG_NO_MATE &&
	       g_hash_table_contains(
		       objects, GUINT_TO_POINTER(vertex->object + 1));
}

gboolean *hc_noise_find(
	const struct mg_diff *diff, const struct hc_noise *noise, guint *n)
{
	gboolean *found = g_new0(gboolean, diff->changes->len + 1);
	*n = 0;
	if (!noise)
		return found;
	g_autoptr(GHashTable) pass = places_of(noise->pass);
	g_autoptr(GHashTable) fail = places_of(noise->fail);
	g_autoptr(GHashTable) streams =
		find_streams(mg_match_graph(diff->match, 0), noise->streams);
	for (guint i = 0; i < diff->changes->len; i++) {
		const struct mg_change *change =
			&g_array_index(diff->changes, struct mg_change, i);
		found[i] = has_place(pass, &change->before) ||
			   has_place(fail, &change->after);
		*n += found[i] != 0;
		found[i] = found[i] || is_in(streams, &change->before);
	}
	return found;
}
