/* Which type does a block have? All pointers that lead to it are asked. */
#include "extract.h"

#include <string.h>

/* In pieces, so that it can end in the middle of a large array. */
static gboolean read_bytes(
	struct mg_extract *x, guint64 address, guint8 *to, guint64 size)
{
	enum { PIECE = 1 << 22 };
	const struct mg_reader *reader = x->reader;
	guint64 at = 0;
	do {
		guint64 n = MIN(PIECE, size - at);
		if (mg_extract_is_stopped(x) ||
			!reader->read(address + at, to + at, n, reader->data))
			return FALSE;
		at += n;
	} while (at < size);
	return TRUE;
}

const guint8 *mg_extract_read(
	struct mg_extract *x, const struct mg_stretch *stretch)
{
	if (stretch->root && x->roots[stretch->root - 1].value)
		return g_bytes_get_data(
			x->roots[stretch->root - 1].value, NULL);
	/* A size from damaged debug information must not use up our memory. */
	if (stretch->size > G_MAXUINT32 / 2)
		return NULL;

	g_byte_array_set_size(x->buffer, (guint) stretch->size);
	if (!read_bytes(x, stretch->address, x->buffer->data, stretch->size))
		return NULL;

	x->bytes_read += stretch->size;
	return x->buffer->data;
}

void mg_extract_enqueue(struct mg_extract *x, guint32 id)
{
	struct mg_stretch *stretch = mg_stretch_at(x, id);
	if (stretch->queued || !stretch->shape.type)
		return;
	stretch->queued = TRUE;
	g_array_append_val(x->queue, id);
}

/* Whether a value of the larger type starts with one of the smaller: a pointer
 * to the smaller may then be one to the larger. */
static gboolean starts_with(
	const struct mg_type *larger, const struct mg_type *smaller)
{
	while (larger && larger->kind == MG_STRUCT && larger->n_members &&
		larger->members[0].offset == 0 &&
		!larger->members[0].bit_size) {
		larger = larger->members[0].type;
		if (larger == smaller)
			return TRUE;
	}
	return FALSE;
}

/* A pointer to the start of a block says that a `type` is there. The first one
 * is believed, unless a later one knows the whole of which it saw the start.
 */
static void claim_start(
	struct mg_extract *x, guint32 id, const struct mg_type *type)
{
	struct mg_stretch *stretch = mg_stretch_at(x, id);
	struct mg_shape shape = mg_shape_of_block(type, stretch->size);
	if (!shape.type || shape.type == stretch->shape.type)
		return;
	if (type->kind == MG_CHAR && type->size == 1) {
		stretch->text = TRUE;
		return;
	}
	if (stretch->shape.type && !starts_with(type, stretch->shape.type))
		return;

	stretch->shape = shape;
	stretch->queued = FALSE;
	mg_extract_enqueue(x, id);
}

static void claim(struct mg_extract *x, guint32 holder, guint64 value,
	const struct mg_type *type)
{
	struct mg_target target;
	type = mg_dynamic_type(x, type, &value);
	mg_extract_follow(x, value, type, &target);
	mg_allocator_note(x, holder, value, type, &target);
	if (target.end != MG_END_NONE)
		return;
	const struct mg_stretch *stretch = mg_stretch_at(x, target.stretch);
	gboolean starts =
		stretch->block && !stretch->area && target.offset == 0;
	/* A link says nothing of what else is there. */
	if (starts && mg_is_bare_link(type) && !stretch->shape.type &&
		!mg_fills_block(type, stretch->size))
		starts = FALSE;
	if (starts)
		claim_start(x, target.stretch, type);
	else if (!mg_pool_claim(x, target.stretch, target.offset, type))
		mg_extract_enqueue(x, target.stretch);
	mg_string_note(x, target.stretch, target.offset, type);
	mg_untyped_claim(x, target.stretch, target.offset, type);
}

/* ---- Unions ---- */

struct candidate {
	guint64 offset, value;
	const struct mg_type *type;
	guint fit; /* smaller is better; 0: makes no sense */
};

struct candidates {
	struct mg_extract *x;
	GArray *list; /* struct candidate */
	gboolean unsure; /* what one leads to may become known later */
};

/* How well a union's pointer leads to what it claims: 1 an object known to be
 * of this type, 2 a block of just this size, apart from malloc's rounding, 3 a
 * block that is large enough, 4 a variable, or a place in a pool where it
 * surely is, 5 any other place of a known pool, 0 nonsense. */
static guint fit_of(struct mg_extract *x, guint64 value,
	const struct mg_type *type, gboolean *unsure)
{
	enum { ROUNDING = 24 };

	struct mg_target target;
	if (value % MAX(type ? type->alignment : 1, 1))
		return 0;

	/* No type, so that no stretch is made for what may not be a pointer at
	 * all. */
	mg_extract_follow(x, value, NULL, &target);
	if (target.end == MG_END_FUNCTION)
		return type && type->kind == MG_FUNCTION ? 1 : 0;
	if (target.end != MG_END_NONE)
		return 0;

	const struct mg_stretch *stretch = mg_stretch_at(x, target.stretch);
	const struct mg_shape *shape = &stretch->shape;
	if (shape->type == type &&
		(target.offset == 0 ||
			(type && type->size && !shape->tail &&
				target.offset % type->size == 0)))
		return 1;

	guint64 size = type ? type->size : 0;
	if (mg_in_pool(stretch, target.offset) &&
		!(stretch->block && !stretch->area && target.offset == 0)) {
		/* New stretches may come up there, and move this one. */
		gboolean fits = !stretch->block &&
				target.offset + size <= stretch->size;
		enum mg_sense sense =
			mg_pool_sense(x, target.stretch, target.offset, type);
		if (sense == MG_SENSE_SURE)
			return 4;
		*unsure |= sense == MG_SENSE_UNKNOWN;
		return fits ? 5 : 0;
	}

	if (!stretch->block)
		return target.offset + size <= stretch->size ? 4 : 0;
	if (target.offset != 0 || size == 0 || size > stretch->size)
		return 0;
	guint64 more = stretch->size - size;
	struct mg_shape one = {.type = type, .count = 1};
	/* A text, say, that is reached by the union's char pointer. */
	if (!shape->type && mg_leads_nowhere(x, stretch->address, &one, size))
		return 0;

	return more < ROUNDING ? 2 : 3;
}

static void add_candidate(enum mg_slot slot, guint64 offset, guint64 value,
	const struct mg_type *type, gpointer data)
{
	struct candidates *candidates = data;
	struct candidate candidate = {offset, value, type,
		fit_of(candidates->x, value, type, &candidates->unsure)};
	g_array_append_val(candidates->list, candidate);
}

static int by_offset(gconstpointer a, gconstpointer b)
{
	const struct candidate *p = a, *q = b;
	return p->offset < q->offset ? -1 : p->offset > q->offset;
}

/* Of the members that have a pointer at the same offset, the best one; if
 * several are equally good, the one declared first. */
static guint choose_pointers(struct mg_extract *x, const struct mg_type *type,
	const guint8 *bytes, mg_union_func func, gpointer data,
	gboolean *unsure)
{
	g_autoptr(GArray) list =
		g_array_new(FALSE, FALSE, sizeof(struct candidate));
	struct candidates candidates = {x, list, FALSE};
	guint senseless = 0;

	mg_scan_union(&x->pointers, type, bytes, add_candidate, &candidates);
	/* Links come by offset, and members don't; the sort is stable. */
	g_array_sort(list, by_offset);
	for (guint i = 0; i < list->len; i++) {
		const struct candidate *c =
			&g_array_index(list, struct candidate, i);
		gboolean best = c->fit > 0;
		for (guint j = 0; j < list->len && best; j++) {
			const struct candidate *other =
				&g_array_index(list, struct candidate, j);
			if (other->offset == c->offset && other->fit > 0 &&
				(other->fit < c->fit ||
					(other->fit == c->fit && j < i)))
				best = FALSE;
		}
		senseless += c->fit == 0;
		if (best)
			func(c->offset, c->value, c->type, data);
	}

	*unsure = candidates.unsure;
	return senseless;
}

guint mg_union_pointers(struct mg_extract *x, const struct mg_type *type,
	const guint8 *bytes, mg_union_func func, gpointer data)
{
	gboolean unsure;
	return choose_pointers(x, type, bytes, func, data, &unsure);
}

struct claiming {
	struct mg_extract *x;
	guint32 holder;
};

static void claim_from_union(guint64 offset, guint64 value,
	const struct mg_type *type, gpointer data)
{
	const struct claiming *claiming = data;
	claim(claiming->x, claiming->holder, value, type);
}

/* The bytes of one union; those of all the stretch would be read again for each
 * of the unions in an array. */
static gboolean read_union(
	struct mg_extract *x, const struct mg_inside *u, GByteArray *bytes)
{
	const struct mg_stretch *stretch = mg_stretch_at(x, u->stretch);
	guint64 size = u->type->size;
	/* GNU C has unions with nothing in them. */
	if (size == 0 || size > stretch->size ||
		u->offset > stretch->size - size || size > G_MAXUINT32 / 2)
		return FALSE;

	g_byte_array_set_size(bytes, (guint) size);
	if (stretch->root && x->roots[stretch->root - 1].value) {
		const guint8 *value = g_bytes_get_data(
			x->roots[stretch->root - 1].value, NULL);
		memcpy(bytes->data, value + u->offset, size);
		return TRUE;
	}

	x->bytes_read += size;
	return x->reader->read(stretch->address + u->offset, bytes->data, size,
		x->reader->data);
}

/* Unions wait until everything certain is known; those that lead to a pool,
 * until it is known what is in it. */
static void look_into_unions(struct mg_extract *x)
{
	g_autoptr(GArray) unions = g_steal_pointer(&x->unions);
	g_autoptr(GByteArray) bytes = g_byte_array_new();

	x->unions = g_array_new(FALSE, FALSE, sizeof(struct mg_inside));
	for (guint i = 0; i < unions->len && !mg_extract_is_stopped(x); i++) {
		struct mg_inside u = g_array_index(unions, struct mg_inside, i);
		gboolean unsure;
		if (!read_union(x, &u, bytes))
			continue;
		struct claiming claiming = {x, u.stretch};
		choose_pointers(x, u.type, bytes->data, claim_from_union,
			&claiming, &unsure);
		if (unsure)
			g_array_append_val(x->waiting, u);
	}
}

/* It is rare that a pool gets objects of one more type, so all that wait may be
 * asked again. */
static void split_pools(struct mg_extract *x)
{
	x->learnt = FALSE;
	mg_pools_split(x);
	if (!x->learnt)
		return;
	g_array_append_vals(x->unions, x->waiting->data, x->waiting->len);
	g_array_set_size(x->waiting, 0);
}

/* ---- All of it ---- */

struct looking {
	struct mg_extract *x;
	guint32 id;
	guint64 base; /* of what is looked at, in the stretch */
};

static void take_slot(enum mg_slot slot, guint64 offset, guint64 value,
	const struct mg_type *type, gpointer data)
{
	struct looking *looking = data;
	struct mg_inside u = {looking->id, looking->base + offset, type};
	if (mg_extract_is_stopped(looking->x))
		return;
	mg_room_for_link(looking->x);
	if (slot == MG_SLOT_POINTER)
		mg_siblings_note(looking->x, u.stretch, u.offset, value, type);
	if (slot == MG_SLOT_POINTER)
		claim(looking->x, looking->id, value,
			mg_node_type(looking->x, type, value));
	else if (slot == MG_SLOT_UNION)
		g_array_append_val(looking->x->unions, u);
}

/* The elements that an object of a pool may have, and where they begin. What
 * follows the object may be more of these, or something else that is not known
 * yet, and would be no pointers then. NULL if there is no such doubt. */
static const struct mg_type *doubtful_element(
	const struct mg_stretch *stretch, guint64 *start)
{
	const struct mg_shape *shape = &stretch->shape;
	*start = 0;
	if (stretch->whole == MG_NO_OBJECT)
		return NULL;
	if (!shape->tail)
		return shape->count > 1 ? shape->type : NULL;
	*start = mg_tail_of(shape->type)->offset;
	return mg_tail_element(mg_tail_of(shape->type));
}

/* Cuts what is doubtful off, to be looked at later. */
static void put_off_tail(
	struct mg_extract *x, guint32 id, struct mg_stretch *stretch)
{
	struct mg_shape *shape = &stretch->shape;
	guint64 start, sure;
	const struct mg_type *element = doubtful_element(stretch, &start);
	if (!mg_has_pointers(&x->pointers, element))
		return;

	if (shape->tail) {
		const struct mg_type *tail = mg_tail_of(shape->type)->type;
		sure = tail->open ? 0 : tail->size;
	} else {
		sure = element->size;
		shape->count = 1;
	}
	stretch->size = MIN(stretch->size, start + sure);
	struct mg_inside tail = {id, stretch->size, shape->type};
	g_array_append_val(x->tails, tail);
}

/* New stretches may be added while this one is looked at, and then it moves. */
static void look_at(struct mg_extract *x, guint32 id)
{
	struct mg_stretch stretch = *mg_stretch_at(x, id);
	if (stretch.gone ||
		!mg_has_pointers(&x->pointers, stretch.shape.type) ||
		mg_root_is_unsure(x->roots, stretch.root))
		return;
	put_off_tail(x, id, &stretch);
	const guint8 *bytes = mg_extract_read(x, &stretch);
	if (!bytes)
		return;

	struct looking looking = {x, id, 0};
	mg_scan(&x->pointers, &stretch.shape, bytes, stretch.size,
		stretch.address, take_slot, &looking);
}

/* The next few elements of one tail; then the other tails have their turn. Most
 * of what is behind the true end of a tail becomes known, and is cut off,
 * before it would be taken for elements. */
static void look_at_tail(struct mg_extract *x)
{
	struct mg_inside tail =
		g_array_index(x->tails, struct mg_inside, x->tails_done++);
	struct mg_stretch part = *mg_stretch_at(x, tail.stretch);
	guint64 start;
	const struct mg_type *element = doubtful_element(&part, &start);
	if (part.gone || part.shape.type != tail.type || !element)
		return;

	guint64 done = (tail.offset - MIN(start, tail.offset)) / element->size;
	guint64 left = part.size - MIN(tail.offset, part.size);
	guint64 n = MIN(1 + done / 8, left / element->size);
	if (n == 0)
		return;

	part.address += tail.offset;
	part.size = n * element->size;
	part.shape = (struct mg_shape){element, n, FALSE};
	const guint8 *bytes = mg_extract_read(x, &part);
	if (!bytes)
		return;

	struct looking looking = {x, tail.stretch, tail.offset};
	mg_scan(&x->pointers, &part.shape, bytes, part.size, part.address,
		take_slot, &looking);
	tail.offset += part.size;
	g_array_append_val(x->tails, tail);
}

static void look_at_next_tail(struct mg_extract *x)
{
	look_at_tail(x);
	if (x->tails_done > x->tails->len / 2) {
		g_array_remove_range(x->tails, 0, x->tails_done);
		x->tails_done = 0;
	}
}

void mg_extract_types(struct mg_extract *x)
{
	for (guint32 i = 0; i < x->n_roots; i++)
		mg_extract_enqueue(x, i);
	while ((x->queue->len || x->unions->len || x->insides->len ||
		       x->tails->len || x->torn || x->texts->len ||
		       mg_untyped_settle(x) || mg_siblings_settle(x)) &&
		!mg_extract_is_stopped(x)) {
		for (guint i = 0;
			i < x->queue->len && !mg_extract_is_stopped(x); i++)
			look_at(x, g_array_index(x->queue, guint32, i));
		g_array_set_size(x->queue, 0);
		if (x->unions->len)
			look_into_unions(x);
		else if (mg_untyped_settle(x))
			continue;
		else if (x->insides->len)
			split_pools(x);
		else if (x->tails->len)
			look_at_next_tail(x);
		else if (x->torn)
			mg_pieces_ask_again(x);
		else
			mg_pools_put_texts(x);
	}
	mg_heads_find(x);
	mg_allocators_find(x);
	mg_strings_put(x);
	mg_pieces_finish(x);
}
