/* Internal to engine: what its files share. */
#ifndef HC_ENGINE_INSIDE_H
#define HC_ENGINE_INSIDE_H

#include "engine-files.h"
#include "engine-ops.h"
#include "engine-relocate.h"
#include "engine.h"
#include "tracee.h"

struct hc_worker;

/* A test from its submission to its outcome. Who wants to touch it has the
 * engine's lock, but for the worker that runs it, which has alteration, outcome
 * and error to itself. */
struct hc_job {
	guint64 ticket;
	struct hc_alteration *alteration;
	struct hc_outcome *outcome; /* NULL: not yet */
	GError *error;
	int pidfd; /* of the program while it runs freely, else -1 */
	gint64 deadline;
	pid_t pid; /* of that program … */
	gint64 used; /* … and the CPU time it had used before, in µs */
	gboolean late; /* its time is over, and it was told to stop */
	gboolean cancelled;
};

/* Something that must be done in a worker's own thread. */
typedef gboolean (*hc_task)(
	struct hc_worker *worker, gpointer data, GError **error);

/* A thread that traces. It has a template, or a GDB, of its own. */
struct hc_worker {
	struct hc_engine *engine;
	GThread *thread;
	struct hc_job *job; /* the one it runs; NULL: none */
	hc_task task; /* NULL: none */
	gpointer task_data;
	GError **task_error;
	gboolean task_result;
	pid_t template; /* fork: 0 if there is none */
	struct hc_layer *layer; /* layer.c; NULL: none */
	struct hc_target *target; /* rerun: of its keeper; NULL: not yet */
	struct hc_keeper *keeper;
	pid_t last; /* the last that it ran, 0: none */
	/* To which comes what loses its parents in a test; 0: to us. */
	pid_t guard;
};

/* Frames of a crash. The debug information is read once, when the first is
 * needed, and again if other files are mapped. */
struct hc_frames {
	GMutex lock;
	struct hc_debuginfo *info;
	char *mapped; /* what it was read for */
	pid_t pid; /* whose stack is looked at */
};

struct hc_engine {
	struct hc_target *target;
	pid_t pid; /* hc_target_task() of it */
	struct hc_engine_options options; /* all filled in */
	char *debug_dir;
	enum hc_engine_kind kind;
	char *reason;
	hc_stop_flag stop;

	GBytes *out_before, *err_before;
	struct hc_files files;
	struct hc_target_registers registers; /* at the event */
	guint64 malloc; /* the function, 0: not yet looked for */
	guint64 free; /* 0: it has none */
	GArray *sizes, *addresses; /* guint64, of blocks */
	GArray *avoid; /* guint64, sorted: addresses that no block may have */
	struct hc_frames frames;

	/* fork */
	struct user_regs_struct event;
	struct hc_scratch scratch;
	struct hc_ops own; /* what each copy does first; in the template */
	struct hc_view *above; /* layers of tests; NULL: they share the files */
	/* rerun */
	GPtrArray *regions; /* the map that addresses refer to */

	GMutex lock;
	GCond wake; /* for workers: a job, a task, the end */
	GCond done; /* for the caller: a job or a task is done */
	GQueue queue; /* struct hc_job, to be run */
	GQueue finished; /* struct hc_job, to be named */
	GPtrArray *workers;
	guint under_way; /* jobs neither named nor cancelled */
	gboolean started; /* all workers are there */
	gboolean tested; /* a test was submitted */
	gboolean ending;
};

/* function.c: where a function of the program's is, 0 with an error. */
guint64 hc_engine_function(
	struct hc_engine *engine, const char *name, GError **error);

/* sound.c: why a fork would be wrong, NULL if it is right. */
char *hc_engine_fork_obstacle(pid_t pid, const struct hc_files *files);

/* limits.c: holds a process to them, and all that it will start. */
void hc_engine_hold(pid_t pid, const struct hc_engine_options *options);
/* The address space that a test may have if nobody said. */
guint64 hc_engine_memory_share(pid_t pid, guint jobs);

/* jobs.c */
void hc_engine_job_free(gpointer job);
/* Kills one that has a pidfd. */
void hc_engine_job_kill(struct hc_job *job);

/* worker.c */
struct hc_worker *hc_engine_worker_new(struct hc_engine *engine);
/* Has something done in its thread, and waits for it. */
gboolean hc_engine_worker_do(
	struct hc_worker *worker, hc_task task, gpointer data, GError **error);

/* Each runs the worker's job; fills in the outcome or gives an error. */
gboolean hc_engine_fork_run(
	struct hc_worker *worker, struct hc_job *job, GError **error);
gboolean hc_engine_rerun_run(
	struct hc_worker *worker, struct hc_job *job, GError **error);

/* rerun.c: ends the worker's GDB. */
void hc_engine_rerun_end(struct hc_worker *worker);
/* rerun.c: addresses for engine->sizes from addresses->len on, in memory that
 * the program does not have; each run puts its own blocks in their place. */
gboolean hc_engine_rerun_promise(struct hc_engine *engine, GError **error);

/* copy.c: a copy of the stopped program, not traced yet; 0 with an error. */
pid_t hc_engine_copy_make(struct hc_engine *engine, GError **error);
/* Takes out of a copy what GDB had in the code while it was made. */
gboolean hc_engine_copy_clean(pid_t copy, pid_t original, GError **error);

/* The scratch's data: a list for the template, then one for its copies. */
enum { HC_COPY_OPS = 4096, HC_COPY_ROOM = 4096 };
/* template.c: does one system call in a template. */
gboolean hc_engine_template_do(const struct hc_engine *engine, pid_t template,
	const struct hc_op *wanted, gint64 *result, GError **error);
/* fork.c: a copy of a template that is stopped and traced; 0 with an error. */
pid_t hc_engine_template_fork(
	const struct hc_engine *engine, pid_t template, GError **error);
/* layer.c: what a test of the worker is to be forked from: its template, or one
 * in layers that no test has written to. 0 with an error. */
pid_t hc_engine_layer_template(struct hc_worker *worker, GError **error);
/* A task: whether there can be such layers. What comes next may still change
 * the template. */
gboolean hc_engine_layer_try(
	struct hc_worker *worker, gpointer data, GError **error);
/* Ends it, if there is one. */
void hc_engine_layer_end(struct hc_worker *worker);
/* template.c, tasks: makes a copy (pid_t *) the template of this worker; forks
 * the template for another worker (pid_t *); becomes that one's tracer;
 * allocates engine->sizes from addresses->len on. */
gboolean hc_engine_template_adopt(
	struct hc_worker *worker, gpointer data, GError **error);
gboolean hc_engine_template_split(
	struct hc_worker *worker, gpointer data, GError **error);
gboolean hc_engine_template_join(
	struct hc_worker *worker, gpointer data, GError **error);
gboolean hc_engine_template_allocate(
	struct hc_worker *worker, gpointer data, GError **error);

/* apply.c: changes a stopped thread and its process; `registers` are those to
 * be changed and are not set yet. relocation may be NULL. */
gboolean hc_engine_apply(const struct hc_alteration *alteration, pid_t tid,
	const struct hc_relocation *relocation,
	struct user_regs_struct *registers, GError **error);

/* blocks.c: blocks by malloc, in this process, with none of these addresses in
 * them. */
struct hc_avoid {
	const guint64 *addresses; /* sorted */
	guint n;
};
struct hc_avoid hc_engine_avoided(const GArray *addresses);
struct hc_malloc {
	pid_t tid;
	const struct hc_scratch *scratch;
	guint64 malloc, free; /* functions; free may be 0 */
	struct hc_avoid avoid;
};
gboolean hc_engine_apply_blocks(const struct hc_malloc *m, const guint64 *sizes,
	guint n, guint64 *addresses, GError **error);
/* The addresses as they are in another run. */
GArray *hc_engine_avoid_moved(
	const GArray *addresses, const struct hc_relocation *relocation);

/* follow.c: lets a stopped process run to its end, or cuts it, with all that
 * it started; threads are its own that are traced by now. Fills in how it
 * ended, but not what it wrote. `continued`: it was stopped by SIGSTOP, and
 * that must be undone. */
gboolean hc_engine_follow(struct hc_worker *worker, struct hc_job *job,
	pid_t pid, const GArray *threads, gboolean continued, GError **error);

/* frames.c */
void hc_engine_frames_init(struct hc_frames *frames);
void hc_engine_frames_clear(struct hc_frames *frames);
/* The debug information of a process, to be used under frames->lock; NULL if
 * there is none. */
struct hc_debuginfo *hc_engine_frames_info(struct hc_engine *engine, pid_t pid);
/* Where the thread is; no frames if nobody can tell. */
void hc_engine_frames_take(
	struct hc_engine *engine, pid_t tid, struct hc_outcome *outcome);

#endif
