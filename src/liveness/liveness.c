/* A function as its steps, and which step follows which. */
#include "liveness-inside.h"

static int compare_pieces(gconstpointer a, gconstpointer b)
{
	const struct hc_stores_piece *p = a, *q = b;
	return p->low < q->low ? -1 : p->low > q->low;
}

static gboolean decode_pieces(
	struct hc_liveness *stores, const struct hc_stores_code *code)
{
	g_autoptr(GArray) pieces =
		g_array_new(FALSE, FALSE, sizeof(struct hc_stores_piece));

	g_array_append_vals(pieces, code->pieces, code->n_pieces);
	g_array_sort(pieces, compare_pieces);
	guint64 end = 0;
	for (guint i = 0; i < pieces->len; i++) {
		const struct hc_stores_piece *piece =
			&g_array_index(pieces, struct hc_stores_piece, i);
		if (piece->low < end ||
			!hc_liveness_decode(stores, code, piece))
			return FALSE;
		end = piece->low + piece->n;
	}

	return TRUE;
}

static gboolean is_inside(const struct hc_stores_code *code, guint64 address)
{
	for (guint i = 0; i < code->n_pieces; i++)
		if (address - code->pieces[i].low < code->pieces[i].n)
			return TRUE;
	return FALSE;
}

/* FALSE if a jump leads into the middle of an instruction. */
static gboolean connect_steps(
	struct hc_liveness *stores, const struct hc_stores_code *code)
{
	for (guint i = 0; i < stores->steps->len; i++) {
		struct hc_liveness_step *step = hc_liveness_step(stores, i);
		step->next[0] = step->next[1] = NO_STEP;
		step->orphan = step->address != code->entry;
		if (!step->ends)
			step->next[0] = hc_liveness_step_find(
				stores, step->address + step->length);
		if (step->target && is_inside(code, step->target)) {
			step->next[1] =
				hc_liveness_step_find(stores, step->target);
			if (step->next[1] == NO_STEP)
				return FALSE;
		}
	}

	return TRUE;
}

/* Which steps come before each step. */
static void find_predecessors(struct hc_liveness *stores)
{
	guint n = stores->steps->len;
	stores->first = g_new0(guint, n + 2);
	stores->before = g_new(guint, 2 * n + 1);
	guint *first = stores->first + 1;
	for (guint i = 0; i < n; i++)
		for (guint k = 0; k < 2; k++)
			if (hc_liveness_step(stores, i)->next[k] != NO_STEP)
				first[hc_liveness_step(stores, i)->next[k] +
					1]++;

	for (guint i = 0; i < n; i++)
		first[i + 1] += first[i];
	/* Each ends where the next one began: `first` moves by one. */
	for (guint i = 0; i < n; i++)
		for (guint k = 0; k < 2; k++) {
			int to = hc_liveness_step(stores, i)->next[k];
			if (to == NO_STEP)
				continue;
			stores->before[first[to]++] = i;
			hc_liveness_step(stores, (guint) to)->orphan = FALSE;
		}
}

static void mark_direct(struct hc_liveness *stores, int entry)
{
	struct hc_liveness_walk walk;
	guint at;

	hc_liveness_walk_init(&walk, stores);
	hc_liveness_walk_to(&walk, entry);
	while (hc_liveness_walk_next(&walk, &at)) {
		hc_liveness_step(stores, at)->direct = TRUE;
		hc_liveness_walk_to(
			&walk, hc_liveness_step(stores, at)->next[0]);
		hc_liveness_walk_to(
			&walk, hc_liveness_step(stores, at)->next[1]);
	}
	hc_liveness_walk_clear(&walk);
}

struct hc_liveness *hc_liveness_new(const struct hc_stores_code *code)
{
	g_autoptr(hc_liveness) stores = g_new0(struct hc_liveness, 1);
	stores->steps =
		g_array_new(FALSE, FALSE, sizeof(struct hc_liveness_step));
	stores->touches =
		g_array_new(FALSE, FALSE, sizeof(struct hc_liveness_touch));
	stores->pads = code->pads;
	if (!decode_pieces(stores, code) || !connect_steps(stores, code))
		return NULL;

	int entry = hc_liveness_step_find(stores, code->entry);
	if (entry == NO_STEP)
		return NULL;

	find_predecessors(stores);
	mark_direct(stores, entry);
	return g_steal_pointer(&stores);
}

void hc_liveness_free(struct hc_liveness *stores)
{
	g_array_unref(stores->steps);
	g_array_unref(stores->touches);
	g_free(stores->before);
	g_free(stores->first);
	g_free(stores);
}
