/* Internal to liveness: what its files share. */
#ifndef HC_LIVENESS_INSIDE_H
#define HC_LIVENESS_INSIDE_H

#include "liveness.h"

enum { NO_STEP = -1 };

/* What an instruction does to the frame. */
enum hc_liveness_touch_kind {
	TOUCH_READ,
	TOUCH_STORE,
	TOUCH_TAKEN, /* an address is taken, or something from it on written */
	TOUCH_LOOSE, /* an unknown address in the frame */
};

struct hc_liveness_touch {
	enum hc_liveness_touch_kind kind;
	gint64 from, to; /* from the CFA; of an address that is taken: `from` */
};

/* An instruction. */
struct hc_liveness_step {
	guint64 address;
	guint32 length;
	guint32 touches, n_touches; /* the first, among all */
	guint16 writes; /* bit n: DWARF's register n */
	gboolean call, twice;
	gboolean elsewhere; /* writes where a pointer leads, or an index */
	gboolean indirect; /* jumps to an unknown place in the function */
	gboolean ends; /* behind it comes something else */
	guint64 target; /* of a jump; 0: none */
	int next[2]; /* steps that follow; NO_STEP: none */
	gboolean direct; /* there is a way to it without tables and pads */
	gboolean orphan; /* no step is followed by it */
};

struct hc_liveness {
	GArray *steps; /* struct hc_liveness_step, by address */
	GArray *touches; /* struct hc_liveness_touch */
	guint *before; /* steps that each one follows, all in a row … */
	guint *first; /* … from here to the next one's */
	gboolean pads;
};

/* decode.c: the instructions of a piece of code; FALSE if it is not code, or
 * has a debugger's breakpoint. The only file with Zydis's types. */
gboolean hc_liveness_decode(struct hc_liveness *stores,
	const struct hc_stores_code *code, const struct hc_stores_piece *piece);

/* ---- walk.c */

struct hc_liveness_step *hc_liveness_step(
	const struct hc_liveness *stores, guint number);
/* The instruction that begins there; NO_STEP: none does. */
int hc_liveness_step_find(const struct hc_liveness *stores, guint64 address);
/* The step at a pc; if the frame is in a call, the call that returns there. */
int hc_liveness_step_at(
	const struct hc_liveness *stores, guint64 pc, gboolean in_call);

/* Steps to visit, and those that were seen. */
struct hc_liveness_walk {
	guint8 *seen;
	GArray *waiting; /* guint */
};

void hc_liveness_walk_init(
	struct hc_liveness_walk *walk, const struct hc_liveness *stores);
void hc_liveness_walk_clear(struct hc_liveness_walk *walk);
/* Visits a step, unless it was visited before. */
void hc_liveness_walk_to(struct hc_liveness_walk *walk, int step);
gboolean hc_liveness_walk_next(struct hc_liveness_walk *walk, guint *step);

#endif
