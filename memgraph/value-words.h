/* Values in words for people, shared by pictures and reports. Internal to
 * memgraph. */
#ifndef MG_VALUE_WORDS_H
#define MG_VALUE_WORDS_H

#include "vertex.h"

/* The type of a vertex's elements, if these have no vertices of their own; NULL
 * if they do, or if there are none. */
const struct mg_type *mg_plain_element(const struct mg_vertex *vertex);
/* Whether it is an array of characters, to be shown as a string. */
gboolean mg_is_string(const struct mg_vertex *vertex);
/* "{1, 2, 3, … 97 more}"; the caller frees it. */
char *mg_elements_text(const struct mg_graph *graph,
	const struct mg_vertex *vertex, const struct mg_type *element);

/* "41,212" and "… 41,212 more"; the caller frees them. */
char *mg_number_text(guint64 n);
char *mg_more_text(guint64 n);

#endif
