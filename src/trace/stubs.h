/* Code for the traced program: notes.S with its numbers, and for each function
 * a stub that calls it and then does what the jump to it replaced. Internal to
 * the trace.
 *
 *	struct stubs stubs;
 *	stubs_init(&stubs, at, &where);
 *	guint64 to = stubs_add(&stubs, &plan, slot, STUB_ENTRY);
 *	... write stubs.bytes to `at`, and a jump to `to` at plan.address
 *	stubs_clear(&stubs);
 */
#ifndef HC_TRACE_STUBS_H
#define HC_TRACE_STUBS_H

#include "code.h"

/* Where things are in the program. */
struct stubs_where {
	guint64 control; /* the page with the first thread's %fs:0 */
	guint64 ring, records;
	gboolean threads; /* there is something at %fs:0; else the control
			     word is 1 */
};

enum stub_kind { STUB_ENTRY, STUB_WRITE, STUB_WRITEV, STUB_LINE, STUB_KINDS };

struct stubs {
	guint64 at;
	GByteArray *bytes;
	guint64 notes[STUB_KINDS];
};

/* Bytes that n functions and so many lines need at most, where the code of the
 * lines is so long. */
gsize stubs_size(guint n, guint lines, gsize code);
void stubs_init(
	struct stubs *stubs, guint64 at, const struct stubs_where *where);
void stubs_clear(struct stubs *stubs);
/* The address of a new one; 0 if what the plan replaces can't be moved. */
guint64 stubs_add(struct stubs *stubs, const struct code_plan *plan, guint slot,
	enum stub_kind kind);

/* The same piece by piece: begin, then notes and code in any order, and back to
 * the program. Whatever fails, all of it is taken out by stubs_cancel(). */
guint64 stubs_begin(struct stubs *stubs);
void stubs_note(struct stubs *stubs, guint slot, enum stub_kind kind);
/* STUB_LINE, where the return address of the frame lies so far from a register
 * in DWARF's numbering, if that is rsp or rbp. */
void stubs_note_line(struct stubs *stubs, guint slot, guint reg, gint64 offset);
gboolean stubs_move(
	struct stubs *stubs, guint64 address, const guint8 *code, gsize n);
gboolean stubs_back(struct stubs *stubs, guint64 to);
void stubs_cancel(struct stubs *stubs, guint64 begun);

#endif
