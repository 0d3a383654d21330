/* One part of the input, from two texts to pieces. */
#include "input-mix-inside.h"

#include "align.h"

#include <string.h>

/* So many pieces a binary part has at most: cut finer, it would take ages to
 * mix them. */
enum { MOST_BLOCKS = 1 << 16 };

/* A text, or what is left of it. */
struct view {
	const char *text;
	gsize n;
	guint32 base; /* where it begins in the part */
	GArray *tokens;
};

struct aligner {
	struct hc_input_mix *mix;
	struct view pass, fail;
	struct hc_input_tree tree; /* of `fail` */
	guint32 first_group; /* of the tree, in the mix */
	guint32 group; /* of all that is in no group of the tree */
};

static const struct hc_input_token *token_at(const struct view *v, guint32 i)
{
	return &g_array_index(v->tokens, struct hc_input_token, i);
}

static guint32 count(const struct view *v)
{
	return v->tokens->len - 1;
}

/* From one token to another, with the blanks between them. */
static struct hc_input_span span(const struct view *v, guint32 lo, guint32 hi)
{
	guint32 from = token_at(v, lo)->start;
	return (struct hc_input_span){
		v->base + from, token_at(v, hi)->start - from};
}

static struct hc_input_span own_span(const struct view *v, guint32 i)
{
	const struct hc_input_token *t = token_at(v, i);
	return (struct hc_input_span){v->base + t->start, t->blanks - t->start};
}

static struct hc_input_span blanks_span(const struct view *v, guint32 i)
{
	const struct hc_input_token *t = token_at(v, i);
	return (struct hc_input_span){
		v->base + t->blanks, token_at(v, i + 1)->start - t->blanks};
}

static gboolean same_bytes(const struct aligner *a, struct hc_input_span pass,
	struct hc_input_span fail)
{
	return pass.length == fail.length &&
	       (pass.length == 0 ||
		       memcmp(a->pass.text + (pass.from - a->pass.base),
			       a->fail.text + (fail.from - a->fail.base),
			       pass.length) == 0);
}

static guint32 group_at(const struct aligner *a, guint32 token)
{
	guint32 n = count(&a->fail);
	guint32 group = n == 0 ? HC_INPUT_NONE
			       : g_array_index(a->tree.group_of, guint32,
					 MIN(token, n - 1));
	return group == HC_INPUT_NONE ? a->group : a->first_group + group;
}

/* ---- What differs -------------------------------------------------------- */

/* As many tokens here as there: each takes the place of one. Else all that the
 * passing input has go, and those of the failing one come one by one. */
static void add_run(struct aligner *a, guint32 pass_lo, guint32 pass_hi,
	guint32 fail_lo, guint32 fail_hi)
{
	guint32 n = pass_hi - pass_lo, m = fail_hi - fail_lo;
	if (n && n != m) {
		struct hc_input_span none = span(&a->fail, fail_lo, fail_lo);
		hc_input_mix_add(a->mix, span(&a->pass, pass_lo, pass_hi), none,
			group_at(a, fail_lo));
		pass_lo = pass_hi;
	}
	for (guint32 k = 0; k < m; k++) {
		guint32 i = n == m ? pass_lo + k : pass_lo;
		guint32 j = fail_lo + k;
		struct hc_input_span pass =
			span(&a->pass, i, n == m ? i + 1 : i);
		struct hc_input_span fail = span(&a->fail, j, j + 1);
		if (n == m && same_bytes(a, pass, fail))
			hc_input_mix_add_common(a->mix, pass, fail);
		else
			hc_input_mix_add(a->mix, pass, fail, group_at(a, j));
	}
}

/* The blanks behind them may differ all the same. */
static void add_mates(struct aligner *a, guint32 i, guint32 j)
{
	struct hc_input_span pass = blanks_span(&a->pass, i);
	struct hc_input_span fail = blanks_span(&a->fail, j);
	hc_input_mix_add_common(
		a->mix, own_span(&a->pass, i), own_span(&a->fail, j));
	if (same_bytes(a, pass, fail))
		hc_input_mix_add_common(a->mix, pass, fail);
	else
		hc_input_mix_add(a->mix, pass, fail, group_at(a, j));
}

static guint64 *digests(const struct view *v)
{
	guint64 *all = g_new(guint64, (gsize) count(v) + 1);
	for (guint32 i = 0; i < count(v); i++) {
		const struct hc_input_token *t = token_at(v, i);
		guint64 digest = G_GUINT64_CONSTANT(0xcbf29ce484222325);
		for (guint32 k = t->start; k < t->blanks; k++)
			digest = (digest ^ (guchar) v->text[k]) *
				 G_GUINT64_CONSTANT(0x100000001b3);
		all[i] = digest;
	}
	return all;
}

static void add_by_alignment(struct aligner *a)
{
	guint32 n = count(&a->pass), m = count(&a->fail), i = 0, j = 0;
	g_autofree guint64 *pass = digests(&a->pass);
	g_autofree guint64 *fail = digests(&a->fail);
	g_autofree gint64 *to = g_new(gint64, (gsize) n + 1);
	mg_align(pass, n, fail, m, to);
	for (guint32 k = 0; k < n; k++) {
		guint32 mate = (guint32) to[k];
		if (to[k] < 0 || !same_bytes(a, own_span(&a->pass, k),
					 own_span(&a->fail, mate)))
			continue;
		add_run(a, i, k, j, mate);
		add_mates(a, k, mate);
		i = k + 1;
		j = mate + 1;
	}
	add_run(a, i, n, j, m);
}

/* The passing input is the failing one without some of its tokens. */
static void add_by_kept(struct aligner *a, const guint8 *kept)
{
	struct hc_input_span pass = {0, 0};
	guint32 n = count(&a->fail);
	g_autofree guint32 *delta_of = g_new(guint32, (gsize) n + 1);
	for (guint32 j = 0; j < n; j++) {
		struct hc_input_span fail = span(&a->fail, j, j + 1);
		guint32 mate = token_at(&a->fail, j)->mate;
		gboolean keep = kept && kept[j];
		pass.length = keep ? fail.length : 0;
		delta_of[j] = mate < j ? delta_of[mate] : HC_INPUT_NONE;
		if (keep)
			hc_input_mix_add_common(a->mix, pass, fail);
		else if (delta_of[j] != HC_INPUT_NONE)
			hc_input_mix_add_more(a->mix, delta_of[j], pass, fail);
		else
			delta_of[j] = hc_input_mix_add(
				a->mix, pass, fail, group_at(a, j));
		pass.from += pass.length;
	}
}

/* ---- A part -------------------------------------------------------------- */

static void add_tree(struct aligner *a, gboolean text)
{
	GArray *parents = a->mix->tree.parent_of;
	a->first_group = parents->len;
	hc_input_tree_init(&a->tree, a->fail.tokens, text);
	for (guint i = 0; i < a->tree.parent_of->len; i++) {
		guint32 parent = g_array_index(a->tree.parent_of, guint32, i);
		parent = parent == HC_INPUT_NONE ? a->group
						 : a->first_group + parent;
		g_array_append_val(parents, parent);
	}
}

/* What both begin and end with is no matter; in a text, whole lines of it. */
static void skip_common(struct aligner *a, gboolean text,
	struct hc_input_span *pass_end, struct hc_input_span *fail_end)
{
	struct view *p = &a->pass, *f = &a->fail;
	gsize n = MIN(p->n, f->n), front = 0, back = 0;
	while (front < n && p->text[front] == f->text[front])
		front++;
	while (text && front > 0 && p->text[front - 1] != '\n')
		front--;
	n -= front;
	while (back < n && p->text[p->n - 1 - back] == f->text[f->n - 1 - back])
		back++;
	while (text && back > 0 && p->text[p->n - 1 - back] != '\n')
		back--;
	hc_input_mix_add_common(a->mix,
		(struct hc_input_span){0, (guint32) front},
		(struct hc_input_span){0, (guint32) front});
	*pass_end =
		(struct hc_input_span){(guint32) (p->n - back), (guint32) back};
	*fail_end =
		(struct hc_input_span){(guint32) (f->n - back), (guint32) back};
	p->text += front;
	f->text += front;
	p->n -= front + back;
	f->n -= front + back;
	p->base = f->base = (guint32) front;
}

static struct view view_of(GBytes *bytes)
{
	struct view view = {0};
	view.text = g_bytes_get_data(bytes, &view.n);
	if (!view.text)
		view.text = "";
	return view;
}

void hc_input_align(struct hc_input_mix *mix, const struct hc_input_pair *pair,
	enum hc_input_unit unit, guint32 group)
{
	struct aligner a = {
		.mix = mix,
		.pass = view_of(pair->pass),
		.fail = view_of(pair->fail),
		.group = group,
	};
	struct hc_input_span pass_end = {0, 0}, fail_end = {0, 0};
	gboolean binary = unit == HC_INPUT_BYTES, two = a.pass.n && !pair->kept;
	if (two && (binary || MAX(a.pass.n, a.fail.n) > HC_INPUT_LONG))
		skip_common(&a, !binary, &pass_end, &fail_end);
	gsize size = MAX(a.pass.n, a.fail.n) / MOST_BLOCKS + 1;
	if (unit == HC_INPUT_TOKENS && MAX(a.pass.n, a.fail.n) > HC_INPUT_LONG)
		unit = HC_INPUT_LINES;
	mix->coarse |= unit == HC_INPUT_LINES || (binary && size > 1);
	a.pass.tokens = hc_input_tokens(a.pass.text, a.pass.n, unit, size);
	a.fail.tokens = hc_input_tokens(a.fail.text, a.fail.n, unit, size);
	add_tree(&a, !binary);
	if (!two)
		add_by_kept(&a, pair->kept);
	else if (binary && a.pass.n == a.fail.n)
		add_run(&a, 0, count(&a.pass), 0, count(&a.fail));
	else
		add_by_alignment(&a);
	if (two)
		hc_input_mix_add_common(mix, pass_end, fail_end);
	hc_input_tree_clear(&a.tree);
	g_array_unref(a.pass.tokens);
	g_array_unref(a.fail.tokens);
}
