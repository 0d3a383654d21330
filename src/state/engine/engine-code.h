/* Machine code that runs inside of the program. Internal to engine; x86-64,
 * independent of its position. */
#ifndef HC_ENGINE_CODE_H
#define HC_ENGINE_CODE_H

#include <glib.h>

/* A function for GDB to call: makes a copy of the process that nobody traces
 * and whose parent is gone, and returns its process id. The copy sleeps for ten
 * seconds and then ends, unless somebody attaches to it. */
extern const guint8 hc_engine_code_copy[], hc_engine_code_copy_end[];

/* What the copy has on its stack. */
struct hc_code_left {
	guint8 timers[3 * 32]; /* struct itimerval: a fork loses them */
	gint32 pipe[2]; /* descriptors to be closed */
	gint64 number; /* of the copy, for those before it */
	/* What the kernel clears when the thread ends, for those who wait for
	 * that, as in pthread_join: a fork loses it, too; 0: nothing. */
	guint64 cleared;
};

/* The code page of a scratch. */
extern const guint8 hc_engine_code_page[], hc_engine_code_page_end[];
/* Does the system calls listed at rbx (struct hc_op), then stops by int3. */
extern const guint8 hc_engine_code_batch[];
/* A fork with the registers as they are; the parent stops by int3, the child
 * sleeps as the copy above. */
extern const guint8 hc_engine_code_sibling[];
/* Calls the function r12 r13 times, each time with one of the numbers at rbx,
 * beside which it leaves the result; then stops by int3. */
extern const guint8 hc_engine_code_calls[];

#endif
