/* Vertices of deltas, for those who put them into words. */
#ifndef HC_DELTAS_WORDS_H
#define HC_DELTAS_WORDS_H

#include "inside.h"

/* What the delta is about in one of the runs: the change's vertex, or one
 * element of it. */
struct mg_vertex hc_delta_vertex(const struct hc_deltas *deltas,
	const struct hc_delta *delta, guint side);

/* What it is there, or where it differs from the other run. The caller frees
 * it. */
char *hc_delta_value(const struct hc_deltas *deltas,
	const struct hc_delta *delta, guint side);

#endif
