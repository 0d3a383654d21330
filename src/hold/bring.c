#include "bring.h"

#include "bring-watch.h"
#include "process-maps.h"
#include "process-ptrace.h"
#include "process-status.h"
#include "trace-count.h"

#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

/* A stop at a hit takes some microseconds, getting ready to count in the
 * program some milliseconds. */
enum { WORTH_COUNTING = 200 };

G_DEFINE_QUARK(hc_bring_error, hc_bring_error)

/* The program on its way. */
struct way {
	const struct hc_bring_place *place;
	struct hc_brought *brought;
	/* What the processor watches: the places, and perhaps main. */
	guint64 watched[HC_BRING_PLACES];
	guint n; /* of the places */
	gboolean at_main; /* main is watched, too, behind them */
	guint64 left; /* hits, this one included */
	struct hc_trace_count *count; /* NULL: by stops */
	guint64 counted; /* the place where the count ended, 0: not yet */
	GHashTable *stopped; /* thread ids, once it has arrived */
	gboolean ended;
	const char *refused; /* why not this way */
};

static gboolean refuse(GError **error, const char *why)
{
	g_set_error(error, HC_BRING_ERROR, HC_BRING_ERROR_REFUSED,
		"the program can't be stopped without GDB: %s", why);
	return FALSE;
}

/* ---- Getting ready ------------------------------------------------------- */

/* Whether it is in the program's own code, which is there from the first
 * moment on. */
static gboolean is_own_code(
	const GPtrArray *regions, guint64 entry, guint64 address)
{
	const struct hc_region *own = hc_regions_at(regions, entry);
	const struct hc_region *region = hc_regions_at(regions, address);
	return own && region && region->executable && own->path &&
	       g_strcmp0(own->path, region->path) == 0;
}

static gboolean find_places(struct way *way, GError **error)
{
	const struct hc_bring_place *place = way->place;
	pid_t pid = way->brought->pid;
	guint64 entry = hc_process_auxiliary(pid, AT_ENTRY);
	g_autoptr(GPtrArray) regions = hc_regions_read(pid, error);
	if (!regions)
		return FALSE;

	for (guint i = 0; i < place->n; i++) {
		guint64 address = entry + place->offsets[i];
		if (!is_own_code(regions, entry, address))
			return refuse(error, "the place is in a library");
		way->watched[way->n++] = address;
	}

	guint room = HC_BRING_PLACES;
	if (place->watch)
		room -= hc_bring_watch_needs(place->watch);
	if (way->n > room)
		return refuse(error, "the processor can't watch that much");
	if (place->hit >= WORTH_COUNTING && place->main && way->n < room) {
		way->watched[way->n] = entry + place->main;
		way->at_main = TRUE;
	}
	return TRUE;
}

static gboolean watch(const struct way *way, pid_t tid)
{
	struct hc_ptrace_point points[HC_BRING_PLACES] = {0};
	guint n = way->n + way->at_main;
	for (guint i = 0; i < n; i++)
		points[i].address = way->watched[i];
	if (way->place->watch)
		n += hc_bring_watch_points(way->place->watch, points + n);
	return hc_ptrace_set_points(tid, points, n);
}

/* ---- Hits ---------------------------------------------------------------- */

/* Whether the watch is to begin one hit before the last. */
static gboolean is_late(const struct way *way)
{
	const struct hc_bring_watch *watch = way->place->watch;
	return watch && watch->late && !watch->began;
}

/* It is one hit before the last. */
static void begin_watch(struct way *way, pid_t tid)
{
	struct hc_bring_watch *data = way->place->watch;
	hc_bring_watch_begin(data, tid);
	/* Those that run now can't be told to look. */
	data->lost |= way->brought->threads->len > 1;
	watch(way, tid);
}

/* Comes to main: from here on many hits can be counted in the program. */
static void begin_count(struct way *way, pid_t tid, guint64 pc)
{
	struct hc_count_host host;
	/* What it does for the count is not for the processor to see. */
	hc_ptrace_set_breakpoints(tid, NULL, 0);
	hc_count_host_traced(&host, tid, pc, way->place->debug_dir);
	way->count = hc_trace_count_new(
		&host, way->watched, way->n, way->left - is_late(way), NULL);
	if (way->count) {
		way->brought->way = "jump";
		way->n = 0;
	}
	way->at_main = FALSE;
	watch(way, tid);
}

/* The count has ended, one hit before the last if the watch is late. */
static void end_count(struct way *way, pid_t tid)
{
	const unsigned long long resume_flag = 1 << 16;
	struct user_regs_struct registers;
	if (!is_late(way)) {
		way->left = 0;
		return;
	}
	way->refused = "the count can't be taken out again";
	if (!hc_ptrace_get(tid, &registers))
		return;
	registers.rip = way->counted;
	/* The instruction that it is at is not to be hit again. */
	registers.eflags |= resume_flag;
	if (!hc_ptrace_set(tid, &registers) ||
		!hc_trace_count_remove(way->count, NULL))
		return;

	way->refused = NULL;
	g_clear_pointer(&way->count, hc_trace_count_free);
	way->counted = 0;
	way->n = way->place->n;
	way->left = 1;
	begin_watch(way, tid);
}

/* Points of the processor that were hit: those of the watch come last. FALSE if
 * there are no others. */
static gboolean take_watched(struct way *way, pid_t tid)
{
	struct hc_bring_watch *data = way->place->watch;
	guint first = way->n + way->at_main;
	guint hit = hc_ptrace_points_hit(tid);
	gboolean changed = FALSE;
	for (guint i = first; hit >> i; i++)
		if (hit >> i & 1)
			changed |= hc_bring_watch_take(data, tid, i - first,
				way->brought->threads->len);
	if (changed)
		watch(way, tid);
	return (hit & ((1u << first) - 1)) != 0;
}

/* Whether a SIGTRAP is ours; sets `left` to 0 if it has arrived. */
static gboolean take_trap(struct way *way, pid_t tid)
{
	struct user_regs_struct registers;
	siginfo_t info;
	if (ptrace(PTRACE_GETSIGINFO, tid, NULL, &info) < 0 ||
		!hc_ptrace_get(tid, &registers))
		return FALSE;

	guint64 pc = registers.rip;
	if (info.si_code == SI_KERNEL && way->count &&
		hc_trace_count_reached(way->count, pc, &way->counted)) {
		end_count(way, tid);
		return TRUE;
	}
	if (info.si_code != TRAP_HWBKPT)
		return FALSE;
	if (way->place->watch && !take_watched(way, tid))
		return TRUE;
	for (guint i = 0; i < way->n; i++)
		if (pc == way->watched[i]) {
			way->left -= way->left > 0;
			if (way->left == 1 && is_late(way))
				begin_watch(way, tid);
			return TRUE;
		}
	if (way->at_main && pc == way->watched[way->n])
		begin_count(way, tid, pc);
	return TRUE;
}

/* ---- Stops --------------------------------------------------------------- */

static gboolean has_arrived(const struct way *way)
{
	return way->left == 0;
}

/* One that we did not know of: a thread of the program's, which is ours too, or
 * a process that it started, which goes its own way. */
static gboolean take_new(struct way *way, pid_t tid)
{
	if (!hc_process_has_thread(way->brought->pid, tid)) {
		hc_ptrace_detach(tid);
		return FALSE;
	}
	if (!watch(way, tid))
		way->refused = "a thread of it can't be watched";
	g_array_append_val(way->brought->threads, tid);
	return TRUE;
}

static gboolean is_known(const struct way *way, pid_t tid)
{
	const GArray *threads = way->brought->threads;
	for (guint i = threads->len; i-- > 0;)
		if (g_array_index(threads, pid_t, i) == tid)
			return TRUE;
	return FALSE;
}

static gboolean wants_calls(const struct way *way)
{
	return way->place->watch && way->place->watch->calls;
}

static void go_on(const struct way *way, pid_t tid, int signal)
{
	/* It may have been killed meanwhile: the next wait will tell. */
	(wants_calls(way) ? hc_ptrace_continue_to_call : hc_ptrace_continue)(
		tid, signal);
}

static void stay(struct way *way, pid_t tid)
{
	g_hash_table_add(way->stopped, GINT_TO_POINTER(tid));
}

/* A fault comes again when the thread goes on where it is. */
static gboolean is_fault(pid_t tid, int signal)
{
	siginfo_t info;
	return (signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE ||
		       signal == SIGILL) &&
	       ptrace(PTRACE_GETSIGINFO, tid, NULL, &info) == 0 &&
	       info.si_code > 0;
}

static void take_signal(struct way *way, pid_t tid, int signal)
{
	gboolean arrived = has_arrived(way);
	gboolean ours = signal == SIGTRAP && take_trap(way, tid);
	if (ours && !arrived && has_arrived(way))
		way->brought->tid = tid;
	if (has_arrived(way) && (ours || is_fault(tid, signal)))
		stay(way, tid);
	else
		go_on(way, tid, ours ? 0 : signal);
}

static void take_stop(struct way *way, pid_t tid, int status)
{
	int event = hc_ptrace_event(status), signal = WSTOPSIG(status);
	if (!is_known(way, tid) && !take_new(way, tid))
		return;

	if (hc_ptrace_is_call(status) && !has_arrived(way))
		hc_bring_watch_take_call(way->place->watch, tid);
	if (event == PTRACE_EVENT_EXEC)
		way->refused = "it becomes another program";
	else if (event == 0 && !hc_ptrace_is_call(status))
		take_signal(way, tid, signal);
	else if (has_arrived(way))
		stay(way, tid);
	else if (event == PTRACE_EVENT_STOP && signal != SIGTRAP)
		hc_ptrace_listen(tid);
	else
		go_on(way, tid, 0);
}

static void forget(struct way *way, pid_t tid)
{
	GArray *threads = way->brought->threads;
	for (guint i = 0; i < threads->len; i++)
		if (g_array_index(threads, pid_t, i) == tid) {
			g_array_remove_index(threads, i);
			return;
		}
}

/* Something that has happened; FALSE if there is nothing more to come. */
static gboolean take(struct way *way, pid_t tid, int status)
{
	if (tid > 0 && WIFSTOPPED(status))
		take_stop(way, tid, status);
	else if (tid > 0)
		forget(way, tid);
	way->ended = tid < 0 ||
		     (!WIFSTOPPED(status) &&
			     (tid == way->brought->pid ||
				     tid == hc_held_guard(way->brought->held)));
	return !way->ended && !way->refused;
}

/* Waits for the next thing that happens. */
static gboolean take_next(struct way *way)
{
	int status = 0;
	pid_t tid = hc_ptrace_wait(-1, &status);
	return take(way, tid, status);
}

/* ---- All of it at a stop ------------------------------------------------- */

static gboolean is_over(pid_t tid)
{
	g_autofree char *text = hc_process_file(tid, "stat");
	const char *state = hc_process_stat_field(text, HC_STAT_STATE);
	return !state || strchr("ZX", *state);
}

/* Tells all that still run to stop; FALSE if none does. */
static gboolean interrupt(const struct way *way)
{
	g_autoptr(GArray) threads = hc_process_threads(way->brought->pid);
	gboolean any = FALSE;
	for (guint i = 0; i < threads->len; i++) {
		pid_t tid = g_array_index(threads, pid_t, i);
		if (g_hash_table_contains(way->stopped, GINT_TO_POINTER(tid)) ||
			is_over(tid))
			continue;
		ptrace(PTRACE_INTERRUPT, tid, 0, 0);
		any = TRUE;
	}
	return any;
}

/* A thread that was about to end does so and never stops; nor does the kernel
 * tell of the end of the first one as long as there are others. */
static gboolean gather(struct way *way)
{
	enum { LOOK_AGAIN_US = 5000 };
	while (interrupt(way)) {
		int status = 0;
		pid_t tid = hc_ptrace_wait_until(
			-1, &status, g_get_monotonic_time() + LOOK_AGAIN_US);
		if (tid != 0 && !take(way, tid, status))
			return FALSE;
	}
	return TRUE;
}

/* As if a breakpoint had been there. */
static gboolean finish_count(struct way *way, GError **error)
{
	struct user_regs_struct registers;
	pid_t tid = way->brought->tid;
	if (!hc_ptrace_get(tid, &registers))
		return errno != ESRCH &&
		       refuse(error, "its registers can't be read");
	registers.rip = way->counted;
	return (hc_ptrace_set(tid, &registers) ||
		       refuse(error, "its registers can't be set")) &&
	       hc_trace_count_remove(way->count, error);
}

static gboolean settle(struct way *way, GError **error)
{
	const unsigned long long resume_flag = 1 << 16;
	struct hc_brought *brought = way->brought;
	for (guint i = 0; i < brought->threads->len; i++)
		hc_ptrace_set_breakpoints(
			g_array_index(brought->threads, pid_t, i), NULL, 0);
	if (way->counted && !finish_count(way, error))
		return FALSE;
	/* Another thread may have ended the program after all. */
	if (!hc_ptrace_get(brought->tid, &brought->registers))
		return errno != ESRCH &&
		       refuse(error, "its registers can't be read");

	/* It was for the processor alone, and would be a difference. */
	brought->registers.eflags &= ~resume_flag;
	hc_ptrace_set(brought->tid, &brought->registers);
	return TRUE;
}

/* ---- The whole way ------------------------------------------------------- */

static gboolean go(struct way *way, GError **error)
{
	pid_t pid = way->brought->pid;
	long options = hc_ptrace_follow_options;
	if (wants_calls(way))
		options |= hc_ptrace_calls_option;
	if (!hc_ptrace_set_options(pid, options))
		return refuse(error, g_strerror(errno));
	if (!find_places(way, error))
		return FALSE;
	if (way->place->watch)
		hc_bring_watch_prepare(way->place->watch, pid);
	if (!watch(way, pid))
		return refuse(error, "the processor can't watch its code");

	g_array_append_val(way->brought->threads, pid);
	go_on(way, pid, 0);
	while (!has_arrived(way) && take_next(way))
		;
	if (has_arrived(way) && !way->refused && !way->ended && gather(way))
		return settle(way, error);
	if (way->refused)
		return refuse(error, way->refused);
	return FALSE;
}

/* Sees all of it end, and how the program did. */
static gboolean end(
	struct hc_brought *brought, struct hc_outcome *outcome, GError **error)
{
	pid_t guard = hc_held_guard(brought->held);
	pid_t tid;
	int status;
	/* What we trace can end only when we have seen that. */
	while ((tid = hc_ptrace_wait(-1, &status)) > 0 && tid != guard)
		if (WIFSTOPPED(status))
			hc_ptrace_detach(tid);
	g_clear_pointer(&brought->threads, g_array_unref);
	return hc_held_end(g_steal_pointer(&brought->held), outcome, error);
}

static void set_not_reached(struct hc_brought *brought, GError **error)
{
	g_autoptr(hc_outcome) outcome = hc_outcome_new();
	if (!end(brought, outcome, error))
		return;
	g_set_error(error, HC_BRING_ERROR, HC_BRING_ERROR_NOT_REACHED, "%s",
		outcome->end == HC_END_HANG   ? "its time is up"
		: outcome->end == HC_END_EXIT ? "it exits"
					      : "it is killed");
}

gboolean hc_bring(const struct hc_launch *launch,
	const struct hc_streams *streams, const struct hc_bring_place *place,
	struct hc_brought *brought, GError **error)
{
	g_autoptr(GHashTable) stopped = g_hash_table_new(NULL, NULL);
	struct way way = {
		.place = place,
		.brought = brought,
		.left = place->hit,
		.stopped = stopped,
	};
	GError *problem = NULL;

	*brought = (struct hc_brought){.way = "stop"};
	brought->held = hc_held_new(launch, streams, -1, error);
	if (!brought->held)
		return FALSE;
	brought->pid = hc_held_pid(brought->held);
	brought->threads = g_array_new(FALSE, FALSE, sizeof(pid_t));

	gboolean ok = go(&way, &problem) && hc_held_rest(brought->held);
	g_clear_pointer(&way.count, hc_trace_count_free);
	if (ok)
		return TRUE;
	if (problem) {
		hc_brought_end(brought);
		g_propagate_error(error, problem);
	} else {
		set_not_reached(brought, error);
	}
	return FALSE;
}

void hc_brought_end(struct hc_brought *brought)
{
	g_autoptr(hc_outcome) outcome = hc_outcome_new();
	hc_held_kill(brought->held);
	end(brought, outcome, NULL);
}
