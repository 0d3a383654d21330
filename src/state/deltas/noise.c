/* Differences that two runs of the same invocation also show. */
#include "deltas-inside.h"

/* Changes between two runs of one invocation, by the first one's objects. */
struct varying {
	const struct mg_diff *diff; /* NULL: nothing varies */
	GHashTable *first; /* object + 1 → number of its first change + 1 */
	/* How far each change, and those of its object before it, reach. */
	guint64 *reach;
};

static const struct mg_change *change_at(const struct varying *v, guint i)
{
	return &g_array_index(v->diff->changes, struct mg_change, i);
}

static void varying_init(struct varying *v, const struct mg_diff *diff)
{
	v->diff = diff;
	v->first = g_hash_table_new(NULL, NULL);
	guint n = diff ? diff->changes->len : 0;
	v->reach = g_new0(guint64, n + 1);
	for (guint i = n; i-- > 0;) {
		guint32 object = change_at(v, i)->before.object;
		if (object != MG_NO_MATE)
			g_hash_table_insert(v->first,
				GUINT_TO_POINTER(object + 1),
				GUINT_TO_POINTER(i + 1));
	}

	for (guint i = 0; i < n; i++) {
		const struct mg_vertex *before = &change_at(v, i)->before;
		v->reach[i] = before->offset + before->size;
		if (i > 0 &&
			change_at(v, i - 1)->before.object == before->object)
			v->reach[i] = MAX(v->reach[i], v->reach[i - 1]);
	}
}

static void varying_clear(struct varying *v)
{
	g_hash_table_unref(v->first);
	g_free(v->reach);
}

/* The first change of an object, from its first one on, that reaches beyond an
 * offset: those before it can be passed over. */
static guint first_beyond(
	const struct varying *v, guint first, guint32 object, guint64 offset)
{
	guint low = first, high = v->diff->changes->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		if (change_at(v, middle)->before.object == object &&
			v->reach[middle] <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Whether something varies in a part of an object. */
static gboolean varies(
	const struct varying *v, guint32 object, guint64 from, guint64 end)
{
	guint i = GPOINTER_TO_UINT(
		g_hash_table_lookup(v->first, GUINT_TO_POINTER(object + 1)));

	if (!i)
		return FALSE;

	/* Changes of one object follow each other, by their offsets. */
	for (i = first_beyond(v, i - 1, object, from);
		i < v->diff->changes->len; i++) {
		const struct mg_change *c = change_at(v, i);
		if (c->before.object != object || c->before.offset >= end)
			return FALSE;
		guint64 lo = MAX(from, c->before.offset);
		guint64 hi = MIN(end, c->before.offset + c->before.size);
		if (lo < hi && (c->kind != MG_CHANGE_VALUE ||
				       mg_mates_differ(v->diff->match, object,
					       c->after.object, lo, hi)))
			return TRUE;
	}

	return FALSE;
}

/* Where the unit of a value ends that begins at an offset: a number, a text up
 * to its NUL, or a word. Units vary independently: behind a text there may be
 * anything. */
static guint64 unit_end(const struct mg_graph *graph,
	const struct mg_vertex *vertex, guint64 from)
{
	enum { WORD = 8 };
	guint64 end = vertex->offset + vertex->size;
	const struct mg_type *type = vertex->type;

	if (vertex->kind == MG_VERTEX_VALUE && type && type->kind == MG_ARRAY)
		type = type->target;
	else if (vertex->kind == MG_VERTEX_VALUE)
		return end;

	if (!type && vertex->kind != MG_VERTEX_TEXT)
		return MIN(end, (from / WORD + 1) * WORD);
	if (type && type->size > 1)
		return MIN(end, from + type->size);

	const guint8 *bytes = mg_vertex_bytes(graph, vertex);
	while (bytes && from < end && bytes[from - vertex->offset])
		from++;
	return MIN(end, from + 1);
}

/* Whether all of a change is in what varies in either run. */
static gboolean is_noise(const struct mg_diff *diff,
	const struct mg_change *change, const struct varying *pass,
	const struct varying *fail)
{
	const struct mg_graph *a = mg_match_graph(diff->match, 0);
	const struct mg_vertex *before = &change->before;
	guint32 x = before->object, y = change->after.object;
	guint64 end = before->offset + before->size;

	if (x == MG_NO_MATE || y == MG_NO_MATE ||
		change->kind != MG_CHANGE_VALUE)
		return (x != MG_NO_MATE &&
			       varies(pass, x, before->offset, end)) ||
		       (y != MG_NO_MATE && varies(fail, y, change->after.offset,
						   change->after.offset +
							   change->after.size));

	if (!varies(pass, x, before->offset, end) &&
		!varies(fail, y, before->offset, end))
		return FALSE;

	if (before->member)
		return TRUE; /* a bit field */
	for (guint64 from = before->offset, to;
		from < end && !mg_graph_is_stopped(a); from = to) {
		to = unit_end(a, before, from);
		if (mg_mates_differ(diff->match, x, y, from, to) &&
			!varies(pass, x, from, to) &&
			!varies(fail, y, from, to))
			return FALSE;
	}

	return TRUE;
}

/* ---- Streams ---- */

static gboolean is_named(
	const struct mg_graph *graph, guint32 object, const char *const *keys)
{
	guint32 root = mg_graph_object(graph, object)->root;
	return root &&
	       g_strv_contains(keys, mg_root_key(&graph->roots[root - 1]));
}

/* Streams, and the untyped blocks they point to: their buffers. */
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

gboolean *hc_deltas_noise_find(const struct mg_diff *diff,
	const struct hc_noise *noise, guint *n, guint *vertices)
{
	gboolean *found = g_new0(gboolean, diff->changes->len + 1);
	*n = *vertices = 0;
	if (!noise)
		return found;

	struct varying pass, fail;
	varying_init(&pass, noise->pass);
	varying_init(&fail, noise->fail);
	g_autoptr(GHashTable) streams =
		find_streams(mg_match_graph(diff->match, 0), noise->streams);
	for (guint i = 0; i < diff->changes->len &&
			  !mg_graph_is_stopped(mg_match_graph(diff->match, 0));
		i++) {
		const struct mg_change *change =
			&g_array_index(diff->changes, struct mg_change, i);
		found[i] = is_noise(diff, change, &pass, &fail);
		*n += found[i] != 0;
		*vertices += found[i] && change->kind <= MG_CHANGE_LINK &&
			     !change->padding;
		found[i] = found[i] || is_in(streams, &change->before);
	}

	varying_clear(&pass);
	varying_clear(&fail);
	return found;
}
