/* Elements of std::deque: they are in blocks of one size. The deque has an array
 * of pointers to the blocks (its map), and two iterators, at its first element
 * and behind the last one. An iterator has pointers to its element, to the start
 * and the end of the element's block, and to that block's pointer in the map. */
#include "name-deque.h"

#include <string.h>

struct iterator {
	guint64 cur, first, last, node;
};

struct deque {
	const struct mg_type *type;
	guint64 offset; /* in the object that it is in */
	guint64 map, start, finish; /* their offsets, in the same */
	guint64 cur; /* of the first iterator's pointer to its element */
	struct iterator begin, end;
};

/* A block of its elements. */
struct block {
	guint links; /* how many lead there */
	gint64 first; /* which of its elements is the deque's first */
	gint64 count; /* how many the deque has */
	gboolean is_first;
};

static const struct mg_link *link_in(
	const struct mg_graph *graph, const GArray *chain, guint number)
{
	return &g_array_index(graph->links, struct mg_link,
		g_array_index(chain, guint32, number));
}

static gboolean read_word(const struct mg_graph *graph,
	const struct mg_object *object, guint64 offset, guint64 *word)
{
	if (offset > object->size || object->size - offset < sizeof *word)
		return FALSE;
	memcpy(word, mg_graph_bytes(graph, object) + offset, sizeof *word);
	return TRUE;
}

/* ---- Where a deque has what ---- */

/* The member of this name, of the struct or of one in it; NULL: none. */
static const struct mg_member *find_named(
	const struct mg_type *type, const char *name, guint64 *offset)
{
	if (!type || type->kind != MG_STRUCT)
		return NULL;
	for (guint i = 0; i < type->n_members; i++) {
		const struct mg_member *m = &type->members[i];
		guint64 inside = 0;
		const struct mg_member *found =
			g_strcmp0(m->name, name) == 0
				? m
				: find_named(m->type, name, &inside);
		if (found) {
			*offset = m->offset + inside;
			return found;
		}
	}
	return NULL;
}

/* The deque around an offset of an object; FALSE: there is none. */
static gboolean find_around(
	const struct mg_object *object, guint64 offset, struct deque *deque)
{
	const struct mg_type *type = object->shape.type;
	guint64 at = 0;
	if (!type || !type->size || object->shape.tail || !object->readable)
		return FALSE;

	at = offset / type->size * type->size;
	while (type &&
		!(type->name && g_str_has_prefix(type->name, "std::deque<"))) {
		const struct mg_member *in = NULL;
		if (type->kind == MG_ARRAY && type->target &&
			type->target->size) {
			type = type->target;
			at += (offset - at) / type->size * type->size;
			continue;
		}
		for (guint i = 0;
			type->kind == MG_STRUCT && i < type->n_members && !in;
			i++) {
			const struct mg_member *m = &type->members[i];
			if (m->type && !m->bit_size &&
				offset >= at + m->offset &&
				offset - at - m->offset < m->type->size)
				in = m;
		}
		at += in ? in->offset : 0;
		type = in ? in->type : NULL;
	}
	deque->type = type;
	deque->offset = at;
	return type != NULL;
}

static gboolean read_iterator(const struct mg_graph *graph,
	const struct mg_object *object, const struct mg_type *type, guint64 at,
	struct iterator *iterator)
{
	const struct {
		const char *name;
		guint64 *value;
	} words[] = {
		{"_M_cur", &iterator->cur},
		{"_M_first", &iterator->first},
		{"_M_last", &iterator->last},
		{"_M_node", &iterator->node},
	};
	for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
		guint64 offset;
		if (!find_named(type, words[i].name, &offset) ||
			!read_word(graph, object, at + offset, words[i].value))
			return FALSE;
	}
	return TRUE;
}

static gboolean find_deque(const struct mg_graph *graph,
	const struct mg_link *link, struct deque *deque)
{
	const struct mg_object *from = mg_graph_object(graph, link->from);
	if (link->word || link->beside ||
		!find_around(from, link->offset, deque))
		return FALSE;

	const struct mg_member *start =
		find_named(deque->type, "_M_start", &deque->start);
	if (!start || !find_named(deque->type, "_M_finish", &deque->finish) ||
		!find_named(deque->type, "_M_map", &deque->map) ||
		!find_named(start->type, "_M_cur", &deque->cur))
		return FALSE;
	deque->map += deque->offset;
	deque->start += deque->offset;
	deque->finish += deque->offset;
	deque->cur += deque->start;
	return read_iterator(
		       graph, from, start->type, deque->start, &deque->begin) &&
	       read_iterator(
		       graph, from, start->type, deque->finish, &deque->end);
}

/* ---- Blocks ---- */

/* The place in the map that has the pointer to a block; 0: unknown. */
static guint64 find_node(const struct mg_graph *graph,
	const struct deque *deque, const struct mg_link *link,
	const struct mg_link *next, const struct mg_object *block)
{
	if (next)
		return mg_graph_address(graph, link->to) + next->offset;
	if (block->address == deque->begin.first)
		return deque->begin.node;
	return block->address == deque->end.first ? deque->end.node : 0;
}

/* One that is not made yet may have anything in it. */
static gboolean is_sane(
	const struct deque *deque, guint64 node, gint64 size, gint64 *each)
{
	enum { MOST_BYTES = 1 << 20, MOST_BLOCKS = 1 << 28 };
	const struct iterator *b = &deque->begin, *e = &deque->end;
	guint64 bytes = b->last - b->first;
	*each = bytes <= MOST_BYTES ? (gint64) bytes / size : 0;
	return *each > 0 && b->cur - b->first <= bytes &&
	       e->cur - e->first <= bytes &&
	       (e->node - b->node) / 8 < MOST_BLOCKS && node >= b->node &&
	       node <= e->node;
}

static gboolean find_block(const struct mg_graph *graph,
	const struct deque *deque, const GArray *chain, guint left,
	struct block *block)
{
	const struct mg_link *link = link_in(graph, chain, left - 1);
	const struct mg_link *next = NULL;
	if (link->offset == deque->map && left > 1)
		next = link_in(graph, chain, left - 2);
	const struct mg_link *last = next ? next : link;
	const struct mg_object *to = mg_graph_object(graph, last->to);
	guint64 node = find_node(graph, deque, link, next, to);
	gint64 size = last->type ? (gint64) last->type->size : 0;
	if (last->word || last->beside || !node || size == 0 ||
		to->shape.type != last->type || to->shape.tail)
		return FALSE;

	const struct iterator *b = &deque->begin, *e = &deque->end;
	gint64 each;
	if (!is_sane(deque, node, size, &each))
		return FALSE;
	gint64 before = (gint64) (b->cur - b->first) / size;
	block->links = next ? 2 : 1;
	block->is_first = node == b->node;
	block->first = before - (gint64) (node - b->node) / 8 * each;
	block->count = (gint64) (e->node - b->node) / 8 * each +
		       (gint64) (e->cur - e->first) / size - before;
	return TRUE;
}

/* Whether what is told next is in an element that is in use. */
static gboolean is_element(const struct mg_graph *graph,
	const struct block *block, const GArray *chain, guint left,
	guint64 offset)
{
	const struct mg_link *last = link_in(graph, chain, left - block->links);
	if (left > block->links) {
		const struct mg_link *after =
			link_in(graph, chain, left - block->links - 1);
		offset = after->beside ? G_MAXUINT64 : after->offset;
	}
	if (offset == G_MAXUINT64)
		return FALSE;
	gint64 index = (gint64) (offset / last->type->size) - block->first;
	return index >= 0 && index < block->count;
}

guint mg_deque_append(const struct mg_graph *graph, struct mg_expression *e,
	const GArray *chain, guint left, guint64 offset)
{
	const struct mg_link *link = link_in(graph, chain, left - 1);
	const struct mg_object *from = mg_graph_object(graph, link->from);
	struct deque deque = {NULL};
	struct block block;
	if (!find_deque(graph, link, &deque) ||
		!find_block(graph, &deque, chain, left, &block) ||
		!is_element(graph, &block, chain, left, offset) ||
		(!e->words && !block.is_first))
		return 0;

	const struct mg_link *last = link_in(graph, chain, left - block.links);
	struct mg_goal whole = {.type = deque.type};
	struct mg_goal pointer = {.target = last->type};
	if (!mg_expression_go_inside(e, from, e->words ? &whole : &pointer,
		    e->words ? deque.offset : deque.cur))
		return 0;
	e->pointer = !e->words;
	e->container = e->words;
	e->element = TRUE;
	e->first = block.first;
	return block.links;
}
