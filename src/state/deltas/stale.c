/* Pointers of the passing run to memory that it has freed. If a new block were
 * put there, such a pointer would lead to it, which happens in neither run:
 * what reads through it would see the new object. */
#include "delta-words.h"

#include <stdlib.h>
#include <string.h>

/* Anything smaller is a number where a pointer could be. */
#define LOWEST (G_GUINT64_CONSTANT(1) << 32)
/* The most dangling pointers that a script takes care of. */
enum { MOST_NAMES = 32 };
/* The size of a stack: what once lay below its top is dead, too. */
enum { STACK = 8 << 20 };
/* How far from the blocks that are there malloc may put a new one; and from this
 * size on it may be anywhere (M_MMAP_THRESHOLD). */
enum { NEAR = 1 << 20, LARGE = 128 << 10 };

static gboolean is_stale(const struct mg_graph *graph, const struct mg_link *l)
{
	if (l->beside)
		return FALSE;

	switch (l->end) {
	case MG_END_DEAD:
	case MG_END_IMPLAUSIBLE:
	case MG_END_UNREADABLE:
		return TRUE;
	case MG_END_UNMAPPED:
		return mg_link_value(graph, l) >= LOWEST;
	default:
		return FALSE;
	}
}

/* `dead`: it surely leads to memory that was freed. */
typedef void (*word_func)(guint32 object, guint64 offset, guint64 value,
	gboolean dead, gpointer data);

/* Pointers first, then words that only look like pointers. */
static void for_each_word(
	const struct mg_graph *graph, word_func func, gpointer data)
{
	for (guint i = 0; i < graph->links->len && !mg_graph_is_stopped(graph);
		i++) {
		const struct mg_link *link =
			&g_array_index(graph->links, struct mg_link, i);
		if (is_stale(graph, link))
			func(link->from, link->offset,
				mg_link_value(graph, link),
				link->end == MG_END_DEAD, data);
	}

	for (guint i = 0; i < graph->strays->len && !mg_graph_is_stopped(graph);
		i++) {
		const struct mg_stray *stray =
			&g_array_index(graph->strays, struct mg_stray, i);
		const struct mg_object *o =
			mg_graph_object(graph, stray->object);
		guint64 value = 0;
		memcpy(&value, mg_graph_bytes(graph, o) + stray->offset,
			sizeof value);
		if (mg_graph_object_at(graph, value) == MG_NO_OBJECT &&
			!mg_module_at(graph, value))
			func(stray->object, stray->offset, value, FALSE, data);
	}
}

/* ---- For those who allocate ---- */

static void add_value(guint32 object, guint64 offset, guint64 value,
	gboolean dead, gpointer data)
{
	(void) object;
	(void) offset;
	(void) dead;
	g_array_append_val((GArray *) data, value);
}

static int by_value(gconstpointer a, gconstpointer b)
{
	guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;
	return x < y ? -1 : x > y;
}

const guint64 *hc_deltas_stale(const struct hc_deltas *deltas, guint *n)
{
	*n = deltas->stale->len;
	return (const guint64 *) (void *) deltas->stale->data;
}

/* ---- For GDB ---- */

struct naming {
	const struct mg_graph *graph;
	const struct hc_deltas_stack *stack; /* malloc puts nothing there */
	guint64 heap, heap_end; /* where new blocks may be */
	GHashTable *seen; /* values */
	GPtrArray *names;
};

struct leaf {
	guint64 offset;
	struct mg_vertex vertex;
};

static gboolean find_leaf(const struct mg_vertex *vertex, gpointer data)
{
	struct leaf *leaf = data;
	if (vertex->kind == MG_VERTEX_VALUE && !vertex->member &&
		vertex->offset == leaf->offset && vertex->size == 8 &&
		vertex->type && vertex->type->kind == MG_POINTER)
		leaf->vertex = *vertex;
	return vertex->offset <= leaf->offset;
}

/* GDB has no name for what is computed, and no address of what it takes to be
 * in a register. */
static gboolean can_be_read(const struct mg_graph *graph, guint32 object)
{
	const struct mg_object *o = mg_graph_object(graph, object);
	const struct mg_root *root =
		o->root ? &graph->roots[o->root - 1] : NULL;
	return !root ||
	       (root->name[0] != '<' && o->in_memory && !root->saved) ||
	       (root->name[0] != '<' && root->type &&
		       root->type->kind == MG_POINTER);
}

static void add_name(guint32 object, guint64 offset, guint64 value,
	gboolean dead, gpointer data)
{
	struct naming *n = data;
	struct leaf leaf = {
		.offset = offset,
		.vertex =
			{
				.kind = MG_VERTEX_BYTES,
				.object = object,
				.offset = offset,
				.size = 8,
			},
	};
	if (n->names->len == MOST_NAMES ||
		(!dead && (value < n->heap || value >= n->heap_end)) ||
		(value >= n->stack->start && value < n->stack->end) ||
		!can_be_read(n->graph, object) ||
		!g_hash_table_add(n->seen, g_memdup2(&value, sizeof value)))
		return;

	mg_object_visit_part(
		n->graph, object, offset, offset + 8, find_leaf, &leaf);
	g_autofree char *name = mg_vertex_name(n->graph, &leaf.vertex);
	g_ptr_array_add(n->names,
		leaf.vertex.type
			? g_strdup_printf("(unsigned long) %s", name)
			: g_strdup_printf("*(unsigned long *) &(%s)", name));
}

static struct hc_deltas_stack find_stack(const struct mg_graph *graph)
{
	struct hc_deltas_stack stack = {G_MAXUINT64, 0};
	for (guint i = 0; i < graph->n_roots; i++) {
		const struct mg_root *root = &graph->roots[i];
		gboolean string = root->class == MG_ROOT_PROCESS && root->text;
		if (root->place != MG_IN_MEMORY ||
			(root->class > MG_ROOT_OUTER && !string))
			continue;
		stack.start = MIN(stack.start, root->address);
		stack.end = MAX(stack.end, root->address + root->size);
	}
	stack.start -= MIN(stack.start, STACK);
	return stack;
}

void hc_deltas_find_stacks(struct hc_deltas *deltas)
{
	deltas->stack[0] = find_stack(deltas->a);
	deltas->stack[1] = find_stack(deltas->b);
}

/* What is not known to have been freed, such as any number in a union, counts
 * only near the blocks that are there. */
static void find_heap(struct naming *n, const GArray *sizes)
{
	guint64 low = G_MAXUINT64, high = 0;
	for (guint i = 0;
		i < n->graph->objects->len && !mg_graph_is_stopped(n->graph);
		i++) {
		const struct mg_object *o = mg_graph_object(n->graph, i);
		if (o->home != MG_HOME_BLOCK)
			continue;
		low = MIN(low, o->address);
		high = MAX(high, o->address + o->size);
	}

	n->heap = low - MIN(low, NEAR);
	n->heap_end = high + NEAR;
	for (guint i = 0; i < sizes->len; i++)
		if (g_array_index(sizes, guint64, i) >= LARGE || !high) {
			n->heap = 0;
			n->heap_end = G_MAXUINT64;
		}
}

static void find_names(struct hc_deltas *deltas)
{
	g_autoptr(GHashTable) seen = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, NULL);
	struct naming n = {
		.graph = deltas->a,
		.stack = &deltas->stack[0],
		.seen = seen,
		.names = deltas->stale_names,
	};

	find_heap(&n, deltas->sizes);
	for_each_word(deltas->a, add_name, &n);
}

/* Once for all sets: it takes all of the state. */
void hc_deltas_find_stale(struct hc_deltas *deltas)
{
	if (!deltas->sizes->len)
		return;
	for_each_word(deltas->a, add_value, deltas->stale);
	g_array_sort(deltas->stale, by_value);
	find_names(deltas);
}
