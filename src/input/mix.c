#include "input-mix-inside.h"

#include <string.h>

/* ---- Making it ----------------------------------------------------------- */

void hc_input_mix_add_more(struct hc_input_mix *mix, guint32 delta,
	struct hc_input_span pass, struct hc_input_span fail)
{
	const struct hc_input_piece piece = {delta, pass, fail};
	g_array_append_val(mix->pieces, piece);
}

guint32 hc_input_mix_add(struct hc_input_mix *mix, struct hc_input_span pass,
	struct hc_input_span fail, guint32 group)
{
	guint32 delta = mix->group_of->len;
	g_array_append_val(mix->piece_of, mix->pieces->len);
	g_array_append_val(mix->group_of, group);
	hc_input_mix_add_more(mix, delta, pass, fail);
	return delta;
}

void hc_input_mix_add_common(struct hc_input_mix *mix,
	struct hc_input_span pass, struct hc_input_span fail)
{
	struct hc_input_piece piece = {
		.delta = HC_INPUT_NONE,
		.pass = pass,
		.fail = fail,
	};
	struct hc_input_part *part = &g_array_index(
		mix->parts, struct hc_input_part, mix->parts->len - 1);
	struct hc_input_piece *last =
		mix->pieces->len > part->first
			? &g_array_index(mix->pieces, struct hc_input_piece,
				  mix->pieces->len - 1)
			: NULL;
	/* What follows each other in both is one piece. */
	if (last && last->delta == HC_INPUT_NONE &&
		last->pass.from + last->pass.length == pass.from &&
		last->fail.from + last->fail.length == fail.from) {
		last->pass.length += pass.length;
		last->fail.length += fail.length;
		return;
	}
	g_array_append_val(mix->pieces, piece);
}

static gboolean is_binary(GBytes *bytes)
{
	gsize n;
	const char *data = g_bytes_get_data(bytes, &n);
	return hc_input_is_binary(data, n);
}

static void add_part(struct hc_input_mix *mix, const struct hc_input_pair *pair,
	enum hc_input_unit unit)
{
	struct hc_input_part part = {
		.pass = g_bytes_ref(pair->pass),
		.fail = g_bytes_ref(pair->fail),
		.binary = is_binary(pair->pass) || is_binary(pair->fail),
		.first = mix->pieces->len,
	};
	guint32 group = hc_input_tree_add(&mix->tree, HC_INPUT_NONE);
	g_array_append_val(mix->parts, part);
	hc_input_align(mix, pair, part.binary ? HC_INPUT_BYTES : unit, group);
}

struct hc_input_mix *hc_input_mix_new(
	const struct hc_input_pair *parts, guint n, enum hc_input_unit unit)
{
	struct hc_input_mix *mix = g_new0(struct hc_input_mix, 1);
	mix->parts = g_array_new(FALSE, FALSE, sizeof(struct hc_input_part));
	mix->pieces = g_array_new(FALSE, FALSE, sizeof(struct hc_input_piece));
	mix->piece_of = g_array_new(FALSE, FALSE, sizeof(guint32));
	mix->group_of = g_array_new(FALSE, FALSE, sizeof(guint32));
	mix->tree.parent_of = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint i = 0; i < n; i++)
		add_part(mix, &parts[i], unit);
	mix->groups = (struct dd_groups){
		.group_of = (const guint32 *) (void *) mix->group_of->data,
		.parent_of =
			(const guint32 *) (void *) mix->tree.parent_of->data,
		.n_groups = mix->tree.parent_of->len,
	};
	return mix;
}

void hc_input_mix_free(struct hc_input_mix *mix)
{
	if (!mix)
		return;
	for (guint i = 0; i < mix->parts->len; i++) {
		struct hc_input_part *part =
			&g_array_index(mix->parts, struct hc_input_part, i);
		g_bytes_unref(part->pass);
		g_bytes_unref(part->fail);
	}
	g_array_unref(mix->parts);
	g_array_unref(mix->pieces);
	g_array_unref(mix->piece_of);
	g_array_unref(mix->group_of);
	hc_input_tree_clear(&mix->tree);
	g_free(mix);
}

guint32 hc_input_mix_count(const struct hc_input_mix *mix)
{
	return mix->group_of->len;
}

const struct dd_groups *hc_input_mix_groups(const struct hc_input_mix *mix)
{
	return &mix->groups;
}

/* For each delta whether it is in the set. */
static guint8 *members_of(
	const struct hc_input_mix *mix, const struct dd_set *set)
{
	guint8 *members = g_new0(guint8, (gsize) mix->group_of->len + 1);
	for (guint i = 0; i < set->n_ranges; i++)
		memset(members + set->ranges[i].lo, 1,
			set->ranges[i].hi - set->ranges[i].lo);
	return members;
}

gboolean hc_input_mix_is_coarse(
	const struct hc_input_mix *mix, const struct dd_set *difference)
{
	guint pieces = 0;
	g_autofree guint8 *members = members_of(mix, difference);
	for (guint i = 0; i < mix->pieces->len; i++) {
		guint32 delta =
			g_array_index(mix->pieces, struct hc_input_piece, i)
				.delta;
		pieces += delta != HC_INPUT_NONE && members[delta];
	}
	return mix->coarse || pieces > difference->size;
}

/* ---- Inputs between the two ---------------------------------------------- */

/* One part of an input while it is written. */
struct writer {
	const struct hc_input_part *part;
	GByteArray *out;
	GArray *origins; /* NULL: nobody wants to know */
	/* Where each input would go on as it is; none: nowhere. */
	gsize at_pass, at_fail;
};

static void write_bytes(struct writer *w, GBytes *from,
	const struct hc_input_span *span, gboolean goes_on)
{
	const char *data = g_bytes_get_data(from, NULL);
	const char *first = data + span->from;
	if (span->length == 0)
		return;
	/* What was apart stays apart. */
	if (!goes_on && !w->part->binary && w->out->len &&
		hc_input_is_letter((char) w->out->data[w->out->len - 1]) &&
		hc_input_is_letter(*first))
		g_byte_array_append(w->out, (const guint8 *) " ", 1);
	g_byte_array_append(w->out, (const guint8 *) first, span->length);
}

/* The last bytes come from there. */
static void note_origin(struct writer *w, const struct hc_input_span *span)
{
	struct hc_input_origin origin = {
		w->out->len - span->length, span->length, span->from};
	struct hc_input_origin *last =
		w->origins->len
			? &g_array_index(w->origins, struct hc_input_origin,
				  w->origins->len - 1)
			: NULL;
	if (last && last->at + last->length == origin.at &&
		last->from + last->length == origin.from)
		last->length += origin.length;
	else
		g_array_append_val(w->origins, origin);
}

static void write_side(struct writer *w, const struct hc_input_piece *piece,
	gboolean pass, gboolean fail)
{
	const struct hc_input_span *p = &piece->pass, *f = &piece->fail;
	gboolean on_pass = pass && w->at_pass == p->from;
	gboolean on_fail = fail && w->at_fail == f->from;
	const struct hc_input_span *span = fail ? f : p;
	if (span->length == 0) {
		if (on_pass)
			w->at_pass = p->from + p->length;
		if (on_fail)
			w->at_fail = f->from + f->length;
		return;
	}
	write_bytes(w, fail ? w->part->fail : w->part->pass, span,
		on_pass || on_fail);
	if (fail && w->origins)
		note_origin(w, f);
	w->at_pass = pass ? p->from + p->length : G_MAXSIZE;
	w->at_fail = fail ? f->from + f->length : G_MAXSIZE;
}

static guint end_of_part(const struct hc_input_mix *mix, guint part)
{
	return part + 1 < mix->parts->len
		       ? g_array_index(
				 mix->parts, struct hc_input_part, part + 1)
				 .first
		       : mix->pieces->len;
}

void hc_input_mix_apply(const struct hc_input_mix *mix,
	const struct dd_set *set, GBytes **into, GArray **origins)
{
	g_autofree guint8 *members = members_of(mix, set);
	for (guint k = 0; k < mix->parts->len; k++) {
		struct writer w = {
			.part = &g_array_index(
				mix->parts, struct hc_input_part, k),
			.out = g_byte_array_new(),
			.origins = origins ? g_array_new(FALSE, FALSE,
						     sizeof(struct
							     hc_input_origin))
					   : NULL,
		};
		guint end = end_of_part(mix, k);
		for (guint i = w.part->first; i < end; i++) {
			const struct hc_input_piece *piece = &g_array_index(
				mix->pieces, struct hc_input_piece, i);
			gboolean common = piece->delta == HC_INPUT_NONE;
			gboolean in = !common && members[piece->delta];
			write_side(&w, piece, common || !in, common || in);
		}
		into[k] = g_byte_array_free_to_bytes(w.out);
		if (origins)
			origins[k] = w.origins;
	}
}

/* ---- Differences --------------------------------------------------------- */

static gboolean follows(
	const struct hc_input_change *last, const struct hc_input_change *next)
{
	return last->part == next->part &&
	       last->pass.from + last->pass.length == next->pass.from &&
	       last->fail.from + last->fail.length == next->fail.from;
}

GArray *hc_input_mix_changes(
	const struct hc_input_mix *mix, const struct dd_set *set)
{
	g_autofree guint8 *members = members_of(mix, set);
	GArray *changes =
		g_array_new(FALSE, FALSE, sizeof(struct hc_input_change));
	for (guint k = 0; k < mix->parts->len; k++) {
		guint i = g_array_index(mix->parts, struct hc_input_part, k)
				  .first;
		for (; i < end_of_part(mix, k); i++) {
			const struct hc_input_piece *piece = &g_array_index(
				mix->pieces, struct hc_input_piece, i);
			struct hc_input_change change = {
				k, piece->pass, piece->fail};
			if (piece->delta == HC_INPUT_NONE ||
				!members[piece->delta])
				continue;
			struct hc_input_change *last =
				changes->len ? &g_array_index(changes,
						       struct hc_input_change,
						       changes->len - 1)
					     : NULL;
			if (last && follows(last, &change)) {
				last->pass.length += change.pass.length;
				last->fail.length += change.fail.length;
			} else {
				g_array_append_val(changes, change);
			}
		}
	}
	return changes;
}

char *hc_input_mix_identify(const struct hc_input_mix *mix, guint32 delta)
{
	guint32 i = g_array_index(mix->piece_of, guint32, delta);
	const struct hc_input_piece *piece =
		&g_array_index(mix->pieces, struct hc_input_piece, i);
	guint part = 0;
	while (part + 1 < mix->parts->len &&
		g_array_index(mix->parts, struct hc_input_part, part + 1)
				.first <= i)
		part++;
	return g_strdup_printf("%u %u+%u %u+%u", part, piece->pass.from,
		piece->pass.length, piece->fail.from, piece->fail.length);
}
