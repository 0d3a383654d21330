/* Code for the traced program: notes.S with its numbers filled in, and for each
 * function a stub that calls this and then does what the jump to the stub
 * replaced. Internal to the trace.
 *
 *	struct hc_trace_stubs stubs;
 *	hc_trace_stubs_init(&stubs, at, &where);
 *	guint64 to = hc_trace_stubs_begin(&stubs);
 *	hc_trace_stubs_note(&stubs, slot, STUB_ENTRY);
 *	if (!hc_trace_stubs_move(&stubs, &part, NULL) ||
 *		!hc_trace_stubs_back(&stubs, address + n))
 *		hc_trace_stubs_cancel(&stubs, to);
 *	... write stubs.bytes to `at`, and a jump to `to` at the address
 *	hc_trace_stubs_clear(&stubs);
 */
#ifndef HC_TRACE_STUBS_H
#define HC_TRACE_STUBS_H

/* Bytes of the code that notes a line: up to the end of its call, and after it.
 * For notes.S, as numbers. */
#define LINE_HEAD 26
#define LINE_TAIL 11

#ifndef __ASSEMBLER__
#include "trace-code.h"

/* Where things are in the program. */
struct hc_trace_stubs_where {
	guint64 control; /* the page with the first thread's %fs:0 */
	guint64 ring, records;
	gboolean threads; /* there is something at %fs:0; else the control
			     word is 1 */
};

enum hc_trace_stub_kind {
	STUB_ENTRY,
	STUB_WRITE,
	STUB_WRITEV,
	STUB_LINE,
	STUB_KINDS
};

struct hc_trace_stubs {
	guint64 at;
	GByteArray *bytes;
	guint64 notes[STUB_KINDS];
};

/* At most how many bytes n functions and their lines need, where the code with
 * these lines has `code` bytes. Detours come on top, but are few. */
gsize hc_trace_stubs_size(guint n, guint lines, gsize code);
void hc_trace_stubs_init(struct hc_trace_stubs *stubs, guint64 at,
	const struct hc_trace_stubs_where *where);
void hc_trace_stubs_clear(struct hc_trace_stubs *stubs);

/* Begins a stub, and gives its address. Notes and code follow in any order,
 * then the way back to the program. */
guint64 hc_trace_stubs_begin(struct hc_trace_stubs *stubs);
/* Gives the address of what follows the note. */
guint64 hc_trace_stubs_note(
	struct hc_trace_stubs *stubs, guint slot, enum hc_trace_stub_kind kind);
/* STUB_LINE, where the frame's return address is at an offset from a register
 * (DWARF's number), if that is rsp or rbp. */
void hc_trace_stubs_note_line(
	struct hc_trace_stubs *stubs, guint slot, guint reg, gint64 offset);
/* As hc_trace_code_move_part(). */
gboolean hc_trace_stubs_move(struct hc_trace_stubs *stubs,
	const struct hc_trace_code_part *part,
	const struct hc_trace_code_detour *detour);
gboolean hc_trace_stubs_back(struct hc_trace_stubs *stubs, guint64 to);
/* Removes everything from a stub's address on. */
void hc_trace_stubs_cancel(struct hc_trace_stubs *stubs, guint64 begun);

#endif
#endif
