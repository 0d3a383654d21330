/* How two states differ, as a picture in Graphviz' DOT.
 *
 *	struct mg_dot_diff_options options = {0};
 *	mg_dot_diff_write(diff, &options, stdout, &error)	… | dot -Tsvg
 *
 * Both graphs are one picture. An object is a box, once for both mates, with
 * the values that changed as "old → new", those that lead on, and a few others.
 * What was inserted is marked by + and bold lines, what was deleted by − and
 * dashed lines, and both by colours that most people can tell apart; a pointer
 * that changed has one arrow of each kind. Each box is connected to a variable
 * by the way that leads there. What is equal is folded: "… 41,212 more" stands
 * for the objects behind a box that are not drawn.
 *
 * There are no addresses in it, and the program's bytes can't break it. */
#ifndef MG_DOT_DIFF_H
#define MG_DOT_DIFF_H

#include "diff.h"
#include "dot.h"

struct mg_dot_diff_options {
	/* Boxes at most, each with at most one vertex for what is folded behind
	 * it. 0: MG_DOT_DIFF_MOST, or all of them in the whole picture. */
	guint most;
	gboolean whole; /* what is equal as well */
};

enum { MG_DOT_DIFF_MOST = 80 };

/* The caller closes the file. Errors are MG_DOT_ERROR. */
gboolean mg_dot_diff_write(const struct mg_diff *diff,
	const struct mg_dot_diff_options *options, FILE *file, GError **error);

#endif
