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

/* Where a pointer leads, in words; it has its name of the first run, if it is in
 * both. The caller frees it. */
char *hc_delta_aim_text(
	const struct hc_deltas *deltas, const struct mg_aim *aim, guint side);

/* ---- held.c */

/* If a tag tells what a union holds: the one number of it that differs, of those
 * in the delta's bytes; or all of it, if these are all and several differ.
 * FALSE: the vertex stays what it was. */
gboolean hc_deltas_union_held(const struct hc_deltas *deltas,
	const struct mg_change *change, const struct hc_delta *delta,
	struct mg_vertex *vertex);
/* "{cents = 300, rate = 0.5}", for all of it; NULL: the vertex is something
 * else. The caller frees it. */
char *hc_deltas_held_text(const struct hc_deltas *deltas,
	const struct mg_change *change, const struct mg_vertex *vertex,
	guint side);

/* ---- value.c */

guint64 hc_delta_first_difference(const guint8 *a, const guint8 *b, guint64 n);
/* A text of n bytes, from shortly before one of them on. */
char *hc_delta_quote_around(const guint8 *text, guint64 n, guint64 first);
/* "{…, 3, 4, 7, …}": elements around a difference, `first` in bytes. */
char *hc_delta_list_around(const struct mg_graph *graph,
	const struct mg_vertex *array, const struct mg_type *type,
	guint64 first);
/* The elements' type, if they are numbers; else NULL. */
const struct mg_type *hc_delta_number_type(const struct mg_vertex *vertex);
/* A text around the place where it differs from the other way's; NULL: they are
 * no texts, or don't differ. */
char *hc_delta_text_around(const struct hc_deltas *deltas,
	const struct hc_way *way, const struct hc_way *other);

/* ---- char-numbers.c */

/* Whether two texts of n bytes, which differ at `first`, are arrays of small
 * numbers: less than half of what could be read there can be. */
gboolean hc_delta_holds_numbers(
	const guint8 *a, const guint8 *b, guint64 n, guint64 first);
/* "{…, 3, 4, 7, …}": from shortly before the first difference to the last. The
 * caller frees it. */
char *hc_delta_char_numbers(const guint8 *bytes, const guint8 *other, guint64 n,
	guint64 first, gboolean is_signed);

/* ---- describe.c */

/* Where a way leads, for people. An object that is in one run only has no name
 * to show. Nor has one that is named after the pointer itself, which is called
 * `name`: "p was p", or p->next. Such an object is told by the members in which
 * it differs from where the other run's way leads. `whole`: the other run's
 * object is shown with its members, so this one is, too, unless it has a short
 * name. The caller frees it. */
char *hc_delta_describe(const struct hc_deltas *deltas,
	const struct hc_way *way, const struct hc_way *other, const char *name,
	gboolean whole);

#endif
