/* What a pool handed out and got back: a list through the first words of the
 * objects that were there.
 *
 * Two kinds of pointers make such lists: those to a struct that is a pointer to
 * its own kind and nothing else, and is no part of another struct, as it would be
 * if something went with it; and `void *`, if an allocator of the pool holds the
 * first one. A list of structs with anything else in them is somebody's data.
 *
 * All that is there up to the next thing that is known is dead, whatever
 * pointers that were left over may say of it. */
#include "allocators.h"
#include "sort.h"

enum { WORD = sizeof(guint64) };

gboolean mg_is_bare_link(const struct mg_type *type)
{
	return type && type->kind == MG_STRUCT && type->size == WORD &&
	       type->n_members == 1 &&
	       type->members[0].type->kind == MG_POINTER &&
	       type->members[0].type->target == type;
}

/* `void *`, or `void **`. */
static gboolean is_anything(const struct mg_type *type)
{
	return !type || type->kind == MG_VOID ||
	       (type->kind == MG_POINTER &&
		       (!type->target || type->target->kind == MG_VOID));
}

gboolean mg_is_free_link(const struct mg_type *target)
{
	return mg_is_bare_link(target) || is_anything(target);
}

void mg_free_lists_note(struct mg_extract *x, guint32 from, guint32 holder,
	guint64 value, const struct mg_type *type,
	const struct mg_target *target)
{
	gboolean link = mg_is_bare_link(type);
	if (target->end != MG_END_NONE || value % WORD ||
		(!link && !is_anything(type)))
		return;
	guint32 whole = mg_whole_of(x, target->stretch);
	const struct mg_stretch *s = mg_stretch_at(x, whole);
	struct mg_cell cell = {whole, holder, from, value, link ? type : NULL};
	if ((s->block && !s->area) || s->root)
		g_array_append_val(x->cells, cell);
}

static int by_address(gconstpointer a, gconstpointer b, gpointer data)
{
	const struct mg_cell *p = a, *q = b;
	if (p->pool != q->pool)
		return p->pool < q->pool ? -1 : 1;
	return p->address < q->address ? -1 : p->address > q->address;
}

static int by_value(gconstpointer a, gconstpointer b, gpointer data)
{
	guint64 p = *(const guint64 *) a, q = *(const guint64 *) b;
	return p < q ? -1 : p > q;
}

/* ---- Links with something else beside them ---- */

static gboolean has_member(
	const struct mg_type *type, const struct mg_type *member)
{
	for (guint i = 0; i < type->n_members; i++)
		if (type->members[i].type == member)
			return TRUE;
	return FALSE;
}

/* Then something goes with it, and the list is made of the whole. */
static gboolean is_part(struct mg_extract *x, const struct mg_type *link)
{
	enum { LARGEST = 1 << 10 };
	for (guint64 size = 2 * WORD; x->reader->structs && size <= LARGEST;
		size += WORD) {
		const GPtrArray *types =
			x->reader->structs(size, x->reader->data);
		for (guint i = 0; types && i < types->len; i++)
			if (has_member(g_ptr_array_index(types, i), link))
				return TRUE;
	}
	return FALSE;
}

/* ---- One pool ---- */

struct pool {
	struct mg_extract *x;
	guint32 id;
	guint64 start, end;
	guint64 steps; /* that may be taken, with all lists */
	GArray *cells; /* guint64: addresses of what was given back */
	GArray *others; /* guint64: what else somebody points to */
};

static guint first_from(const GArray *values, guint64 value)
{
	guint lo = 0, hi = values->len;
	while (lo < hi) {
		guint middle = lo + (hi - lo) / 2;
		if (g_array_index(values, guint64, middle) < value)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo;
}

/* Of the loose pointers into the pool, which are together. */
static guint first_loose(const struct pool *pool)
{
	const GArray *loose = pool->x->loose;
	guint lo = 0, hi = loose->len;
	while (lo < hi) {
		guint middle = lo + (hi - lo) / 2;
		if (g_array_index(loose, struct mg_loose, middle).pool <
			pool->id)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo;
}

static gboolean has_value(const GArray *values, guint64 value)
{
	guint i = first_from(values, value);
	return i < values->len && g_array_index(values, guint64, i) == value;
}

static guint64 next_value(const GArray *values, guint64 from, guint64 end)
{
	guint i = first_from(values, from + 1);
	return i < values->len ? MIN(end, g_array_index(values, guint64, i))
			       : end;
}

static gboolean is_start_of_object(const struct pool *pool, guint64 address)
{
	guint32 id = mg_known_at(pool->x, address);
	const struct mg_stretch *s =
		id == MG_NO_OBJECT ? NULL : mg_stretch_at(pool->x, id);
	return s && s->address == address && s->shape.type &&
	       !mg_is_bare_link(s->shape.type);
}

/* Whether the links are headers of what is behind them. */
static gboolean are_headers(const struct pool *pool)
{
	for (guint i = 0; i < pool->cells->len; i++) {
		guint64 behind = g_array_index(pool->cells, guint64, i) + WORD;
		if (behind < pool->end && !has_value(pool->cells, behind) &&
			(has_value(pool->others, behind) ||
				is_start_of_object(pool, behind)))
			return TRUE;
	}
	return FALSE;
}

/* A bare link alone in a block may have anything behind it. */
static gboolean holds_more(const struct pool *pool)
{
	const struct mg_extract *x = pool->x;
	guint64 key = (guint64) pool->id << 32 | MG_NO_OBJECT;
	return mg_stretch_at(x, pool->id)->root || pool->cells->len > 1 ||
	       g_hash_table_contains(x->allocators, &key) ||
	       mg_known_after(x, pool->start) != mg_known_at(x, pool->end - 1);
}

/* What a cell is, with all that nobody else knows of. */
static void make_dead(const struct pool *pool, guint64 from, guint64 to)
{
	struct mg_extract *x = pool->x;
	while (from < to && !mg_extract_is_stopped(x)) {
		guint32 id = mg_known_at(x, from);
		if (id == MG_NO_OBJECT)
			return;
		struct mg_stretch *s = mg_stretch_at(x, id);
		guint64 behind = s->address + s->size;
		if (s->whole != pool->id || s->root || s->dead || s->left_out)
			return;
		if (s->shape.type && s->address < from)
			return;
		if (s->address < from) {
			s->size = s->shape.count = from - s->address;
			mg_piece_add_gap(x, pool->id, from, behind);
			continue;
		}
		if (!s->shape.type && behind > to) {
			s->size = s->shape.count = to - from;
			mg_piece_add_gap(x, pool->id, to, behind);
			s = mg_stretch_at(x, id);
		}
		s->dead = s->given_back = TRUE;
		from = behind;
	}
}

static void make_cells_dead(const struct pool *pool)
{
	for (guint i = 0; i < pool->cells->len; i++) {
		guint64 from = g_array_index(pool->cells, guint64, i);
		guint64 to = next_value(pool->cells, from, pool->end);
		guint32 id = mg_known_at(pool->x, from);
		if (id == MG_NO_OBJECT)
			continue;
		/* What a pointer that was left over says of it ends there. */
		const struct mg_stretch *s = mg_stretch_at(pool->x, id);
		guint64 start = s->shape.type ? s->address + s->size : from;
		to = next_value(pool->others, from, to);
		for (guint32 next = mg_known_after(pool->x, from);
			next != MG_NO_OBJECT;) {
			s = mg_stretch_at(pool->x, next);
			if (s->shape.type || s->address >= to) {
				to = MIN(to, MAX(s->address, from + WORD));
				break;
			}
			next = mg_known_after(pool->x, s->address);
		}
		make_dead(pool, from, MAX(to, start));
	}
}

/* ---- `void *` ---- */

static gboolean is_allocators(
	const struct mg_extract *x, guint32 pool, const struct mg_cell *cell)
{
	guint64 key = (guint64) pool << 32 | cell->holder;
	return g_hash_table_contains(x->allocators, &key);
}

/* All that follows the first; FALSE if it is no such list. */
static gboolean walk(struct pool *pool, guint64 first, GArray *found)
{
	const struct mg_reader *reader = pool->x->reader;
	for (guint64 at = first; at; pool->steps--) {
		if (pool->steps == 0 || at % WORD || at < pool->start ||
			at > pool->end - WORD)
			return FALSE;
		g_array_append_val(found, at);
		if (!reader->read(at, &at, sizeof at, reader->data))
			return FALSE;
	}
	return found->len > 1 || !is_start_of_object(pool, first);
}

/* An allocator also knows where its pool starts: then it needs two pointers. */
static gboolean may_be_base(
	const struct pool *pool, const struct mg_cell *cell, gsize length)
{
	guint n = 0;
	if (cell->address != pool->start || length > 1)
		return FALSE;
	for (guint i = first_loose(pool); i < pool->x->loose->len; i++) {
		const struct mg_loose *l =
			&g_array_index(pool->x->loose, struct mg_loose, i);
		if (l->pool != pool->id)
			break;
		n += l->holder == cell->holder && l->value == cell->address;
	}
	return n < 2;
}

static void add_walk(struct pool *pool, const struct mg_cell *cell)
{
	g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(guint64));
	/* Not where the next one goes. */
	if (mg_stretch_at(pool->x, mg_known_at(pool->x, cell->address))->dead ||
		!walk(pool, cell->address, found) ||
		may_be_base(pool, cell, found->len))
		return;
	g_array_append_vals(pool->cells, found->data, found->len);
}

/* ---- All of them ---- */

static void add_others(struct pool *pool)
{
	const struct mg_extract *x = pool->x;
	for (guint i = first_loose(pool); i < x->loose->len; i++) {
		const struct mg_loose *l =
			&g_array_index(x->loose, struct mg_loose, i);
		if (l->pool != pool->id)
			break;
		g_array_append_val(pool->others, l->value);
	}
	mg_sort(pool->others->data, pool->others->len, sizeof(guint64),
		by_value, NULL, x->reader->stop);
}

static void ask_pool(struct mg_extract *x, const struct mg_cell *cells, guint n,
	GHashTable *parts)
{
	const struct mg_stretch *s = mg_stretch_at(x, cells->pool);
	if (!s->split)
		return;
	g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(guint64));
	g_autoptr(GArray) others = g_array_new(FALSE, FALSE, sizeof(guint64));
	struct pool pool = {x, cells->pool, s->address, s->address + s->extent,
		s->extent / WORD, found, others};
	for (guint i = 0; i < n && !mg_extract_is_stopped(x); i++) {
		gpointer known;
		if (!cells[i].type)
			continue;
		if (!g_hash_table_lookup_extended(
			    parts, cells[i].type, NULL, &known)) {
			known = GINT_TO_POINTER(is_part(x, cells[i].type));
			g_hash_table_insert(
				parts, (gpointer) cells[i].type, known);
		}
		if (!known)
			g_array_append_val(found, cells[i].address);
	}
	for (guint i = 0; i < n; i++)
		if (!cells[i].type && is_allocators(x, pool.id, &cells[i]))
			add_walk(&pool, &cells[i]);
	if (!found->len)
		return;

	add_others(&pool);
	mg_sort(found->data, found->len, sizeof(guint64), by_value, NULL,
		x->reader->stop);
	if (!are_headers(&pool) && holds_more(&pool))
		make_cells_dead(&pool);
}

void mg_free_lists_find(struct mg_extract *x)
{
	g_autoptr(GHashTable) parts = g_hash_table_new(NULL, NULL);
	guint kept = 0;
	for (guint i = 0; i < x->cells->len; i++) {
		struct mg_cell c = g_array_index(x->cells, struct mg_cell, i);
		if (mg_stretch_at(x, c.pool)->split)
			g_array_index(x->cells, struct mg_cell, kept++) = c;
	}
	g_array_set_size(x->cells, kept);
	const struct mg_cell *cells = (const void *) x->cells->data;
	mg_sort(x->cells->data, x->cells->len, sizeof *cells, by_address, NULL,
		x->reader->stop);
	for (guint i = 0, n; i < x->cells->len && !mg_extract_is_stopped(x);
		i += n) {
		for (n = 1; i + n < x->cells->len; n++)
			if (cells[i + n].pool != cells[i].pool)
				break;
		ask_pool(x, &cells[i], n, parts);
	}
}
