/* The deltas that a search has found so far. Internal to dd.
 *
 * Adding to a set takes time in proportion to its ranges, and each scattered
 * cause is a range. So the latest are kept apart and merged now and then: with
 * 50,000 causes among 100,000 deltas a step takes 3 µs instead of 100. */
#ifndef DD_FOUND_H
#define DD_FOUND_H

#include "dd-set.h"

struct dd_found {
	struct dd_set *early;
	struct dd_set *late; /* at most about the square root of the ranges of
				`early` */
};

void dd_found_init(struct dd_found *found);
void dd_found_clear(struct dd_found *found);
/* Takes references of its own to what a bitwise copy shares. */
void dd_found_share(struct dd_found *copy);

/* Adds deltas and returns those that are new, for the caller to unref. */
struct dd_set *dd_found_add(
	struct dd_found *found, const struct dd_set *deltas);
/* All of them, for the caller to unref. */
struct dd_set *dd_found_all(const struct dd_found *found);

#endif
