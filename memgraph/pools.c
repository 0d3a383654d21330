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

/* A block that starts with a struct is an array of these, unless it is a pool
 * that starts with one. */
static gboolean is_row(const struct mg_stretch *stretch)
{
	const struct mg_shape *shape = &stretch->shape;
	return stretch->block && !stretch->area && !stretch->split &&
	       shape->type && shape->type->kind == MG_STRUCT &&
	       shape->count > 1;
}

static gboolean is_piece(const struct mg_stretch *stretch)
{
	return stretch->whole != MG_NO_OBJECT && !stretch->root;
}

gboolean mg_in_pool(const struct mg_stretch *stretch, guint64 offset)
{
	if (is_piece(stretch) && stretch->shape.type)
		return offset >= mg_fixed_size(stretch->shape.type);
	return offset >= pool_start(stretch);
}

static gboolean can_be_object(guint64 address, const struct mg_type *type)
{
	return type && type->size && type->kind != MG_VOID &&
	       type->kind != MG_CHAR && type->kind != MG_FUNCTION &&
	       !is_storage(type) && address % MAX(type->alignment, 1) == 0;
}

static gboolean can_be_inside(const struct mg_stretch *stretch, guint64 offset,
	const struct mg_type *type)
{
	return can_be_object(stretch->address + offset, type) &&
	       (is_piece(stretch) || mg_in_pool(stretch, offset));
}

/* ---- What may be no pointer ---- */

static guint32 pool_of(const struct mg_extract *x, guint32 id)
{
	guint32 whole = mg_stretch_at(x, id)->whole;
	return whole == MG_NO_OBJECT ? id : whole;
}

void mg_pool_learn(
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

/* Whether a value has pointers, all of which lead somewhere. */
static gboolean makes_sense(
	struct mg_extract *x, guint64 address, const struct mg_type *type)
{
	enum { MOST = 1 << 12 };

	guint8 bytes[MOST];
	if (type->size > sizeof bytes || !mg_has_pointers(&x->pointers, type) ||
		!x->reader->read(address, bytes, type->size, x->reader->data))
		return FALSE;

	struct sense sense = {.x = x};
	struct mg_shape shape = {.type = type, .count = 1};
	mg_scan(&x->pointers, &shape, bytes, type->size, address, count_pointer,
		&sense);
	return sense.lead && !sense.stray;
}

enum mg_sense mg_pool_sense(struct mg_extract *x, guint32 id, guint64 offset,
	const struct mg_type *type)
{
	const struct mg_stretch *stretch = mg_stretch_at(x, id);
	if (!can_be_inside(stretch, offset, type) || offset > stretch->size ||
		type->size > stretch->size - offset)
		return MG_SENSE_NONE;

	GHashTable *pools = g_hash_table_lookup(x->pool_types, type);
	if (pools &&
		g_hash_table_contains(pools, GUINT_TO_POINTER(pool_of(x, id))))
		return MG_SENSE_SURE;

	return makes_sense(x, stretch->address + offset, type)
		       ? MG_SENSE_SURE
		       : MG_SENSE_UNKNOWN;
}

/* ---- What is inside ---- */

gboolean mg_pool_claim(struct mg_extract *x, guint32 id, guint64 offset,
	const struct mg_type *type)
{
	const struct mg_stretch *stretch = mg_stretch_at(x, id);
	guint32 whole = pool_of(x, id);
	if (is_row(stretch) && type &&
		(type->kind == MG_STRUCT || type->kind == MG_UNION) &&
		can_be_object(stretch->address + offset, type)) {
		struct mg_inside in = {id, offset, type};
		g_array_append_val(x->insides, in);
		return FALSE;
	}
	gboolean text = mg_stretch_at(x, whole)->area && type &&
			type->kind == MG_CHAR && type->size == 1;
	if (!text && (!can_be_inside(stretch, offset, type) ||
			     (is_piece(stretch) &&
				     mg_piece_is_known(stretch, offset, type))))
		return FALSE;

	/* Pieces come and go: claims on them are claims on the whole. */
	struct mg_inside inside = {whole,
		stretch->address + offset - mg_stretch_at(x, whole)->address,
		type};
	if (text)
		g_array_append_val(x->texts, inside);
	else
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
	if (p->type->size != q->type->size)
		return p->type->size > q->type->size ? -1 : 1;
	return p->type->id < q->type->id ? -1 : p->type->id > q->type->id;
}

/* By place, each once. */
static void sort_insides(const struct mg_extract *x, GArray *insides)
{
	guint n = 0;
	mg_sort(insides->data, insides->len, sizeof(struct mg_inside), by_place,
		NULL, x->reader->stop);
	for (guint i = 0; i < insides->len; i++) {
		struct mg_inside *to =
			&g_array_index(insides, struct mg_inside, n);
		struct mg_inside in =
			g_array_index(insides, struct mg_inside, i);
		if (n > 0 && by_place(to - 1, &in, NULL) == 0)
			continue;
		*to = in;
		n++;
	}
	g_array_set_size(insides, n);
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

/* What comes before the pool stays as it is, without the array at its end. A
 * variable keeps its name, even if nothing is left of it. */
static void make_pool(struct mg_extract *x, guint32 id)
{
	struct mg_stretch *stretch = mg_stretch_at(x, id);
	struct mg_shape head = stretch->shape;
	guint64 at = pool_start(stretch), size = stretch->size;
	guint64 address = stretch->address;
	gboolean root = stretch->root != 0;
	if (is_row(stretch)) {
		at = head.type->size;
		head.count = 1;
	} else if (at > 0)
		head.tail = TRUE;
	else
		head = (struct mg_shape){0};

	stretch->split = TRUE;
	stretch->extent = size;
	g_array_append_val(x->pools, id);
	if (root) {
		stretch->whole = id;
		stretch->shape = head;
		stretch->size = at;
	} else {
		if (!stretch->block)
			mg_known_remove(x, id);
		mg_piece_add_head(x, id, at, head);
	}

	mg_piece_add_gap(x, id, address + at, address + size);
}

/* Where an object can't be, since several others of the same round begin
 * there that would be no parts of it: one may be a mistake. */
static guint64 limit_of(const struct mg_inside *in, guint n)
{
	enum { MOST = 64 };

	struct mg_shape shape = {in->type, 1, mg_has_open_tail(in->type)};
	guint64 end = in->offset + mg_fixed_size(in->type), first = 0;
	for (guint i = 1; i < MIN(n, MOST) && in[i].offset < end; i++) {
		if (in[i].offset == in->offset || in[i].offset == first ||
			mg_has_part(
				&shape, in[i].offset - in->offset, in[i].type))
			continue;
		if (first)
			return first;
		first = in[i].offset;
	}

	return G_MAXUINT64;
}

/* Cuts a pool where pointers say that something is. insides[0 … n) are all of
 * the same pool, by offset. */
static void cut_pool(
	struct mg_extract *x, const struct mg_inside *insides, guint n)
{
	for (guint i = 0; i < n && !mg_extract_is_stopped(x); i++)
		mg_piece_claim(x, &insides[i], limit_of(&insides[i], n - i));
}

/* Claims that do not make a stretch a pool may do so together with later ones.
 */
static void keep(struct mg_extract *x, const struct mg_inside *insides, guint n)
{
	gpointer key = GUINT_TO_POINTER(insides[0].stretch);
	GArray *held = g_hash_table_lookup(x->held, key);
	if (!held) {
		held = g_array_new(FALSE, FALSE, sizeof(struct mg_inside));
		g_hash_table_insert(x->held, key, held);
	}
	g_array_append_vals(held, insides, n);
}

/* What would be no part of an array, but makes sense, in two places at least: a
 * dangling pointer seldom does, and there are seldom two. */
static gboolean is_no_row(struct mg_extract *x, const GArray *others)
{
	const struct mg_inside *first = NULL;
	for (guint i = 0; i < others->len && !mg_extract_is_stopped(x); i++) {
		const struct mg_inside *in =
			&g_array_index(others, struct mg_inside, i);
		guint64 address = mg_stretch_at(x, in->stretch)->address;
		if ((first && first->offset == in->offset) ||
			!makes_sense(x, address + in->offset, in->type))
			continue;
		if (first)
			return TRUE;
		first = in;
	}
	return FALSE;
}

static void decide_row(
	struct mg_extract *x, const struct mg_inside *insides, guint n)
{
	/* More of them make no sense either. */
	enum { MOST = 64 };

	guint32 id = insides[0].stretch;
	g_autoptr(GArray) others =
		g_array_new(FALSE, FALSE, sizeof(struct mg_inside));
	for (guint i = 0; i < n; i++) {
		const struct mg_stretch *row = mg_stretch_at(x, id);
		gboolean part = mg_has_part(
			&row->shape, insides[i].offset, insides[i].type);
		if (insides[i].offset >= row->shape.type->size)
			g_array_append_vals(
				part ? x->parts : others, &insides[i], 1);
	}

	if (is_no_row(x, others)) {
		make_pool(x, id);
		cut_pool(x, (const struct mg_inside *) (void *) others->data,
			others->len);
		x->torn = TRUE;
	} else if (others->len) {
		keep(x, (const struct mg_inside *) (void *) others->data,
			MIN(others->len, MOST));
	}
}

/* Decides about the claims on one stretch, by offset. */
static void decide(
	struct mg_extract *x, const struct mg_inside *insides, guint n)
{
	guint32 id = insides[0].stretch;
	const struct mg_stretch *stretch = mg_stretch_at(x, id);
	if (stretch->split) {
		cut_pool(x, insides, n);
		return;
	}
	if (is_row(stretch)) {
		decide_row(x, insides, n);
		return;
	}
	/* It may have got a type meanwhile. */
	if (insides[n - 1].offset < pool_start(stretch))
		return;
	if (is_pool(x, stretch, insides, n)) {
		make_pool(x, id);
		cut_pool(x, insides, n);
		return;
	}

	keep(x, insides, n);
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

void mg_pools_put_texts(struct mg_extract *x)
{
	g_autoptr(GArray) texts = g_steal_pointer(&x->texts);
	x->texts = g_array_new(FALSE, FALSE, sizeof(struct mg_inside));
	sort_insides(x, texts);
	for (guint i = 0; i < texts->len && !mg_extract_is_stopped(x); i++) {
		const struct mg_inside *in =
			&g_array_index(texts, struct mg_inside, i);
		if (!mg_stretch_at(x, in->stretch)->split)
			make_pool(x, in->stretch);
		mg_piece_put_text(x, in);
	}
}
