/* A running GDB behind the transport interface. MI goes over a socket pair
 * (no SIGPIPE, unlike a pipe), stderr into a memory file (nobody has to drain
 * it), and a pidfd tells of GDB's death even if somebody else holds its end
 * of the socket. */
#include "private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
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
	int fd, pidfd, errors, null;
	gboolean reaped;
	char *end; /* how it ended */
};

enum { READ_SIZE = 1 << 16, EXIT_MS = 1000, SAID_MAX = 2000 };

static gboolean fail(GError **error, const char *what)
{
	g_set_error(error, MI_ERROR, MI_ERROR_SYSTEM, "%s: %s", what,
		g_strerror(errno));
	return FALSE;
}

/* The end of what GDB wrote to stderr, for the message. */
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

/* Collects GDB's status, killing it if it does not end by itself. */
static void reap(struct process *process, int wait_ms)
{
	if (process->reaped)
		return;
	struct pollfd end = {process->pidfd, POLLIN, 0};
	if (wait_ms > 0)
		while (poll(&end, 1, wait_ms) < 0 && errno == EINTR)
			;
	/* The whole group, since GDB's own children may outlive it. Until it is
	 * reaped its number is nobody else's. */
	kill(-process->base.pid, SIGKILL);
	siginfo_t info = {0};
	while (waitid(P_PID, process->base.pid, &info, WEXITED) < 0 &&
		errno == EINTR)
		;
	process->reaped = TRUE;
	process->end = describe_status(&info);
	mi_transcript_line(process->base.transcript, '!', process->end,
		strlen(process->end));
}

static gboolean died(struct process *process, GError **error)
{
	reap(process, EXIT_MS);
	mi_debuggee_destroy(&process->debuggee);
	g_autofree char *words = said(process);
	gboolean old = strstr(words, "nterpreter `mi3' unrecognized") != NULL;
	g_set_error(error, MI_ERROR, old ? MI_ERROR_OLD_GDB : MI_ERROR_DIED,
		"GDB ended (%s)%s%s%s", process->end,
		old ? "; it is older than version 9, which is needed" : "",
		*words ? "; it said: " : "", words);
	return FALSE;
}

/* FALSE at the end of GDB's output. */
static gboolean take_bytes(struct process *process)
{
	char bytes[READ_SIZE];
	ssize_t n = recv(process->fd, bytes, sizeof bytes, MSG_DONTWAIT);
	if (n < 0)
		return errno == EAGAIN || errno == EINTR;
	if (n == 0)
		return FALSE;
	mi_transcript_received(process->base.transcript, bytes, n);
	mi_parser_push(process->base.parser, bytes, n);
	return TRUE;
}

/* Microseconds to poll's milliseconds, rounded up so as not to spin. */
static int remaining_ms(gint64 deadline)
{
	gint64 left = deadline - g_get_monotonic_time();
	return left <= 0 ? 0 : (int) MIN((left + 999) / 1000, G_MAXINT);
}

/* Waits for one of the events, or for bytes, which are taken right away. */
static gboolean wait_for(struct process *process, short events, gint64 deadline,
	short *happened, GError **error)
{
	struct pollfd fds[] = {
		{process->fd, events | POLLIN, 0},
		{process->pidfd, POLLIN, 0},
	};
	int n;
	while ((n = poll(fds, 2, remaining_ms(deadline))) < 0)
		if (errno != EINTR)
			return fail(error, "poll");
	if (n == 0) {
		g_set_error(error, MI_ERROR, MI_ERROR_TIMEOUT,
			"GDB has not answered in time");
		return FALSE;
	}
	*happened = fds[0].revents;
	if (fds[0].revents & (POLLIN | POLLHUP | POLLERR))
		return take_bytes(process) || died(process, error);
	return !fds[1].revents || died(process, error);
}

static gboolean process_receive(
	struct mi_transport *transport, gint64 deadline, GError **error)
{
	struct process *process = (struct process *) transport;
	short happened;
	if (process->reaped)
		return died(process, error);
	return wait_for(process, 0, deadline, &happened, error);
}

/* GDB stops reading while its own output is stuck, so what it says is taken
 * while we wait for room. */
static gboolean process_send(struct mi_transport *transport, enum mi_send how,
	const char *line, gsize n, GError **error)
{
	struct process *process = (struct process *) transport;
	gint64 deadline = g_get_monotonic_time() + 30 * G_USEC_PER_SEC;
	if (process->reaped)
		return died(process, error);
	mi_transcript_line(transport->transcript,
		how == MI_SEND_LOCAL ? '}' : '>', line, n - 1);
	while (n > 0) {
		ssize_t done =
			send(process->fd, line, n, MSG_NOSIGNAL | MSG_DONTWAIT);
		short happened;
		if (done >= 0) {
			line += done;
			n -= done;
		} else if (errno == EPIPE || errno == ECONNRESET)
			return died(process, error);
		else if (errno != EAGAIN && errno != EINTR)
			return fail(error, "writing to GDB");
		else if (!wait_for(
				 process, POLLOUT, deadline, &happened, error))
			return FALSE;
	}
	return TRUE;
}

static void process_started(struct mi_transport *transport, pid_t pid)
{
	mi_debuggee_set(&((struct process *) transport)->debuggee, pid);
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
		/* First the program: GDB's death would free a child of it. */
		if (process->debuggee.pidfd >= 0)
			pidfd_send_signal(
				process->debuggee.pidfd, SIGKILL, NULL, 0);
		reap(process, 0);
		mi_debuggee_destroy(&process->debuggee);
	}
	int fds[] = {
		process->fd, process->pidfd, process->errors, process->null};
	for (guint i = 0; i < G_N_ELEMENTS(fds); i++)
		if (fds[i] >= 0)
			close(fds[i]);
	mi_transcript_close(transport->transcript);
	g_free(process->end);
	g_free(process);
}

/* ---- start --------------------------------------------------------------- */

/* What holds from GDB's first moment on. A setting that this GDB does not
 * know is a complaint on its stderr and nothing more. */
static char **make_argv(const struct mi_options *options)
{
	static const char *const settings[] = {
		"set auto-load off",
		"set debuginfod enabled off",
		"set pagination off",
		"set confirm off",
		"set history save off",
		"set history size 0",
		"set width 0",
		"set height 0",
		"set style enabled off",
		"set startup-with-shell on",
		"set breakpoint pending off",
		"set detach-on-fork on",
		"set follow-fork-mode parent",
		"set print thread-events off",
	};
	GPtrArray *argv = g_ptr_array_new();
	for (const char *const *word = (const char *const[]){"gdb", "-nx", "-q",
		     "--interpreter=mi3", NULL};
		*word; word++)
		g_ptr_array_add(argv, g_strdup(*word));
	for (guint i = 0; i < G_N_ELEMENTS(settings); i++) {
		g_ptr_array_add(argv, g_strdup("-iex"));
		g_ptr_array_add(argv, g_strdup(settings[i]));
	}
	g_ptr_array_add(argv, g_strdup("-iex"));
	g_ptr_array_add(argv, g_strdup_printf("set disable-randomization %s",
				      options->randomize ? "off" : "on"));
	if (options->debug_directory) {
		g_ptr_array_add(argv, g_strdup("-iex"));
		g_ptr_array_add(
			argv, g_strdup_printf("set debug-file-directory %s",
				      options->debug_directory));
	}
	g_ptr_array_add(argv, NULL);
	return (char **) g_ptr_array_free(argv, FALSE);
}

/* SHELL: the one that starts the program must be a plain one. LC_ALL: so that
 * messages and strings look the same everywhere. mi_client_greet gives the
 * program its own values back. */
static char **make_envp(void)
{
	char **envp = g_get_environ();
	envp = g_environ_setenv(envp, "SHELL", "/bin/sh", TRUE);
	return g_environ_setenv(envp, "LC_ALL", "C", TRUE);
}

static char *find_gdb(const char *name, GError **error)
{
	char *path = g_find_program_in_path(name);
	if (!path)
		g_set_error(error, MI_ERROR, MI_ERROR_NO_GDB,
			strchr(name, '/') ? "there is no GDB at '%s'"
					  : "there is no '%s' in PATH",
			name);
	return path;
}

static gboolean open_descriptors(
	struct process *process, int *gdb_end, GError **error)
{
	int pair[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		return fail(error, "socketpair");
	process->fd = pair[0];
	*gdb_end = pair[1];
	process->errors = memfd_create("gdb-stderr", MFD_CLOEXEC);
	process->null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (process->errors < 0 || process->null < 0)
		return fail(error, "cannot open GDB's stderr or /dev/null");
	return TRUE;
}

static gboolean start(struct process *process, const struct mi_options *options,
	const char *path, int gdb_end, GError **error)
{
	g_auto(GStrv) argv = make_argv(options);
	g_auto(GStrv) envp = make_envp();
	int null = process->null;
	struct mi_spawn spawn = {
		.path = path,
		.argv = argv,
		.envp = envp,
		.stdio = {gdb_end, gdb_end, process->errors},
		.fds = {options->stdin_fd < 0 ? null : options->stdin_fd,
			options->stdout_fd < 0 ? null : options->stdout_fd,
			options->stderr_fd < 0 ? null : options->stderr_fd},
	};
	process->base.pid = mi_spawn(&spawn, error);
	if (process->base.pid < 0)
		return FALSE;
	process->pidfd = pidfd_open(process->base.pid, 0);
	if (process->pidfd < 0)
		return fail(error, "pidfd_open");
	mi_transcript_start(process->base.transcript, process->base.pid);
	return TRUE;
}

struct mi_transport *mi_process_new(
	const struct mi_options *options, GError **error)
{
	static const struct mi_transport_ops ops = {
		.send = process_send,
		.receive = process_receive,
		.started = process_started,
		.exited = process_exited,
		.signal = process_signal,
		.kill_group = process_kill_group,
		.free = process_free,
	};
	g_autofree char *path =
		find_gdb(options->gdb ? options->gdb : "gdb", error);
	if (!path)
		return NULL;
	struct process *process = g_new0(struct process, 1);
	process->base.ops = &ops;
	process->fd = process->pidfd = process->errors = process->null = -1;
	process->debuggee.pidfd = -1;
	const char *log =
		options->log ? options->log : g_getenv("HOWCOME_MI_LOG");
	int gdb_end = -1;
	gboolean ok = TRUE;
	if (log && *log)
		ok = (process->base.transcript =
				     mi_transcript_open(log, error)) != NULL;
	ok = ok && open_descriptors(process, &gdb_end, error) &&
	     start(process, options, path, gdb_end, error);
	if (gdb_end >= 0)
		close(gdb_end);
	if (ok)
		return &process->base;
	process_free(&process->base);
	return NULL;
}
