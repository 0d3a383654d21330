/* Internal to deltas: vertices of deltas, for what puts them into words. */
#ifndef HC_DELTA_WORDS_H
#define HC_DELTA_WORDS_H

#include "deltas-inside.h"

/* What the delta is about in one of the runs: the change's vertex, or one
 * element of it. */
struct mg_vertex hc_delta_vertex(const struct hc_deltas *deltas,
	const struct hc_delta *delta, guint side);

/* The array of characters at a union's start, if that is what the union seems
 * to hold in both runs; else NULL. */
const struct mg_type *hc_deltas_union_text(
	const struct hc_deltas *deltas, const struct mg_change *change);

/* The double at this offset of the object, if a union may have one there and its
 * bits are no number or address in either run; else NULL. */
const struct mg_type *hc_deltas_union_double(const struct hc_deltas *deltas,
	const struct mg_change *change, guint64 offset);

/* What it is there, or where it differs from the other run. The caller frees
 * it. */
char *hc_delta_value(const struct hc_deltas *deltas,
	const struct hc_delta *delta, guint side);

#endif
