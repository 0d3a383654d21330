/* Pools: memory that a program hands out to itself, piece by piece. Typed
 * pointers into it tell what is there.
 *
 * C lets an array of char hold objects of any type, and programs make use of
 * that: the chunks of an obstack, a `static char pool[65536]` with an allocator
 * of its own, a page with a header and `char data[4096]`. But an array of char
 * may also be a text or a message that somebody looks at through a struct. */
#include "extract.h"
#include "sort.h"

/* Whether objects of other types may live in an array of this type. */
static gboolean is_storage(const struct mg_type *type)
{
	while (type && type->kind == MG_ARRAY)
		type = type->target;
	return type && type->size == 1 &&
	       (type->kind == MG_CHAR ||
		       g_strcmp0(type->name, "std::byte") == 0);
}

/* Where a stretch may hold objects other than its shape says: all of a block
 * without a type, all of a char array, the char array at the end of a
 * struct. */
static guint64 pool_start(const struct mg_stretch *stretch)
{
	const struct mg_shape *shape = &stretch->shape;
	if (!shape->type)
		return stretch->root ? G_MAXUINT64 : 0;
	if (shape->count != 1)
		return G_MAXUINT64;
	if (shape->type->kind == MG_ARRAY && is_storage(shape->type))
		return 0;
	const struct mg_member *last = mg_last_array(shape->type);
	return last && is_storage(last->type) ? last->offset : G_MAXUINT64;
}

gboolean mg_in_pool(const struct mg_stretch *stretch, guint64 offset)
{
	return offset >= pool_start(stretch);
}

static gboolean can_be_inside(const struct mg_stretch *stretch, guint64 offset,
	const struct mg_type *type)
{
	return mg_in_pool(stretch, offset) && type && type->size &&
	       type->kind != MG_VOID && type->kind != MG_CHAR &&
	       type->kind != MG_FUNCTION && !is_storage(type) &&
	       (stretch->address + offset) % MAX(type->alignment, 1) == 0;
}

/* ---- What may be no pointer ---- */

static guint32 pool_of(const struct mg_extract *x, guint32 id)
{
	guint32 whole = mg_stretch_at(x, id)->whole;
	return whole == MG_NO_OBJECT ? id : whole;
}

static void learn_type(
	struct mg_extract *x, guint32 pool, const struct mg_type *type)
{
	GHashTable *pools = g_hash_table_lookup(x->pool_types, type);
	if (!pools) {
		pools = g_hash_table_new(NULL, NULL);
		g_hash_table_insert(x->pool_types, (gpointer) type, pools);
	}
	if (g_hash_table_add(pools, GUINT_TO_POINTER(pool)))
		x->learnt = TRUE;
}

struct sense {
	struct mg_extract *x;
	guint lead, stray; /* pointers that lead somewhere, and don't */
};

static void count_pointer(enum mg_slot slot, guint64 offset, guint64 value,
	const struct mg_type *type, gpointer data)
{
	struct sense *sense = data;
	struct mg_target target;
	if (slot != MG_SLOT_POINTER)
		return;

	/* No type, so that no stretch is made for what may not be a pointer at
	 * all. */
	mg_extract_follow(sense->x, value, NULL, &target);

	gboolean leads = target.end == MG_END_NONE ||
			 (target.end == MG_END_FUNCTION && type &&
				 type->kind == MG_FUNCTION);
	sense->lead += leads;
	sense->stray += !leads;
}

enum mg_sense mg_pool_sense(struct mg_extract *x, guint32 id, guint64 offset,
	const struct mg_type *type)
{
	enum { MOST = 1 << 12 };

	const struct mg_stretch *stretch = mg_stretch_at(x, id);
	if (!can_be_inside(stretch, offset, type) || offset > stretch->size ||
		type->size > stretch->size - offset)
		return MG_SENSE_NONE;

	GHashTable *pools = g_hash_table_lookup(x->pool_types, type);
	if (pools &&
		g_hash_table_contains(pools, GUINT_TO_POINTER(pool_of(x, id))))
		return MG_SENSE_SURE;

	guint8 bytes[MOST];
	guint64 address = stretch->address + offset;
	if (type->size > sizeof bytes || !mg_has_pointers(&x->pointers, type) ||
		!x->reader->read(address, bytes, type->size, x->reader->data))
		return MG_SENSE_UNKNOWN;

	struct sense sense = {.x = x};
	struct mg_shape shape = {.type = type, .count = 1};
	mg_scan(&x->pointers, &shape, bytes, type->size, address, count_pointer,
		&sense);
	return sense.lead && !sense.stray ? MG_SENSE_SURE : MG_SENSE_UNKNOWN;
}

/* ---- What is inside ---- */

gboolean mg_pool_claim(struct mg_extract *x, guint32 id, guint64 offset,
	const struct mg_type *type)
{
	const struct mg_stretch *stretch = mg_stretch_at(x, id);
	if (!can_be_inside(stretch, offset, type))
		return FALSE;
	struct mg_inside inside = {id, offset, type};
	g_array_append_val(x->insides, inside);
	return TRUE;
}

static int by_place(gconstpointer a, gconstpointer b, gpointer data)
{
	const struct mg_inside *p = a, *q = b;
	if (p->stretch != q->stretch)
		return p->stretch < q->stretch ? -1 : 1;
	if (p->offset != q->offset)
		return p->offset < q->offset ? -1 : 1;
	return p->type->size > q->type->size   ? -1
	       : p->type->size < q->type->size ? 1
					       : 0;
}

static void sort_insides(const struct mg_extract *x, GArray *insides)
{
	mg_sort(insides->data, insides->len, sizeof(struct mg_inside), by_place,
		NULL, x->reader->stop);
}

/* Anything is a pool if its type allows it; an array of char with a length is
 * one if what is in it can't be a message. Pointers mean nothing to anybody
 * else, so a message has none; and several structs of one type, each with a
 * pointer to it, can't be the header of a message. */
static gboolean is_pool(struct mg_extract *x, const struct mg_stretch *stretch,
	const struct mg_inside *insides, guint n)
{
	const struct mg_shape *shape = &stretch->shape;
	if (!shape->type || (shape->tail && !stretch->root))
		return TRUE;

	g_autoptr(GHashTable) places = g_hash_table_new(NULL, NULL);
	for (guint i = 0; i < n && !mg_extract_is_stopped(x); i++) {
		const struct mg_type *type = insides[i].type;
		if (type->size > stretch->size - insides[i].offset)
			continue;
		if (mg_has_pointers(&x->pointers, type))
			return TRUE;
		if (type->kind != MG_STRUCT)
			continue;
		const struct mg_inside *other =
			g_hash_table_lookup(places, type);
		if (other && other->offset != insides[i].offset)
			return TRUE;
		g_hash_table_insert(
			places, (gpointer) type, (gpointer) &insides[i]);
	}

	return FALSE;
}

static void add_piece(struct mg_extract *x, guint32 whole, guint64 address,
	guint64 size, struct mg_shape shape)
{
	if (size == 0)
		return;
	gboolean room = mg_room_for_stretch(x, address, size);
	guint32 id = mg_stretch_add(x, address, size, shape, TRUE);
	mg_stretch_at(x, id)->whole = whole;
	mg_stretch_at(x, id)->left_out = !room;
	if (room)
		mg_extract_enqueue(x, id);
}

/* What comes before the pool stays as it is, without the array at its end. A
 * variable keeps its name, even if nothing is left of it. */
static guint32 cut_head(struct mg_extract *x, guint32 id, guint64 at)
{
	struct mg_stretch *stretch = mg_stretch_at(x, id);
	struct mg_shape head = stretch->shape;
	guint64 address = stretch->address;

	if (at > 0)
		head.tail = TRUE;
	else
		head = (struct mg_shape){0};

	guint32 whole = stretch->whole;
	if (whole == MG_NO_OBJECT) {
		whole = id;
		stretch->whole = stretch->root ? id : MG_NO_OBJECT;
		stretch->extent = stretch->size;
	}

	stretch->split = TRUE;
	if (stretch->root) {
		stretch->shape = head;
		stretch->size = at;
	} else {
		if (!stretch->block)
			mg_known_remove(x, id);
		add_piece(x, whole, address, at, head);
	}

	return whole;
}

/* Cuts a stretch into what pointers say is inside, and the bytes between.
 * insides[0 … n) are its own, by offset. */
static void split_stretch(
	struct mg_extract *x, const struct mg_inside *insides, guint n)
{
	guint32 id = insides[0].stretch;
	const struct mg_stretch *stretch = mg_stretch_at(x, id);
	guint64 address = stretch->address, size = stretch->size;
	guint64 at = pool_start(stretch);
	guint32 whole = cut_head(x, id, at);

	for (guint i = 0; i < n && !mg_extract_is_stopped(x); i++) {
		const struct mg_inside *in = &insides[i];
		if (in->offset < at)
			continue;
		guint64 end = size;
		for (guint j = i + 1; j < n; j++)
			if (insides[j].offset > in->offset) {
				end = insides[j].offset;
				break;
			}
		guint64 length =
			mg_has_open_tail(in->type)
				? end - in->offset
				: MIN(in->type->size, end - in->offset);
		struct mg_shape gap = {.count = in->offset - at};
		struct mg_shape all = {.count = size - at};
		if (x->full) {
			add_piece(x, whole, address + at, size - at, all);
			return;
		}
		add_piece(x, whole, address + at, in->offset - at, gap);
		add_piece(x, whole, address + in->offset, length,
			mg_shape_of_block(in->type, length));
		learn_type(x, whole, in->type);
		at = in->offset + length;
	}

	struct mg_shape rest = {.count = size - at};
	add_piece(x, whole, address + at, size - at, rest);
}

/* Decides about the claims on one stretch, by offset. Claims that do not make
 * it a pool are kept, since they may do so together with later ones. */
static void decide(
	struct mg_extract *x, const struct mg_inside *insides, guint n)
{
	guint32 id = insides[0].stretch;
	const struct mg_stretch *stretch = mg_stretch_at(x, id);
	/* It may have got a type meanwhile. */
	if (stretch->split || insides[n - 1].offset < pool_start(stretch))
		return;
	if (is_pool(x, stretch, insides, n)) {
		split_stretch(x, insides, n);
		return;
	}

	GArray *held = g_hash_table_lookup(x->held, GUINT_TO_POINTER(id));
	if (!held) {
		held = g_array_new(FALSE, FALSE, sizeof(struct mg_inside));
		g_hash_table_insert(x->held, GUINT_TO_POINTER(id), held);
	}

	g_array_append_vals(held, insides, n);
}

/* A new claim on a stretch, together with those that were kept. */
static void decide_again(
	struct mg_extract *x, const struct mg_inside *insides, guint n)
{
	gpointer key = GUINT_TO_POINTER(insides[0].stretch), old;
	if (!g_hash_table_steal_extended(x->held, key, NULL, &old)) {
		decide(x, insides, n);
		return;
	}
	g_autoptr(GArray) all = old;
	g_array_append_vals(all, insides, n);
	sort_insides(x, all);
	if (!mg_extract_is_stopped(x))
		decide(x, &g_array_index(all, struct mg_inside, 0), all->len);
}

void mg_pools_split(struct mg_extract *x)
{
	g_autoptr(GArray) insides = g_steal_pointer(&x->insides);

	x->insides = g_array_new(FALSE, FALSE, sizeof(struct mg_inside));
	sort_insides(x, insides);
	for (guint i = 0, n; i < insides->len && !mg_extract_is_stopped(x);
		i += n) {
		const struct mg_inside *first =
			&g_array_index(insides, struct mg_inside, i);
		for (n = 1; i + n < insides->len; n++)
			if (first[n].stretch != first->stretch)
				break;
		decide_again(x, first, n);
	}
}
