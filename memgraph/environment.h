/* The environment: what `environ` leads to. Its strings are known by the names
 * of their variables; where in the array they are means nothing. */
#ifndef MG_ENVIRONMENT_H
#define MG_ENVIRONMENT_H

#include "diff.h"

/* The array of pointers; MG_NO_OBJECT if there is none, or if it holds
 * something else. */
guint32 mg_environment_of(const struct mg_graph *graph);

/* The name of the variable that a pointer of the array leads to, and its
 * length; NULL if there is no variable. It belongs to the graph. */
const char *mg_environment_name(const struct mg_graph *graph, guint32 array,
	guint64 offset, gsize *length);

/* How many pointers there are before the null pointer at the end. */
guint64 mg_environment_count(const struct mg_graph *graph, guint32 array);

/* For each of the pointers of x, where in y the one of the same variable is, in
 * bytes; MG_NO_TWIN if y has none. The caller frees it. */
#define MG_NO_TWIN G_MAXUINT64
guint64 *mg_environment_twins(const struct mg_graph *a, guint32 x,
	const struct mg_graph *b, guint32 y);

/* Adds what differs between two environments, which are mates. */
void mg_diff_environment(struct mg_diff *diff, guint32 x, guint32 y);

/* The variable's name if the change is that of an environment's string, in the
 * array or in the string itself, else NULL. The caller frees it. */
char *mg_change_variable(
	const struct mg_diff *diff, const struct mg_change *change);

#endif
