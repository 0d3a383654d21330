/* The search itself. After Bron and Kerbosch (Algorithm 457), with a pivot: a
 * clique that can't be made larger has the pivot or a pair that is in conflict
 * with it, so only these are tried. It is kept small by what is known about
 * correspondence graphs: a matching bounds the size of a clique; pairs whose
 * conflicts are all among each other are taken without a choice; parts without
 * conflicts between them are searched one by one. */
#include "clique-search.h"

#include <string.h>

void mg_search_init(
	struct mg_search *search, const struct mg_pairs *pairs, guint64 limit)
{
	memset(search, 0, sizeof *search);
	search->pairs = pairs;
	search->limit = limit;
	search->words = pairs->n / 64 + 1;
	search->rows = g_new0(guint32, pairs->a.n + 1);
	search->columns = g_new0(guint32, pairs->b.n + 1);
	search->mate_a = g_new(guint32, pairs->a.n + 1);
	search->mate_b = g_new(guint32, pairs->b.n + 1);
	memset(search->mate_a, 0xff, (pairs->a.n + 1) * sizeof(guint32));
	memset(search->mate_b, 0xff, (pairs->b.n + 1) * sizeof(guint32));
	search->seen = g_new0(guint32, pairs->b.n + 1);
	search->blocked = g_new0(guint32, pairs->n + 1);
}

void mg_search_clear(struct mg_search *search)
{
	g_free(search->hope);
	g_free(search->rows);
	g_free(search->columns);
	g_free(search->mate_a);
	g_free(search->mate_b);
	g_free(search->seen);
	g_free(search->blocked);
}

/* A pair's row and column: from, to (not included), and the step. */
struct line {
	guint32 from, to, step;
};

static void lines_of(
	const struct mg_pairs *pairs, guint32 pair, struct line lines[2])
{
	const struct mg_pair_class *class = mg_pairs_class(pairs, pair);
	guint32 width = class->b->len;
	guint32 row = (pair - class->base) / width;
	guint32 column = (pair - class->base) % width;
	guint32 start = class->base + row * width;
	lines[0] = (struct line){start, start + width, 1};
	lines[1] = (struct line){class->base + column,
		class->base + class->a->len * width, width};
}

void mg_search_settle(const struct mg_search *s, guint64 *set, guint32 pair)
{
	struct line lines[2];
	lines_of(s->pairs, pair, lines);
	for (int i = 0; i < 2; i++)
		for (guint32 j = lines[i].from; j < lines[i].to;
			j += lines[i].step)
			mg_set_remove(set, j);
	for (guint32 i = s->pairs->first[pair]; i < s->pairs->first[pair + 1];
		i++)
		mg_set_remove(set, s->pairs->conflicts[i]);
}

/* Moves what is in conflict with the pair from `left` to `part`. */
static void gather(struct mg_search *s, guint32 pair, guint64 *left,
	guint64 *part, GArray *queue)
{
	struct line lines[2];
	lines_of(s->pairs, pair, lines);

	struct mg_small_pair p = s->pairs->pairs[pair];
	/* A row or column is looked at once, not once for each of its pairs. */
	guint32 *done[2] = {&s->rows[p.a], &s->columns[p.b]};
	for (int i = 0; i < 2; i++) {
		if (*done[i])
			continue;
		*done[i] = 1;
		for (guint32 j = lines[i].from; j < lines[i].to;
			j += lines[i].step)
			if (mg_set_has(left, j)) {
				mg_set_remove(left, j);
				mg_set_add(part, j);
				g_array_append_val(queue, j);
			}
	}

	for (guint32 i = s->pairs->first[pair]; i < s->pairs->first[pair + 1];
		i++) {
		guint32 other = s->pairs->conflicts[i];
		if (mg_set_has(left, other)) {
			mg_set_remove(left, other);
			mg_set_add(part, other);
			g_array_append_val(queue, other);
		}
	}
}

gboolean mg_search_next_part(struct mg_search *s, guint64 *left, guint64 *part)
{
	guint32 start = mg_set_next(left, 0, s->pairs->n);

	s->work += s->words;
	if (start == s->pairs->n)
		return FALSE;

	g_autoptr(GArray) queue = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 i = start; i < s->pairs->n;
		i = mg_set_next(left, i + 1, s->pairs->n)) {
		s->rows[s->pairs->pairs[i].a] = 0;
		s->columns[s->pairs->pairs[i].b] = 0;
	}

	mg_set_remove(left, start);
	mg_set_add(part, start);
	g_array_append_val(queue, start);
	for (guint i = 0; i < queue->len; i++)
		gather(s, g_array_index(queue, guint32, i), left, part, queue);
	s->work += queue->len;

	return TRUE;
}

/* How many pairs of the set each vertex has. */
static void count_lines(struct mg_search *s, const guint64 *set)
{
	guint32 n = s->pairs->n;

	for (guint32 i = mg_set_next(set, 0, n); i < n;
		i = mg_set_next(set, i + 1, n)) {
		s->rows[s->pairs->pairs[i].a] = 0;
		s->columns[s->pairs->pairs[i].b] = 0;
	}

	for (guint32 i = mg_set_next(set, 0, n); i < n;
		i = mg_set_next(set, i + 1, n)) {
		s->rows[s->pairs->pairs[i].a]++;
		s->columns[s->pairs->pairs[i].b]++;
		s->work++;
	}
}

/* The listed conflicts of the pair in the set. */
static guint count_listed(struct mg_search *s, const guint64 *set, guint32 pair)
{
	guint n = 0;
	guint32 end = s->pairs->first[pair + 1];
	for (guint32 i = s->pairs->first[pair]; i < end; i++)
		n += mg_set_has(set, s->pairs->conflicts[i]);
	s->work += end - s->pairs->first[pair];
	return n;
}

/* Some largest clique of the set has the pair: all that are in conflict with it
 * are in conflict with each other, so that at most one of them can be in a
 * clique. */
static gboolean is_settled(
	struct mg_search *s, const guint64 *set, guint32 pair)
{
	struct mg_small_pair p = s->pairs->pairs[pair];
	guint row = s->rows[p.a] - 1, column = s->columns[p.b] - 1;
	guint listed = count_listed(s, set, pair);
	return row + column + listed <= 1 ||
	       (listed == 0 && (row == 0 || column == 0));
}

static void reduce(struct mg_search *s, guint64 *set, GArray *into)
{
	guint32 n = s->pairs->n;

	for (gboolean again = TRUE; again && !mg_pairs_are_stopped(s->pairs);) {
		again = FALSE;
		count_lines(s, set);
		for (guint32 i = mg_set_next(set, 0, n); i < n;
			i = mg_set_next(set, i + 1, n)) {
			if (!is_settled(s, set, i))
				continue;
			mg_search_settle(s, set, i);
			g_array_append_val(into, i);
			/* The counts are too high now. So is_settled may say
			 * FALSE more often, but is never wrong when it says
			 * TRUE. */
			again = TRUE;
		}
	}
}

static gboolean search_set(
	struct mg_search *s, guint64 *set, gint floor, GArray *best);

struct branch {
	guint32 conflicts;
	guint32 pair;
};

static int compare_branches(const void *a, const void *b)
{
	const struct branch *x = a, *y = b;
	if (x->conflicts != y->conflicts)
		return x->conflicts < y->conflicts ? -1 : 1;
	return x->pair < y->pair ? -1 : x->pair > y->pair;
}

static struct branch branch_of(
	struct mg_search *s, const guint64 *set, guint32 pair)
{
	struct mg_small_pair p = s->pairs->pairs[pair];
	return (struct branch){
		s->rows[p.a] + s->columns[p.b] - 2 + count_listed(s, set, pair),
		pair};
}

/* The pivot, which has the fewest conflicts, and all pairs in conflict with it;
 * best first. */
static GArray *find_branches(struct mg_search *s, const guint64 *set)
{
	GArray *branches = g_array_new(FALSE, FALSE, sizeof(struct branch));
	struct branch pivot = {G_MAXUINT32, 0};
	guint32 n = s->pairs->n;

	count_lines(s, set);
	for (guint32 i = mg_set_next(set, 0, n); i < n;
		i = mg_set_next(set, i + 1, n)) {
		struct branch branch = branch_of(s, set, i);
		if (compare_branches(&branch, &pivot) < 0)
			pivot = branch;
	}

	g_autofree guint64 *others = g_memdup2(set, s->words * sizeof *set);
	mg_search_settle(s, others, pivot.pair);
	for (guint32 i = mg_set_next(set, 0, n); i < n;
		i = mg_set_next(set, i + 1, n)) {
		if (mg_set_has(others, i))
			continue;
		struct branch branch = branch_of(s, set, i);
		g_array_append_val(branches, branch);
	}

	g_array_sort(branches, compare_branches);
	return branches;
}

/* The largest clique that has this pair. */
static gboolean try_branch(struct mg_search *s, const guint64 *set,
	guint32 pair, gint floor, GArray *best)
{
	g_autofree guint64 *rest = g_memdup2(set, s->words * sizeof *set);
	g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(guint32));
	mg_search_settle(s, rest, pair);
	if (!search_set(s, rest, floor - 1, found))
		return FALSE;
	g_array_set_size(best, 0);
	g_array_append_val(best, pair);
	g_array_append_vals(best, found->data, found->len);
	return TRUE;
}

static guint bound(struct mg_search *s, const guint64 *set)
{
	g_autoptr(GArray) matching = g_array_new(FALSE, FALSE, sizeof(guint32));
	gboolean clique;
	return mg_search_matching(s, set, matching, &clique);
}

gboolean mg_search_part(
	struct mg_search *s, guint64 *set, gint floor, GArray *best)
{
	g_autoptr(GArray) matching = g_array_new(FALSE, FALSE, sizeof(guint32));
	gboolean clique;
	gint most = (gint) mg_search_matching(s, set, matching, &clique);
	if (most <= floor || !mg_search_may_go_on(s, 1))
		return FALSE;
	if (clique) {
		g_array_set_size(best, 0);
		g_array_append_vals(best, matching->data, matching->len);
		return TRUE;
	}

	gboolean found = FALSE;
	g_autoptr(GArray) branches = find_branches(s, set);
	for (guint i = 0; i < branches->len && mg_search_may_go_on(s, 1); i++) {
		guint32 pair = g_array_index(branches, struct branch, i).pair;
		if (try_branch(s, set, pair, floor, best)) {
			found = TRUE;
			floor = (gint) best->len;
		}
		mg_set_remove(set, pair);
		if (floor == most || (gint) bound(s, set) <= floor)
			break;
	}

	return found;
}

/* The pairs themselves, and not a set with a bit for each pair: there may be
 * thousands of parts. */
struct part {
	GArray *members;
	guint bound;
};

static int compare_parts(const void *a, const void *b)
{
	const struct part *x = a, *y = b;
	return x->bound < y->bound ? -1 : x->bound > y->bound;
}

static void clear_part(void *part)
{
	g_array_unref(((struct part *) part)->members);
}

/* Splits the set, which is empty after that. */
static GArray *split(struct mg_search *s, guint64 *set, gint *sum)
{
	GArray *parts = g_array_new(FALSE, FALSE, sizeof(struct part));
	g_autofree guint64 *members = g_new0(guint64, s->words);
	guint32 n = s->pairs->n;

	g_array_set_clear_func(parts, clear_part);
	while (!mg_pairs_are_stopped(s->pairs) &&
		mg_search_next_part(s, set, members)) {
		struct part part = {g_array_new(FALSE, FALSE, sizeof(guint32)),
			bound(s, members)};
		for (guint32 i = mg_set_next(members, 0, n); i < n;
			i = mg_set_next(members, i + 1, n)) {
			g_array_append_val(part.members, i);
			mg_set_remove(members, i);
		}
		*sum += (gint) part.bound;
		g_array_append_val(parts, part);
	}

	g_array_sort(parts, compare_parts);
	return parts;
}

static gboolean search_part(struct mg_search *s, const struct part *part,
	guint64 *set, gint floor, GArray *best)
{
	memset(set, 0, s->words * sizeof *set);
	for (guint i = 0; i < part->members->len; i++)
		mg_set_add(set, g_array_index(part->members, guint32, i));
	return mg_search_part(s, set, floor, best);
}

/* The largest clique of any set, if it has more than `floor` pairs. */
static gboolean search_set(
	struct mg_search *s, guint64 *set, gint floor, GArray *best)
{
	reduce(s, set, best);

	gint sum = (gint) best->len;
	g_autoptr(GArray) parts = split(s, set, &sum);
	for (guint i = 0; i < parts->len && sum > floor; i++) {
		const struct part *part = &g_array_index(parts, struct part, i);
		g_autoptr(GArray) found =
			g_array_new(FALSE, FALSE, sizeof(guint32));
		/* This part must have more pairs than this, even if all the
		 * others have as many as they can. */
		gint least = floor - (sum - (gint) part->bound);
		if (!search_part(s, part, set, MAX(least, 0), found))
			return FALSE;
		sum += (gint) found->len - (gint) part->bound;
		g_array_append_vals(best, found->data, found->len);
	}

	return sum > floor;
}
