#include "named.h"

static void clear(gpointer data)
{
	struct hc_named *one = data;
	for (guint i = 0; i < HC_SIDES; i++)
		hc_place_clear(&one->place[i]);
	g_free(one->text);
}

static struct hc_named *named_at(const GArray *named, guint index)
{
	return &g_array_index(named, struct hc_named, index);
}

GArray *hc_named_parse(char **at, GError **error)
{
	g_autoptr(GArray) named =
		g_array_new(FALSE, TRUE, sizeof(struct hc_named));
	g_array_set_clear_func(named, clear);
	for (guint i = 0; at[i]; i++) {
		struct hc_named one = {.text = g_strdup(at[i])};
		gboolean fine = hc_place_parse_both(one.place, at[i], error);
		g_array_append_val(named, one);
		if (!fine)
			return NULL;
	}
	return g_steal_pointer(&named);
}

gboolean hc_named_check(GArray *named, struct hc_target *target, GError **error)
{
	for (guint i = 0; i < named->len; i++) {
		struct hc_named *one = named_at(named, i);
		if (!hc_target_check(
			    target, &one->place[HC_PASSING], &one->line, error))
			return FALSE;
	}
	return TRUE;
}

/* ---- Their order ---- */

struct dated {
	guint index; /* as it was given */
	/* From 1; of one that nobody knows, that of the one before; 0: none. */
	guint64 when[HC_SIDES];
	gboolean known[HC_SIDES];
};

static void date(struct dated *dated, const struct hc_named *one,
	const struct hc_trace *trace, enum hc_side side,
	const struct dated *before)
{
	struct hc_place place = one->place[side];
	guint32 when;
	if (place.file && one->line)
		place.line = one->line;
	dated->known[side] = hc_alignment_when(trace, &place, &when);
	dated->when[side] = dated->known[side] ? (guint64) when + 1
			    : before           ? before->when[side]
					       : 0;
}

static int compare(gconstpointer a, gconstpointer b)
{
	const struct dated *x = a, *y = b;
	if (x->when[HC_PASSING] != y->when[HC_PASSING])
		return x->when[HC_PASSING] < y->when[HC_PASSING] ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

/* Whether the failing run comes to them in the order of the passing one. */
static gboolean have_same_order(
	const GArray *dates, const GArray *named, GError **error)
{
	const struct dated *last = NULL;
	for (guint i = 0; i < dates->len; i++) {
		const struct dated *one =
			&g_array_index(dates, struct dated, i);
		if (!one->known[HC_PASSING] || !one->known[HC_FAILING])
			continue;
		if (last && one->when[HC_FAILING] < last->when[HC_FAILING]) {
			g_set_error(error, HC_PLACE_ERROR, HC_PLACE_ERROR_ORDER,
				"the passing run comes to '%s' before '%s', "
				"but the failing run after it; #P/F says the "
				"Pth time in the one and the Fth in the other",
				named_at(named, last->index)->text,
				named_at(named, one->index)->text);
			return FALSE;
		}
		last = one;
	}
	return TRUE;
}

gboolean hc_named_sort(GArray *named, const struct hc_trace *pass,
	const struct hc_trace *fail, GError **error)
{
	g_autoptr(GArray) dates =
		g_array_new(FALSE, TRUE, sizeof(struct dated));
	g_array_set_size(dates, named->len);
	for (guint i = 0; i < named->len; i++) {
		struct dated *one = &g_array_index(dates, struct dated, i);
		const struct dated *before = i ? one - 1 : NULL;
		one->index = i;
		date(one, named_at(named, i), pass, HC_PASSING, before);
		date(one, named_at(named, i), fail, HC_FAILING, before);
	}
	g_array_sort(dates, compare);
	if (!have_same_order(dates, named, error))
		return FALSE;

	g_autofree struct hc_named *copy =
		g_memdup2(named->data, named->len * sizeof(struct hc_named));
	for (guint i = 0; i < named->len; i++)
		*named_at(named, i) =
			copy[g_array_index(dates, struct dated, i).index];
	return TRUE;
}
