/* A pool, and how much of it is handed out. Internal to memgraph. */
#ifndef MG_ALLOCATORS_H
#define MG_ALLOCATORS_H

#include "extract.h"

enum {
	/* The size of a pool is a round number, and malloc makes it rounder:
	 * so much comes behind the pool in its block. Objects are that much
	 * apart, too. */
	MG_POOL_ROUND = 16,
	/* Variables stand side by side: `static char *next, *limit;` is one
	 * holder. */
	MG_GLOBALS = MG_NO_OBJECT - 1,
};

struct mg_handed {
	struct mg_extract *x;
	guint32 id;
	guint64 start, end;
	guint64 base; /* the start, or behind the header */
	guint32 last; /* its last piece … */
	guint64 used; /* … and what is surely in use, up to there */
	guint64 open; /* where the first that is not handed out is; or `end` */
	struct mg_loose top; /* the last place that is pointed to; … */
	guint64 second; /* … the last by another holder */
};

static inline guint32 mg_whole_of(const struct mg_extract *x, guint32 id)
{
	guint32 whole = mg_stretch_at(x, id)->whole;
	return whole == MG_NO_OBJECT ? id : whole;
}

/* Whether a pool begins at this address. */
gboolean mg_handed_is_base(const struct mg_handed *pool, guint64 value);
/* Whether the next object may go there: nobody but the holder knows of anything
 * behind it. */
gboolean mg_handed_is_next(
	const struct mg_handed *pool, guint32 holder, guint64 value);
/* Whether nothing was put there yet. */
gboolean mg_handed_is_blank(const struct mg_handed *pool, guint64 value);
/* The same for all that follows. */
gboolean mg_handed_is_clear(const struct mg_handed *pool, guint64 from);

/* ---- counts.c: numbers of bytes ---- */

/* The numbers among the global variables, by value. The caller frees them. */
GArray *mg_counts_of_globals(const struct mg_extract *x);
/* Finds the numbers that say how much of a pool is handed out. */
void mg_counts_find(struct mg_handed *pool, const struct mg_loose *loose,
	guint n, const GArray *numbers);

/* ---- free-lists.c ---- */

/* Whether a list of what was given back may be made of such pointers. */
gboolean mg_is_free_link(const struct mg_type *target);
void mg_free_lists_note(struct mg_extract *x, guint32 from, guint32 holder,
	guint64 value, const struct mg_type *type,
	const struct mg_target *target);
/* To be called when allocators are known: what was given back is dead. */
void mg_free_lists_find(struct mg_extract *x);

#endif
