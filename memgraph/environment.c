#include "environment.h"

#include "match-inside.h"

#include <string.h>

enum { WORD = 8 };

static gboolean is_text_pointer(const struct mg_type *type)
{
	return type && type->kind == MG_POINTER && type->target &&
	       type->target->kind == MG_CHAR && type->target->size == 1;
}

static const struct mg_link *link_to_text(
	const struct mg_graph *graph, guint32 array, guint64 offset)
{
	const struct mg_link *link = mg_graph_link_at(graph, array, offset);
	return link && link->end == MG_END_NONE && link->to_offset == 0 &&
			       mg_graph_object(graph, link->to)->readable
		       ? link
		       : NULL;
}

const char *mg_environment_name(const struct mg_graph *graph, guint32 array,
	guint64 offset, gsize *length)
{
	const struct mg_link *link = link_to_text(graph, array, offset);
	if (!link)
		return NULL;

	const struct mg_object *o = mg_graph_object(graph, link->to);
	const char *text = (const char *) mg_graph_bytes(graph, o);
	const char *end = memchr(text, '=', o->size);
	if (!end || end == text || memchr(text, 0, (gsize) (end - text)) ||
		!memchr(end, 0, o->size - (gsize) (end - text)))
		return NULL;

	*length = (gsize) (end - text);
	return text;
}

guint64 mg_environment_count(const struct mg_graph *graph, guint32 array)
{
	const struct mg_object *o = mg_graph_object(graph, array);
	guint64 n = 0;
	while ((n + 1) * WORD <= o->size &&
		mg_graph_link_at(graph, array, n * WORD))
		n++;
	return n;
}

static gboolean is_environment(const struct mg_graph *graph, guint32 array)
{
	const struct mg_object *o = mg_graph_object(graph, array);
	if (o->root || !o->in_memory || !o->readable ||
		!is_text_pointer(o->shape.type))
		return FALSE;

	guint64 n = mg_environment_count(graph, array);
	gsize length;
	for (guint64 i = 0; i < n; i++)
		if (!mg_environment_name(graph, array, i * WORD, &length))
			return FALSE;
	/* Check that the null pointer is there, too. */
	return (n + 1) * WORD <= o->size;
}

guint32 mg_environment_of(const struct mg_graph *graph)
{
	for (guint32 i = 0; i < graph->objects->len; i++) {
		const struct mg_object *o = mg_graph_object(graph, i);
		if (!o->root || strcmp(mg_root_key(&graph->roots[o->root - 1]),
					"environ") != 0)
			continue;
		const struct mg_link *link = mg_graph_link_at(graph, i, 0);
		return link && link->end == MG_END_NONE &&
				       link->to_offset == 0 &&
				       is_environment(graph, link->to)
			       ? link->to
			       : MG_NO_OBJECT;
	}

	return MG_NO_OBJECT;
}

/* ---- Differences ---- */

static struct mg_vertex vertex_at(
	const struct mg_graph *graph, guint32 array, guint64 offset)
{
	return (struct mg_vertex){
		.kind = MG_VERTEX_VALUE,
		.object = array,
		.offset = offset,
		.size = WORD,
		.type = mg_graph_object(graph, array)->shape.type,
	};
}

static char *key_at(const struct mg_graph *graph, guint32 array, guint64 offset,
	GHashTable *taken)
{
	gsize n = 0;
	const char *name = mg_environment_name(graph, array, offset, &n);
	char *key = g_strndup(name, n);
	/* A name may occur twice; `=` occurs in none. */
	for (guint i = 2; g_hash_table_contains(taken, key); i++) {
		g_free(key);
		key = g_strdup_printf("%.*s=%u", (int) n, name, i);
	}
	return key;
}

/* Names, and where they are in the array, plus one. */
static GHashTable *index_of(const struct mg_graph *graph, guint32 array)
{
	GHashTable *places =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	guint64 n = mg_environment_count(graph, array);
	for (guint64 i = 0; i < n; i++)
		g_hash_table_insert(places,
			key_at(graph, array, i * WORD, places),
			GUINT_TO_POINTER(i + 1));
	return places;
}

guint64 *mg_environment_twins(const struct mg_graph *a, guint32 x,
	const struct mg_graph *b, guint32 y)
{
	g_autoptr(GHashTable) theirs = index_of(b, y);
	g_autoptr(GHashTable) ours =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	guint64 n = mg_environment_count(a, x);
	guint64 *twins = g_new0(guint64, n + 1);

	for (guint64 i = 0; i < n; i++) {
		char *key = key_at(a, x, i * WORD, ours);
		guint64 j = GPOINTER_TO_UINT(g_hash_table_lookup(theirs, key));
		twins[i] = j ? (j - 1) * WORD : MG_NO_TWIN;
		g_hash_table_add(ours, key);
	}

	return twins;
}

static gboolean texts_equal(const struct mg_graph *a, const struct mg_graph *b,
	const struct mg_aim *from, const struct mg_aim *to)
{
	return strcmp((const char *) mg_graph_bytes(
			      a, mg_graph_object(a, from->object)),
		       (const char *) mg_graph_bytes(
			       b, mg_graph_object(b, to->object))) == 0;
}

static void add(struct mg_diff *diff, struct mg_change *change)
{
	change->listed = TRUE;
	if (change->kind == MG_CHANGE_LINK)
		diff->links++;
	else
		diff->values++;
	g_array_append_vals(diff->changes, change, 1);
}

static void add_both(
	struct mg_diff *diff, guint32 x, guint64 at, guint32 y, guint64 there)
{
	const struct mg_graph *a = diff->match->side[0].graph;
	const struct mg_graph *b = diff->match->side[1].graph;
	struct mg_change change = {
		.kind = MG_CHANGE_LINK,
		.before = vertex_at(a, x, at),
		.after = vertex_at(b, y, there),
		.from = mg_aim_at(a, x, at),
		.to = mg_aim_at(b, y, there),
	};

	/* The string itself says what differs, or it is the same string
	 * elsewhere. */
	if (!mg_aims_equal(diff->match, &change.from, &change.to) &&
		!texts_equal(a, b, &change.from, &change.to))
		add(diff, &change);
}

static void add_alone(
	struct mg_diff *diff, guint side, guint32 array, guint64 at)
{
	const struct mg_graph *graph = diff->match->side[side].graph;
	struct mg_change change = {
		.kind = side ? MG_CHANGE_NEW : MG_CHANGE_GONE,
	};
	*(side ? &change.after : &change.before) = vertex_at(graph, array, at);
	*(side ? &change.to : &change.from) = mg_aim_at(graph, array, at);
	(side ? &change.before : &change.after)->object = MG_NO_MATE;
	add(diff, &change);
}

static gboolean has_left_out(const struct mg_graph *graph, guint32 object)
{
	gsize n;
	const struct mg_link *links =
		mg_graph_links_in(graph, object, 0, G_MAXUINT64, &n);
	for (gsize i = 0; i < n; i++)
		if (links[i].end == MG_END_NO_ROOM)
			return TRUE;
	return FALSE;
}

void mg_diff_environment(struct mg_diff *diff, guint32 x, guint32 y)
{
	const struct mg_graph *a = diff->match->side[0].graph;
	const struct mg_graph *b = diff->match->side[1].graph;
	/* A name that is not known is no reason to set or unset a variable. */
	if (has_left_out(a, x) || has_left_out(b, y))
		return;

	g_autofree guint64 *there = mg_environment_twins(a, x, b, y);
	g_autofree guint64 *here = mg_environment_twins(b, y, a, x);
	guint64 n = mg_environment_count(a, x);
	guint64 m = mg_environment_count(b, y);

	for (guint64 i = 0; i < n; i++)
		if (there[i] != MG_NO_TWIN)
			add_both(diff, x, i * WORD, y, there[i]);
		else
			add_alone(diff, 0, x, i * WORD);

	for (guint64 j = 0; j < m; j++)
		if (here[j] == MG_NO_TWIN)
			add_alone(diff, 1, y, j * WORD);
}

char *mg_change_variable(
	const struct mg_diff *diff, const struct mg_change *change)
{
	gboolean new = change->before.object == MG_NO_MATE;
	const struct mg_graph *graph = diff->match->side[new].graph;
	const struct mg_vertex *vertex = new ? &change->after : &change->before;
	gsize n;
	if (change->listed) {
		const char *name = mg_environment_name(
			graph, vertex->object, vertex->offset, &n);
		return name ? g_strndup(name, n) : NULL;
	}

	guint32 root = mg_graph_object(graph, vertex->object)->root;
	const struct mg_root *r = root ? &graph->roots[root - 1] : NULL;
	return change->kind == MG_CHANGE_VALUE && r &&
			       r->class == MG_ROOT_PROCESS && r->text &&
			       r->key && g_str_has_prefix(r->key, "env ")
		       ? g_strdup(r->key + strlen("env "))
		       : NULL;
}
