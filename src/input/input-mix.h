/* What two inputs have in common, and what differs: any set of the differences
 * gives an input between them. Internal to input.
 *
 *	struct hc_input_mix *mix = hc_input_mix_new(parts, n, unit);
 *	GBytes *mixed[n];
 *	hc_input_mix_apply(mix, set, mixed); */
#ifndef HC_INPUT_MIX_H
#define HC_INPUT_MIX_H

#include "dd.h"
#include "input-tree.h"

/* A part of the input: a file, say. */
struct hc_input_pair {
	GBytes *pass, *fail;
	/* For each token of `fail` whether it is in `pass`, which has nothing
	 * else; NULL: nobody knows. */
	const guint8 *kept;
};

/* Bytes from somewhere. */
struct hc_input_span {
	guint32 from, length;
};

/* Where a difference is. */
struct hc_input_change {
	guint part;
	struct hc_input_span pass, fail; /* in the inputs as they were given */
};

struct hc_input_mix;
/* As fine as `unit` says; binary parts are cut into bytes in any case. */
struct hc_input_mix *hc_input_mix_new(
	const struct hc_input_pair *parts, guint n, enum hc_input_unit unit);
void hc_input_mix_free(struct hc_input_mix *mix);

guint32 hc_input_mix_count(const struct hc_input_mix *mix);
const struct dd_groups *hc_input_mix_groups(const struct hc_input_mix *mix);
/* Whether these could be divided further, were they all that differs. */
gboolean hc_input_mix_is_coarse(
	const struct hc_input_mix *mix, const struct dd_set *difference);

/* Bytes that come from the failing input. */
struct hc_input_origin {
	guint32 at, length; /* in the mixture */
	guint32 from; /* in the failing input */
};

/* The input with these differences, one GBytes for each part, for the caller to
 * unref; and, unless NULL, where each comes from: struct hc_input_origin. */
void hc_input_mix_apply(const struct hc_input_mix *mix,
	const struct dd_set *set, GBytes **into, GArray **origins);

/* What the differences are: struct hc_input_change, neighbours as one. */
GArray *hc_input_mix_changes(
	const struct hc_input_mix *mix, const struct dd_set *set);
/* One of them, in words that are the same each time. The caller frees it. */
char *hc_input_mix_identify(const struct hc_input_mix *mix, guint32 delta);

#endif
