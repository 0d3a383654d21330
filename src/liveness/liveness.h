/* Which parts of its frame a function may have written when it comes to a place
 * in its code: worked out from its instructions and the ways through them.
 *
 *	g_autoptr(hc_liveness) stores = hc_liveness_new(&code);
 *	g_autoptr(hc_before) before = hc_liveness_before(stores, pc, FALSE);
 *	if (before && !hc_liveness_before_touches(before, -24, -20) &&
 *		!hc_liveness_may_read(stores, pc, FALSE, -24, -20))
 *		... the four bytes at CFA - 24 have no value yet.
 *
 * Places in the frame are counted from the canonical frame address (CFA). It is
 * not known where a pointer leads: code that takes the address of something in
 * the frame may write all of it from then on. In doubt something counts as
 * written. x86-64 only. Knows no debug information and reads no program: the
 * caller gives it the code, and frees what it gets by the functions below. */
#ifndef HC_LIVENESS_H
#define HC_LIVENESS_H

#include <glib.h>

/* One stretch of a function's code. */
struct hc_stores_piece {
	guint64 low;
	const guint8 *bytes;
	gsize n;
};

struct hc_stores_code {
	const struct hc_stores_piece *pieces;
	guint n_pieces;
	guint64 entry;
	/* A call may come back elsewhere (C++ exceptions). */
	gboolean pads;
	/* How far the CFA is from a register (DWARF's number) while the pc is
	 * here; FALSE: unknown. */
	gboolean (*frame)(
		guint64 pc, guint *reg, gint64 *offset, gpointer data);
	/* Whether what is called may return more than once (setjmp): known by
	 * its address, or by the slot that holds its address. */
	gboolean (*twice)(guint64 target, guint64 slot, gpointer data);
	gpointer data;
};

struct hc_liveness;
/* Analyses a function; NULL if its code can't be understood. `code` is not
 * needed afterwards. */
struct hc_liveness *hc_liveness_new(const struct hc_stores_code *code);
void hc_liveness_free(struct hc_liveness *stores);

struct hc_before;
/* All that may have run when the function comes to pc, or, if pc is where a
 * call returns to, when it is in that call. NULL: no instruction is there. */
struct hc_before *hc_liveness_before(
	const struct hc_liveness *stores, guint64 pc, gboolean in_call);
void hc_liveness_before_free(struct hc_before *before);

/* Whether some of these bytes may have been written: by a store, or since an
 * address in there was taken. */
gboolean hc_liveness_before_touches(
	const struct hc_before *before, gint64 from, gint64 to);
/* Whether any address in the frame was taken or computed with. Optimised code
 * may reach anything in the frame from there. */
gboolean hc_liveness_before_is_loose(const struct hc_before *before);
/* Whether a register (DWARF's number, 0 … 15) may have been written. */
gboolean hc_liveness_before_writes(const struct hc_before *before, guint reg);

/* Whether the function, which is in the call that returns to pc, has done nothing
 * with these bytes but to take their address for that call: unless the call has
 * written them, they have no value yet. */
gboolean hc_liveness_only_passed(
	const struct hc_liveness *stores, guint64 pc, gint64 from, gint64 to);

/* Whether some of these bytes may be read from here on before they are
 * written: then what is there matters, wherever it comes from. */
gboolean hc_liveness_may_read(const struct hc_liveness *stores, guint64 pc,
	gboolean in_call, gint64 from, gint64 to);

typedef struct hc_liveness hc_liveness; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_liveness, hc_liveness_free)
typedef struct hc_before hc_before; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_before, hc_liveness_before_free)

#endif
