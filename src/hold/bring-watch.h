/* Who writes to some bytes of the program on its way to a place: the processor
 * watches them (a data breakpoint), and each write is noted, with the registers
 * and the stack of the thread that wrote, until the next one.
 *
 *	struct hc_bring_watch watch = {.spot = spot, .size = 4, .most = 500};
 *	place.watch = &watch;
 *	if (hc_bring(&launch, &streams, &place, &brought, &error))
 *		use(&watch.last, watch.writes);
 *	hc_bring_watch_clear(&watch);
 *
 * What the kernel writes for the program is seen only if one looks after each
 * system call as well (`calls`), and only if it is another value; else whether
 * the last write that was seen is the one that counts, its value tells. A stop
 * costs up to a hundred times what it costs elsewhere where the processor is a
 * virtual one; so there is a limit. */
#ifndef HC_BRING_WATCH_H
#define HC_BRING_WATCH_H

#include <glib.h>
#include <sys/types.h>
#include <sys/user.h>

enum {
	HC_BRING_WATCHED = 8, /* bytes, at most */
	/* Bytes of a stack that are kept: frames that are further out are seldom
	 * asked for. */
	HC_BRING_STACK_KEPT = 64 << 10,
	HC_BRING_WATCH_POINTS = 3, /* of the processor, at most */
};

/* An address that means the same in each run of an invocation. */
struct hc_bring_spot {
	enum hc_bring_base {
		HC_BRING_ADDRESS, /* it is the same each time */
		HC_BRING_PROGRAM, /* from the program's entry point */
		HC_BRING_STACK, /* from where main's stack begins */
		HC_BRING_HEAP, /* from where brk() began */
	} base;
	guint64 offset; /* modulo 2^64 */
};
/* `fixed`: addresses are the same each time. FALSE if there is no telling where
 * it will be. */
gboolean hc_bring_spot_find(
	pid_t pid, guint64 address, gboolean fixed, struct hc_bring_spot *spot);
/* The other way, in a program that has not begun yet. */
guint64 hc_bring_spot_address(pid_t pid, const struct hc_bring_spot *spot);

/* A write. */
struct hc_bring_write {
	pid_t tid;
	struct user_regs_struct registers; /* behind the instruction */
	guint8 value[HC_BRING_WATCHED]; /* that was written */
	guint8 *stack; /* from the stack pointer on */
	gsize n_stack;
	guint passed; /* how often the counted instruction had been passed */
};

struct hc_bring_watch {
	/* ---- What to watch ---- */
	struct hc_bring_spot spot;
	guint size; /* 1, 2, 4 or 8 bytes, at a multiple of that */
	guint8 mask[HC_BRING_WATCHED]; /* the bits that count; if these are not
					  all, only a write that changes one */
	/* The first instruction of the function whose variable it is, from the
	 * program's entry point, and the stack pointer there: what was written
	 * before belongs to others. 0: it is nobody's. */
	guint64 entry;
	struct hc_bring_spot frame;
	gboolean calls; /* what system calls write as well */
	gboolean late; /* from the hit before the one that is wanted */
	/* An instruction whose hits are counted on the way, from where the
	 * program's file is loaded; 0: none. */
	guint64 counted;
	guint most; /* stops */
	/* ---- What came of it ---- */
	guint64 address; /* in this run */
	gboolean began; /* it was watched as it should be … */
	gboolean lost; /* … but there were too many writes, or threads */
	gboolean all; /* whatever has been written there, it was seen, but
			 for the kernel's writes */
	guint writes;
	struct hc_bring_write last; /* if there was one */
	/* ---- Its own ---- */
	guint64 entry_address, frame_pointer, counted_address;
	guint8 before[HC_BRING_WATCHED];
	guint stops, passed, system_calls;
};

/* A system call begins or has ended. */
void hc_bring_watch_take_call(struct hc_bring_watch *watch, pid_t tid);

void hc_bring_watch_clear(struct hc_bring_watch *watch);

/* ---- For bring.c ---- */

struct hc_ptrace_point;
/* The program is at its exec. */
void hc_bring_watch_prepare(struct hc_bring_watch *watch, pid_t pid);
/* From now on. */
void hc_bring_watch_begin(struct hc_bring_watch *watch, pid_t pid);
/* How many points it needs, at most. */
guint hc_bring_watch_needs(const struct hc_bring_watch *watch);
/* Points that the processor has to look at now. */
guint hc_bring_watch_points(
	const struct hc_bring_watch *watch, struct hc_ptrace_point *points);
/* A stop at one of them; `threads`: how many the program has. TRUE if the points
 * are others now. */
gboolean hc_bring_watch_take(
	struct hc_bring_watch *watch, pid_t tid, guint point, guint threads);

#endif
