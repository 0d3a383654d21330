/* What the files dot-diff*.c share. Internal to memgraph. */
#ifndef MG_DOT_DIFF_INSIDE_H
#define MG_DOT_DIFF_INSIDE_H

#include "dot-diff.h"
#include "object.h"

/* ---- dot-diff-pick.c: which objects are shown ---- */

/* A thing is an object of either graph, or one that is in both: first those of
 * the first graph by number, then those of the second that have no mate. */
enum mg_dot_diff_mark {
	MG_DOT_DIFF_EQUAL,
	MG_DOT_DIFF_CHANGED,
	MG_DOT_DIFF_INSERTED,
	MG_DOT_DIFF_DELETED
};
enum { MG_DOT_DIFF_N_MARKS = MG_DOT_DIFF_DELETED + 1 };

/* The vertex above all variables, as a thing. */
#define MG_DOT_DIFF_ROOT G_MAXUINT32

struct mg_dot_diff_pick {
	const struct mg_diff *diff;
	const struct mg_graph *graph[2];
	guint32 n; /* things */
	guint32 *object[2]; /* of each thing, or MG_NO_OBJECT */
	guint32 *thing; /* of each object of the second graph */
	guint32 *first_change; /* of each thing … */
	guint32 *n_changes; /* … and how many */
	guint8 *depth; /* 0: not shown; else its distance from what both graphs
			  have, plus one */
	GArray *shown; /* guint32: things, in order */
	/* The nearest thing that is shown, on the way that makes its name. */
	guint32 *above;
	guint32 *hops; /* how many times that way is folded */
	/* What is folded behind each thing, by mark; the last entry is the
	 * root's. */
	guint32 (*folded)[MG_DOT_DIFF_N_MARKS];
	/* The environment, if both have one, else MG_DOT_DIFF_ROOT; its order
	 * means nothing. For each of its strings, where it is on the other
	 * side. */
	guint32 environment;
	guint64 *twins[2], n_twins[2];
};

struct mg_dot_diff_pick *mg_dot_diff_pick_new(
	const struct mg_diff *diff, const struct mg_dot_diff_options *options);
void mg_dot_diff_pick_free(struct mg_dot_diff_pick *pick);
typedef struct mg_dot_diff_pick mg_dot_diff_pick;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mg_dot_diff_pick, mg_dot_diff_pick_free)

enum mg_dot_diff_mark mg_dot_diff_mark_of(
	const struct mg_dot_diff_pick *pick, guint32 thing);
/* The thing that an object is. */
/* Whether the user wants it to end: then not all of it is picked. */
static inline gboolean mg_dot_diff_is_stopped(
	const struct mg_dot_diff_pick *pick)
{
	return mg_graph_is_stopped(pick->graph[0]) ||
	       mg_graph_is_stopped(pick->graph[1]);
}

guint32 mg_dot_diff_thing_of(
	const struct mg_dot_diff_pick *pick, guint side, guint32 object);
/* Where its name comes from; 0 or 1. */
guint mg_dot_diff_side_of(const struct mg_dot_diff_pick *pick, guint32 thing);
/* The link that makes its name; NULL: it is a variable. */
const struct mg_link *mg_dot_diff_naming_link(
	const struct mg_dot_diff_pick *pick, guint32 thing);

/* Where a value that is at an offset on one side is on the other, in what both
 * have: at the same offset, except in the environment. MG_DOT_DIFF_NOWHERE:
 * there is none. */
#define MG_DOT_DIFF_NOWHERE G_MAXUINT64
guint64 mg_dot_diff_offset_on(const struct mg_dot_diff_pick *pick,
	guint32 thing, guint side, guint64 offset, guint of_side);

/* The length of the way that makes its name, in steps, and in *first the
 * variable where it begins. */
guint mg_dot_diff_way_length(
	const struct mg_dot_diff_pick *pick, guint32 thing, guint32 *first);
/* Whether a thing is close above another, on the way that makes its name in one
 * of the graphs. */
gboolean mg_dot_diff_is_above(
	const struct mg_dot_diff_pick *pick, guint32 above, guint32 thing);

/* ---- dot-diff-rows.c: what is in a box ---- */

struct mg_dot_diff_row {
	char *path; /* from the object: ".pair[1].next", or ""; in the
		       environment, a variable's name */
	char *before; /* or what it is in both … */
	char *after; /* … if this is NULL */
	guint64 offset[2], size; /* in the objects; MG_DOT_DIFF_NOWHERE */
};

struct mg_dot_diff_box {
	char *name, *type;
	GArray *rows; /* struct mg_dot_diff_row */
	guint64 hidden; /* values without a row … */
	guint64 hidden_changes; /* … and changes */
};

struct mg_dot_diff_box *mg_dot_diff_box_new(
	const struct mg_dot_diff_pick *pick, guint32 thing);
void mg_dot_diff_box_free(struct mg_dot_diff_box *box);
typedef struct mg_dot_diff_box mg_dot_diff_box;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mg_dot_diff_box, mg_dot_diff_box_free)

/* The row that shows a byte of the object of a side; -1 if there is none. */
int mg_dot_diff_box_row(
	const struct mg_dot_diff_box *box, guint side, guint64 offset);
/* The way inside an object to the value at an offset: ".next". The caller
 * frees it. */
char *mg_dot_diff_path_at(
	const struct mg_graph *graph, guint32 object, guint64 offset);

/* ---- dot-diff-html.c: labels ---- */

/* Appends text so that it stands for itself in an HTML-like label, with bytes
 * that are not printable UTF-8 as \xNN. If it has more than `most` characters,
 * its middle is left out. */
void mg_dot_diff_append_text(GString *label, const char *text, guint most);
/* The caller frees these. */
char *mg_dot_diff_box_label(
	const struct mg_dot_diff_box *box, enum mg_dot_diff_mark mark);
char *mg_dot_diff_fold_label(const guint32 *folded);
char *mg_dot_diff_legend(const struct mg_diff *diff);

/* Colours of boxes and arrows (Okabe and Ito), by mark. */
const char *mg_dot_diff_colour(enum mg_dot_diff_mark mark);

#endif
