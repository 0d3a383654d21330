/* --test: the user's command. */
#include "launch.h"
#include "oracle-inside.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Descriptors of one run of the command; -1 if not open. */
struct files {
	int out, err; /* what the execution wrote, in memory */
	int null;
	int said; /* what the command writes to stderr, in memory */
};

static void files_clear(struct files *files)
{
	int *all = (int *) files;
	for (guint i = 0; i < sizeof *files / sizeof(int); i++)
		if (all[i] >= 0)
			close(all[i]);
}

/* A file in memory: it has a name in /proc as long as we have it open, and
 * nothing is left of it whatever happens to us. */
static int file_of(const char *name, GBytes *bytes)
{
	int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
	gsize length, done = 0;
	const char *data = g_bytes_get_data(bytes, &length);
	while (fd >= 0 && done < length) {
		gssize n = write(fd, data + done, length - done);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			close(fd);
			return -1;
		}
		done += (gsize) n;
	}
	if (fd >= 0)
		fcntl(fd, F_ADD_SEALS,
			F_SEAL_SEAL | F_SEAL_WRITE | F_SEAL_SHRINK |
				F_SEAL_GROW);
	return fd;
}

static gboolean files_open(
	struct files *files, const struct hc_outcome *outcome, GError **error)
{
	memset(files, 0xff, sizeof *files);
	files->out = file_of("stdout", outcome->out);
	files->err = file_of("stderr", outcome->err);
	files->null = hc_streams_above(open("/dev/null", O_RDWR | O_CLOEXEC));
	files->said = hc_streams_above(memfd_create("said", MFD_CLOEXEC));
	if (files->out >= 0 && files->err >= 0 && files->null >= 0 &&
		files->said >= 0)
		return TRUE;
	g_set_error(error, HC_ORACLE_ERROR, HC_ORACLE_ERROR_COMMAND,
		"cannot make files for the test command: %s",
		g_strerror(errno));
	files_clear(files);
	return FALSE;
}

/* As a shell would tell it. One that hangs is killed in the end. */
static int status_of(const struct hc_outcome *outcome)
{
	switch (outcome->end) {
	case HC_END_EXIT:
		return outcome->status;
	case HC_END_HANG:
		return 128 + SIGKILL;
	case HC_END_SIGNAL:
	case HC_END_LIMIT:
		break;
	}
	return 128 + outcome->signal;
}

static char **environment_of(
	const struct files *files, const struct hc_outcome *outcome)
{
	int pid = (int) getpid();
	g_autofree char *out =
		g_strdup_printf("/proc/%d/fd/%d", pid, files->out);
	g_autofree char *err =
		g_strdup_printf("/proc/%d/fd/%d", pid, files->err);
	g_autofree char *status = g_strdup_printf("%d", status_of(outcome));
	char **env = g_get_environ();
	env = g_environ_setenv(env, "HOWCOME_STDOUT", out, TRUE);
	env = g_environ_setenv(env, "HOWCOME_STDERR", err, TRUE);
	return g_environ_setenv(env, "HOWCOME_STATUS", status, TRUE);
}

/* The first line that the command wrote to stderr: ": sh: 1: frob: not found",
 * or nothing. */
static char *first_words(int fd)
{
	char text[200];
	gssize n = pread(fd, text, sizeof text - 1, 0);
	text[MAX(n, 0)] = '\0';
	text[strcspn(text, "\n")] = '\0';
	g_autofree char *valid = g_utf8_make_valid(text, -1);
	for (char *c = valid; *c; c++)
		if (g_ascii_iscntrl(*c))
			*c = '?';
	return *valid ? g_strconcat(": ", valid, NULL) : g_strdup("");
}

/* What the launch could not do, in the oracle's words. */
static gboolean refuse(const GError *why, GError **error)
{
	if (g_error_matches(why, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_STOPPED))
		g_set_error_literal(error, HC_ORACLE_ERROR,
			HC_ORACLE_ERROR_STOPPED, "interrupted");
	else
		g_set_error(error, HC_ORACLE_ERROR, HC_ORACLE_ERROR_COMMAND,
			"the test command can't be run: %s", why->message);
	return FALSE;
}

/* Its status as a shell tells it; -1 with an error if it has none. */
static int run(const char *command, const struct files *files, double timeout,
	hc_stop_flag stop, const struct hc_outcome *outcome, GError **error)
{
	const char *const argv[] = {"/bin/sh", "-c", command, NULL};
	g_auto(GStrv) env = environment_of(files, outcome);
	const struct hc_launch launch = {
		.path = argv[0],
		.argv = argv,
		.env = (const char *const *) env,
		.timeout = timeout,
		.stop = stop,
	};
	const struct hc_streams streams = {
		files->null, files->null, files->said};
	g_autoptr(GError) why = NULL;
	g_autoptr(hc_outcome) end = hc_launch_with(&launch, &streams, &why);
	if (!end) {
		refuse(why, error);
		return -1;
	}
	if (end->end != HC_END_HANG)
		return status_of(end);
	g_set_error(error, HC_ORACLE_ERROR, HC_ORACLE_ERROR_COMMAND,
		"the test command '%s' does not end within %g s", command,
		timeout);
	return -1;
}

static gboolean verdict_of(const char *command, int code, int said,
	enum hc_verdict *verdict, GError **error)
{
	*verdict = code == 0 ? HC_PASS : code == 125 ? HC_UNRESOLVED : HC_FAIL;
	if (code <= 125)
		return TRUE;
	g_autofree char *words = first_words(said);
	g_set_error(error, HC_ORACLE_ERROR, HC_ORACLE_ERROR_COMMAND,
		"the test command '%s' ends with status %d, which is no "
		"verdict (0 passes, 125 is unresolved, 1 to 124 fails)%s",
		command, code, words);
	return FALSE;
}

gboolean hc_oracle_command_judge(const char *command, double timeout,
	hc_stop_flag stop, const struct hc_outcome *outcome,
	enum hc_verdict *verdict, GError **error)
{
	struct files files;
	if (!files_open(&files, outcome, error))
		return FALSE;
	int code = run(command, &files, timeout, stop, outcome, error);
	gboolean ok = code >= 0 &&
		      verdict_of(command, code, files.said, verdict, error);
	files_clear(&files);
	return ok;
}
