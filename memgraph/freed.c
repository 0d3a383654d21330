/* What is left in memory that was freed. A program that uses a pointer after
 * free reads what it left there, or wrote there since, apart from the words
 * that the allocator keeps in a free block; these mean nothing to it, and must
 * not be touched.
 *
 * All else is in the graph by now, and stays as it is: a pointer in freed memory
 * makes nothing known. Where the size of a block is not known any more, there is
 * as much as the pointer's type says. */
#include "extract.h"

#include <string.h>

/* Objects of freed memory: a list of them that nobody uses is not worth more. */
enum { MOST_FREED = 4096 };
/* Where a block's size is not known: bytes of a text, or of an array. */
enum { MOST_BYTES = 4096 };
enum { WORD = 8 };

/* A pointer to freed memory. */
struct claim {
	guint64 address;
	guint32 link;
	const struct mg_type *type;
	struct mg_place place;
};

struct freed {
	struct mg_extract *x;
	struct mg_graph *graph;
	GArray *claims; /* struct claim, by address */
	GArray *made; /* guint32: objects */
	/* Of the object that is being made. */
	const struct claim *claim;
	guint64 size;
	GArray *links; /* struct mg_link */
};

static struct mg_link *link_at(struct mg_graph *graph, guint32 number)
{
	return &g_array_index(graph->links, struct mg_link, number);
}

/* ---- Which ---- */

static gboolean is_text(const struct mg_type *type)
{
	return type->kind == MG_CHAR && type->size == 1;
}

/* Whether something typed is, or was, at the start of what a pointer leads to.
 */
static gboolean makes_claim(
	const struct freed *f, const struct mg_link *link, struct claim *claim)
{
	const struct mg_type *type = link->type;
	const struct mg_object *from = mg_graph_object(f->graph, link->from);
	if (link->end != MG_END_DEAD || link->word || link->beside || !type ||
		!type->size || type->kind == MG_VOID ||
		type->kind == MG_FUNCTION ||
		mg_root_is_unsure(f->graph->roots, from->root))
		return FALSE;

	claim->type = type;
	claim->address = mg_link_value(f->graph, link);
	claim->place = (struct mg_place){.kind = MG_PLACE_NOWHERE};
	f->x->reader->place(claim->address, &claim->place, f->x->reader->data);
	return claim->place.kind == MG_PLACE_DEAD && claim->place.block &&
	       (!claim->place.whole || claim->place.start == claim->address);
}

static int by_address(gconstpointer a, gconstpointer b)
{
	const struct claim *p = a, *q = b;
	if (p->address != q->address)
		return p->address < q->address ? -1 : 1;
	/* What knows more than that there are bytes; then the shorter name. */
	if (is_text(p->type) != is_text(q->type))
		return is_text(p->type) ? 1 : -1;
	return (p->link > q->link) - (p->link < q->link);
}

static void find_claims(struct freed *f, guint32 first_link)
{
	g_array_set_size(f->claims, 0);
	for (guint32 i = first_link;
		i < f->graph->links->len && !mg_extract_is_stopped(f->x); i++) {
		struct claim claim = {.link = i};
		if (makes_claim(f, link_at(f->graph, i), &claim))
			g_array_append_val(f->claims, claim);
	}
	g_array_sort(f->claims, by_address);
}

/* ---- One object ---- */

/* Offsets in the object of what is not the program's: [0, first) and from
 * `last` on. */
static void find_taken(const struct freed *f, guint64 *first, guint64 *last)
{
	const struct mg_place *place = &f->claim->place;
	guint64 begin = place->start + place->taken_first;
	guint64 end = place->start + place->size - place->taken_last;
	*first = begin > f->claim->address ? begin - f->claim->address : 0;
	*last = end - MIN(end, f->claim->address);
}

static gboolean is_taken(const struct freed *f, guint64 offset)
{
	guint64 first, last;
	find_taken(f, &first, &last);
	return offset < first || offset + WORD > last;
}

/* A word of the allocator's: it is the same as any other, and never written. */
static void add_taken(struct freed *f, guint64 from, guint64 end)
{
	for (; from + WORD <= end; from += WORD) {
		struct mg_link link = {
			.from = f->graph->objects->len - 1,
			.to = MG_NO_OBJECT,
			.offset = from,
			.end = MG_END_OPAQUE,
			.word = TRUE,
			.allocator = TRUE,
		};
		g_array_append_val(f->links, link);
	}
}

static void add_pointer(struct freed *f, guint64 offset, guint64 value,
	const struct mg_type *type)
{
	struct mg_link link = {
		.from = f->graph->objects->len - 1,
		.to = MG_NO_OBJECT,
		.offset = offset,
		.type = type,
	};
	struct mg_target target;
	if (is_taken(f, offset))
		return;

	/* No type, so that nothing becomes known that was not. */
	mg_extract_follow(f->x, value, NULL, &target);
	link.end = target.end;
	if (target.end == MG_END_FUNCTION)
		link.function = target.function;
	else if (target.end == MG_END_NONE) {
		link.to = mg_stretch_at(f->x, target.stretch)->object;
		link.to_offset = target.offset;
	}
	if (link.end == MG_END_NONE && link.to == MG_NO_OBJECT)
		link.end = MG_END_OPAQUE;
	g_array_append_val(f->links, link);
}

struct union_at {
	struct freed *f;
	guint64 offset;
};

static void take_union_pointer(guint64 offset, guint64 value,
	const struct mg_type *type, gpointer data)
{
	const struct union_at *at = data;
	add_pointer(at->f, at->offset + offset, value, type);
}

static void take_slot(enum mg_slot slot, guint64 offset, guint64 value,
	const struct mg_type *type, gpointer data)
{
	struct freed *f = data;
	const struct mg_object *object =
		mg_graph_object(f->graph, f->graph->objects->len - 1);
	struct union_at at = {f, offset};
	if (mg_extract_is_stopped(f->x))
		return;
	if (slot == MG_SLOT_POINTER)
		add_pointer(f, offset, value, type);
	else if (slot == MG_SLOT_UNION)
		mg_union_pointers(f->x, type,
			mg_graph_bytes(f->graph, object) + offset,
			take_union_pointer, &at);
}

static int by_offset(gconstpointer a, gconstpointer b)
{
	const struct mg_link *p = a, *q = b;
	return (p->offset > q->offset) - (p->offset < q->offset);
}

/* The object's links, behind all others. */
static void add_links(struct freed *f, struct mg_object *object)
{
	guint64 first, last;
	g_array_set_size(f->links, 0);
	find_taken(f, &first, &last);
	add_taken(f, 0, MIN(first, object->size));
	if (object->readable)
		mg_scan(&f->x->pointers, &object->shape,
			mg_graph_bytes(f->graph, object), object->size,
			object->address, take_slot, f);
	add_taken(f, MAX(first, last), object->size);
	g_array_sort(f->links, by_offset);

	object->first_link = f->graph->links->len;
	object->n_links = f->links->len;
	g_array_append_vals(f->graph->links, f->links->data, f->links->len);
	for (guint i = 0; i < f->links->len; i++)
		f->graph->ends[g_array_index(f->links, struct mg_link, i)
				       .end]++;
}

/* Up to the next thing that is known, and no more than there is. */
static guint64 size_of(const struct claim *claim, guint64 next)
{
	const struct mg_place *place = &claim->place;
	const struct mg_type *type = claim->type;
	guint64 room = MIN(place->start + place->size, next) - claim->address;
	gboolean plain = type->kind != MG_STRUCT && type->kind != MG_UNION &&
			 type->kind != MG_ARRAY;
	if (place->whole)
		return room;
	return MIN(room, plain ? MOST_BYTES : type->size);
}

/* What was made there before; MG_NO_OBJECT if nothing was. */
static guint32 find_made(const struct freed *f, guint64 address, guint64 size)
{
	for (guint i = 0; i < f->made->len; i++) {
		guint32 number = g_array_index(f->made, guint32, i);
		const struct mg_object *o = mg_graph_object(f->graph, number);
		if (address < o->address + o->size &&
			o->address < address + size)
			return number;
	}
	return MG_NO_OBJECT;
}

static void copy_bytes(struct freed *f, struct mg_object *object)
{
	guint64 first, last, size = object->size;
	find_taken(f, &first, &last);
	object->bytes = f->graph->n_bytes;
	guint8 *to = mg_graph_reserve(f->graph, size);
	object->readable = to && f->x->reader->read(object->address, to, size,
					 f->x->reader->data);
	f->x->bytes_read += size;
	if (!object->readable)
		return;

	/* What the allocator has there is nobody's business. */
	memset(to, 0, MIN(first, size));
	if (last < size)
		memset(to + last, 0, size - last);
	object->text = is_text(f->claim->type) && first == 0;
}

/* MG_NO_OBJECT if there can't be what the pointer says. */
static guint32 make_object(
	struct freed *f, const struct claim *claim, guint64 next)
{
	guint64 size = size_of(claim, next);
	gboolean text = is_text(claim->type);
	guint32 there = find_made(f, claim->address, size);
	if (there != MG_NO_OBJECT)
		return mg_graph_object(f->graph, there)->address ==
				       claim->address
			       ? there
			       : MG_NO_OBJECT;

	struct mg_object object = {
		.address = claim->address,
		.size = size,
		.shape = text ? (struct mg_shape){.count = size}
			      : mg_shape_of_block(claim->type, size),
		.named_by = claim->link + 1,
		.in_memory = TRUE,
		.home = MG_HOME_FREED,
		.loose = !claim->place.whole,
	};
	if (size == 0 || (!text && !object.shape.type) ||
		!mg_room_for_stretch(f->x, claim->address, size))
		return MG_NO_OBJECT;

	guint32 number = f->graph->objects->len;
	f->claim = claim;
	copy_bytes(f, &object);
	g_array_append_val(f->graph->objects, object);
	add_links(f, &object);
	g_array_index(f->graph->objects, struct mg_object, number) = object;
	g_array_append_val(f->made, number);
	return number;
}

/* The next address that is claimed. */
static guint64 address_after(const struct freed *f, guint i)
{
	guint64 address = g_array_index(f->claims, struct claim, i).address;
	for (; i < f->claims->len; i++) {
		guint64 next =
			g_array_index(f->claims, struct claim, i).address;
		if (next != address)
			return next;
	}
	return G_MAXUINT64;
}

/* Of those that lead to one address, the first decides what is there. */
static void take_claims(struct freed *f)
{
	guint32 object = MG_NO_OBJECT;
	for (guint i = 0; i < f->claims->len && f->made->len < MOST_FREED &&
			  !mg_extract_is_stopped(f->x);
		i++) {
		const struct claim *claim =
			&g_array_index(f->claims, struct claim, i);
		if (i == 0 || claim[-1].address != claim->address)
			object = make_object(f, claim, address_after(f, i));
		if (object != MG_NO_OBJECT)
			link_at(f->graph, claim->link)->to = object;
	}
}

void mg_freed_add(struct mg_extract *x, struct mg_graph *graph)
{
	struct freed f = {
		.x = x,
		.graph = graph,
		.claims = g_array_new(FALSE, FALSE, sizeof(struct claim)),
		.made = g_array_new(FALSE, FALSE, sizeof(guint32)),
		.links = g_array_new(FALSE, FALSE, sizeof(struct mg_link)),
	};

	/* Freed memory may lead to more of it. */
	for (guint32 done = 0; done < graph->links->len;) {
		find_claims(&f, done);
		done = graph->links->len;
		take_claims(&f);
		if (mg_extract_is_stopped(x) || f.made->len == MOST_FREED)
			break;
	}

	g_array_unref(f.claims);
	g_array_unref(f.made);
	g_array_unref(f.links);
}
