/* Where a run stands: checking the passing end, the failing end, or searching.
 * Can be copied, to see what may come. Internal to dd. */
#ifndef DD_FRONT_H
#define DD_FRONT_H

#include "dd-search.h"

struct dd_front {
	enum dd_role role;
	gboolean fail_known;
	gboolean wrong_end; /* an end did not do as claimed: this is the end */
	struct dd_search *search;
};

void dd_front_init(struct dd_front *front, const struct dd_task *task,
	const struct dd_order *order);
void dd_front_copy(struct dd_front *copy, const struct dd_front *front);
void dd_front_clear(struct dd_front *front);

/* The positions to be tested next, for the caller to unref; NULL when it is
 * over. */
struct dd_set *dd_front_next(const struct dd_front *front);
/* Fills in the step's role and what follows from the outcome. */
void dd_front_tell(
	struct dd_front *front, enum hc_verdict outcome, struct dd_step *step);

#endif
