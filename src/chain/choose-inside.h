/* Internal to chain: what the files that choose moments share. */
#ifndef HC_CHOOSE_INSIDE_H
#define HC_CHOOSE_INSIDE_H

#include "choose.h"

/* A moment that was opened. */
struct hc_opened {
	guint moment;
	struct hc_look *look;
};

struct hc_choosing {
	const struct hc_chain_choice *choice;
	GArray *opened; /* struct hc_opened, by moment */
	guint beside; /* moments that were opened beside the budget */
	GHashTable *tries; /* interval → how often */
	guint refusals; /* moments at which no test can be run … */
	GError *refusal; /* … and why, at the first of them */
	GError *error; /* why it can't go on */
};

/* ---- choose.c ---- */

const struct hc_moment *hc_choosing_moment(
	const struct hc_choosing *c, guint number);
/* NULL if it was not opened. */
struct hc_opened *hc_choosing_find(const struct hc_choosing *c, guint moment);
/* Whether it may be a link of the chain. */
gboolean hc_choosing_is_good(
	const struct hc_choosing *c, const struct hc_opened *opened);
/* Whether nothing more is to be opened. */
gboolean hc_choosing_is_over(const struct hc_choosing *c);
/* Looks at a moment, once, and, where the states there have too little in
 * common, before they parted. TRUE if the moment has a cause. */
gboolean hc_choosing_look(struct hc_choosing *c, guint moment);

/* ---- choose-between.c ---- */

/* Looks between those that have different causes, until nothing is left there,
 * or it is over. */
void hc_choosing_refine(struct hc_choosing *c);
/* A moment between two that was not looked at, near the middle; `from` if there
 * is none. */
guint hc_choosing_find_middle(struct hc_choosing *c, guint from, guint to);

/* ---- choose-written.c ---- */

/* The moment between two at which the later one's cause is about to get its
 * value, in the failing run or else in the passing one, or the one behind it;
 * `from` if there is none that was not looked at. What decides there is the next
 * link of the chain; where only one of the runs writes, it is what decided that
 * it does. */
guint hc_choosing_find_written(struct hc_choosing *c, guint from, guint to);

/* ---- ask.c ---- */

/* Asks about steps, and looks between those that are as intended and those that
 * are not. `end`: how many moments come before the failure shows. */
void hc_choosing_ask(struct hc_choosing *c, guint end);

#endif
