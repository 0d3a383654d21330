/* How much of a pool is handed out, as a number of bytes: beside the pool, beside
 * a pointer to its start, or in a global variable.
 *
 * A number that happens to fit would be taken for one too. So a difference
 * between two runs is an allocator's only if both numbers fit, each its own run's
 * pool (mg_graph_is_count). */
#include "allocators.h"
#include "sort.h"

#include <string.h>

struct number {
	guint64 value;
	guint32 root;
};

static gboolean is_number(const struct mg_type *type)
{
	return type && type->kind == MG_INT &&
	       (type->size == 4 || type->size == 8);
}

static guint64 number_in(const guint8 *bytes, guint64 size)
{
	guint64 value = 0;
	memcpy(&value, bytes, size);
	return value;
}

static int by_value(gconstpointer a, gconstpointer b, gpointer data)
{
	const struct number *p = a, *q = b;
	if (p->value != q->value)
		return p->value < q->value ? -1 : 1;
	return p->root < q->root ? -1 : p->root > q->root;
}

GArray *mg_counts_of_globals(const struct mg_extract *x)
{
	GArray *numbers = g_array_new(FALSE, FALSE, sizeof(struct number));
	for (guint32 i = 0; i < x->n_roots && !mg_extract_is_stopped(x); i++) {
		const struct mg_root *root = &x->roots[i];
		guint8 bytes[8];
		if (root->class != MG_ROOT_GLOBAL || root->value ||
			!is_number(root->type) ||
			!x->reader->read(root->address, bytes, root->type->size,
				x->reader->data))
			continue;
		struct number number = {number_in(bytes, root->type->size), i};
		if (number.value)
			g_array_append_val(numbers, number);
	}
	mg_sort(numbers->data, numbers->len, sizeof(struct number), by_value,
		NULL, x->reader->stop);
	return numbers;
}

static void add_count(
	struct mg_handed *pool, guint32 holder, guint64 offset, guint64 next)
{
	struct mg_count count = {holder, offset};
	g_array_append_val(pool->x->counts, count);
	pool->open = MIN(pool->open, next);
}

/* Up to where something was put: an object, or a text that somebody points
 * to. */
static guint64 end_of_filled(const struct mg_handed *pool)
{
	enum { LONGEST = 256 };

	const struct mg_reader *reader = pool->x->reader;
	guint64 from = MAX(pool->top.value, pool->used);
	char text[LONGEST];
	guint64 size = MIN(sizeof text, pool->end - MIN(from, pool->end));
	if (from > pool->top.value || size == 0 ||
		!reader->read(from, text, size, reader->data) || !text[0])
		return from;
	return from + MIN(strnlen(text, size) + 1, size);
}

/* ---- Members ---- */

/* What fits: exactly where something ends, or anywhere behind it. */
struct fit {
	guint64 offset, next;
	guint found;
};

struct search {
	struct mg_handed *pool;
	guint32 holder;
	const guint8 *bytes;
	guint64 size;
	guint64 filled;
	struct fit exact, other;
};

static void try_place(
	struct search *search, guint64 offset, guint64 next, gboolean exact)
{
	const struct mg_handed *pool = search->pool;
	struct fit *fit = &search->exact;
	if (!mg_handed_is_next(pool, search->holder, next))
		return;
	if (next < search->filled || next - search->filled >= MG_POOL_ROUND) {
		if (exact || !mg_handed_is_blank(pool, next))
			return;
		fit = &search->other;
	}
	fit->found++;
	fit->offset = offset;
	fit->next = next;
}

/* What is handed out, or what is left; but a small number always leaves
 * something. */
static void try_members(
	struct search *search, const struct mg_type *type, guint64 base)
{
	enum { MOST = 64 };
	for (guint i = 0; i < MIN(type->n_members, MOST); i++) {
		const struct mg_member *m = &type->members[i];
		guint64 offset = base + m->offset;
		if (m->bit_size || offset >= search->size ||
			m->type->size > search->size - offset)
			continue;
		if (m->type->kind == MG_STRUCT)
			try_members(search, m->type, offset);
		if (!is_number(m->type))
			continue;
		guint64 value =
			number_in(search->bytes + offset, m->type->size);
		if (value == 0 || value >= search->pool->end)
			continue;
		try_place(search, offset, search->pool->base + value, FALSE);
		try_place(search, offset, search->pool->end - value, TRUE);
	}
}

/* If several fit, it is not known which. */
static void ask_holder(struct mg_handed *pool, guint32 holder, guint64 filled)
{
	enum { MOST = 1 << 12 };

	const struct mg_stretch *s = mg_stretch_at(pool->x, holder);
	const struct mg_reader *reader = pool->x->reader;
	guint8 bytes[MOST];
	guint64 size = MIN(s->size, sizeof bytes);
	if (!s->shape.type || s->shape.type->kind != MG_STRUCT ||
		s->shape.count != 1 ||
		(s->root && pool->x->roots[s->root - 1].value) ||
		!reader->read(s->address, bytes, size, reader->data))
		return;

	struct search search = {pool, holder, bytes, size, filled, {0}, {0}};
	try_members(&search, s->shape.type, 0);
	const struct fit *fit =
		search.exact.found ? &search.exact : &search.other;
	if (fit->found == 1)
		add_count(pool, holder, fit->offset, fit->next);
}

/* ---- Variables ---- */

static guint first_from(const GArray *numbers, guint64 value)
{
	guint lo = 0, hi = numbers->len;
	while (lo < hi) {
		guint middle = lo + (hi - lo) / 2;
		if (g_array_index(numbers, struct number, middle).value < value)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo;
}

/* There are many numbers: these have to be exact, and what follows may be
 * somebody's all the same, unless nothing is there. */
static void ask_globals(
	struct mg_handed *pool, const GArray *numbers, guint64 filled)
{
	guint64 least = filled - pool->base, next = pool->open;
	guint from = first_from(numbers, least);
	for (guint i = from; i < numbers->len; i++) {
		const struct number *n =
			&g_array_index(numbers, struct number, i);
		if (n->value - least >= MG_POOL_ROUND)
			break;
		if (!mg_handed_is_next(pool, MG_GLOBALS, pool->base + n->value))
			continue;
		struct mg_count count = {n->root, 0};
		g_array_append_val(pool->x->counts, count);
		next = pool->base + n->value;
	}

	if (next < pool->open && mg_handed_is_clear(pool, next))
		pool->open = next;
}

void mg_counts_find(struct mg_handed *pool, const struct mg_loose *loose,
	guint n, const GArray *numbers)
{
	gboolean global = mg_stretch_at(pool->x, pool->id)->root != 0;
	guint32 head = mg_known_at(pool->x, pool->start), last = MG_NO_OBJECT;
	guint64 filled = end_of_filled(pool);
	if (global)
		head = pool->id;
	ask_holder(pool, head, filled);
	for (guint i = 0; i < n; i++) {
		guint32 holder = loose[i].holder;
		if (!mg_handed_is_base(pool, loose[i].value) || holder == last)
			continue;
		last = holder;
		global = global || holder == MG_GLOBALS;
		if (holder != MG_GLOBALS && holder != head)
			ask_holder(pool, holder, filled);
	}
	if (global)
		ask_globals(pool, numbers, filled);
}
