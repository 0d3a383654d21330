/* What the four algorithms have in common: a search asks for the outcomes of
 * configurations, one after the other, and is told.
 *
 *	while ((configuration = dd_search_next(search)))
 *		dd_search_tell(search, outcome_of(configuration), &step);
 *
 * A search never runs a test itself, and copying it is cheap: that is how tests
 * are run ahead (dd-ahead.h), by telling a copy what might come. All sets are
 * sets of positions (dd-order.h). Internal to dd. */
#ifndef DD_SEARCH_H
#define DD_SEARCH_H

#include "dd-order.h"

struct dd_search {
	const struct dd_search_class *class;
	const struct dd_order *order;
	guint32 remaining; /* deltas still in question */
	/* A round goes from subset to subset. */
	GArray *subsets; /* struct dd_range; NULL: none, or kept elsewhere */
	guint i; /* the one that is tested next … */
	gboolean complement; /* … or its complement */
};

struct dd_search_class {
	gsize size; /* of the algorithm's own struct, which starts with ours */
	void (*start)(struct dd_search *search);
	struct dd_set *(*next)(const struct dd_search *search);
	/* The outcome of the subset that was tested, or of its complement. Sets
	 * the step's conclusions and what was found, in positions; where there
	 * is no array of subsets, also their number. */
	void (*tell_subset)(struct dd_search *search, enum hc_verdict outcome,
		struct dd_step *step);
	void (*tell_complement)(struct dd_search *search,
		enum hc_verdict outcome, struct dd_step *step);
	/* Takes references of its own to what a bitwise copy shares, except for
	 * the subsets. */
	void (*share)(struct dd_search *copy);
	void (*clear)(struct dd_search *search);
	/* How far it got: the positions to add to the passing end to get c'✔
	 * and c'✘. The caller owns both. */
	void (*state)(const struct dd_search *search, struct dd_set **pass,
		struct dd_set **fail);
};

extern const struct dd_search_class dd_isolate_class;
extern const struct dd_search_class dd_minimise_class;
extern const struct dd_search_class dd_1999_class;
extern const struct dd_search_class dd_plus_class;

struct dd_search *dd_search_new(
	enum dd_algorithm algorithm, const struct dd_order *order);
struct dd_search *dd_search_copy(const struct dd_search *search);
void dd_search_free(struct dd_search *search);

/* The configuration to be tested next, for the caller to unref; NULL once the
 * search is over. It stays the same until the outcome is told. */
struct dd_set *dd_search_next(const struct dd_search *search);
void dd_search_tell(struct dd_search *search, enum hc_verdict outcome,
	struct dd_step *step);

/* For use by the algorithms: */

/* The i-th of an array of struct dd_range. */
struct dd_range dd_range_at(const GArray *ranges, guint i);
/* The same as a set. */
struct dd_set *dd_range_set(const GArray *ranges, guint i);
/* A copy of the array without its i-th range. */
GArray *dd_ranges_without(const GArray *ranges, guint i);
/* Reports deltas as found with this step, or nothing if it is NULL. */
void dd_step_add_found(struct dd_step *step, const struct dd_set *positions);
/* Releases what *set holds and puts the new set there. */
void dd_set_replace(struct dd_set **set, struct dd_set *with);
void dd_ranges_replace(GArray **ranges, GArray *with);

#endif
