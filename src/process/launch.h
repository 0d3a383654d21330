/* Running the program, as nearly as possible as its user would.
 *
 *	struct hc_launch launch = {.path = "/usr/bin/sample", .argv = argv,
 *		.env = env, .limits = HC_LIMITS_INIT, .timeout = 10};
 *	g_autoptr(hc_outcome) outcome = hc_launch_native(&launch, &error);
 *
 * Output is captured, not shown. A run has a process group of its own; at its
 * end everything that it started is killed and reaped, also what left the
 * group. All of a launch stays the caller's. */
#ifndef HC_LAUNCH_H
#define HC_LAUNCH_H

#include "outcome.h"
#include "stop-flag.h"

/* What a run may use; 0 leaves a limit as it is. */
struct hc_limits {
	guint64 stack; /* bytes */
	guint64 memory; /* bytes of address space */
	guint64 file; /* bytes that a written file may have */
	guint cpu; /* seconds */
};

/* 8 MiB of stack: an endless recursion in an unlimited one eats the machine.
 * 256 MiB for a file, which is what it may print, too. */
#define HC_LIMITS_INIT                                                         \
	{                                                                      \
		.stack = 8 << 20, .file = 256 << 20                            \
	}

/* Holds a process (0: ours) to them, and all that it will start; never to more
 * than it has. It leaves no core. */
gboolean hc_limits_set(const struct hc_limits *limits, pid_t pid);

struct hc_launch {
	const char *path; /* absolute */
	const char *const *argv; /* with argv[0]; NULL-terminated */
	const char *const *env; /* the whole environment; NULL-terminated */
	const char *input; /* file for stdin; NULL: /dev/null */
	struct hc_limits limits;
	double timeout; /* seconds until it counts as a hang */
	hc_stop_flag stop; /* not 0: give up; or NULL */
	/* Children of ours that are none of the run's, up to a 0: they live on
	 * when it ends; NULL: none. */
	const pid_t *spare;
};

#define HC_LAUNCH_ERROR (hc_launch_error_quark())
GQuark hc_launch_error_quark(void);
enum hc_launch_error {
	HC_LAUNCH_ERROR_INPUT, /* stdin's file can't be opened */
	HC_LAUNCH_ERROR_START, /* the program can't be started */
	HC_LAUNCH_ERROR_SYSTEM, /* a system call failed */
	HC_LAUNCH_ERROR_STOPPED, /* *stop was set */
	HC_LAUNCH_ERROR_TRACE, /* the program can't be traced */
};

/* Runs the program without any debugger. */
struct hc_outcome *hc_launch_native(
	const struct hc_launch *launch, GError **error);

/* ---- A run in pieces, for those that do something with it in between ---- */

/* Descriptors of a run: stdin's file, and two files in memory for its output,
 * empty at the beginning. For runs that are not native; -1 if not open. */
struct hc_streams {
	int in, out, err;
};
#define HC_STREAMS_INIT                                                        \
	{                                                                      \
		-1, -1, -1                                                     \
	}
gboolean hc_streams_open(
	struct hc_streams *streams, const char *input, GError **error);
/* Takes what was written into the outcome, but for so many bytes of stdout and
 * of stderr (two numbers; NULL: all). One that is not open has nothing. */
gboolean hc_streams_collect(const struct hc_streams *streams,
	const guint64 *before, struct hc_outcome *outcome, GError **error);
/* What one file has from an offset on. */
GBytes *hc_streams_read_back(int fd, guint64 from, GError **error);
/* As they were before the program ran. */
gboolean hc_streams_rewind(const struct hc_streams *streams, GError **error);
void hc_streams_clear(struct hc_streams *streams);

/* Starts the program as a native run does, but holds it: our thread is its
 * tracer (ptrace, seized, with PTRACE_O_EXITKILL and PTRACE_O_TRACEEXEC), and
 * it is stopped at its exec. `keep` is a descriptor that stays open in it; -1:
 * none. -1 on an error. The caller must reap it. */
pid_t hc_launch_held(const struct hc_launch *launch,
	const struct hc_streams *streams, int keep, GError **error);

/* Sees that a process doesn't run for too long while our thread waits for it:
 * from a thread of its own, it kills it when the time is over or *stop is set.
 * NULL on an error. */
struct hc_watch *hc_watch_new(
	const struct hc_launch *launch, pid_t pid, GError **error);
/* Ends the watch; call it once the process was reaped. What waitpid said goes
 * into the outcome, a hang and the time too. FALSE if *stop was set. */
gboolean hc_watch_end(struct hc_watch *watch, int status,
	struct hc_outcome *outcome, GError **error);

/* Children of all threads of ours: pid_t. Empty if the kernel does not say. */
GArray *hc_process_children(void);

/* Kills and reaps processes that became our children because their own parent
 * ended. Call it when no child of ours runs but those of `spare`, up to a 0
 * (NULL: none). */
void hc_process_kill_strays(const pid_t *spare);

typedef struct hc_streams hc_streams; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(hc_streams, hc_streams_clear)

#endif
