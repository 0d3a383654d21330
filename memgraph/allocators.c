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
 * objects, and is no pool. */
#include "extract.h"
#include "sort.h"

/* The size of a pool is a round number, and malloc makes it rounder: so much
 * comes behind the pool in its block. */
enum { ROUND = 16 };
/* Variables stand side by side: `static char *next, *limit;` is one holder. */
enum { GLOBALS = MG_NO_OBJECT - 1 };

static guint32 holder_of(const struct mg_extract *x, guint32 id)
{
	const struct mg_stretch *s = mg_stretch_at(x, id);
	return s->root && x->roots[s->root - 1].class == MG_ROOT_GLOBAL &&
			       s->shape.type &&
			       s->shape.type->kind == MG_POINTER
		       ? GLOBALS
		       : id;
}

/* One that says nothing of an object. */
static gboolean is_loose(const struct mg_type *type)
{
	return !type || type->kind == MG_VOID ||
	       (type->kind == MG_CHAR && type->size == 1);
}

void mg_allocator_note(struct mg_extract *x, guint32 holder, guint64 value,
	const struct mg_type *type, const struct mg_target *target)
{
	struct mg_target there = *target;
	if (!is_loose(type))
		return;
	/* Behind the last byte there may be anything, or nothing. */
	if (there.end == MG_END_DEAD || there.end == MG_END_UNMAPPED)
		mg_extract_follow(x, value - 1, NULL, &there);
	else if (there.end == MG_END_NONE && there.offset == 0)
		return;
	if (there.end != MG_END_NONE)
		return;

	const struct mg_stretch *s = mg_stretch_at(x, there.stretch);
	guint32 whole = s->whole == MG_NO_OBJECT ? there.stretch : s->whole;
	if (!mg_stretch_at(x, whole)->block || mg_stretch_at(x, whole)->area)
		return;
	struct mg_loose loose = {whole, holder_of(x, holder), value};
	g_array_append_val(x->loose, loose);
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

struct pool {
	struct mg_extract *x;
	guint32 id;
	guint64 start, end;
	guint32 last; /* its last piece … */
	guint64 used; /* … and what is surely in use, up to there */
	guint64 open; /* where the first that is not handed out is; or `end` */
};

static gboolean pool_init(struct pool *pool, struct mg_extract *x, guint32 id)
{
	const struct mg_stretch *whole = mg_stretch_at(x, id);
	if (!whole->split)
		return FALSE;
	pool->x = x;
	pool->id = id;
	pool->start = whole->address;
	pool->open = pool->end = whole->address + whole->extent;
	pool->last = mg_known_at(x, pool->end - 1);
	if (pool->last == MG_NO_OBJECT)
		return FALSE;

	const struct mg_stretch *last = mg_stretch_at(x, pool->last);
	pool->used = last->address;
	if (last->shape.type)
		pool->used += mg_fixed_size(last->shape.type);
	return last->whole == id && last->address > pool->start &&
	       !last->left_out;
}

/* A chunk's header has its limit, and is in the pool itself. */
static gboolean is_head(const struct mg_stretch *piece, const struct pool *pool)
{
	return piece->whole == pool->id && piece->address == pool->start;
}

static void add_allocator(struct pool *pool, guint32 holder)
{
	guint64 key = (guint64) pool->id << 32 | holder;
	g_hash_table_add(pool->x->allocators, g_memdup2(&key, sizeof key));
	key = (guint64) pool->id << 32 | MG_NO_OBJECT;
	g_hash_table_add(pool->x->allocators, g_memdup2(&key, sizeof key));
}

/* A text may well be at the end of a full pool, but seldom right there. */
static gboolean is_limit(const struct pool *pool, guint64 value)
{
	return value >= pool->used &&
	       (value == pool->end ||
		       (value % ROUND == 0 && pool->end - value < ROUND));
}

/* loose[0 … n) are all pointers of one holder into the pool, by value. */
static void ask_holder(struct pool *pool, const struct mg_loose *loose, guint n)
{
	guint32 holder = loose->holder;
	guint64 limit = loose[n - 1].value;
	gboolean head = holder != GLOBALS &&
			is_head(mg_stretch_at(pool->x, holder), pool);
	if (!is_limit(pool, limit) || (n < 2 && !head))
		return;
	if (n < 2) {
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

static void close_rest(struct pool *pool)
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
	const struct pool *pool, const struct mg_loose *loose, guint n)
{
	for (guint i = 0; i < n; i++) {
		guint64 key = (guint64) pool->id << 32 | loose[i].holder;
		if (loose[i].value > pool->open &&
			!g_hash_table_contains(pool->x->allocators, &key))
			return TRUE;
	}
	return FALSE;
}

static void ask_pool(
	struct mg_extract *x, const struct mg_loose *loose, guint n)
{
	struct pool pool;
	if (!pool_init(&pool, x, loose->pool))
		return;
	for (guint i = 0, k; i < n; i += k) {
		for (k = 1; i + k < n; k++)
			if (loose[i + k].holder != loose[i].holder)
				break;
		ask_holder(&pool, &loose[i], k);
	}
	if (!is_used_behind(&pool, loose, n))
		close_rest(&pool);
}

void mg_allocators_find(struct mg_extract *x)
{
	const struct mg_loose *loose = (const void *) x->loose->data;
	mg_sort(x->loose->data, x->loose->len, sizeof *loose, by_pool, NULL,
		x->reader->stop);
	for (guint i = 0, n; i < x->loose->len && !mg_extract_is_stopped(x);
		i += n) {
		for (n = 1; i + n < x->loose->len; n++)
			if (loose[i + n].pool != loose[i].pool)
				break;
		ask_pool(x, &loose[i], n);
	}
}

/* ---- Pointers ---- */

static gboolean has_allocator(
	const struct mg_extract *x, guint32 pool, guint32 holder)
{
	guint64 key = (guint64) pool << 32 | holder;
	return g_hash_table_contains(x->allocators, &key);
}

gboolean mg_allocator_owns(const struct mg_extract *x, guint32 from,
	const struct mg_target *target)
{
	if (!g_hash_table_size(x->allocators) ||
		target->stretch == MG_NO_OBJECT)
		return FALSE;
	const struct mg_stretch *to = mg_stretch_at(x, target->stretch);
	guint32 pool = to->whole == MG_NO_OBJECT ? target->stretch : to->whole;
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
