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
	MI_ERROR_SYNTAX,  /* what GDB wrote is no MI */
	MI_ERROR_NO_GDB,  /* there is no such program, or it can't be run */
	MI_ERROR_OLD_GDB, /* older than 9: does not speak mi3 */
	MI_ERROR_DIED,    /* GDB ended, whatever made it */
	MI_ERROR_TIMEOUT, /* the deadline passed; the client is still good */
	MI_ERROR_COMMAND, /* GDB refused a command */
	MI_ERROR_PTRACE,  /* the system does not let GDB trace programs */
	MI_ERROR_STARTUP, /* the program ended before it began */
	MI_ERROR_RUNNING, /* the program runs, or does not: not now */
	MI_ERROR_MEMORY,  /* not all of that memory is there */
	MI_ERROR_ANSWER,  /* GDB's answer lacks what it should have */
	MI_ERROR_SYSTEM,  /* a system call failed */
	MI_ERROR_REPLAY,  /* not what the transcript has */
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
	gsize length;     /* of text, which may hold NULs of its own */
	struct mi_value *first, *next;
};

enum mi_record_kind {
	MI_RESULT,  /* ^done, ^running, ^error, ^exit, ^connected */
	MI_EXEC,    /* *stopped, *running */
	MI_STATUS,  /* +download */
	MI_NOTIFY,  /* =breakpoint-modified, =library-loaded, ... */
	MI_CONSOLE, /* ~"what a person at the CLI would see" */
	MI_TARGET,  /* @"output of a remote target" */
	MI_LOG,     /* &"warnings and echoes" */
	MI_PROMPT,  /* (gdb) */
};

/* One line of GDB's. value is a tuple of the results, or the text of a
 * stream. All of it is in one arena: mi_record_free frees everything. */
struct mi_record {
	enum mi_record_kind kind;
	gint64 token;      /* -1: none */
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

/* Says that no more bytes will come; FALSE if they end inside a line. */
gboolean mi_parser_end(struct mi_parser *parser, GError **error);

/* The bytes in "MI quotes", ready to be part of a command. */
char *mi_quote(const char *text);

/* One word, such that a POSIX shell reads exactly this word. */
char *mi_shell_quote(const char *word);

#endif
