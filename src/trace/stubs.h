/* Code for the traced program: notes.S with its numbers, and for each function
 * a stub that calls it and then does what the jump to it replaced. Internal to
 * the trace.
 *
 *	struct stubs stubs;
 *	stubs_init(&stubs, at, &where);
 *	guint64 to = stubs_add(&stubs, &plan, slot, STUB_ENTRY, NULL);
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

enum stub_kind { STUB_ENTRY, STUB_WRITE, STUB_WRITEV, STUB_KINDS };

struct stubs {
	guint64 at;
	GByteArray *bytes;
	guint64 notes[STUB_KINDS];
};

/* Bytes that n of them need at most; detours come on top, but are few. */
gsize stubs_size(guint n);
void stubs_init(
	struct stubs *stubs, guint64 at, const struct stubs_where *where);
void stubs_clear(struct stubs *stubs);
/* The address of a new one; 0 if what the plan replaces can't be moved. *inner
 * (may be NULL) is where it has noted the entry. */
guint64 stubs_add(struct stubs *stubs, const struct code_plan *plan, guint slot,
	enum stub_kind kind, guint64 *inner);
/* The address of what a plan replaces, with nothing noted: for a jump to the
 * entry that is none. 0 if it can't be moved. */
guint64 stubs_add_detour(struct stubs *stubs, const struct code_plan *plan,
	const struct code_detour *detour);

#endif
