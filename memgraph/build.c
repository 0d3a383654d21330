/* The graph itself, from roots and typed stretches, by the cheapest way to each
 * object: that way makes its name. */
#include "extract.h"
#include "origin.h"

#include <string.h>

/* What a way costs: where it starts, and each pointer on it. A local of the
 * innermost frame is best, but a global itself beats something two pointers
 * away from a local. */
enum {
	COST_LOCAL = 0,
	COST_OUTER = 2,
	COST_GLOBAL = 3,
	COST_PROCESS = 4,
	COST_NUMBER = 4, /* more, if its name is an address */
	COST_FOREIGN = 4, /* more, if the function is not the user's */
	COST_UNSURE = 30, /* more, if it may hold anything */
	COST_PENDING = 8, /* more, if it may hold nothing yet */
	COST_POINTER = 2,
	COST_INSIDE = 1, /* more, if it leads to another element */
	COST_AROUND = 8, /* more, if it leads into the middle of something else:
			    the way back to its start is no name */
	COST_UNION = 3, /* more, if it is one of several things that a union may
			   hold: it may be a leftover */
	COST_WORD = 8, /* more, if it only looks like a pointer */
	COST_CAST = 6, /* more, if it is of another type than what is there */
	COST_ARRAY = 2, /* more, if it leads to an element of an array variable,
			   which has a name for all of them */
	COST_BESIDE = 40, /* no pointer at all, only the same block: the last
			     resort, since it takes casts to say so */
};

/* Larger objects are copied in pieces of this size. */
enum { PIECE = 1 << 16 };

/* A way to a stretch, not yet known to be the cheapest. */
struct way {
	guint32 stretch;
	guint32 link; /* the last link, plus one; 0: it is a root */
};

struct build {
	struct mg_extract *x;
	struct mg_graph *graph;
	GPtrArray *ways; /* by cost: GArray of struct way */
	guint32 stretch; /* that is being scanned, … */
	guint32 object; /* … its number, … */
	guint cost; /* … and what the way to it costs */
	gboolean in_union; /* what is looked at now is in a union */
};

static void add_way(struct build *b, guint cost, guint32 stretch, guint32 link)
{
	if (mg_stretch_at(b->x, stretch)->object != MG_NO_OBJECT)
		return;
	while (b->ways->len <= cost)
		g_ptr_array_add(
			b->ways, g_array_new(FALSE, FALSE, sizeof(struct way)));
	struct way way = {stretch, link};
	g_array_append_val((GArray *) g_ptr_array_index(b->ways, cost), way);
}

/* Whether it is a variable that may hold nothing yet. */
static gboolean is_pending(const struct mg_extract *x, guint32 stretch)
{
	guint32 root = mg_stretch_at(x, stretch)->root;
	return root &&
	       (x->roots[root - 1].pending || x->roots[root - 1].unsure);
}

/* How much longer a name gets, including the casts that it takes. */
static guint cost_of_pointer(const struct mg_extract *x,
	const struct mg_type *type, const struct mg_target *target,
	gboolean word)
{
	const struct mg_type *there =
		mg_stretch_at(x, target->stretch)->shape.type;
	gboolean array = there && there->kind == MG_ARRAY && type != there;
	if (array)
		there = there->target;
	/* Texts that have no type are what a char * leads to. */
	gboolean text = !there && type && type->kind != MG_CHAR &&
			mg_stretch_at(x, target->stretch)->text;
	gboolean cast = text || (there && there != type);
	guint inside = there && !cast ? COST_INSIDE : COST_AROUND;
	return COST_POINTER + (word ? COST_WORD : 0) + (cast ? COST_CAST : 0) +
	       (array ? COST_ARRAY : 0) + (target->offset ? inside : 0) +
	       (is_pending(x, target->stretch) ? COST_PENDING : 0);
}

static void add_link(struct build *b, guint64 offset,
	const struct mg_type *type, const struct mg_target *target,
	gboolean word)
{
	struct mg_link link = {
		.from = b->object,
		.to = target->stretch, /* an object's number in the end */
		.offset = offset,
		.type = type,
		.end = target->end,
		.word = word,
		.allocator = mg_allocator_owns(b->x, b->stretch, type, target),
	};

	b->graph->ends[target->end]++;
	if (target->end == MG_END_FUNCTION)
		link.function = target->function;
	else
		link.to_offset = target->offset;

	g_array_append_val(b->graph->links, link);
	if (target->end == MG_END_NONE)
		add_way(b,
			b->cost + (b->in_union ? COST_UNION : 0) +
				cost_of_pointer(b->x, type, target, word),
			target->stretch, b->graph->links->len);
}

static void take_pointer(struct build *b, guint64 offset, guint64 value,
	const struct mg_type *type)
{
	struct mg_target target;
	guint32 root =
		g_array_index(b->graph->objects, struct mg_object, b->object)
			.root;
	gboolean unsure = mg_root_is_unsure(b->x->roots, root);
	/* Without a type, nothing new is made of what is there. */
	mg_extract_follow(b->x, value, unsure ? NULL : type, &target);
	add_link(b, offset, type, &target, FALSE);
}

struct union_at {
	struct build *b;
	guint64 offset;
};

static void take_union_pointer(guint64 offset, guint64 value,
	const struct mg_type *type, gpointer data)
{
	struct union_at *at = data;
	take_pointer(at->b, at->offset + offset, value, type);
}

static void take_slot(enum mg_slot slot, guint64 offset, guint64 value,
	const struct mg_type *type, gpointer data)
{
	struct build *b = data;
	const struct mg_object *object =
		&g_array_index(b->graph->objects, struct mg_object, b->object);
	struct union_at at = {b, offset};
	struct mg_target target;
	if (mg_extract_is_stopped(b->x))
		return;

	switch (slot) {
	case MG_SLOT_POINTER:
		take_pointer(b, offset, value, type);
		break;
	case MG_SLOT_UNION:
		b->in_union = TRUE;
		b->graph->ends[MG_END_IMPLAUSIBLE] += mg_union_pointers(b->x,
			type, b->graph->bytes + object->bytes + offset,
			take_union_pointer, &at);
		b->in_union = FALSE;
		break;
	case MG_SLOT_WORD:
		if (mg_extract_follow_word(b->x, value, &target)) {
			mg_room_for_link(b->x);
			add_link(b, offset, NULL, &target, TRUE);
		}
		break;
	}
}

/* In pieces, and only those that are not 0: what a program has only reserved,
 * or cleared, costs us no memory. */
static gboolean copy_large(
	struct build *b, guint8 *to, guint64 address, guint64 size)
{
	static const guint8 zeros[PIECE];
	const struct mg_reader *reader = b->x->reader;
	guint8 piece[PIECE];

	for (guint64 at = 0; at < size;) {
		if (reader->touched)
			at = reader->touched(address + at, address + size,
				     reader->data) -
			     address;
		guint64 n = MIN(sizeof piece, size - at);
		if (n == 0)
			break;
		if (mg_extract_is_stopped(b->x) ||
			!reader->read(address + at, piece, n, reader->data))
			return FALSE;
		b->x->bytes_read += n;
		if (memcmp(piece, zeros, n) != 0)
			memcpy(to + at, piece, n);
		at += n;
	}

	return TRUE;
}

static gboolean copy_bytes(struct build *b, struct mg_object *object,
	const struct mg_stretch *stretch)
{
	object->bytes = b->graph->n_bytes;
	if (object->in_memory && object->size > PIECE) {
		/* So as not to reserve room for what is not there. */
		guint8 last;
		if (!b->x->reader->read(object->address + object->size - 1,
			    &last, 1, b->x->reader->data))
			return FALSE;
		guint8 *to = mg_graph_reserve(b->graph, object->size);
		return to && copy_large(b, to, object->address, object->size);
	}

	const guint8 *bytes = mg_extract_read(b->x, stretch);
	guint8 *to = bytes ? mg_graph_reserve(b->graph, object->size) : NULL;
	if (!to)
		return FALSE;

	memcpy(to, bytes, object->size);
	return TRUE;
}

/* Every byte of a block, or of a variable, is state, even between the pieces
 * that pointers lead to: from one piece, a program can get to all. */
static void add_pieces(struct build *b, guint32 piece)
{
	guint32 whole = mg_stretch_at(b->x, piece)->whole;
	if (whole == MG_NO_OBJECT)
		return;

	struct mg_stretch *block = mg_stretch_at(b->x, whole);
	if (block->opened)
		return;
	block->opened = TRUE;

	guint64 at = block->address, end = at + block->extent;
	while (at < end && !mg_extract_is_stopped(b->x)) {
		guint32 id = mg_known_at(b->x, at);
		if (id == MG_NO_OBJECT)
			return;
		const struct mg_stretch *other = mg_stretch_at(b->x, id);
		at = other->address + other->size;
		if (other->object != MG_NO_OBJECT || other->left_out ||
			other->dead)
			continue;
		struct mg_link link = {
			.from = b->object,
			.to = id,
			.beside = TRUE,
		};
		b->graph->ends[MG_END_NONE]++;
		g_array_append_val(b->graph->links, link);
		add_way(b, b->cost + COST_BESIDE, id, b->graph->links->len);
	}
}

static enum mg_home home_of(const struct mg_stretch *stretch)
{
	return stretch->block                   ? MG_HOME_BLOCK
	       : stretch->whole != MG_NO_OBJECT ? MG_HOME_PIECE
	       : stretch->constant              ? MG_HOME_CONSTANT
						: MG_HOME_OTHER;
}

/* Whether a char * that leads to it makes it a text: it does not if others
 * know better. */
static gboolean is_text(const struct mg_stretch *stretch)
{
	const struct mg_type *type = stretch->shape.type;
	return stretch->text &&
	       !(type && (type->kind == MG_STRUCT || type->kind == MG_UNION ||
				 type->kind == MG_POINTER));
}

static void make_object(struct build *b, const struct way *way, guint cost)
{
	struct mg_stretch *stretch = mg_stretch_at(b->x, way->stretch);
	struct mg_object object = {
		.address = stretch->address,
		.size = stretch->size,
		.shape = stretch->shape,
		.root = stretch->root,
		.named_by = way->link,
		.first_link = b->graph->links->len,
		.text = is_text(stretch),
		.in_memory =
			!stretch->root || !b->x->roots[stretch->root - 1].value,
		.home = home_of(stretch),
	};

	object.readable = copy_bytes(b, &object, stretch);
	b->object = stretch->object = b->graph->objects->len;
	b->stretch = way->stretch;
	b->cost = cost;
	g_array_append_val(b->graph->objects, object);
	if (object.readable)
		mg_scan(&b->x->pointers, &object.shape,
			b->graph->bytes + object.bytes, object.size,
			object.address, take_slot, b);

	add_pieces(b, way->stretch);
	g_array_index(b->graph->objects, struct mg_object, b->object).n_links =
		b->graph->links->len - object.first_link;
}

static void add_root_ways(struct build *b)
{
	static const guint costs[] = {
		COST_LOCAL, COST_OUTER, COST_GLOBAL, COST_PROCESS};

	for (guint32 i = 0; i < b->x->n_roots; i++) {
		const struct mg_root *root = &b->x->roots[i];
		guint cost = costs[root->class];
		if (root->name[0] == '*' && strstr(root->name, "0x"))
			cost += COST_NUMBER;
		if (root->foreign)
			cost += COST_FOREIGN;
		if (root->unsure)
			cost += COST_UNSURE;
		if (root->pending)
			cost += COST_PENDING;
		add_way(b, cost, i, 0);
	}
}

static void walk(struct build *b)
{
	add_root_ways(b);
	for (guint cost = 0; cost < b->ways->len; cost++) {
		/* Scanning may add ways, even to this list. */
		for (guint i = 0;; i++) {
			const GArray *list = g_ptr_array_index(b->ways, cost);
			if (i >= list->len || mg_extract_is_stopped(b->x))
				break;
			struct way way = g_array_index(list, struct way, i);
			if (mg_stretch_at(b->x, way.stretch)->object ==
				MG_NO_OBJECT)
				make_object(b, &way, cost);
		}
		g_array_set_size(g_ptr_array_index(b->ways, cost), 0);
	}
}

/* Links were made to stretches, some of which had no object yet. */
static void settle_links(struct build *b)
{
	for (guint i = 0;
		i < b->graph->links->len && !mg_extract_is_stopped(b->x); i++) {
		struct mg_link *link =
			&g_array_index(b->graph->links, struct mg_link, i);
		if (link->to != MG_NO_OBJECT)
			link->to = mg_stretch_at(b->x, link->to)->object;
	}
}

static int by_place(gconstpointer a, gconstpointer b)
{
	const struct mg_stray *p = a, *q = b;
	if (p->object != q->object)
		return p->object < q->object ? -1 : 1;
	return p->offset < q->offset ? -1 : p->offset > q->offset;
}

static void settle_counts(struct build *b)
{
	for (guint i = 0; i < b->x->counts->len; i++) {
		const struct mg_count *count =
			&g_array_index(b->x->counts, struct mg_count, i);
		struct mg_stray at = {
			mg_stretch_at(b->x, count->holder)->object,
			count->offset};
		if (at.object != MG_NO_OBJECT)
			g_array_append_val(b->graph->counts, at);
	}
	g_array_sort(b->graph->counts, by_place);
}

struct mg_graph *mg_graph_empty(void)
{
	struct mg_graph *graph = g_new0(struct mg_graph, 1);
	graph->objects = g_array_new(FALSE, FALSE, sizeof(struct mg_object));
	graph->links = g_array_new(FALSE, FALSE, sizeof(struct mg_link));
	graph->strays = g_array_new(FALSE, FALSE, sizeof(struct mg_stray));
	graph->stray_starts = g_array_new(FALSE, FALSE, sizeof(guint32));
	graph->parts = g_array_new(FALSE, FALSE, sizeof(struct mg_part));
	graph->counts = g_array_new(FALSE, FALSE, sizeof(struct mg_stray));
	graph->order = g_new0(struct mg_order, 1);
	graph->origins = g_new0(struct mg_origins, 1);
	graph->order->objects = g_array_new(FALSE, FALSE, sizeof(guint32));
	return graph;
}

struct mg_graph *mg_graph_new(const struct mg_reader *reader,
	const struct mg_root *roots, guint n_roots)
{
	struct mg_extract x;
	struct mg_graph *graph = mg_graph_empty();

	graph->roots = roots;
	graph->n_roots = n_roots;
	graph->modules = reader->modules;
	graph->n_modules = reader->n_modules;
	graph->stop = reader->stop;
	mg_extract_init(&x, reader, roots, n_roots);
	mg_extract_types(&x);

	struct build b = {
		.x = &x,
		.graph = graph,
		.ways = g_ptr_array_new_with_free_func(
			(GDestroyNotify) g_array_unref),
	};
	walk(&b);
	settle_links(&b);
	settle_counts(&b);
	if (reader->freed)
		mg_freed_add(&x, graph);
	mg_graph_find_strays(graph, reader);
	mg_graph_find_parts(graph);
	graph->bytes_read = x.bytes_read;
	g_ptr_array_unref(b.ways);
	mg_extract_clear(&x);

	/* Loops ended early, here or there. */
	if (mg_graph_is_stopped(graph))
		g_clear_pointer(&graph, mg_graph_free);
	return graph;
}

void mg_graph_free(struct mg_graph *graph)
{
	g_array_unref(graph->objects);
	g_array_unref(graph->links);
	g_array_unref(graph->strays);
	g_array_unref(graph->stray_starts);
	g_array_unref(graph->parts);
	g_array_unref(graph->counts);
	g_array_unref(graph->order->objects);
	g_free(graph->order);
	g_free(graph->origins->list);
	g_free(graph->origins);
	mg_graph_free_bytes(graph);
	if (graph->free_owned)
		graph->free_owned(graph->owned);
	g_free(graph);
}
