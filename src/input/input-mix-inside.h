/* What the files of a mix share. Internal to input. */
#ifndef HC_INPUT_MIX_INSIDE_H
#define HC_INPUT_MIX_INSIDE_H

#include "input-mix.h"

/* Where two inputs are the same, or differ: what each has there. */
struct hc_input_piece {
	/* HC_INPUT_NONE: they have the same there. Two brackets that match are
	 * one delta. */
	guint32 delta;
	struct hc_input_span pass, fail;
};

struct hc_input_part {
	GBytes *pass, *fail;
	gboolean binary;
	guint first; /* of its pieces */
};

struct hc_input_mix {
	GArray *parts; /* struct hc_input_part */
	GArray *pieces; /* struct hc_input_piece, in the order of the input */
	GArray *piece_of; /* guint32, for each delta … */
	GArray *group_of; /* … the same */
	struct hc_input_tree tree; /* all groups; group_of is not used */
	struct dd_groups groups;
	gboolean coarse;
};

/* Returns the delta's number. */
guint32 hc_input_mix_add(struct hc_input_mix *mix, struct hc_input_span pass,
	struct hc_input_span fail, guint32 group);
/* More of a delta that is there already. */
void hc_input_mix_add_more(struct hc_input_mix *mix, guint32 delta,
	struct hc_input_span pass, struct hc_input_span fail);
void hc_input_mix_add_common(struct hc_input_mix *mix,
	struct hc_input_span pass, struct hc_input_span fail);

/* ---- align.c ------------------------------------------------------------- */

/* Adds the pieces of the last part; its groups go into `group`. */
void hc_input_align(struct hc_input_mix *mix, const struct hc_input_pair *pair,
	enum hc_input_unit unit, guint32 group);

#endif
