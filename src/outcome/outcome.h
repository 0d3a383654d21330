/* What an execution of the program did, however it was run: how it ended,
 * what it wrote, and where it crashed.
 *
 *	g_autoptr(hc_outcome) outcome = hc_outcome_new();
 *	...
 *	g_autofree char *text = hc_outcome_describe(outcome);
 *	printf("The program %s.\n", text);
 *
 * Plain data: who runs programs fills it in, who judges or reports reads it.
 * hc_outcome_free frees all of it. */
#ifndef HC_OUTCOME_H
#define HC_OUTCOME_H

#include <glib.h>

enum hc_end {
	HC_END_EXIT, /* with a status */
	HC_END_SIGNAL, /* killed by a signal */
	HC_END_HANG, /* did not end in time, and was killed */
	HC_END_LIMIT, /* ran into a limit on what it may use */
};

/* Of a crash or hang, this many of the innermost frames are looked at: enough
 * to see an endless recursion of many functions go round more than once. */
enum { HC_OUTCOME_FRAMES = 256 };

struct hc_frame {
	char *function; /* NULL: unknown */
	char *file; /* as compiled; NULL: unknown */
	int line; /* 0: unknown */
};

struct hc_outcome {
	enum hc_end end;
	int status; /* HC_END_EXIT: 0 to 255 */
	int signal; /* HC_END_SIGNAL and HC_END_LIMIT */
	double seconds; /* from start to end */
	GBytes *out; /* what it wrote to stdout and stderr */
	GBytes *err;
	GPtrArray *frames; /* struct hc_frame *, innermost first, of a crash
			      or hang; empty where nobody looked */
	gboolean more_frames; /* there were more than these */
	gboolean waits; /* HC_END_HANG: it slept when its time was up, with all
			   of its threads */
};

struct hc_outcome *hc_outcome_new(void);
void hc_outcome_free(struct hc_outcome *outcome);
struct hc_outcome *hc_outcome_copy(const struct hc_outcome *outcome);
void hc_outcome_add_frame(struct hc_outcome *outcome, const char *function,
	const char *file, int line);

/* Where it crashed: the innermost call whose source is known, else one that
 * has a name; NULL if there is none. */
const struct hc_frame *hc_outcome_crash(const struct hc_outcome *outcome);

/* The end as the rest of a sentence: "exits with status 1", "is killed by
 * SIGSEGV (Segmentation fault) in f (a.c:7)". The caller frees it. */
char *hc_outcome_describe(const struct hc_outcome *outcome);

/* "f (a.c:7)", "f", or "?". The caller frees it. */
char *hc_frame_describe(const struct hc_frame *frame);

/* Whether both ended alike and wrote the same. Frames don't count: not every
 * way of running sees them. */
gboolean hc_outcome_same(
	const struct hc_outcome *a, const struct hc_outcome *b);

/* "SIGSEGV" for 11; the number where it has no name. */
const char *hc_outcome_signal_name(int number);

/* Sets end, status and signal from a status of wait(2). A signal that a limit
 * sends becomes HC_END_LIMIT. */
void hc_outcome_set_wait_status(struct hc_outcome *outcome, int status);

typedef struct hc_outcome hc_outcome; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_outcome, hc_outcome_free)

#endif
