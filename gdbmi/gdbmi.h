/* gdbmi: talking to GDB over its machine interface (GDB/MI).
 *
 * Three layers, each usable without the next:
 *
 *  - the parser turns bytes into records; it does no I/O;
 *  - the client runs a GDB (or plays a transcript of one), sends commands
 *    with tokens and keeps what GDB says until somebody asks for it;
 *  - the typed commands say "breakpoint at main, hit the 3rd time" and give
 *    structs back. No MI syntax leaves this module.
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
 * What is returned by pointer belongs to the caller. Strings inside a record
 * or inside a struct that was made from one belong to that struct and go with
 * it. Everything that waits has a deadline. A client belongs to one thread at
 * a time, and the thread that starts it must outlive it: when that thread
 * ends, the kernel kills GDB. */
#ifndef GDBMI_H
#define GDBMI_H

#include <glib.h>
#include <sys/types.h>

/* What went wrong, for those who must act on it. The message is for people
 * and always complete. */
#define MI_ERROR (mi_error_quark())
GQuark mi_error_quark(void);

enum mi_error {
	MI_ERROR_SYNTAX, /* what GDB wrote is no MI */
	MI_ERROR_NO_GDB, /* there is no such program, or it can't be run */
	MI_ERROR_OLD_GDB, /* older than 9: does not speak mi3 */
	MI_ERROR_DIED, /* GDB ended, whatever made it */
	MI_ERROR_TIMEOUT, /* the deadline passed; the client is still good */
	MI_ERROR_COMMAND, /* GDB refused a command */
	MI_ERROR_PTRACE, /* the system does not let GDB trace programs */
	MI_ERROR_STARTUP, /* the program ended before it began */
	MI_ERROR_RUNNING, /* the program runs, or does not: not now */
	MI_ERROR_MEMORY, /* not all of that memory is there */
	MI_ERROR_ANSWER, /* GDB's answer lacks what it should have */
	MI_ERROR_SYSTEM, /* a system call failed */
	MI_ERROR_REPLAY, /* not what the transcript has */
};

/* ---- Records ---------------------------------------------------------- */

enum mi_value_kind { MI_CONST, MI_TUPLE, MI_LIST };

/* One value of GDB's tree. Names are NULL where GDB gives none: tuples may
 * hold values without a name and lists may hold results with one, since GDB
 * writes both. */
struct mi_value {
	enum mi_value_kind kind;
	const char *name;
	const char *text; /* MI_CONST: the bytes, then a NUL of ours */
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

/* One line of GDB's. value is a tuple of the results, or the text of a
 * stream. All of it is in one arena: mi_record_free frees everything. */
struct mi_record {
	enum mi_record_kind kind;
	gint64 token; /* -1: none */
	const char *class; /* "done", "stopped"; NULL for streams, prompts */
	struct mi_value value;
};

void mi_record_free(struct mi_record *record);
typedef struct mi_record mi_record;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mi_record, mi_record_free)

/* Lookups. All of them take NULL for "not there" and hand it on, so that they
 * nest: mi_value_text(mi_value_get(&record->value, "frame"), "func"). Where a
 * name stands twice (a *stopped with two reasons), the first one counts. */
const struct mi_value *mi_value_get(
	const struct mi_value *value, const char *name);
const char *mi_value_text(const struct mi_value *value, const char *name);
gboolean mi_value_u64(
	const struct mi_value *value, const char *name, guint64 *number);
gboolean mi_value_int(const struct mi_value *value, const char *name, int *n);
guint mi_value_count(const struct mi_value *value);

/* ---- Parser ----------------------------------------------------------- */

/* Push bytes in any pieces, take records until there is none. A line that is
 * no MI gives MI_ERROR_SYNTAX with the byte it went wrong at, and is skipped:
 * the next call goes on with the line after it. */
struct mi_parser;
struct mi_parser *mi_parser_new(void);
void mi_parser_free(struct mi_parser *parser);
typedef struct mi_parser mi_parser;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mi_parser, mi_parser_free)

/* A longer line is an error and is skipped, not stored (default 1 GiB). */
void mi_parser_set_limit(struct mi_parser *parser, gsize bytes);
void mi_parser_push(struct mi_parser *parser, const char *bytes, gsize n);

/* TRUE with a record; TRUE with NULL when more bytes are needed; FALSE. */
gboolean mi_parser_next(
	struct mi_parser *parser, struct mi_record **record, GError **error);

/* The token of the malformed line that mi_parser_next just complained about,
 * if it was the answer to a command; else -1. */
gint64 mi_parser_failed_token(const struct mi_parser *parser);

/* Says that no more bytes will come; FALSE if they end inside a line. */
gboolean mi_parser_end(struct mi_parser *parser, GError **error);

/* ---- Quoting ---------------------------------------------------------- */

/* The text in "MI quotes", ready to be part of a command. */
char *mi_quote(const char *text);

/* One word, such that a POSIX shell reads exactly this word. */
char *mi_shell_quote(const char *word);

/* ---- Client ----------------------------------------------------------- */

/* What the program may use; 0 leaves a limit as it is. They are set by the
 * shell that GDB starts the program with, so that GDB itself is free of them.
 * A hard limit that is already tighter stays. Core dumps are always off. */
struct mi_limits {
	guint64 stack; /* bytes; never unlimited under a debugger: an endless
			  recursion would eat the machine */
	guint64 memory; /* bytes of address space */
	guint64 file; /* bytes a written file may have */
	guint cpu; /* seconds */
};

struct mi_options {
	const char *gdb; /* NULL: gdb in PATH */
	/* Where GDB looks for separate debug files; NULL: where it always
	 * does, "": nowhere. Symbols of libc make a run cost ten times as
	 * much (120 ms instead of 10). */
	const char *debug_directory;
	/* The program's descriptors 0, 1, 2; -1: /dev/null. They stay the
	 * caller's, who may rewind or truncate them between two runs. */
	int stdin_fd, stdout_fd, stderr_fd;
	gboolean randomize; /* leave address space randomisation on */
	struct mi_limits limits;
	int timeout; /* milliseconds for any one command */
	const char *log; /* transcript; NULL: $HOWCOME_MI_LOG, if set */
	const char *replay; /* play this transcript instead of starting GDB */
};

#define MI_OPTIONS_INIT                                                        \
	{                                                                      \
		.stdin_fd = -1, .stdout_fd = -1, .stderr_fd = -1,              \
		.limits = {.stack = 8 << 20}, .timeout = 30000,                \
	}

/* One GDB. It is listened to only while somebody waits for something; with a
 * megabyte unread it stops until then. Freeing the client ends GDB, the program
 * and the program's process group, waits for them and closes every descriptor;
 * it never fails. After MI_ERROR_DIED nothing works any more, and the program
 * has been killed. */
struct mi_client;
struct mi_client *mi_client_new(
	const struct mi_options *options, GError **error);
/* The same in two steps: GDB needs a tenth of a second to get ready, and the
 * caller may have something else to do. Nothing but greet may be asked of it
 * in between. */
struct mi_client *mi_client_start(
	const struct mi_options *options, GError **error);
gboolean mi_client_greet(struct mi_client *client, GError **error);
void mi_client_free(struct mi_client *client);
typedef struct mi_client mi_client;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mi_client, mi_client_free)

/* "13.1", as GDB says it. */
const char *mi_client_version(const struct mi_client *client);

/* GDB's process; the program's, 0 if there is none. */
pid_t mi_client_gdb_pid(const struct mi_client *client);
pid_t mi_client_pid(const struct mi_client *client);

/* Whether the program runs right now, as far as GDB has said. */
gboolean mi_client_running(const struct mi_client *client);

/* Whether the system refused to switch address space randomisation off at the
 * last start: addresses then differ from run to run. */
gboolean mi_client_randomized(const struct mi_client *client);

/* Sends a command without waiting and gives its token, -1 on failure. Many
 * may be under way; answers are kept until asked for. */
gint64 mi_client_send(
	struct mi_client *client, const char *command, GError **error);

/* The answer to a token; GDB's ^error becomes MI_ERROR_COMMAND and names the
 * command. After MI_ERROR_TIMEOUT one may wait for the same token again. */
struct mi_record *mi_client_wait(
	struct mi_client *client, gint64 token, int timeout_ms, GError **error);

/* Both in one, with the client's own timeout. */
struct mi_record *mi_client_command(struct mi_client *client, GError **error,
	const char *format, ...) G_GNUC_PRINTF(3, 4);

/* The next async record (*stopped, =library-loaded, ...) in GDB's order.
 * Records wait in a queue; once 4,096 wait, the oldest go, but never a stop.
 * mi_wait_stop takes a stop and all that came before it. */
struct mi_record *mi_client_next_async(
	struct mi_client *client, int timeout_ms, GError **error);

/* A command of the CLI, and what it printed. */
char *mi_console(struct mi_client *client, const char *command, GError **error);

/* ---- Setting up a run ------------------------------------------------- */

/* The program; *debug_info (may be NULL) says whether GDB found any. */
gboolean mi_load(struct mi_client *client, const char *path,
	gboolean *debug_info, GError **error);

/* Its arguments, without the program itself; NULL-terminated. */
gboolean mi_set_arguments(
	struct mi_client *client, const char *const *words, GError **error);

/* One variable of its environment; NULL unsets. The environment is otherwise
 * our own: LINES and COLUMNS that GDB adds are taken out. */
gboolean mi_set_environment(struct mi_client *client, const char *name,
	const char *value, GError **error);
gboolean mi_set_directory(
	struct mi_client *client, const char *path, GError **error);

/* Other limits than those of the options, from the next run on. */
void mi_set_limits(struct mi_client *client, const struct mi_limits *limits);

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

/* Why the program stopped. Only what the reason names is set. */
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

/* The oldest stop that nobody has taken yet, or the next one. The program
 * goes on after MI_ERROR_TIMEOUT: interrupt it or kill it. */
gboolean mi_wait_stop(struct mi_client *client, int timeout_ms,
	struct mi_stop *stop, GError **error);

/* ---- Running ---------------------------------------------------------- */

/* Start from the beginning, or only up to main, where it stops. */
gboolean mi_run(struct mi_client *client, GError **error);
gboolean mi_run_to_main(
	struct mi_client *client, struct mi_stop *stop, GError **error);

gboolean mi_continue(struct mi_client *client, GError **error);
gboolean mi_step(struct mi_client *client, GError **error);
gboolean mi_next(struct mi_client *client, GError **error);
gboolean mi_finish(struct mi_client *client, GError **error);

/* Stops a running program, also one that blocks all signals; the stop may be
 * another one if that came first. */
gboolean mi_interrupt(struct mi_client *client, int timeout_ms,
	struct mi_stop *stop, GError **error);

/* Ends the program and its process group, whatever it does; GDB stays. */
gboolean mi_kill(struct mi_client *client, GError **error);

/* ---- Breakpoints ------------------------------------------------------ */

/* Where to stop, and when: exactly one of function, file with line, address.
 * A function's breakpoint is behind its prologue, an address is exact. */
struct mi_place {
	const char *function;
	const char *file;
	int line;
	guint64 address;
	const char *condition;
	int ignore; /* pass it that many times first */
	gboolean temporary;
};

/* GDB's view of one; strings and all are plain values, nothing to free but
 * by mi_breakpoint_clear. Of several locations the first is shown. */
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
/* Stops when the expression's value changes; gives the number, 0 on failure. */
int mi_watch(struct mi_client *client, const char *expression, GError **error);
gboolean mi_break_info(struct mi_client *client, int number,
	struct mi_breakpoint *breakpoint, GError **error);
gboolean mi_break_delete(struct mi_client *client, int number, GError **error);
gboolean mi_break_enable(
	struct mi_client *client, int number, gboolean enable, GError **error);

/* ---- Looking at a stopped program ------------------------------------- */

/* The innermost frames. Only as many as asked for are unwound: what lies
 * below an endless recursion costs nothing. */
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
 * NULL-terminated, or NULL for all of them, which takes 30 ms on a machine
 * with wide vectors. Names in the answer belong to the client and live until
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

/* An expression's value as GDB prints it; `set variable ASSIGNMENT`. */
char *mi_evaluate(
	struct mi_client *client, const char *expression, GError **error);
gboolean mi_set_variable(
	struct mi_client *client, const char *assignment, GError **error);

/* All of the bytes or MI_ERROR_MEMORY, which names the first that is missing.
 */
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
