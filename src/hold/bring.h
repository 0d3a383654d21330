/* Bringing a program to a place without a debugger: some ten times faster than
 * with one.
 *
 *	struct hc_brought brought;
 *	if (hc_bring(&launch, &streams, &place, &brought, &error)) {
 *		... it is stopped there, and our thread is its tracer ...
 *		hc_brought_end(&brought);
 *	}
 *
 * The program runs as it does natively. The processor stops it at the place:
 * its code is not changed, children that it forks are left alone, and threads
 * that are not there go on. Many hits are counted in the program itself
 * (trace-count.h), as far as its code permits.
 *
 * What can't be done this way is an error, HC_BRING_ERROR_REFUSED: let GDB do
 * it. Internal to those who hold programs: others use hold.h. */
#ifndef HC_BRING_H
#define HC_BRING_H

#include "launch.h"

#include <sys/user.h>

/* As many as the processor can watch. */
enum { HC_BRING_PLACES = 4 };

struct hc_bring_watch;

/* The Nth time that the program comes to one of some instructions. They are
 * told by their distance from the program's entry point, which is the same
 * wherever it is loaded. */
struct hc_bring_place {
	guint64 offsets[HC_BRING_PLACES];
	guint n;
	guint hit; /* from 1 */
	guint64 main; /* where counting may begin; 0: nowhere */
	const char *debug_dir; /* as in debuginfo.h */
	/* Bytes to be watched on the way (bring-watch.h); NULL: none. */
	struct hc_bring_watch *watch;
};

#define HC_BRING_ERROR (hc_bring_error_quark())
GQuark hc_bring_error_quark(void);
enum hc_bring_error {
	HC_BRING_ERROR_NOT_REACHED, /* it ended before, or its time was over */
	HC_BRING_ERROR_REFUSED, /* it can't be done this way */
};

/* A program that is stopped at its place, with all its threads. The calling
 * thread traces all of them. */
struct hc_brought {
	struct hc_held *held;
	pid_t pid;
	pid_t tid; /* the thread that got there */
	GArray *threads; /* pid_t: all of them */
	struct user_regs_struct registers; /* of tid */
	const char *way; /* how hits were counted: "stop", "jump" */
};

/* The calling thread must have no children and no tracees. Launch and streams
 * must outlive what was brought. Errors are ours and the launch's. */
gboolean hc_bring(const struct hc_launch *launch,
	const struct hc_streams *streams, const struct hc_bring_place *place,
	struct hc_brought *brought, GError **error);
/* Ends it, in whatever state it is by now, with all that it started. */
void hc_brought_end(struct hc_brought *brought);

#endif
