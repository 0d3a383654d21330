/* Machine code: what a jump may replace, and how that runs elsewhere. Zydis
 * decodes it, in code.c alone. Internal to the trace.
 *
 *	struct hc_trace_code_plan plan;
 *	if (hc_trace_code_plan(&text, address, CODE_JUMP, &plan) &&
 *		hc_trace_code_move(&plan, to, NULL, bytes))
 *		... `bytes` at `to` does what plan.length bytes at `address`
 *		do, and goes on behind them.
 */
#ifndef HC_TRACE_CODE_H
#define HC_TRACE_CODE_H

#include <glib.h>

enum {
	CODE_JUMP = 5, /* bytes of a jump to anywhere near */
	CODE_SHORT = 2, /* bytes of one to somewhere very near */
	CODE_TRAP = 1, /* bytes of an int3 */
	CODE_LONGEST = 15, /* bytes of an instruction */
	CODE_LOOPS = 8, /* jumps of a function to its own entry, at most */
	CODE_MOST = CODE_JUMP - 1 + CODE_LONGEST, /* bytes that are replaced */
};

typedef gboolean (*code_read)(
	guint64 address, void *bytes, gsize n, gpointer data);

/* One piece of a function's code. */
struct hc_trace_code_piece {
	guint64 low;
	const guint8 *bytes;
	gsize n;
};

struct hc_trace_code_text {
	const struct hc_trace_code_piece
		*pieces; /* the one that is changed first */
	guint n_pieces;
	/* How many bytes behind the first piece are padding that nobody
	 * enters, at most; a function may be shorter than a jump. */
	gsize room;
	const guint8 *behind; /* those bytes */
	/* A call may come back elsewhere (exceptions of C++): only what is
	 * before the first call and jump may be replaced. */
	gboolean pads;
	/* Of hc_trace_code_survey(), if it was done: spares a second look. */
	guint8 *const *flags;
	code_read read; /* memory of the program: tables of jumps */
	gpointer data;
};

struct hc_trace_code_plan {
	guint64 address;
	guint length; /* bytes that are replaced: whole instructions */
	guint needed; /* bytes of them that really change */
	guint8 original[CODE_MOST];
	/* The function itself jumps to the address: from where, and whether
	 * these are all. */
	gboolean looped, all_loops;
	guint n_loops;
	guint64 loops[CODE_LOOPS];
};

/* Whether `needed` bytes at an address can be replaced: nothing may jump to
 * what follows the first of them. */
gboolean hc_trace_code_plan(const struct hc_trace_code_text *text,
	guint64 address, guint needed, struct hc_trace_code_plan *plan);

/* What a byte of code is. */
enum hc_trace_code_flag {
	CODE_START = 1, /* an instruction begins here */
	CODE_LEADER = 2, /* something may come here but from right before */
	CODE_FIXED = 4, /* an instruction that can't be moved */
	CODE_PLAIN = 8, /* one whose bytes do the same anywhere */
	CODE_TARGET = 16, /* something jumps here, or calls this */
};

/* All of a function's code: flags[i] has a byte for each of pieces[i], 0 at
 * first. *tables if there are jumps through tables that were not found, so that
 * there may be more leaders. FALSE if it is no code. */
gboolean hc_trace_code_survey(const struct hc_trace_code_text *text,
	guint8 **flags, gboolean *tables);

/* quick.c: the length of an instruction of a common kind, which does the same
 * anywhere, and neither jumps nor has an address in it; 0: it has to be
 * decoded. */
gsize hc_trace_code_quick(const guint8 *bytes, gsize n);

/* Whether a function returns from somewhere in these bytes. */
gboolean hc_trace_code_returns(const guint8 *bytes, gsize n);

/* Jumps that went to `from` shall go to `to`; and more of them, or NULL. */
struct hc_trace_code_detour {
	guint64 from, to;
	const struct hc_trace_code_detour *next;
};
/* Where a jump to a target shall go: there, if there is no detour. */
guint64 hc_trace_code_led(
	const struct hc_trace_code_detour *detour, guint64 target);

/* Whole instructions. */
struct hc_trace_code_part {
	guint64 address;
	const guint8 *bytes;
	gsize n;
	const guint8 *flags; /* of hc_trace_code_survey(); NULL: not known */
};

/* Appends what does the same as a part of some code, without going on behind
 * it; FALSE if that can't be done. `detour` may be NULL. */
gboolean hc_trace_code_move_part(const struct hc_trace_code_part *part,
	guint64 to, const struct hc_trace_code_detour *detour,
	GByteArray *bytes);

/* The same for what a plan replaces, and then jumps back. */
gboolean hc_trace_code_move(const struct hc_trace_code_plan *plan, guint64 to,
	const struct hc_trace_code_detour *detour, GByteArray *bytes);

/* Whether it is nothing but padding, from here on: how many bytes of n. */
gsize hc_trace_code_padding(const guint8 *bytes, gsize n);

/* jmp TO, at FROM; FALSE if it is too far. */
gboolean hc_trace_code_jump(guint64 from, guint64 to, guint8 bytes[CODE_JUMP]);

/* The same by a short jump. */
gboolean hc_trace_code_short_jump(
	guint64 from, guint64 to, guint8 bytes[CODE_SHORT]);

#endif
