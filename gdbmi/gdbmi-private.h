/* Internal to gdbmi: what its files share. */
#ifndef GDBMI_PRIVATE_H
#define GDBMI_PRIVATE_H

#include "gdbmi.h"

/* ---- escape.c: C strings ---------------------------------------------- */

/* Decodes a C string in place, from just after its opening quote. The caller
 * must put a '"' at `end`: the loops run into it instead of counting. Returns
 * what follows the closing quote; on error NULL, with *cursor at the place and
 * *why set. */
char *mi_unescape(
	char **cursor, char *end, struct mi_value *value, const char **why);

/* Bytes as printable ASCII, at most n of them, for messages. */
char *mi_excerpt(const char *bytes, gsize n);

/* ---- record.c: one line to one record --------------------------------- */

struct mi_failure {
	gsize at;
	const char *why;
	gint64 token;
};

/* A line without its newline; NULL with the failure filled in. */
struct mi_record *mi_record_parse(
	const char *line, gsize length, struct mi_failure *failure);

/* ---- shell.c: quoting ------------------------------------------------- */

/* One word for GDB's own CLI, which reads backslashes even in quotes. */
char *mi_cli_quote(const char *word);

/* ---- transcript.c: the log -------------------------------------------- */

struct mi_transcript;
struct mi_transcript *mi_transcript_open(const char *path, GError **error);
void mi_transcript_close(struct mi_transcript *transcript);
/* All of these accept NULL. The kinds are explained in transcript.c. */
void mi_transcript_start(struct mi_transcript *transcript, pid_t id);
void mi_transcript_line(struct mi_transcript *transcript, char kind,
	const char *bytes, gsize n);
void mi_transcript_received(
	struct mi_transcript *transcript, const char *bytes, gsize n);
void mi_transcript_ended(struct mi_transcript *transcript, const char *how);

struct mi_entry {
	char kind;
	guint line; /* in the file */
	GBytes *bytes;
};
/* The entries of the first GDB in the file. */
GPtrArray *mi_transcript_read(const char *path, GError **error);

/* ---- transport: a GDB (process.c) or a transcript of one (replay.c) ---- */

struct mi_transport {
	const struct mi_transport_ops *ops;
	struct mi_parser *parser; /* receives what comes */
	struct mi_transcript *transcript; /* NULL: no log */
	pid_t pid; /* GDB's */
	int timeout; /* milliseconds for sending */
	guint in_flight; /* commands without an answer */
};

enum mi_send { MI_SEND, MI_SEND_LOCAL };

struct mi_transport_ops {
	/* A whole line with its newline. MI_SEND_LOCAL: its text depends on
	 * this machine, so a replay must not compare it. */
	gboolean (*send)(struct mi_transport *transport, enum mi_send how,
		const char *line, gsize n, GError **error);
	/* Waits for bytes and pushes them into the parser. deadline is in
	 * monotonic microseconds. */
	gboolean (*receive)(struct mi_transport *transport, gint64 deadline,
		GError **error);
	/* What programs that GDB starts from now on may use. */
	void (*limit)(
		struct mi_transport *transport, const struct hc_limits *limits);
	/* GDB has started a program; all of its programs have ended. */
	void (*started)(struct mi_transport *transport, pid_t pid);
	void (*exited)(struct mi_transport *transport);
	gboolean (*signal)(
		struct mi_transport *transport, int number, GError **error);
	/* Kills what the program has left behind in its process group. */
	void (*kill_group)(struct mi_transport *transport);
	void (*free)(struct mi_transport *transport);
};

struct mi_transport *mi_process_new(
	const struct mi_options *options, GError **error);
struct mi_transport *mi_replay_new(const char *path, GError **error);

/* ---- launch.c ---------------------------------------------------------- */

char *mi_gdb_find(const char *name, GError **error);
char **mi_gdb_argv(const struct mi_options *options);
char **mi_gdb_envp(void);

/* ---- spawn.c ----------------------------------------------------------- */

struct mi_spawn {
	const char *path;
	char **argv, **envp;
	int stdio[3]; /* GDB's own */
	int fds[3]; /* for the program, at MI_PROGRAM_FD and after */
	const struct hc_view *view; /* to be entered first, or NULL */
};

/* The shell understands only descriptors of one digit. */
enum { MI_PROGRAM_FD = 7 };

pid_t mi_spawn(const struct mi_spawn *spawn, GError **error);

/* ---- wide-registers.c --------------------------------------------------- */

/* For a process that is about to become GDB: registers that an old GDB can't
 * handle are not there for it, nor for the program. Makes system calls only. */
void mi_wide_registers_hide(void);

/* ---- limits.c ---------------------------------------------------------- */

/* Sets, for GDB, the limits that a program must have from its very start and so
 * inherits. They do not hurt GDB. */
void mi_limits_prepare(pid_t gdb, const struct hc_limits *limits);

/* ---- debuggee.c: the program's process --------------------------------- */

/* Held by a pidfd, so that no signal can ever hit a later process with the same
 * number. */
struct mi_debuggee {
	pid_t pid;
	int pidfd;
	gboolean group_left; /* it has ended, but others in its process group
				have not */
};

void mi_debuggee_set(struct mi_debuggee *debuggee, pid_t pid);
void mi_debuggee_exited(struct mi_debuggee *debuggee);
gboolean mi_debuggee_signal(
	struct mi_debuggee *debuggee, int number, GError **error);
void mi_debuggee_kill_group(struct mi_debuggee *debuggee);
/* Kills it and its group and waits until it is gone. */
void mi_debuggee_destroy(struct mi_debuggee *debuggee);

/* Kills the children of a process of ours. */
void mi_kill_children(pid_t parent);

/* ---- client.c ----------------------------------------------------------- */

struct mi_client {
	struct mi_transport *transport;
	struct mi_parser *parser;
	struct mi_options options;
	gint64 next_token;
	GHashTable *pending; /* token to struct mi_pending */
	GQueue async; /* of struct mi_record, in GDB's order */
	GString *console; /* text printed since the last answer or stop */
	GString *log; /* warnings since then */
	char *junk; /* the last line that was not MI */
	char *version;
	pid_t pid;
	gboolean running, randomized, ptrace_refused;
	char *program; /* what mi_load loaded */
	gboolean replaced; /* the program has become another (exec) */
	char *resume; /* the command that set it running */
	guint prompts; /* since then */
	gint64 resume_token;
	gboolean stale_interrupt; /* a SIGINT of ours may still arrive */
	GString *exports; /* variables that only the shell can set */
	gboolean wrapper_sent;
	char **register_names; /* NULL until asked for */
};

struct mi_pending {
	gint64 token;
	char *command;
	struct mi_record *result;
	GError *error;
	char *console;
};

gint64 mi_client_send_how(struct mi_client *client, enum mi_send how,
	const char *command, GError **error);
gint64 mi_client_deadline(int timeout_ms);

/* Handles one record, waiting for it until the deadline. */
gboolean mi_client_pump(
	struct mi_client *client, gint64 deadline, GError **error);

/* Like mi_client_wait, with what was printed meanwhile in *console (which may
 * be NULL). */
struct mi_record *mi_client_wait_console(struct mi_client *client, gint64 token,
	gint64 deadline, char **console, GError **error);

/* FALSE with MI_ERROR_RUNNING while the program runs. */
gboolean mi_client_is_idle(
	struct mi_client *client, const char *command, GError **error);

/* A command whose answer carries no data. */
gboolean mi_client_do(struct mi_client *client, GError **error,
	const char *format, ...) G_GNUC_PRINTF(3, 4);

/* ---- async.c: what GDB says unasked ------------------------------------- */

void mi_async_handle(struct mi_client *client, struct mi_record *record);
void mi_async_clear(struct mi_client *client);

/* Takes the first stop from the queue, and drops everything before it; a record
 * of kind MI_RESULT says why the program could not go on. */
struct mi_record *mi_async_take_stop(struct mi_client *client);

/* ---- typed commands ------------------------------------------------------ */

/* Goes back to the program that was loaded, if an exec has replaced it:
 * otherwise GDB would start the new one next time. */
gboolean mi_reload(struct mi_client *client, GError **error);
/* Tells GDB about environment variables that the shell has to set. */
gboolean mi_send_wrapper(struct mi_client *client, GError **error);
void mi_frame_read(struct mi_frame *frame, const struct mi_value *value);
void mi_stop_read(struct mi_stop *stop, struct mi_record *record);

#endif
