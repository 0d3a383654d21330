/* What is equal at both ends needs no search; numbers that occur once in each
 * sequence divide the rest (patience diff); small parts are solved exactly, and
 * large ones by Myers' greedy algorithm, whose cost depends on the
 * differences. */
#include "align.h"

#include "sort.h"

#include <string.h>

/* Parts of up to this many cells (n × m) are solved in a table. */
enum { MOST_CELLS = 1 << 16 };
/* Differences that the greedy algorithm may find before it gives up. */
enum { MOST_EDITS = 1000 };
/* How many times a part is divided again. */
enum { DEEPEST = 64 };

struct parts {
	const guint64 *a, *b;
	gint64 *to;
	const volatile sig_atomic_t *stop;
	gboolean steps; /* greedily first */
};

static gboolean is_stopped(const struct parts *p)
{
	return p->stop && *p->stop;
}

static void align(const struct parts *p, gsize a, gsize a_end, gsize b,
	gsize b_end, guint depth);

/* ---- Exactly, in a table ---- */

static void solve(
	const struct parts *p, gsize a, gsize a_end, gsize b, gsize b_end)
{
	gsize n = a_end - a, m = b_end - b, width = m + 1;
	g_autofree guint16 *longest = g_new0(guint16, (n + 1) * width);

	for (gsize i = n; i-- > 0;)
		for (gsize j = m; j-- > 0;) {
			guint16 *cell = &longest[i * width + j];
			*cell = p->a[a + i] == p->b[b + j]
					? cell[width + 1] + 1
					: MAX(cell[width], cell[1]);
		}

	gsize i = 0, j = 0;
	while (i < n && j < m) {
		const guint16 *cell = &longest[i * width + j];
		if (p->a[a + i] == p->b[b + j]) {
			p->to[a + i++] = (gint64) (b + j++);
		} else if (cell[width] >= cell[1]) {
			i++;
		} else {
			j++;
		}
	}
}

/* ---- By what comes once in each ---- */

struct once {
	guint64 number;
	gsize place;
	gboolean second; /* of the second sequence */
};

static int by_number(gconstpointer x, gconstpointer y, gpointer data)
{
	const struct once *p = x, *q = y;
	if (p->number != q->number)
		return p->number < q->number ? -1 : 1;
	return p->second != q->second ? (int) p->second - (int) q->second
	       : p->place < q->place  ? -1
				      : p->place > q->place;
}

struct pair {
	gsize a, b;
};

static int by_place(gconstpointer x, gconstpointer y, gpointer data)
{
	const struct pair *p = x, *q = y;
	return p->a < q->a ? -1 : p->a > q->a;
}

static GArray *find_unique(
	const struct parts *p, gsize a, gsize a_end, gsize b, gsize b_end)
{
	gsize n = a_end - a, m = b_end - b;
	g_autofree struct once *all = g_new(struct once, n + m);
	GArray *pairs = g_array_new(FALSE, FALSE, sizeof(struct pair));

	for (gsize i = 0; i < n; i++)
		all[i] = (struct once){p->a[a + i], a + i, FALSE};
	for (gsize j = 0; j < m; j++)
		all[n + j] = (struct once){p->b[b + j], b + j, TRUE};
	mg_sort(all, n + m, sizeof *all, by_number, NULL, p->stop);
	for (gsize i = 0, next; i < n + m && !is_stopped(p); i = next) {
		for (next = i + 1; next < n + m; next++)
			if (all[next].number != all[i].number)
				break;
		if (next != i + 2 || all[i].second || !all[i + 1].second)
			continue;
		struct pair pair = {all[i].place, all[i + 1].place};
		g_array_append_val(pairs, pair);
	}

	mg_sort(pairs->data, pairs->len, sizeof(struct pair), by_place, NULL,
		p->stop);
	return pairs;
}

/* Keeps the longest sequence of pairs that rises in b. */
static void keep_rising(GArray *pairs)
{
	struct pair *list = (struct pair *) (void *) pairs->data;
	gsize n = pairs->len, length = 0;
	if (n == 0)
		return; /* the array may have no memory yet */

	/* last[k]: the pair with the smallest b at the end of a rise of k +
	 * 1. */
	g_autofree gsize *last = g_new(gsize, n + 1);
	g_autofree gsize *before = g_new(gsize, n + 1);
	for (gsize i = 0; i < n; i++) {
		gsize low = 0, high = length;
		while (low < high) {
			gsize middle = low + (high - low) / 2;
			if (list[last[middle]].b < list[i].b)
				low = middle + 1;
			else
				high = middle;
		}
		before[i] = low ? last[low - 1] : n;
		last[low] = i;
		length = MAX(length, low + 1);
	}

	g_autofree struct pair *kept = g_new(struct pair, length + 1);
	gsize at = length ? last[length - 1] : n;
	for (gsize k = length; k-- > 0; at = before[at])
		kept[k] = list[at];
	memcpy(list, kept, length * sizeof *kept);
	g_array_set_size(pairs, (guint) length);
}

static gboolean divide(const struct parts *p, gsize a, gsize a_end, gsize b,
	gsize b_end, guint depth)
{
	g_autoptr(GArray) pairs = find_unique(p, a, a_end, b, b_end);

	if (is_stopped(p))
		return TRUE;
	keep_rising(pairs);
	for (guint i = 0; i < pairs->len && !is_stopped(p); i++) {
		struct pair pair = g_array_index(pairs, struct pair, i);
		/* Meanwhile a neighbour's ends may have grown over it. */
		if (pair.a < a || pair.b < b)
			continue;
		p->to[pair.a] = (gint64) pair.b;
		align(p, a, pair.a, b, pair.b, depth + 1);
		a = pair.a + 1;
		b = pair.b + 1;
	}

	if (pairs->len)
		align(p, a, a_end, b, b_end, depth + 1);
	return pairs->len > 0;
}

/* ---- Greedily (Myers 1986) ---- */

/* From the furthest points of each number of edits back to the beginning. */
static void trace_back(const struct parts *p, const GPtrArray *furthest,
	gsize a, gsize b, gint64 x, gint64 y)
{
	for (gint64 d = (gint64) furthest->len - 1; d >= 0; d--) {
		const gint32 *v = g_ptr_array_index(furthest, (guint) d);
		gint64 k = x - y;
		gint64 from = k == -d || (k != d && v[k - 1 + d] < v[k + 1 + d])
				      ? k + 1
				      : k - 1;
		gint64 start_x = d ? v[from + d] : 0;
		gint64 start_y = d ? start_x - from : 0;
		while (x > start_x && y > start_y) {
			x--;
			y--;
			p->to[a + (gsize) x] = (gint64) b + y;
		}
		x = start_x;
		y = start_y;
	}
}

/* Each entry of `furthest` is what was known before its round: diagonals -d …
 * d at index k + d. FALSE if there are too many edits. */
static gboolean go_greedily(
	const struct parts *p, gsize a, gsize a_end, gsize b, gsize b_end)
{
	gint64 n = (gint64) (a_end - a), m = (gint64) (b_end - b);
	if (n > G_MAXINT32 / 2 || m > G_MAXINT32 / 2)
		return FALSE;

	g_autoptr(GPtrArray) furthest = g_ptr_array_new_with_free_func(g_free);
	enum { MIDDLE = MOST_EDITS + 1 };

	g_autofree gint32 *v = g_new0(gint32, 2 * MIDDLE + 1);
	for (gint64 d = 0; d <= MOST_EDITS && !is_stopped(p); d++) {
		gint32 *before = g_new(gint32, 2 * d + 2);
		memcpy(before, v + MIDDLE - d,
			(gsize) (2 * d + 1) * sizeof *before);
		g_ptr_array_add(furthest, before);
		for (gint64 k = -d; k <= d; k += 2) {
			gint64 x =
				k == -d || (k != d && v[MIDDLE + k - 1] <
							      v[MIDDLE + k + 1])
					? v[MIDDLE + k + 1]
					: v[MIDDLE + k - 1] + 1;
			gint64 y = x - k;
			while (x < n && y < m && x >= 0 && y >= 0 &&
				p->a[a + (gsize) x] == p->b[b + (gsize) y]) {
				x++;
				y++;
			}
			v[MIDDLE + k] = (gint32) x;
			if (k == n - m && x >= n) {
				trace_back(p, furthest, a, b, n, m);
				return TRUE;
			}
		}
	}
	return FALSE;
}

/* ---- All together ---- */

static void align(const struct parts *p, gsize a, gsize a_end, gsize b,
	gsize b_end, guint depth)
{
	for (; a < a_end && b < b_end && p->a[a] == p->b[b]; a++, b++)
		p->to[a] = (gint64) b;
	for (; a < a_end && b < b_end && p->a[a_end - 1] == p->b[b_end - 1];
		a_end--, b_end--)
		p->to[a_end - 1] = (gint64) b_end - 1;
	if (a == a_end || b == b_end || is_stopped(p))
		return;

	gsize n = a_end - a, m = b_end - b;
	if (n <= MOST_CELLS && m <= MOST_CELLS && n * m <= MOST_CELLS)
		solve(p, a, a_end, b, b_end);
	else if (p->steps && depth == 0 && go_greedily(p, a, a_end, b, b_end))
		return;
	else if (depth > DEEPEST || !divide(p, a, a_end, b, b_end, depth))
		go_greedily(p, a, a_end, b, b_end);
}

static void align_all(const struct parts *p, gsize n, gsize m)
{
	for (gsize i = 0; i < n; i++)
		p->to[i] = -1;
	align(p, 0, n, 0, m, 0);
}

void mg_align_until(const volatile sig_atomic_t *stop, const guint64 *a,
	gsize n, const guint64 *b, gsize m, gint64 *to)
{
	struct parts parts = {a, b, to, stop, FALSE};
	align_all(&parts, n, m);
}

void mg_align_steps_until(const volatile sig_atomic_t *stop, const guint64 *a,
	gsize n, const guint64 *b, gsize m, gint64 *to)
{
	struct parts parts = {a, b, to, stop, TRUE};
	align_all(&parts, n, m);
}

void mg_align(const guint64 *a, gsize n, const guint64 *b, gsize m, gint64 *to)
{
	mg_align_until(NULL, a, n, b, m, to);
}
