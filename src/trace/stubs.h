/* Code for the traced program: notes.S with its numbers, and for each function
 * a stub that calls it and then does what the jump to it replaced. Internal to
 * the trace.
 *
 *	struct stubs stubs;
 *	stubs_init(&stubs, at, &where);
 *	guint64 to = stubs_begin(&stubs);
 *	stubs_note(&stubs, slot, STUB_ENTRY);
 *	if (!stubs_move(&stubs, &part, NULL) ||
 *		!stubs_back(&stubs, address + n))
 *		stubs_cancel(&stubs, to);
 *	... write stubs.bytes to `at`, and a jump to `to` at the address
 *	stubs_clear(&stubs);
 */
#ifndef HC_TRACE_STUBS_H
#define HC_TRACE_STUBS_H

/* Bytes of what notes a line: up to the end of its call, and behind it. For
 * notes.S, as numbers. */
#define LINE_HEAD 26
#define LINE_TAIL 11

#ifndef __ASSEMBLER__
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
 * lines is so long; detours come on top, but are few. */
gsize stubs_size(guint n, guint lines, gsize code);
void stubs_init(
	struct stubs *stubs, guint64 at, const struct stubs_where *where);
void stubs_clear(struct stubs *stubs);

/* The address of a new stub. Notes and code follow in any order, and the way
 * back to the program. */
guint64 stubs_begin(struct stubs *stubs);
/* Gives the address of what comes behind the note. */
guint64 stubs_note(struct stubs *stubs, guint slot, enum stub_kind kind);
/* STUB_LINE, where the return address of the frame lies so far from a register
 * in DWARF's numbering, if that is rsp or rbp. */
void stubs_note_line(struct stubs *stubs, guint slot, guint reg, gint64 offset);
/* As code_move_part(). */
gboolean stubs_move(struct stubs *stubs, const struct code_part *part,
	const struct code_detour *detour);
gboolean stubs_back(struct stubs *stubs, guint64 to);
/* Takes out all from a stub's address on. */
void stubs_cancel(struct stubs *stubs, guint64 begun);

#endif
#endif
