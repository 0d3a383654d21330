/* The transport to a running GDB. Commands go over a socket pair (no SIGPIPE,
 * unlike a pipe). Answers come over a pipe: GDB writes many of them byte by
 * byte, and a socket counts each of those as a packet and is full after 300,
 * which blocks GDB, and with it the program, until we read. stderr goes into a
 * memory file (nobody has to drain it), and a pidfd tells us that GDB has ended
 * even if another process still holds its end of the pipe. */
#include "gdbmi-private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct process {
	struct mi_transport base;
	struct mi_debuggee debuggee;
	struct hc_limits limits; /* the debuggee's */
	int in, out; /* GDB's */
	int pidfd, errors, null;
	gboolean mid_line; /* the last byte that came was not a newline */
	guint64 taken; /* bytes so far */
	gboolean reaped;
	char *end; /* how it ended */
};

enum {
	READ_SIZE = 1 << 16,
	PIPE_SIZE = 1 << 20,
	EXIT_MS = 1000,
	SAID_MAX = 2000,
	GRACE_US = 100000,
};

static gboolean fail(GError **error, const char *what)
{
	g_set_error(error, MI_ERROR, MI_ERROR_SYSTEM, "%s: %s", what,
		g_strerror(errno));
	return FALSE;
}

/* The last part of what GDB wrote to stderr, for error messages. */
static char *said(const struct process *process)
{
	char text[SAID_MAX + 1];
	off_t size = lseek(process->errors, 0, SEEK_END);
	ssize_t n =
		pread(process->errors, text, SAID_MAX, MAX(0, size - SAID_MAX));
	text[MAX(n, 0)] = '\0';
	g_strstrip(text);
	return g_strdup(text);
}

static char *describe_status(const siginfo_t *info)
{
	if (info->si_code == CLD_EXITED)
		return g_strdup_printf("exit status %d", info->si_status);
	return g_strdup_printf("killed by signal %d, %s", info->si_status,
		g_strsignal(info->si_status));
}

/* Collects GDB's exit status, killing GDB if it does not end by itself. */
static void reap(struct process *process, int wait_ms)
{
	if (process->reaped)
		return;

	struct pollfd end = {process->pidfd, POLLIN, 0};
	if (wait_ms > 0)
		while (poll(&end, 1, wait_ms) < 0 && errno == EINTR)
			;
	/* The whole group, since GDB's own children may outlive it. Until GDB
	 * is reaped, no other process can have its number. */
	kill(-process->base.pid, SIGKILL);

	siginfo_t info = {0};
	while (waitid(P_PID, process->base.pid, &info, WEXITED) < 0 &&
		errno == EINTR)
		;
	process->reaped = TRUE;
	process->end = describe_status(&info);
	mi_transcript_ended(process->base.transcript, process->end);
}

static gboolean died(struct process *process, GError **error)
{
	reap(process, EXIT_MS);
	mi_debuggee_destroy(&process->debuggee);
	g_autofree char *words = said(process);
	gboolean old = strstr(words, "nterpreter `mi3' unrecognized") != NULL;
	g_set_error(error, MI_ERROR, old ? MI_ERROR_OLD_GDB : MI_ERROR_DIED,
		"GDB ended (%s)%s%s%s", process->end,
		old ? "; it is too old: version 9 or later is needed" : "",
		*words ? "; it said: " : "", words);
	return FALSE;
}

/* FALSE at the end of GDB's output. */
static gboolean take_bytes(struct process *process)
{
	char bytes[READ_SIZE];
	ssize_t n = read(process->out, bytes, sizeof bytes);
	if (n < 0)
		return errno == EAGAIN || errno == EINTR;
	if (n == 0)
		return FALSE;

	mi_transcript_received(process->base.transcript, bytes, n);
	mi_parser_push(process->base.parser, bytes, n);
	process->mid_line = bytes[n - 1] != '\n';
	process->taken += n;

	return TRUE;
}

/* Microseconds to poll's milliseconds, rounded up so as not to spin. */
static int remaining_ms(gint64 deadline)
{
	gint64 left = deadline - g_get_monotonic_time();
	return left <= 0 ? 0 : (int) MIN((left + 999) / 1000, G_MAXINT);
}

static gboolean late(GError **error)
{
	g_set_error(error, MI_ERROR, MI_ERROR_TIMEOUT,
		"GDB has not answered in time");
	return FALSE;
}

/* Waits for bytes, which are taken right away, or for room to write. */
static gboolean wait_for(
	struct process *process, gboolean room, gint64 deadline, GError **error)
{
	struct pollfd fds[] = {
		{process->out, POLLIN, 0},
		{process->pidfd, POLLIN, 0},
		{process->in, POLLOUT, 0},
	};
	int n;

	while ((n = poll(fds, room ? 3 : 2, remaining_ms(deadline))) < 0)
		if (errno != EINTR)
			return fail(error, "poll");
	if (n == 0)
		return late(error);
	if (fds[0].revents)
		return take_bytes(process) || died(process, error);

	return !fds[1].revents || died(process, error);
}

/* In the middle of a line, the rest is on its way, byte by byte. Letting GDB
 * run and looking again costs less than sleeping and being woken for each byte:
 * that made a round trip a third longer. With more commands under way no single
 * answer is urgent, and a short sleep lets several of them gather. The number
 * of looks is limited, since GDB may take its time. */
static gboolean take_rest(struct process *process, gboolean *more)
{
	enum { LOOKS = 20, NAP_US = 50 };

	guint64 before = process->taken;
	for (int i = 0; i < LOOKS && process->mid_line; i++) {
		if (process->base.in_flight > 1)
			g_usleep(NAP_US);
		else
			sched_yield();
		if (!take_bytes(process))
			return FALSE;
	}

	*more = process->taken > before;
	return TRUE;
}

static gboolean process_receive(
	struct mi_transport *transport, gint64 deadline, GError **error)
{
	struct process *process = (struct process *) transport;
	if (process->reaped)
		return died(process, error);

	gboolean more;
	/* A GDB that never stops talking must not outlast the deadline. */
	if (g_get_monotonic_time() > deadline + GRACE_US)
		return late(error);
	if (!take_rest(process, &more))
		return died(process, error);

	return more || wait_for(process, FALSE, deadline, error);
}

/* GDB stops reading while its own output is stuck, so what it says is taken
 * while we wait for room. */
static gboolean process_send(struct mi_transport *transport, enum mi_send how,
	const char *line, gsize n, GError **error)
{
	struct process *process = (struct process *) transport;
	gint64 deadline = mi_client_deadline(transport->timeout);
	if (process->reaped)
		return died(process, error);

	mi_transcript_line(transport->transcript,
		how == MI_SEND_LOCAL ? '}' : '>', line, n - 1);
	while (n > 0) {
		ssize_t done =
			send(process->in, line, n, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (done >= 0) {
			line += done;
			n -= done;
		} else if (errno == EPIPE || errno == ECONNRESET)
			return died(process, error);
		else if (errno != EAGAIN && errno != EINTR)
			return fail(error, "writing to GDB");
		else if (!wait_for(process, TRUE, deadline, error))
			return FALSE;
	}

	return TRUE;
}

static void process_limit(
	struct mi_transport *transport, const struct hc_limits *limits)
{
	((struct process *) transport)->limits = *limits;
	mi_limits_prepare(transport->pid, limits);
}

static void process_started(struct mi_transport *transport, pid_t pid)
{
	struct process *process = (struct process *) transport;
	mi_debuggee_set(&process->debuggee, pid);
	hc_limits_set(&process->limits, pid);
}

static void process_exited(struct mi_transport *transport)
{
	mi_debuggee_exited(&((struct process *) transport)->debuggee);
}

static gboolean process_signal(
	struct mi_transport *transport, int number, GError **error)
{
	g_autofree char *text = g_strdup_printf("%d", number);
	mi_transcript_line(transport->transcript, 's', text, strlen(text));
	return mi_debuggee_signal(
		&((struct process *) transport)->debuggee, number, error);
}

static void process_kill_group(struct mi_transport *transport)
{
	mi_debuggee_kill_group(&((struct process *) transport)->debuggee);
}

static void process_free(struct mi_transport *transport)
{
	struct process *process = (struct process *) transport;

	if (transport->pid > 0) {
		/* First the program, even one that GDB has only begun to start:
		 * once GDB is gone, it would run on its own. */
		if (!process->reaped)
			mi_kill_children(transport->pid);
		reap(process, 0);
		mi_debuggee_destroy(&process->debuggee);
	}

	int fds[] = {process->in, process->out, process->pidfd, process->errors,
		process->null};
	for (guint i = 0; i < G_N_ELEMENTS(fds); i++)
		if (fds[i] >= 0)
			close(fds[i]);
	mi_transcript_close(transport->transcript);
	g_free(process->end);
	g_free(process);
}

/* ---- start --------------------------------------------------------------- */

/* gdb[0] and gdb[1] are GDB's ends of stdin and stdout. */
static gboolean open_descriptors(
	struct process *process, int *gdb, GError **error)
{
	int pair[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		return fail(error, "socketpair");

	process->in = pair[0];
	gdb[0] = pair[1];
	if (pipe2(pair, O_CLOEXEC) < 0)
		return fail(error, "pipe");

	process->out = pair[0];
	gdb[1] = pair[1];
	fcntl(process->out, F_SETFL, O_NONBLOCK);
	/* If the system allows less, that will do. */
	fcntl(process->out, F_SETPIPE_SZ, PIPE_SIZE);
	process->errors = memfd_create("gdb-stderr", MFD_CLOEXEC);
	process->null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (process->errors < 0 || process->null < 0)
		return fail(error, "cannot open GDB's stderr or /dev/null");

	return TRUE;
}

static gboolean start(struct process *process, const struct mi_options *options,
	const char *path, const int *gdb, GError **error)
{
	g_auto(GStrv) argv = mi_gdb_argv(options);
	g_auto(GStrv) envp = mi_gdb_envp();
	int null = process->null;
	struct mi_spawn spawn = {
		.view = options->view,
		.path = path,
		.argv = argv,
		.envp = envp,
		.stdio = {gdb[0], gdb[1], process->errors},
		.fds = {options->stdin_fd < 0 ? null : options->stdin_fd,
			options->stdout_fd < 0 ? null : options->stdout_fd,
			options->stderr_fd < 0 ? null : options->stderr_fd},
	};

	process->base.pid = mi_spawn(&spawn, error);
	if (process->base.pid < 0)
		return FALSE;

	process->pidfd = pidfd_open(process->base.pid, 0);
	if (process->pidfd < 0)
		return fail(error,
			"the system does not let us watch GDB: pidfd_open");

	mi_transcript_start(process->base.transcript, process->base.pid);
	return TRUE;
}

struct mi_transport *mi_process_new(
	const struct mi_options *options, GError **error)
{
	static const struct mi_transport_ops ops = {
		.send = process_send,
		.receive = process_receive,
		.limit = process_limit,
		.started = process_started,
		.exited = process_exited,
		.signal = process_signal,
		.kill_group = process_kill_group,
		.free = process_free,
	};
	g_autofree char *path =
		mi_gdb_find(options->gdb ? options->gdb : "gdb", error);
	if (!path)
		return NULL;

	struct process *process = g_new0(struct process, 1);
	process->base.ops = &ops;
	process->in = process->out = process->pidfd = -1;
	process->errors = process->null = -1;
	process->debuggee.pidfd = -1;

	const char *log =
		options->log ? options->log : g_getenv("HOWCOME_MI_LOG");
	int gdb[2] = {-1, -1};
	gboolean ok = TRUE;
	if (log && *log)
		ok = (process->base.transcript =
				     mi_transcript_open(log, error)) != NULL;
	ok = ok && open_descriptors(process, gdb, error) &&
	     start(process, options, path, gdb, error);
	for (int i = 0; i < 2; i++)
		if (gdb[i] >= 0)
			close(gdb[i]);
	if (ok)
		return &process->base;

	process_free(&process->base);
	return NULL;
}
