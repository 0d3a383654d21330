/* The pieces of a pool: objects that pointers know of, and the bytes between
 * them. What is known of a pool comes bit by bit, so it is cut again and again;
 * in the end the order in which things became known should not show.
 *
 * An object with an open tail has all that follows, up to the next object. A
 * claim in that tail cuts it, unless it is a claim about an element. What can't
 * be missing from an object is never cut by a claim of another type: one of the
 * two is wrong, and the first is believed. */
#include "extract.h"

static guint64 end_of(const struct mg_stretch *stretch)
{
	return stretch->address + stretch->size;
}

static gboolean is_area(const struct mg_extract *x, guint32 piece)
{
	guint32 whole = mg_stretch_at(x, piece)->whole;
	return whole != MG_NO_OBJECT && mg_stretch_at(x, whole)->area;
}

static guint32 add_piece(struct mg_extract *x, guint32 whole, guint64 address,
	guint64 size, struct mg_shape shape)
{
	guint32 id = mg_stretch_add(x, address, size, shape, TRUE);
	mg_stretch_at(x, id)->whole = whole;
	return id;
}

void mg_piece_add_gap(
	struct mg_extract *x, guint32 whole, guint64 address, guint64 end)
{
	struct mg_shape bytes = {.count = end - address};
	if (address < end)
		add_piece(x, whole, address, end - address, bytes);
}

void mg_piece_add_head(struct mg_extract *x, guint32 whole, guint64 size,
	struct mg_shape shape)
{
	guint64 address = mg_stretch_at(x, whole)->address;
	if (size == 0)
		return;
	gboolean room = mg_room_for_stretch(x, address, size);
	guint32 id = add_piece(x, whole, address, size, shape);
	mg_stretch_at(x, id)->left_out = !room;
	if (room)
		mg_extract_enqueue(x, id);
}

/* ---- Claims that make no piece ---- */

/* Kept for the case that the tail is cut off. */
static void hold(
	struct mg_extract *x, guint32 piece, const struct mg_inside *in)
{
	const struct mg_shape *shape = &mg_stretch_at(x, piece)->shape;
	if (shape->tail || shape->count > 1)
		g_array_append_vals(x->parts, in, 1);
}

static gboolean is_part(const struct mg_extract *x, const struct mg_inside *in)
{
	guint64 address = mg_stretch_at(x, in->stretch)->address + in->offset;
	/* An array, then. */
	if (!mg_stretch_at(x, in->stretch)->split)
		return TRUE;
	guint32 id = mg_known_at(x, address);
	if (id == MG_NO_OBJECT)
		return FALSE;
	const struct mg_stretch *s = mg_stretch_at(x, id);
	return mg_has_part(&s->shape, address - s->address, in->type);
}

/* All of them at once and when nothing else is left to do, since a tail may be
 * cut as often as there are objects behind it. */
void mg_pieces_ask_again(struct mg_extract *x)
{
	g_autoptr(GArray) parts = g_steal_pointer(&x->parts);
	x->parts = g_array_new(FALSE, FALSE, sizeof(struct mg_inside));
	x->torn = FALSE;
	for (guint i = 0; i < parts->len && !mg_extract_is_stopped(x); i++) {
		struct mg_inside in = g_array_index(parts, struct mg_inside, i);
		g_array_append_val(is_part(x, &in) ? x->parts : x->insides, in);
	}
}

/* ---- Objects ---- */

/* How far an object would reach: over gaps and over what would be a part of it,
 * but not into anything else. In an area it is an array of unknown length. */
static guint64 reach(const struct mg_extract *x, gboolean area, guint64 address,
	const struct mg_type *type, guint64 limit)
{
	struct mg_shape shape = {
		type, area ? G_MAXUINT64 : 1, mg_has_open_tail(type)};
	guint64 end = shape.tail || area || type->size > limit - address
			      ? limit
			      : address + type->size;

	for (guint64 at = address; !mg_extract_is_stopped(x);) {
		guint32 next = mg_known_after(x, at);
		if (next == MG_NO_OBJECT)
			break;
		const struct mg_stretch *s = mg_stretch_at(x, next);
		at = s->address;
		if (at >= end)
			break;
		if (s->text ||
			(s->shape.type && !mg_has_part(&shape, at - address,
						  s->shape.type)))
			return at;
	}

	return end;
}

/* All bytes, if there is less than the type can't do without. */
static struct mg_shape shape_of_piece(
	const struct mg_type *type, guint64 size, gboolean area)
{
	guint64 count = area ? size / type->size : 1;

	if (mg_has_open_tail(type) && size >= mg_fixed_size(type))
		return (struct mg_shape){type, 1, TRUE};
	return size < type->size ? (struct mg_shape){.count = size}
				 : (struct mg_shape){type, count, FALSE};
}

/* Pieces between two addresses are no more; what is left of the last one
 * becomes a gap. */
static void take_over(
	struct mg_extract *x, guint32 whole, guint64 from, guint64 end)
{
	while (from < end && !mg_extract_is_stopped(x)) {
		guint32 id = mg_known_at(x, from);
		if (id == MG_NO_OBJECT)
			return;
		guint64 behind = end_of(mg_stretch_at(x, id));
		mg_known_remove(x, id);
		mg_stretch_at(x, id)->gone = TRUE;
		x->torn = TRUE;
		if (behind > end)
			mg_piece_add_gap(x, whole, end, behind);
		from = behind;
	}
}

/* Puts an object to the start of a piece, or into a gap. */
static void put_object(struct mg_extract *x, guint32 id, guint64 address,
	const struct mg_type *type, guint64 limit)
{
	guint32 whole = mg_stretch_at(x, id)->whole;
	guint64 start = mg_stretch_at(x, id)->address;
	guint64 behind = end_of(mg_stretch_at(x, id));
	gboolean area = is_area(x, id);
	guint64 end = reach(x, area, address, type, limit);
	struct mg_shape shape = shape_of_piece(type, end - address, area);
	/* What does not fit is not there, but something begins here. */
	if (!shape.type) {
		end = MIN(end, behind);
		shape.count = end - address;
	}
	if (!mg_room_for_stretch(x, address, end - address)) {
		mg_stretch_at(x, id)->left_out = TRUE;
		return;
	}

	if (end > behind)
		take_over(x, whole, behind, end);
	else
		mg_piece_add_gap(x, whole, end, behind);
	if (start < address) {
		struct mg_stretch *gap = mg_stretch_at(x, id);
		gap->size = gap->shape.count = address - start;
		id = add_piece(x, whole, address, end - address, shape);
	}
	struct mg_stretch *object = mg_stretch_at(x, id);
	object->size = end - address;
	object->shape = shape;
	object->queued = FALSE;
	object->text = FALSE;
	mg_extract_enqueue(x, id);
	if (shape.type)
		mg_pool_learn(x, whole, type);
}

/* Of two types at the same place, the larger one knows more. The rest is for
 * the order of claims not to matter. */
static gboolean outranks(const struct mg_type *a, const struct mg_type *b)
{
	gboolean p = a->kind == MG_STRUCT || a->kind == MG_UNION;
	gboolean q = b->kind == MG_STRUCT || b->kind == MG_UNION;
	if (a->size != b->size)
		return a->size > b->size;
	return p != q ? p : a->id < b->id;
}

/* Another type at the start of an object. */
static void put_instead(struct mg_extract *x, guint32 id,
	const struct mg_type *type, guint64 limit)
{
	const struct mg_stretch *s = mg_stretch_at(x, id);
	gboolean area = is_area(x, id);
	guint64 size = reach(x, area, s->address, type, limit) - s->address;
	if (!outranks(type, s->shape.type) ||
		!shape_of_piece(type, size, area).type)
		return;
	x->torn = TRUE;
	put_object(x, id, mg_stretch_at(x, id)->address, type, limit);
}

static guint32 cut_off(struct mg_extract *x, guint32 id, guint64 size)
{
	struct mg_stretch *s = mg_stretch_at(x, id);
	guint64 address = s->address + size, behind = end_of(s);
	struct mg_shape rest = {.count = behind - address};

	s->size = size;
	s->shape = shape_of_piece(s->shape.type, size, is_area(x, id));
	x->torn = TRUE;
	return add_piece(x, s->whole, address, behind - address, rest);
}

void mg_piece_claim(
	struct mg_extract *x, const struct mg_inside *in, guint64 limit)
{
	const struct mg_stretch *whole = mg_stretch_at(x, in->stretch);
	guint64 address = whole->address + in->offset;
	guint32 id = mg_known_at(x, address);
	limit = whole->address + MIN(limit, whole->extent);
	if (id == MG_NO_OBJECT)
		return;

	const struct mg_stretch *s = mg_stretch_at(x, id);
	guint64 offset = address - s->address;
	if (s->whole != in->stretch || s->root || s->left_out)
		return;
	if (!s->shape.type)
		put_object(x, id, address, in->type, limit);
	else if (offset == 0)
		put_instead(x, id, in->type, limit);
	else if (mg_has_part(&s->shape, offset, in->type))
		hold(x, id, in);
	else if (offset >= mg_fixed_size(s->shape.type) ||
		 s->shape.type == in->type)
		put_object(x, cut_off(x, id, offset), address, in->type, limit);
}

/* Up to what comes next. alloca's blocks start at multiples of 16, so that one
 * text seldom ends where somebody points into it. */
void mg_piece_put_text(struct mg_extract *x, const struct mg_inside *in)
{
	guint64 address = mg_stretch_at(x, in->stretch)->address + in->offset;
	guint32 id = mg_known_at(x, address);
	if (id == MG_NO_OBJECT)
		return;

	struct mg_stretch *s = mg_stretch_at(x, id);
	guint64 offset = address - s->address;
	gboolean begins = address % 16 == 0;
	if (s->whole != in->stretch || s->left_out ||
		(s->shape.type &&
			(offset < mg_fixed_size(s->shape.type) || !begins)) ||
		(s->text && !begins))
		return;

	if (offset > 0 && s->shape.type) {
		id = cut_off(x, id, offset);
	} else if (offset > 0) {
		guint64 behind = end_of(s);
		struct mg_shape rest = {.count = behind - address};
		s->size = s->shape.count = offset;
		id = add_piece(x, in->stretch, address, behind - address, rest);
	}
	mg_stretch_at(x, id)->text = !mg_stretch_at(x, id)->shape.type;
}

void mg_piece_put_string(
	struct mg_extract *x, guint32 id, guint64 address, guint64 end)
{
	struct mg_stretch *gap = mg_stretch_at(x, id);
	guint32 whole = gap->whole;
	guint64 start = gap->address, behind = end_of(gap);
	struct mg_shape bytes = {.count = end - address};
	if (start < address) {
		gap->size = gap->shape.count = address - start;
		id = add_piece(x, whole, address, end - address, bytes);
	} else {
		gap->size = gap->shape.count = end - address;
	}
	mg_stretch_at(x, id)->text = TRUE;
	mg_piece_add_gap(x, whole, end, behind);
}

gboolean mg_piece_is_known(const struct mg_stretch *piece, guint64 offset,
	const struct mg_type *type)
{
	const struct mg_shape *shape = &piece->shape;
	if (!shape->type)
		return FALSE;
	return offset == 0 ? shape->type == type
			   : offset < mg_fixed_size(shape->type) &&
				     mg_has_part(shape, offset, type);
}

/* Gaps are looked at by nobody; so they get the room that is left. */
void mg_pieces_finish(struct mg_extract *x)
{
	for (guint32 i = 0; i < x->stretches->len && x->reader->room &&
			    !mg_extract_is_stopped(x);
		i++) {
		struct mg_stretch *s = mg_stretch_at(x, i);
		if (s->whole != MG_NO_OBJECT && !s->root && !s->gone &&
			!s->left_out && !s->dead && !s->shape.type)
			s->left_out =
				!mg_room_for_stretch(x, s->address, s->size);
	}
}
