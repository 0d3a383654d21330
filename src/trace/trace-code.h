/* Machine code: what a jump may replace, and how the replaced code runs
 * elsewhere. Zydis decodes it, in code.c only. Internal to the trace.
 *
 *	struct hc_trace_code_plan plan;
 *	if (hc_trace_code_plan(&text, address, CODE_JUMP, &plan) &&
 *		hc_trace_code_move(&plan, to, NULL, bytes))
 *		... `bytes` at `to` does what plan.length bytes at `address`
 *		do, and continues after them.
 */
#ifndef HC_TRACE_CODE_H
#define HC_TRACE_CODE_H

#include <glib.h>

enum {
	CODE_JUMP = 5, /* bytes of a near jump */
	CODE_SHORT = 2, /* bytes of a short jump */
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
		*pieces; /* the one to be changed comes first */
	guint n_pieces;
	/* How many bytes after the first piece may be used: padding that
	 * nothing jumps to. A function may be shorter than a jump. */
	gsize room;
	const guint8 *behind; /* those bytes */
	/* A call may return elsewhere (C++ exceptions): only what precedes the
	 * first call or jump may be replaced. */
	gboolean pads;
	/* From hc_trace_code_survey(), if it was called: saves a second
	 * look. */
	guint8 *const *flags;
	code_read read; /* the program's memory: jump tables */
	gpointer data;
};

struct hc_trace_code_plan {
	guint64 address;
	guint length; /* bytes that are replaced: whole instructions */
	guint needed; /* how many of them really change */
	guint8 original[CODE_MOST];
	/* The function itself jumps to the address: where from, and whether
	 * these are all of the jumps. */
	gboolean looped, all_loops;
	guint n_loops;
	guint64 loops[CODE_LOOPS];
};

/* Whether `needed` bytes at an address can be replaced: nothing may jump to any
 * but the first of them. */
gboolean hc_trace_code_plan(const struct hc_trace_code_text *text,
	guint64 address, guint needed, struct hc_trace_code_plan *plan);

/* What a byte of code is. */
enum hc_trace_code_flag {
	CODE_START = 1, /* an instruction begins here */
	CODE_LEADER = 2, /* not only reached from right before */
	CODE_FIXED = 4, /* an instruction that can't be moved */
	CODE_PLAIN = 8, /* one whose bytes do the same anywhere */
	CODE_TARGET = 16, /* something jumps here, or calls this */
};

/* Looks at all of a function's code: flags[i] has a byte for each of pieces[i],
 * initially 0. *tables is set if there are jumps through tables that were not
 * found: there may be more leaders. FALSE if it is not code. */
gboolean hc_trace_code_survey(const struct hc_trace_code_text *text,
	guint8 **flags, gboolean *tables);

/* quick.c: the length of an instruction of a common kind, which does the same
 * anywhere, does not jump and contains no address; 0: it must be decoded. */
gsize hc_trace_code_quick(const guint8 *bytes, gsize n);

/* Whether these bytes contain a return. */
gboolean hc_trace_code_returns(const guint8 *bytes, gsize n);

/* Jumps to `from` are to go to `to` instead; `next` has more detours, or is
 * NULL. */
struct hc_trace_code_detour {
	guint64 from, to;
	const struct hc_trace_code_detour *next;
};
/* Where a jump to a target is to go: to the target itself, if it has no
 * detour. */
guint64 hc_trace_code_led(
	const struct hc_trace_code_detour *detour, guint64 target);

/* Whole instructions. */
struct hc_trace_code_part {
	guint64 address;
	const guint8 *bytes;
	gsize n;
	const guint8 *flags; /* from hc_trace_code_survey(); NULL: unknown */
};

/* Appends code that does the same as the part, without a jump back; FALSE if
 * that can't be done. `detour` may be NULL. */
gboolean hc_trace_code_move_part(const struct hc_trace_code_part *part,
	guint64 to, const struct hc_trace_code_detour *detour,
	GByteArray *bytes);

/* The same for what a plan replaces, followed by the jump back. */
gboolean hc_trace_code_move(const struct hc_trace_code_plan *plan, guint64 to,
	const struct hc_trace_code_detour *detour, GByteArray *bytes);

/* How many of the n bytes are padding, from the first on. */
gsize hc_trace_code_padding(const guint8 *bytes, gsize n);

/* jmp TO, at FROM; FALSE if it is too far. */
gboolean hc_trace_code_jump(guint64 from, guint64 to, guint8 bytes[CODE_JUMP]);

/* The same with a short jump. */
gboolean hc_trace_code_short_jump(
	guint64 from, guint64 to, guint8 bytes[CODE_SHORT]);

#endif
