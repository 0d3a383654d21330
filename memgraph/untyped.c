/* Blocks that no pointer knows as a whole: the header that a collector keeps
 * before its objects, the struct around a list's link, the larger struct that
 * begins with a smaller one.
 *
 * Such a block is the one struct of the program that has its size, but for
 * malloc's rounding, and that has at each place to which a pointer leads what
 * the pointer says. It must be the only one, and the block must not be an array
 * of what its pointers know. */
#include "extract.h"
#include "sort.h"

struct mg_untyped {
	GArray *claims; /* struct mg_inside, on blocks that are in doubt */
	GHashTable *structs; /* size of a block → GPtrArray of types */
	GHashTable *fitting; /* struct question → GPtrArray of types */
};

/* Which structs fit a block of this size that has a `type` at the offset? Most
 * blocks ask the same. */
struct question {
	guint64 size, offset;
	const struct mg_type *type;
};

static guint hash_question(gconstpointer key)
{
	const struct question *q = key;
	return g_int64_hash(&q->size) ^ g_int64_hash(&q->offset) * 31 ^
	       g_direct_hash(q->type);
}

static gboolean same_question(gconstpointer a, gconstpointer b)
{
	const struct question *p = a, *q = b;
	return p->size == q->size && p->offset == q->offset &&
	       p->type == q->type;
}

static void free_types(gpointer data)
{
	g_ptr_array_unref(data);
}

struct mg_untyped *mg_untyped_new(void)
{
	struct mg_untyped *untyped = g_new0(struct mg_untyped, 1);
	untyped->claims = g_array_new(FALSE, FALSE, sizeof(struct mg_inside));
	untyped->structs = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, free_types);
	untyped->fitting = g_hash_table_new_full(
		hash_question, same_question, g_free, free_types);
	return untyped;
}

void mg_untyped_free(struct mg_untyped *untyped)
{
	g_array_unref(untyped->claims);
	g_hash_table_unref(untyped->structs);
	g_hash_table_unref(untyped->fitting);
	g_free(untyped);
}

/* ---- Which types fit ---- */

/* malloc hands out 24, 40, 56 … bytes: a block may have this many more than the
 * program asked for. */
enum { ROUNDING = 15 };

/* The smallest that a struct can be which fills a block alone. */
static guint64 least_size(guint64 size)
{
	return size > 2 * ROUNDING ? size - ROUNDING : size / 2 + 1;
}

gboolean mg_is_multiple(const struct mg_type *type, guint64 size)
{
	return type->size && size % type->size <= ROUNDING;
}

gboolean mg_fills_block(const struct mg_type *type, guint64 size)
{
	return type->size <= size && type->size >= least_size(size);
}

/* Those that may fill a block of this size. */
static const GPtrArray *structs_of(struct mg_extract *x, guint64 size)
{
	struct mg_untyped *untyped = x->untyped;
	GPtrArray *types = g_hash_table_lookup(untyped->structs, &size);
	if (types)
		return types;

	types = g_ptr_array_new();
	for (guint64 s = least_size(size); s <= size; s++) {
		const GPtrArray *some = x->reader->structs(s, x->reader->data);
		for (guint i = 0; some && i < some->len; i++)
			g_ptr_array_add(types, some->pdata[i]);
	}
	g_hash_table_insert(
		untyped->structs, g_memdup2(&size, sizeof size), types);
	return types;
}

static const GPtrArray *fitting(
	struct mg_extract *x, guint64 size, const struct mg_inside *claim)
{
	struct mg_untyped *untyped = x->untyped;
	struct question q = {size, claim->offset, claim->type};
	GPtrArray *types = g_hash_table_lookup(untyped->fitting, &q);
	if (types)
		return types;

	const GPtrArray *all = structs_of(x, size);
	types = g_ptr_array_new();
	for (guint i = 0; i < all->len; i++)
		if (mg_type_has(all->pdata[i], q.offset, q.type))
			g_ptr_array_add(types, all->pdata[i]);
	g_hash_table_insert(untyped->fitting, g_memdup2(&q, sizeof q), types);
	return types;
}

/* ---- Which blocks are in doubt ---- */

/* Whether a struct has nothing but pointers to others of its kind: it tells
 * nothing by itself, and is therefore a part of something larger. */
static gboolean is_link(const struct mg_type *type)
{
	for (guint i = 0; i < type->n_members; i++) {
		const struct mg_type *to = type->members[i].type;
		for (guint stars = 0; to && to->kind == MG_POINTER && stars < 2;
			stars++)
			to = to->target;
		if (to != type)
			return FALSE;
	}
	return type->n_members > 0;
}

/* Whether the block may have been asked for as some of these. */
static gboolean can_be_array(const struct mg_type *type, guint64 size)
{
	return mg_is_multiple(type, size) &&
	       !(size >= 2 * type->size && type->kind == MG_STRUCT &&
		       is_link(type));
}

/* Whether a pointer to this place tells more than the block's type does. */
static gboolean is_in_doubt(const struct mg_stretch *stretch, guint64 offset,
	const struct mg_type *type)
{
	const struct mg_type *known = stretch->shape.type;
	if (!stretch->block || stretch->area || stretch->split ||
		stretch->shape.tail || !type || type->kind != MG_STRUCT ||
		!type->size)
		return FALSE;
	if (!known)
		return offset > 0;
	if (offset == 0)
		return type == known && !can_be_array(type, stretch->size);
	return !mg_type_has(known, offset % known->size, type);
}

struct nowhere {
	struct mg_extract *x;
	gboolean found;
};

static void look_for_nowhere(enum mg_slot slot, guint64 offset, guint64 value,
	const struct mg_type *type, gpointer data)
{
	struct nowhere *nowhere = data;
	struct mg_target target;
	if (slot != MG_SLOT_POINTER || nowhere->found)
		return;
	mg_extract_follow(nowhere->x, value, NULL, &target);
	nowhere->found = target.end == MG_END_UNMAPPED;
}

/* Whether a block looks like an array of structs. */
static gboolean has_second(const struct mg_stretch *block)
{
	const struct mg_type *type = block->shape.type;
	return block->block && !block->area && !block->split &&
	       !block->shape.tail && type && type->kind == MG_STRUCT &&
	       type->size && block->size >= 2 * type->size;
}

gboolean mg_leads_nowhere(struct mg_extract *x, guint64 address,
	const struct mg_shape *shape, guint64 size)
{
	/* What is larger is not read, and makes sense. */
	guint8 bytes[1 << 12];
	struct nowhere nowhere = {.x = x};
	if (size && size <= sizeof bytes &&
		mg_has_pointers(&x->pointers, shape->type) &&
		x->reader->read(address, bytes, size, x->reader->data))
		mg_scan(&x->pointers, shape, bytes, size, address,
			look_for_nowhere, &nowhere);
	return nowhere.found;
}

gboolean mg_second_is_none(struct mg_extract *x, guint32 id)
{
	const struct mg_stretch *stretch = mg_stretch_at(x, id);
	struct mg_shape shape = {.type = stretch->shape.type, .count = 1};
	return has_second(stretch) &&
	       mg_leads_nowhere(x, stretch->address + shape.type->size, &shape,
		       shape.type->size);
}

/* Whether what would be the second element of an array is none, and there is a
 * larger struct that begins with the first one. */
static gboolean breaks_off(struct mg_extract *x, const struct mg_inside *claim)
{
	const struct mg_stretch *stretch = mg_stretch_at(x, claim->stretch);
	return claim->offset == 0 && claim->type == stretch->shape.type &&
	       has_second(stretch) &&
	       fitting(x, stretch->size, claim)->len > 0 &&
	       mg_second_is_none(x, claim->stretch);
}

void mg_untyped_claim(struct mg_extract *x, guint32 id, guint64 offset,
	const struct mg_type *type)
{
	struct mg_inside claim = {id, offset, type};
	const struct mg_stretch *stretch = mg_stretch_at(x, id);
	/* No struct is as large as most pools are, so that these cost
	 * nothing. */
	if (x->reader->structs &&
		((is_in_doubt(stretch, offset, type) &&
			 structs_of(x, stretch->size)->len > 0) ||
			breaks_off(x, &claim)))
		g_array_append_val(x->untyped->claims, claim);
}

/* ---- The decision ---- */

/* Whether the pointers into a block are those to elements of an array, of which
 * it may consist. */
static gboolean is_array(const struct mg_stretch *stretch,
	const struct mg_inside *claims, guint n)
{
	const struct mg_type *type = claims[0].type;
	if (!type || (stretch->shape.type && stretch->shape.type != type))
		return FALSE;
	for (guint i = 0; i < n; i++)
		if (claims[i].type != type || claims[i].offset % type->size)
			return FALSE;
	return can_be_array(type, stretch->size);
}

/* The one type that fits all claims on a block; NULL if there is none, or more
 * than one. */
static const struct mg_type *find_whole(
	struct mg_extract *x, const struct mg_inside *claims, guint n)
{
	const struct mg_stretch *stretch = mg_stretch_at(x, claims[0].stretch);
	const struct mg_type *known = stretch->shape.type, *found = NULL;
	const GPtrArray *types = fitting(x, stretch->size, &claims[0]);

	for (guint i = 0; i < types->len; i++) {
		const struct mg_type *type = types->pdata[i];
		gboolean fits = !known || mg_type_has(type, 0, known);
		for (guint j = 1; j < n && fits; j++)
			fits = mg_type_has(
				type, claims[j].offset, claims[j].type);
		if (fits && found)
			return NULL;
		if (fits)
			found = type;
	}
	return found;
}

static gboolean decide(
	struct mg_extract *x, const struct mg_inside *claims, guint n)
{
	/* What follows a pointer may move stretches, so that comes first. */
	gboolean broken = breaks_off(x, &claims[0]);
	struct mg_stretch *stretch = mg_stretch_at(x, claims[0].stretch);
	/* It may have got a better type meanwhile. */
	if (!broken &&
		(!is_in_doubt(stretch, claims[0].offset, claims[0].type) ||
			is_array(stretch, claims, n)))
		return FALSE;
	const struct mg_type *whole = find_whole(x, claims, n);
	if (!whole || whole == stretch->shape.type)
		return FALSE;

	stretch->shape = mg_shape_of_block(whole, stretch->size);
	stretch->queued = FALSE;
	mg_extract_enqueue(x, claims[0].stretch);
	return TRUE;
}

static int by_place(gconstpointer a, gconstpointer b, gpointer data)
{
	const struct mg_inside *p = a, *q = b;
	if (p->stretch != q->stretch)
		return p->stretch < q->stretch ? -1 : 1;
	return p->offset < q->offset ? -1 : p->offset > q->offset;
}

gboolean mg_untyped_settle(struct mg_extract *x)
{
	if (x->untyped->claims->len == 0)
		return FALSE;

	g_autoptr(GArray) claims = g_steal_pointer(&x->untyped->claims);
	gboolean settled = FALSE;
	x->untyped->claims =
		g_array_new(FALSE, FALSE, sizeof(struct mg_inside));
	mg_sort(claims->data, claims->len, sizeof(struct mg_inside), by_place,
		NULL, x->reader->stop);
	for (guint i = 0, n; i < claims->len && !mg_extract_is_stopped(x);
		i += n) {
		const struct mg_inside *first =
			&g_array_index(claims, struct mg_inside, i);
		for (n = 1; i + n < claims->len; n++)
			if (first[n].stretch != first->stretch)
				break;
		settled |= decide(x, first, n);
	}
	return settled;
}
