/* Allocators of a program's own: obstacks, arenas, whatever hands out a pool
 * from one end to the other.
 *
 * Who points both to the end of a pool and to where its last object ends is its
 * allocator. What lies between these two was not handed out yet, and is dead.
 * All pointers of an allocator into its pool belong together: they say where
 * the next object goes, and mean nothing in a pool of another run, which has
 * other objects at other places. So do the pointers from chunk to chunk.
 *
 * A reader has such pointers too, into its buffer; but a buffer holds no
 * objects, and is no pool.
 *
 * One that keeps no limit knows where its pool starts, or is beside it, and has
 * one place more, behind all that was handed out: a pointer, or a number of
 * bytes (counts.c). There nothing was put yet. A ring has another place, where
 * it reads. */
#include "allocators.h"
#include "sort.h"

#include <string.h>

static guint32 holder_of(const struct mg_extract *x, guint32 id)
{
	const struct mg_stretch *s = mg_stretch_at(x, id);
	return s->root && x->roots[s->root - 1].class == MG_ROOT_GLOBAL &&
			       s->shape.type &&
			       s->shape.type->kind == MG_POINTER
		       ? MG_GLOBALS
		       : id;
}

/* One that says nothing of an object. */
static gboolean is_loose(const struct mg_type *type)
{
	return !type || type->kind == MG_VOID ||
	       (type->kind == MG_CHAR && type->size == 1);
}

static gboolean may_be_pool(const struct mg_stretch *whole)
{
	return whole->split || (whole->block && !whole->area) ||
	       (whole->root && whole->size &&
		       mg_in_pool(whole, whole->size - 1));
}

static void add_loose(
	struct mg_extract *x, guint32 id, guint32 holder, guint64 value)
{
	guint32 whole = mg_whole_of(x, id);
	struct mg_loose loose = {whole, holder_of(x, holder), holder, value};
	if (may_be_pool(mg_stretch_at(x, whole)))
		g_array_append_val(x->loose, loose);
}

/* Where one variable begins another may end. */
static void add_end(struct mg_extract *x, guint32 holder, guint64 value)
{
	guint32 id = mg_known_at(x, value - 1);
	if (id != MG_NO_OBJECT && mg_stretch_at(x, mg_whole_of(x, id))->root)
		add_loose(x, id, holder, value);
}

void mg_allocator_note(struct mg_extract *x, guint32 holder, guint64 value,
	const struct mg_type *type, const struct mg_target *target)
{
	struct mg_target there = *target;
	mg_free_lists_note(
		x, holder, holder_of(x, holder), value, type, target);
	if (!is_loose(type))
		return;
	/* Behind the last byte there may be anything, or nothing. */
	if (there.end == MG_END_DEAD || there.end == MG_END_UNMAPPED ||
		there.end == MG_END_OPAQUE)
		mg_extract_follow(x, value - 1, NULL, &there);
	if (there.end != MG_END_NONE)
		return;
	add_loose(x, there.stretch, holder, value);
	if (there.offset == 0 && mg_stretch_at(x, there.stretch)->root)
		add_end(x, holder, value);
}

static int by_pool(gconstpointer a, gconstpointer b, gpointer data)
{
	const struct mg_loose *p = a, *q = b;
	if (p->pool != q->pool)
		return p->pool < q->pool ? -1 : 1;
	if (p->holder != q->holder)
		return p->holder < q->holder ? -1 : 1;
	return p->value < q->value ? -1 : p->value > q->value;
}

/* ---- One pool ---- */

static gboolean pool_init(
	struct mg_handed *pool, struct mg_extract *x, guint32 id)
{
	const struct mg_stretch *whole = mg_stretch_at(x, id);
	pool->x = x;
	pool->id = id;
	pool->base = pool->start = whole->address;
	pool->open = pool->end = whole->address + whole->extent;
	guint32 first = mg_known_at(x, pool->start);
	pool->last = mg_known_at(x, pool->end - 1);
	if (first == MG_NO_OBJECT || pool->last == MG_NO_OBJECT || whole->area)
		return FALSE;

	const struct mg_stretch *head = mg_stretch_at(x, first);
	if (head->shape.type && head->shape.tail)
		pool->base += mg_tail_of(head->shape.type)->offset;
	else if (whole->root)
		pool->base += whole->size;
	const struct mg_stretch *last = mg_stretch_at(x, pool->last);
	pool->used = last->address;
	if (last->shape.type)
		pool->used += mg_fixed_size(last->shape.type);
	return last->whole == id && last->address > pool->start &&
	       !last->left_out;
}

/* A chunk's header has its limit, and is in the pool itself. */
static gboolean is_head(
	const struct mg_stretch *piece, const struct mg_handed *pool)
{
	return piece->whole == pool->id && piece->address == pool->start;
}

static void add_allocator(struct mg_handed *pool, guint32 holder)
{
	guint64 key = (guint64) pool->id << 32 | holder;
	g_hash_table_add(pool->x->allocators, g_memdup2(&key, sizeof key));
	key = (guint64) pool->id << 32 | MG_NO_OBJECT;
	g_hash_table_add(pool->x->allocators, g_memdup2(&key, sizeof key));
}

/* A text may well be at the end of a full pool, but seldom right there. */
static gboolean is_limit(const struct mg_handed *pool, guint64 value)
{
	return value >= pool->used &&
	       (value == pool->end ||
		       (value % MG_POOL_ROUND == 0 &&
			       pool->end - value < MG_POOL_ROUND));
}

gboolean mg_handed_is_base(const struct mg_handed *pool, guint64 value)
{
	return value == pool->start ||
	       (value >= pool->base && value - pool->base < MG_POOL_ROUND &&
		       value <= pool->used);
}

/* Whether others point behind it. */
static gboolean is_last(
	const struct mg_handed *pool, guint32 holder, guint64 value)
{
	return (pool->top.holder == holder ? pool->second : pool->top.value) <=
	       value;
}

gboolean mg_handed_is_next(
	const struct mg_handed *pool, guint32 holder, guint64 value)
{
	return value >= pool->used && value > pool->base && value < pool->end &&
	       is_last(pool, holder, value);
}

gboolean mg_handed_is_blank(const struct mg_handed *pool, guint64 value)
{
	const struct mg_reader *reader = pool->x->reader;
	guint64 word = 0;
	return reader->read(value, &word, MIN(sizeof word, pool->end - value),
		       reader->data) &&
	       word == 0;
}

gboolean mg_handed_is_clear(const struct mg_handed *pool, guint64 from)
{
	enum { PIECE = 1 << 12 };

	static const guint8 zeros[PIECE];
	const struct mg_reader *reader = pool->x->reader;
	guint8 bytes[PIECE];
	while (!mg_extract_is_stopped(pool->x)) {
		if (reader->touched)
			from = reader->touched(from, pool->end, reader->data);
		guint64 n = MIN(sizeof bytes, pool->end - from);
		if (n == 0)
			return TRUE;
		if (!reader->read(from, bytes, n, reader->data) ||
			memcmp(bytes, zeros, n) != 0)
			return FALSE;
		from += n;
	}
	return FALSE;
}

/* One of many variables may as well be somebody's buffer, so that it decides
 * nothing alone. But if nothing is there, nothing is lost. */
static void ask_globals(struct mg_handed *pool, const struct mg_loose *next)
{
	struct mg_count count = {next->from, 0};
	if (!mg_handed_is_blank(pool, next->value))
		return;
	g_array_append_val(pool->x->counts, count);
	if (mg_handed_is_clear(pool, next->value))
		pool->open = MIN(pool->open, next->value);
}

/* loose[0 … n) are all pointers of one holder into the pool, by value. */
static void ask_without_limit(
	struct mg_handed *pool, const struct mg_loose *loose, guint n)
{
	guint32 holder = loose->holder;
	guint64 next = loose[n - 1].value;
	gboolean global = holder == MG_GLOBALS;
	gboolean knows = is_head(
		mg_stretch_at(pool->x, global ? pool->id : holder), pool);
	if (!mg_handed_is_next(pool, holder, next))
		return;
	for (guint i = 0; i < n && loose[i].value < next; i++) {
		if (mg_handed_is_base(pool, loose[i].value))
			knows = TRUE;
		else if (!global)
			return;
	}
	if (!knows)
		return;
	if (global) {
		ask_globals(pool, &loose[n - 1]);
	} else if (next - pool->used < MG_POOL_ROUND ||
		   mg_handed_is_blank(pool, next)) {
		add_allocator(pool, holder);
		pool->open = MIN(pool->open, next);
	}
}

static void ask_holder(
	struct mg_handed *pool, const struct mg_loose *loose, guint n)
{
	guint32 holder = loose->holder;
	guint64 limit = loose[n - 1].value;
	gboolean head = holder != MG_GLOBALS &&
			is_head(mg_stretch_at(pool->x, holder), pool);
	if (!is_limit(pool, limit)) {
		ask_without_limit(pool, loose, n);
		return;
	}
	if (n < 2) {
		if (head)
			add_allocator(pool, holder);
		return;
	}

	guint64 next = loose[n - 2].value;
	if (next < pool->used)
		return;
	add_allocator(pool, holder);
	if (next < limit)
		pool->open = MIN(pool->open, next);
}

static void close_rest(struct mg_handed *pool)
{
	struct mg_extract *x = pool->x;
	struct mg_stretch *last = mg_stretch_at(x, pool->last);
	if (pool->open == pool->end)
		return;

	if (last->address < pool->open) {
		last->size = pool->open - last->address;
		if (!last->shape.type)
			last->shape.count = last->size;
		mg_piece_add_gap(x, pool->id, pool->open, pool->end);
		last = mg_stretch_at(x, mg_known_at(x, pool->open));
	}
	last->dead = TRUE;
}

/* If others than allocators point there, it may be in use after all. */
static gboolean is_used_behind(
	const struct mg_handed *pool, const struct mg_loose *loose, guint n)
{
	for (guint i = 0; i < n; i++) {
		guint64 key = (guint64) pool->id << 32 | loose[i].holder;
		if (loose[i].value > pool->open &&
			!g_hash_table_contains(pool->x->allocators, &key))
			return TRUE;
	}
	return FALSE;
}

/* The last place that somebody points to, and the last one that others do. */
static void find_top(
	struct mg_handed *pool, const struct mg_loose *loose, guint n)
{
	pool->top = (struct mg_loose){.holder = MG_NO_OBJECT};
	pool->second = 0;
	for (guint i = 0; i < n; i++) {
		if (loose[i].holder == pool->top.holder) {
			pool->top.value = MAX(pool->top.value, loose[i].value);
		} else if (loose[i].value > pool->top.value) {
			pool->second = pool->top.value;
			pool->top = loose[i];
		} else {
			pool->second = MAX(pool->second, loose[i].value);
		}
	}
}

static void ask_pool(struct mg_extract *x, guint32 id,
	const struct mg_loose *loose, guint n, const GArray *numbers)
{
	struct mg_handed pool;
	if (!pool_init(&pool, x, id))
		return;
	find_top(&pool, loose, n);
	for (guint i = 0, k; i < n; i += k) {
		for (k = 1; i + k < n; k++)
			if (loose[i + k].holder != loose[i].holder)
				break;
		ask_holder(&pool, &loose[i], k);
	}
	mg_counts_find(&pool, loose, n, numbers);
	if (!is_used_behind(&pool, loose, n))
		close_rest(&pool);
}

static int by_number(gconstpointer a, gconstpointer b, gpointer data)
{
	guint32 p = *(const guint32 *) a, q = *(const guint32 *) b;
	return p < q ? -1 : p > q;
}

/* Most lead to blocks that are no pools. */
static void drop_others(const struct mg_extract *x)
{
	guint n = 0;
	for (guint i = 0; i < x->loose->len; i++) {
		struct mg_loose l = g_array_index(x->loose, struct mg_loose, i);
		if (mg_stretch_at(x, l.pool)->split)
			g_array_index(x->loose, struct mg_loose, n++) = l;
	}
	g_array_set_size(x->loose, n);
}

void mg_allocators_find(struct mg_extract *x)
{
	if (!x->pools->len)
		return;
	drop_others(x);
	const struct mg_loose *loose = (const void *) x->loose->data;
	mg_sort(x->loose->data, x->loose->len, sizeof *loose, by_pool, NULL,
		x->reader->stop);
	mg_sort(x->pools->data, x->pools->len, sizeof(guint32), by_number, NULL,
		x->reader->stop);
	g_autoptr(GArray) numbers = mg_counts_of_globals(x);
	guint i = 0;
	for (guint k = 0; k < x->pools->len && !mg_extract_is_stopped(x); k++) {
		guint32 id = g_array_index(x->pools, guint32, k);
		guint n = 0;
		while (i < x->loose->len && loose[i].pool < id)
			i++;
		while (i + n < x->loose->len && loose[i + n].pool == id)
			n++;
		ask_pool(x, id, &loose[i], n, numbers);
	}
	mg_free_lists_find(x);
}

/* ---- Pointers ---- */

static gboolean has_allocator(
	const struct mg_extract *x, guint32 pool, guint32 holder)
{
	guint64 key = (guint64) pool << 32 | holder;
	return g_hash_table_contains(x->allocators, &key);
}

gboolean mg_allocator_owns(const struct mg_extract *x, guint32 from,
	const struct mg_type *type, const struct mg_target *target)
{
	if (target->stretch == MG_NO_OBJECT || target->end == MG_END_FUNCTION)
		return FALSE;
	const struct mg_stretch *to = mg_stretch_at(x, target->stretch);
	if (to->given_back)
		return mg_is_free_link(type);
	if (!g_hash_table_size(x->allocators))
		return FALSE;
	guint32 pool = mg_whole_of(x, target->stretch);
	if (has_allocator(x, pool, holder_of(x, from)))
		return TRUE;

	/* From chunk to chunk. */
	const struct mg_stretch *s = mg_stretch_at(x, from);
	return s->whole != MG_NO_OBJECT && s->whole != pool &&
	       s->address == mg_stretch_at(x, s->whole)->address &&
	       has_allocator(x, s->whole, MG_NO_OBJECT) &&
	       target->offset == 0 &&
	       to->address == mg_stretch_at(x, pool)->address;
}
