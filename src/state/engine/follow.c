/* A test on its way to the end. */
#include "engine-inside.h"

#include "process-children.h"
#include "process-signals.h"

#include <errno.h>
#include <sys/pidfd.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

struct chase {
	struct hc_engine *engine;
	struct hc_worker *worker;
	struct hc_job *job;
	pid_t pid; /* the program */
	/* Thread ids of the program and its descendants. */
	GHashTable *alive, *ended;
	gboolean forked; /* it started something */
	gboolean swallow; /* a SIGCONT of ours is on its way to it */
	gboolean over; /* the outcome is known */
};

static void note(struct chase *chase, pid_t tid)
{
	g_hash_table_add(chase->alive, GINT_TO_POINTER(tid));
}

static void note_end(struct chase *chase, pid_t tid)
{
	g_hash_table_remove(chase->alive, GINT_TO_POINTER(tid));
	g_hash_table_add(chase->ended, GINT_TO_POINTER(tid));
}

/* It may have been killed since; then its end is what comes next. */
static void resume(pid_t tid, int signal)
{
	hc_ptrace_continue(tid, signal);
}

static void end_by_limit(struct chase *chase)
{
	chase->job->outcome->end = HC_END_LIMIT;
	chase->over = TRUE;
}

static void note_child(struct chase *chase, pid_t tid, int event)
{
	if (event != PTRACE_EVENT_FORK && event != PTRACE_EVENT_VFORK &&
		event != PTRACE_EVENT_CLONE)
		return;
	chase->forked = TRUE;
	/* It may have come and gone before we heard of its birth. */
	pid_t child = (pid_t) hc_ptrace_message(tid);
	if (child &&
		!g_hash_table_contains(chase->ended, GINT_TO_POINTER(child)))
		note(chase, child);
}

static void take_new(struct chase *chase, pid_t tid, int event)
{
	note_child(chase, tid, event);
	if (g_hash_table_size(chase->alive) > chase->engine->options.processes)
		end_by_limit(chase);
	else
		resume(tid, 0);
}

/* The thread that calls exec takes the number of the process. */
static void take_exec(struct chase *chase, pid_t tid)
{
	pid_t former = (pid_t) hc_ptrace_message(tid);
	if (former && former != tid)
		note_end(chase, former);
	resume(tid, 0);
}

static gboolean is_late(struct chase *chase)
{
	g_mutex_lock(&chase->engine->lock);
	gboolean late = chase->job->late;
	g_mutex_unlock(&chase->engine->lock);
	return late;
}

/* Whether a thread belongs to the program itself, not to a child of its. */
static gboolean is_program(const struct chase *chase, pid_t tid)
{
	return hc_process_has_thread(chase->pid, tid);
}

/* Whether a breakpoint of the processor's made it. Those are ours: threads that
 * came to one together, but not first, may hear of it only when they go on. */
static gboolean is_our_trap(pid_t tid)
{
	siginfo_t info;
	return ptrace(PTRACE_GETSIGINFO, tid, 0, &info) == 0 &&
	       info.si_code == TRAP_HWBKPT;
}

static void take_signal(struct chase *chase, pid_t tid, int signal)
{
	struct hc_outcome *outcome = chase->job->outcome;
	if (signal == SIGTRAP && is_our_trap(tid)) {
		resume(tid, 0);
		return;
	}
	if (signal == SIGSTOP && is_program(chase, tid) && is_late(chase)) {
		hc_engine_frames_take(chase->engine, tid, outcome);
		outcome->end = HC_END_HANG;
		chase->over = TRUE;
		return;
	}
	if (signal == SIGCONT && chase->swallow && is_program(chase, tid)) {
		chase->swallow = FALSE;
		resume(tid, 0);
		return;
	}

	if (is_program(chase, tid) && hc_signal_is_fatal(tid, signal))
		hc_engine_frames_take(chase->engine, tid, outcome);
	resume(tid, signal);
}

static void take_stop(struct chase *chase, pid_t tid, int status)
{
	int signal = WSTOPSIG(status);
	switch (hc_ptrace_event(status)) {
	case 0:
		take_signal(chase, tid, signal);
		return;
	case PTRACE_EVENT_FORK:
	case PTRACE_EVENT_VFORK:
	case PTRACE_EVENT_CLONE:
		take_new(chase, tid, hc_ptrace_event(status));
		return;
	case PTRACE_EVENT_EXEC:
		take_exec(chase, tid);
		return;
	case PTRACE_EVENT_STOP:
		/* Stopped as by a terminal: it stays so until a SIGCONT. A
		 * SIGTRAP is the first stop of a new one, or that SIGCONT. */
		if (signal != SIGTRAP)
			hc_ptrace_listen(tid);
		else
			resume(tid, 0);
		return;
	default:
		resume(tid, 0);
	}
}

static void take_end(struct chase *chase, int status)
{
	struct hc_outcome *outcome = chase->job->outcome;

	chase->over = TRUE;

	/* Killed by us, since it did not even stop. */
	if (is_late(chase)) {
		outcome->end = HC_END_HANG;
		return;
	}

	hc_outcome_set_wait_status(outcome, status);
	if (outcome->end == HC_END_EXIT) {
		g_ptr_array_set_size(outcome->frames, 0);
		outcome->more_frames = FALSE;
	}
}

/* The next thing that happens to any tracee of this thread. */
static gboolean next(struct chase *chase, pid_t *tid, int *status)
{
	*tid = hc_ptrace_wait(-1, status);
	if (*tid > 0 && *tid == chase->worker->template && !WIFSTOPPED(*status))
		chase->worker->template = 0;
	return *tid > 0;
}

static gboolean run(struct chase *chase, GError **error)
{
	while (!chase->over) {
		pid_t tid;
		int status;

		if (!next(chase, &tid, &status)) {
			g_set_error(error, HC_ENGINE_ERROR,
				HC_ENGINE_ERROR_SYSTEM,
				"the test that runs is lost: %s",
				g_strerror(errno));
			return FALSE;
		}
		if (tid == chase->worker->template)
			continue;

		if (WIFSTOPPED(status)) {
			note(chase, tid);
			take_stop(chase, tid, status);
		} else {
			note_end(chase, tid);
			if (tid == chase->pid)
				take_end(chase, status);
		}
	}

	return TRUE;
}

/* ---- the end of everything --------------------------------------------- */

/* Ids that are not our tracees are forgotten, not waited for. */
static void kill_known(struct chase *chase)
{
	GHashTableIter iter;
	gpointer tid;
	siginfo_t info;
	const int look =
		WEXITED | WSTOPPED | WNOHANG | WNOWAIT | __WALL | __WNOTHREAD;

	g_hash_table_iter_init(&iter, chase->alive);
	while (g_hash_table_iter_next(&iter, &tid, NULL)) {
		pid_t id = GPOINTER_TO_INT(tid);
		if (waitid(P_PID, (id_t) id, &info, look) == 0)
			kill(id, SIGKILL);
		else if (errno == ECHILD)
			g_hash_table_iter_remove(&iter);
	}
}

/* One that was forked while its parent was killed: the parent did not tell us
 * of it, and it became our child, or the guard's. It is known by its tracer. */
static gboolean is_traced_here(pid_t pid)
{
	g_autofree char *text = hc_process_file(pid, "status");
	return hc_process_status_number(text, "TracerPid", 10) ==
	       (guint64) gettid();
}

static void note_lost_of(struct chase *chase, const GArray *children)
{
	for (guint i = 0; i < children->len; i++) {
		pid_t pid = g_array_index(children, pid_t, i);
		if (pid != chase->worker->template && is_traced_here(pid))
			note(chase, pid);
	}
}

static void note_lost(struct chase *chase)
{
	pid_t guard = chase->worker->guard;
	g_autoptr(GArray) ours = hc_process_children();
	g_autoptr(GArray) others = guard ? hc_process_children_of(guard) : NULL;
	note_lost_of(chase, ours);
	if (others)
		note_lost_of(chase, others);
}

static void end_all(struct chase *chase)
{
	for (;;) {
		if (g_hash_table_size(chase->alive) == 0 && chase->forked)
			note_lost(chase);
		if (g_hash_table_size(chase->alive) == 0)
			return;

		kill_known(chase);
		if (g_hash_table_size(chase->alive) == 0)
			continue;

		pid_t tid;
		int status;
		if (!next(chase, &tid, &status))
			return;
		if (tid == chase->worker->template)
			continue;

		if (WIFSTOPPED(status)) {
			note(chase, tid);
			note_child(chase, tid, hc_ptrace_event(status));
		} else
			note_end(chase, tid);
	}
}

/* What ended before its parent did was seen by us as its tracer, but nobody
 * has asked for it as a parent: that is us now. */
static void reap_orphans(struct chase *chase)
{
	GHashTableIter iter;
	gpointer tid;
	g_hash_table_iter_init(&iter, chase->ended);
	while (g_hash_table_iter_next(&iter, &tid, NULL))
		if (GPOINTER_TO_INT(tid) != chase->pid)
			waitpid(GPOINTER_TO_INT(tid), NULL, WNOHANG | __WALL);
}

/* From now on a deadline or a cancellation can reach it. */
static gboolean set_free(struct chase *chase, GError **error)
{
	struct hc_engine *engine = chase->engine;
	int pidfd = pidfd_open(chase->pid, 0);
	if (pidfd < 0) {
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
			"cannot watch process %d (pidfd_open: %s)",
			(int) chase->pid, g_strerror(errno));
		return FALSE;
	}

	g_mutex_lock(&engine->lock);
	chase->job->pidfd = pidfd;
	chase->job->deadline =
		g_get_monotonic_time() +
		(gint64) (engine->options.timeout * G_USEC_PER_SEC);
	chase->job->pid = chase->pid;
	chase->job->used = hc_process_cpu_time(chase->pid);
	if (chase->job->cancelled || engine->ending)
		pidfd_send_signal(pidfd, SIGKILL, NULL, 0);

	/* Who waits must learn of the deadline. */
	g_cond_broadcast(&engine->done);
	g_mutex_unlock(&engine->lock);

	if (chase->swallow)
		pidfd_send_signal(pidfd, SIGCONT, NULL, 0);
	return TRUE;
}

static void set_unfree(struct chase *chase)
{
	struct hc_engine *engine = chase->engine;
	g_mutex_lock(&engine->lock);
	if (chase->job->pidfd >= 0)
		close(chase->job->pidfd);
	chase->job->pidfd = -1;
	g_mutex_unlock(&engine->lock);
}

gboolean hc_engine_follow(struct hc_worker *worker, struct hc_job *job,
	pid_t pid, const GArray *threads, gboolean continued, GError **error)
{
	struct chase chase = {
		.engine = worker->engine,
		.worker = worker,
		.job = job,
		.pid = pid,
		.alive = g_hash_table_new(NULL, NULL),
		.ended = g_hash_table_new(NULL, NULL),
		.forked = threads->len > 1,
		.swallow = continued,
	};
	gint64 start = g_get_monotonic_time();

	for (guint i = 0; i < threads->len; i++)
		note(&chase, g_array_index(threads, pid_t, i));

	gboolean ok = set_free(&chase, error);
	for (guint i = 0; ok && i < threads->len; i++)
		resume(g_array_index(threads, pid_t, i), 0);

	ok = ok && run(&chase, error);
	job->outcome->seconds = (double) (g_get_monotonic_time() - start) / 1e6;
	set_unfree(&chase);
	end_all(&chase);
	if (chase.forked)
		reap_orphans(&chase);
	g_hash_table_unref(chase.alive);
	g_hash_table_unref(chase.ended);

	return ok;
}
