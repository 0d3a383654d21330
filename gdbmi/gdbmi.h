/* gdbmi: talking to GDB over its machine interface (GDB/MI).
 *
 * Three layers, each usable without the next:
 *
 *  - the parser turns bytes into records; it does no I/O;
 *  - the client runs a GDB (or plays a transcript of one), sends commands
 *    with tokens and keeps what GDB says until somebody asks for it;
 *  - the typed commands say "breakpoint at main, hit the 3rd time" and return
 *    structs. No MI syntax leaves this module.
 *
 *	struct mi_options options = MI_OPTIONS_INIT;
 *	g_autoptr(mi_client) gdb = mi_client_new(&options, &error);
 *	mi_load(gdb, "./sample", &error);
 *	mi_set_arguments(gdb, argv, &error);
 *	mi_run(gdb, &error);
 *	g_auto(mi_stop) stop = MI_STOP_INIT;
 *	mi_wait_stop(gdb, 5000, &stop, &error);
 *	if (stop.reason == MI_STOP_SIGNAL) ...
 *
 * Whatever is returned by pointer belongs to the caller. Strings in a record,
 * or in a struct made from one, belong to it and are freed with it. Everything
 * that waits has a deadline. A client belongs to one thread at a time, and the
 * thread that starts it must outlive it: when that thread ends, the kernel
 * kills GDB. */
#ifndef GDBMI_H
#define GDBMI_H

#include "process-limits.h"
#include "process-view.h"

#include <glib.h>
#include <sys/types.h>

/* What went wrong, for code that must act on it. The message is for people, and
 * always complete. */
#define MI_ERROR (mi_error_quark())
GQuark mi_error_quark(void);

enum mi_error {
	MI_ERROR_SYNTAX, /* what GDB wrote is not MI */
	MI_ERROR_NO_GDB, /* there is no such program, or it can't be run */
	MI_ERROR_OLD_GDB, /* older than 9: does not speak mi3 */
	MI_ERROR_DIED, /* GDB ended, for whatever reason */
	MI_ERROR_TIMEOUT, /* the deadline passed; the client is still good */
	MI_ERROR_COMMAND, /* GDB refused a command */
	MI_ERROR_PTRACE, /* the system does not let GDB trace programs */
	MI_ERROR_STARTUP, /* the program could not be started */
	MI_ERROR_RUNNING, /* the program would have to be stopped, or running */
	MI_ERROR_MEMORY, /* some of that memory is not there */
	MI_ERROR_ANSWER, /* GDB's answer lacks something */
	MI_ERROR_SYSTEM, /* a system call failed */
	MI_ERROR_REPLAY, /* the transcript has something else */
};

/* ---- Records ---------------------------------------------------------- */

enum mi_value_kind { MI_CONST, MI_TUPLE, MI_LIST };

/* One value of GDB's tree. Names are NULL where GDB gives none: tuples may
 * hold values without a name and lists may hold results with one, since GDB
 * writes both. */
struct mi_value {
	enum mi_value_kind kind;
	const char *name;
	const char *text; /* MI_CONST: the bytes, and a NUL that we add */
	gsize length; /* of text, which may hold NULs of its own */
	struct mi_value *first, *next;
};

enum mi_record_kind {
	MI_RESULT, /* ^done, ^running, ^error, ^exit, ^connected */
	MI_EXEC, /* *stopped, *running */
	MI_STATUS, /* +download */
	MI_NOTIFY, /* =breakpoint-modified, =library-loaded, ... */
	MI_CONSOLE, /* ~"what a person at the CLI would see" */
	MI_TARGET, /* @"output of a remote target" */
	MI_LOG, /* &"warnings and echoes" */
	MI_PROMPT, /* (gdb) */
};

/* One line of GDB's output. `value` is a tuple of the results, or the text of a
 * stream. All of it is in one arena, which mi_record_free frees. */
struct mi_record {
	enum mi_record_kind kind;
	gint64 token; /* -1: none */
	const char *class; /* "done", "stopped"; NULL for streams, prompts */
	struct mi_value value;
};

void mi_record_free(struct mi_record *record);
typedef struct mi_record mi_record;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mi_record, mi_record_free)

/* Lookups. All of them accept NULL for "not there" and pass it on, so that they
 * nest: mi_value_text(mi_value_get(&record->value, "frame"), "func"). Where a
 * name occurs twice (a *stopped with two reasons), the first one counts. */
const struct mi_value *mi_value_get(
	const struct mi_value *value, const char *name);
const char *mi_value_text(const struct mi_value *value, const char *name);
gboolean mi_value_u64(
	const struct mi_value *value, const char *name, guint64 *number);
gboolean mi_value_int(const struct mi_value *value, const char *name, int *n);
guint mi_value_count(const struct mi_value *value);

/* ---- Parser ----------------------------------------------------------- */

/* Push bytes in pieces of any size, and take records until there are none. A
 * line that is not MI gives MI_ERROR_SYNTAX, with the byte where it went wrong,
 * and is skipped: the next call goes on with the line after it. */
struct mi_parser;
struct mi_parser *mi_parser_new(void);
void mi_parser_free(struct mi_parser *parser);
typedef struct mi_parser mi_parser;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mi_parser, mi_parser_free)

/* A longer line is an error and is skipped, not stored (default 1 GiB). */
void mi_parser_set_limit(struct mi_parser *parser, gsize bytes);
void mi_parser_push(struct mi_parser *parser, const char *bytes, gsize n);

/* TRUE with a record; TRUE with NULL if more bytes are needed; FALSE on
 * error. */
gboolean mi_parser_next(
	struct mi_parser *parser, struct mi_record **record, GError **error);

/* The token of the malformed line that mi_parser_next has just reported, if it
 * answered a command; else -1. */
gint64 mi_parser_failed_token(const struct mi_parser *parser);

/* Says that no more bytes will come; FALSE if they end inside a line. */
gboolean mi_parser_end(struct mi_parser *parser, GError **error);

/* ---- Quoting ---------------------------------------------------------- */

/* The text in MI's quotes, ready to become part of a command. */
char *mi_quote(const char *text);

/* The word quoted so that a POSIX shell reads exactly this word. */
char *mi_shell_quote(const char *word);

/* ---- Client ----------------------------------------------------------- */

struct mi_options {
	const char *gdb; /* NULL: gdb in PATH */
	/* Where GDB looks for separate debug files; NULL: where it always does,
	 * "": nowhere. With libc's symbols a run costs ten times as much (120
	 * ms instead of 10). */
	const char *debug_directory;
	/* The program's descriptors 0, 1, 2; -1: /dev/null. They remain the
	 * caller's, who may rewind or truncate them between two runs. */
	int stdin_fd, stdout_fd, stderr_fd;
	gboolean randomize; /* leave address space randomisation on */
	/* What the program may use. Only the stack's limit also applies to
	 * GDB. */
	struct hc_limits limits;
	/* GDB works in this view, and so do the programs that it starts, one
	 * after the other in the same layers; NULL: on the real files. */
	const struct hc_view *view;
	int timeout; /* milliseconds for any one command */
	const char *log; /* transcript; NULL: $HOWCOME_MI_LOG, if set */
	const char *replay; /* play this transcript instead of starting GDB */
};

#define MI_OPTIONS_INIT                                                        \
	{                                                                      \
		.stdin_fd = -1, .stdout_fd = -1, .stderr_fd = -1,              \
		.limits = {.stack = 8 << 20}, .timeout = 30000,                \
	}

/* One GDB. Its output is read only while somebody waits for something; with a
 * megabyte unread, GDB blocks until then. Freeing the client ends GDB, the
 * program and the program's process group, waits for them and closes every
 * descriptor; it never fails. After MI_ERROR_DIED nothing works any more, and
 * the program has been killed. */
struct mi_client;
struct mi_client *mi_client_new(
	const struct mi_options *options, GError **error);
/* The same in two steps: GDB needs a tenth of a second to get ready, and the
 * caller may have something else to do. Between the two calls the client can't
 * be used for anything else. */
struct mi_client *mi_client_start(
	const struct mi_options *options, GError **error);
gboolean mi_client_greet(struct mi_client *client, GError **error);
void mi_client_free(struct mi_client *client);
typedef struct mi_client mi_client;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mi_client, mi_client_free)

/* GDB's own version number, such as "13.1". */
const char *mi_client_version(const struct mi_client *client);

/* The process IDs of GDB and of the program; 0 if there is no program. */
pid_t mi_client_gdb_pid(const struct mi_client *client);
pid_t mi_client_pid(const struct mi_client *client);

/* Whether the program is running now, as far as GDB has told us. */
gboolean mi_client_running(const struct mi_client *client);

/* Whether the system refused to turn off address space randomisation at the
 * last start: addresses then differ from run to run. */
gboolean mi_client_randomized(const struct mi_client *client);

/* Sends a command without waiting and returns its token, or -1 on failure. Any
 * number may be under way; answers are kept until they are asked for. */
gint64 mi_client_send(
	struct mi_client *client, const char *command, GError **error);

/* The answer to a token; GDB's ^error becomes MI_ERROR_COMMAND and names the
 * command. After MI_ERROR_TIMEOUT you may wait for the same token again. */
struct mi_record *mi_client_wait(
	struct mi_client *client, gint64 token, int timeout_ms, GError **error);

/* Both in one, with the client's own timeout. */
struct mi_record *mi_client_command(struct mi_client *client, GError **error,
	const char *format, ...) G_GNUC_PRINTF(3, 4);

/* The next async record (*stopped, =library-loaded, ...) in GDB's order.
 * Records wait in a queue; beyond 4,096 of them the oldest are dropped, but
 * never a stop. mi_wait_stop takes a stop, and everything that came before
 * it. */
struct mi_record *mi_client_next_async(
	struct mi_client *client, int timeout_ms, GError **error);

/* Runs a command of GDB's command line and returns what it printed. */
char *mi_console(struct mi_client *client, const char *command, GError **error);

/* ---- Setting up a run ------------------------------------------------- */

/* Loads the program; *debug_info, which may be NULL, says whether GDB found
 * debug information. */
gboolean mi_load(struct mi_client *client, const char *path,
	gboolean *debug_info, GError **error);

/* Its arguments, without the program itself; NULL-terminated. */
gboolean mi_set_arguments(
	struct mi_client *client, const char *const *words, GError **error);

/* Sets a variable of its environment; NULL removes it. Otherwise the
 * environment is our own: LINES and COLUMNS, which GDB adds, are removed. */
gboolean mi_set_environment(struct mi_client *client, const char *name,
	const char *value, GError **error);
gboolean mi_set_directory(
	struct mi_client *client, const char *path, GError **error);

/* Replaces the limits of the options, from the next run on. */
void mi_set_limits(struct mi_client *client, const struct hc_limits *limits);

/* ---- Stops ------------------------------------------------------------ */

struct mi_frame {
	guint level;
	guint64 address;
	const char *function; /* NULL where unknown, as the next three */
	const char *file; /* as compiled */
	const char *fullname; /* absolute */
	const char *library; /* the object file, if without debug info */
	int line; /* 0: unknown */
};

enum mi_stop_reason {
	MI_STOP_UNKNOWN,
	MI_STOP_BREAKPOINT, /* breakpoint, temporary */
	MI_STOP_WATCHPOINT, /* breakpoint, expression, old_value, value */
	MI_STOP_WATCH_SCOPE, /* breakpoint: its frame is gone */
	MI_STOP_STEP, /* a step is done */
	MI_STOP_FINISHED, /* a function returned: value, if not void */
	MI_STOP_LOCATION, /* until or advance got there */
	MI_STOP_SIGNAL, /* signal, meaning */
	MI_STOP_EXITED, /* status */
	MI_STOP_KILLED, /* signal, meaning: it is dead */
	MI_STOP_FORK, /* breakpoint, child: a catchpoint */
	MI_STOP_EXEC, /* breakpoint, expression: the new program */
	MI_STOP_SYSCALL, /* breakpoint, expression: the call */
	MI_STOP_SOLIB, /* libraries came or went */
	MI_STOP_NO_HISTORY, /* reverse execution came to the beginning */
};

/* Why the program stopped. Only the members that are named with the reason
 * above are set. */
struct mi_stop {
	enum mi_stop_reason reason;
	int breakpoint;
	gboolean temporary;
	const char *signal, *meaning; /* "SIGSEGV", "Segmentation fault" */
	int status; /* 0 to 255 */
	const char *expression, *old_value, *value;
	pid_t child;
	int thread; /* 0: the program is gone */
	struct mi_frame frame; /* level 0; address 0 if the program is gone */
	struct mi_record *record;
};
#define MI_STOP_INIT                                                           \
	{                                                                      \
		0                                                              \
	}
void mi_stop_clear(struct mi_stop *stop);
typedef struct mi_stop mi_stop;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(mi_stop, mi_stop_clear)

/* "breakpoint", "signal", ... for messages. */
const char *mi_stop_reason_name(enum mi_stop_reason reason);

/* The oldest stop that nobody has taken yet, or the next one. After
 * MI_ERROR_TIMEOUT the program is still running: interrupt it or kill it. */
gboolean mi_wait_stop(struct mi_client *client, int timeout_ms,
	struct mi_stop *stop, GError **error);

/* ---- Running ---------------------------------------------------------- */

/* Starts the program from the beginning; mi_run_to_main stops it at main. */
gboolean mi_run(struct mi_client *client, GError **error);
gboolean mi_run_to_main(
	struct mi_client *client, struct mi_stop *stop, GError **error);

gboolean mi_continue(struct mi_client *client, GError **error);
gboolean mi_step(struct mi_client *client, GError **error);
gboolean mi_next(struct mi_client *client, GError **error);
gboolean mi_finish(struct mi_client *client, GError **error);

/* Stops a running program, even one that blocks all signals. If the program
 * stops for another reason first, that is the stop returned. */
gboolean mi_interrupt(struct mi_client *client, int timeout_ms,
	struct mi_stop *stop, GError **error);

/* Ends the program and its process group, whatever it is doing; GDB stays. */
gboolean mi_kill(struct mi_client *client, GError **error);

/* ---- Breakpoints ------------------------------------------------------ */

/* Where to stop, and when: exactly one of function, file with line, address. A
 * breakpoint on a function is after its prologue; an address is exact. */
struct mi_place {
	const char *function;
	const char *file;
	int line;
	guint64 address;
	const char *condition;
	int ignore; /* how many times to pass it first */
	gboolean temporary;
	gboolean pending; /* it may be in a library that is not there yet */
};

/* A breakpoint as GDB describes it; mi_breakpoint_clear frees its strings. Of
 * several locations this is the first. */
struct mi_breakpoint {
	int number;
	guint64 address;
	char *function, *file, *fullname;
	int line;
	guint locations;
	guint64 hits;
	gboolean enabled;
};
#define MI_BREAKPOINT_INIT                                                     \
	{                                                                      \
		0                                                              \
	}
void mi_breakpoint_clear(struct mi_breakpoint *breakpoint);
typedef struct mi_breakpoint mi_breakpoint;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(mi_breakpoint, mi_breakpoint_clear)

gboolean mi_break(struct mi_client *client, const struct mi_place *place,
	struct mi_breakpoint *breakpoint, GError **error);
/* Stops when the expression's value changes; returns the watchpoint's number,
 * or 0 on failure. */
int mi_watch(struct mi_client *client, const char *expression, GError **error);
gboolean mi_break_info(struct mi_client *client, int number,
	struct mi_breakpoint *breakpoint, GError **error);
gboolean mi_break_delete(struct mi_client *client, int number, GError **error);
gboolean mi_break_enable(
	struct mi_client *client, int number, gboolean enable, GError **error);

/* ---- Looking at a stopped program ------------------------------------- */

/* The innermost frames. Only as many as asked for are unwound, so that an
 * endless recursion costs no more than any other stack. */
struct mi_backtrace {
	struct mi_frame *frames;
	guint n;
	gboolean more; /* there are frames beyond these */
	struct mi_record *record;
};
struct mi_backtrace *mi_backtrace(
	struct mi_client *client, guint max, GError **error);
void mi_backtrace_free(struct mi_backtrace *backtrace);
typedef struct mi_backtrace mi_backtrace_t;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mi_backtrace_t, mi_backtrace_free)

gboolean mi_select_frame(struct mi_client *client, guint level, GError **error);

/* Registers of the selected frame, in GDB's order, by raw contents; names is
 * NULL-terminated, or NULL for all of them, which takes 30 ms on a machine with
 * wide vectors. Names in the answer belong to the client and stay valid until
 * the next mi_load. */
struct mi_register {
	const char *name;
	const char *text; /* "0x...", as long as the register */
	guint64 value; /* its low 64 bits */
};
struct mi_registers {
	struct mi_register *registers;
	guint n;
	struct mi_record *record;
};
struct mi_registers *mi_registers(
	struct mi_client *client, const char *const *names, GError **error);
const struct mi_register *mi_registers_get(
	const struct mi_registers *registers, const char *name);
void mi_registers_free(struct mi_registers *registers);
typedef struct mi_registers mi_registers_t;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mi_registers_t, mi_registers_free)

/* An expression's value as GDB prints it; and an assignment, such as "x =
 * 1". */
char *mi_evaluate(
	struct mi_client *client, const char *expression, GError **error);
gboolean mi_set_variable(
	struct mi_client *client, const char *assignment, GError **error);

/* All of the bytes, or MI_ERROR_MEMORY, which names the first one missing. */
GBytes *mi_read_memory(
	struct mi_client *client, guint64 address, gsize n, GError **error);
gboolean mi_write_memory(struct mi_client *client, guint64 address,
	const void *bytes, gsize n, GError **error);

struct mi_thread {
	int id;
	pid_t tid; /* the kernel's; 0 if GDB doesn't say */
	const char *name;
	gboolean running, current;
	struct mi_frame frame; /* innermost, if not running */
};
struct mi_threads {
	struct mi_thread *threads;
	guint n;
	struct mi_record *record;
};
struct mi_threads *mi_threads(struct mi_client *client, GError **error);
void mi_threads_free(struct mi_threads *threads);
typedef struct mi_threads mi_threads_t;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mi_threads_t, mi_threads_free)

#endif
