/* Which tests a search may need next, the likeliest first. Internal to dd.
 *
 * Copies of the search are told what might come out of tests not yet run, and
 * asked what they would want to know then. The likelihoods of outcomes that
 * lead to the same question add up: in a round of many subsets most do, so that
 * nearly the whole round can run at once. */
#ifndef DD_AHEAD_H
#define DD_AHEAD_H

#include "dd-front.h"

struct dd_wish {
	struct dd_set *configuration;
	guint8 digest[DD_DIGEST_SIZE];
	double likelihood; /* that the search will ask for it */
};

/* TRUE with the outcome if it is known without a test. */
typedef gboolean (*dd_known_func)(const guint8 digest[DD_DIGEST_SIZE],
	const struct dd_set *configuration, enum hc_verdict *outcome,
	gpointer data);

/* At most `count` wishes (struct dd_wish *), beginning with the test that the
 * front asks for now. likelihoods[o] is how likely a test is to have outcome
 * o. */
GPtrArray *dd_ahead(const struct dd_front *front, guint count,
	const double likelihoods[3], dd_known_func known, gpointer data);

#endif
