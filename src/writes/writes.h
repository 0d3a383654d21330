/* Who wrote some bytes of the program last before it comes to a place: found by
 * another run of the program, natively, in which the processor watches them.
 *
 *	struct hc_writes_bytes bytes;
 *	if (hc_writes_bytes_find(pid, address, 4, fixed, &bytes))
 *		written = hc_writes_find(&launch, &place, &bytes, &error);
 *
 * The write is told by the line of the program that made it, or that called the
 * function of a library which did. Where the bytes don't have the value that was
 * written last, the kernel wrote for the program (as by read()), and the program
 * is run once more, with a look at them after each system call. Nothing is
 * guessed: where there are too many writes, there is no answer. */
#ifndef HC_WRITES_H
#define HC_WRITES_H

#include "bring-watch.h"
#include "hold.h"
#include "written.h"

/* Which bytes, in words that mean the same in each run. */
struct hc_writes_bytes {
	struct hc_bring_spot spot;
	guint size; /* 1, 2, 4 or 8 */
	guint8 mask[HC_BRING_WATCHED]; /* the bits that count */
	/* As in struct hc_bring_watch. */
	guint64 entry;
	struct hc_bring_spot frame;
};

/* Of a stopped program; all bits count, and they are nobody's local variable.
 * FALSE if there is no telling where they would be in another run. */
gboolean hc_writes_bytes_find(pid_t pid, guint64 address, guint size,
	gboolean fixed, struct hc_writes_bytes *bytes);
/* They are in the frame of a function that begins at `entry`, where the stack
 * pointer was `frame`. */
void hc_writes_bytes_set_frame(
	struct hc_writes_bytes *bytes, pid_t pid, guint64 entry, guint64 frame);

/* NULL without an error: nobody knows. Errors are those of hc_bring() and of
 * debuginfo. The caller frees the answer. */
struct hc_written *hc_writes_find(const struct hc_launch *launch,
	const struct hc_bring_place *place, const struct hc_writes_bytes *bytes,
	GError **error);

/* When that was: how often the run had come to an instruction of the program's
 * own file when the bytes were written last. It is told by its distance from
 * where the file is loaded. 0: nobody knows. */
guint hc_writes_count(const struct hc_launch *launch,
	const struct hc_bring_place *place, const struct hc_writes_bytes *bytes,
	guint64 instruction, GError **error);

#endif
