#include "stopped.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static void become(const char *const *arguments, const char *const *environment,
	gboolean randomize, int output, pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(126);
	if (!randomize)
		personality(ADDR_NO_RANDOMIZE);
	for (; environment && *environment; environment++)
		putenv((char *) *environment);
	dup2(output, STDOUT_FILENO);
	execv(arguments[0], (char *const *) arguments);
	_exit(127);
}

static gboolean wait_for_stop(pid_t pid)
{
	int status;
	return waitpid(pid, &status, WUNTRACED) == pid && WIFSTOPPED(status);
}

struct stopped *stopped_start(const char *const *arguments,
	const char *const *environment, gboolean randomize)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC) != 0)
		return NULL;
	pid_t parent = getpid();
	pid_t pid = fork();
	if (pid == 0)
		become(arguments, environment, randomize, ends[1], parent);
	close(ends[1]);
	if (pid < 0 || !wait_for_stop(pid)) {
		close(ends[0]);
		return NULL;
	}
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	struct stopped *program = g_new0(struct stopped, 1);
	program->pid = pid;
	program->output = ends[0];
	program->text = g_string_new(NULL);
	return program;
}

guint64 stopped_value(struct stopped *program, const char *name)
{
	char bytes[256];
	gssize n;
	while ((n = read(program->output, bytes, sizeof bytes)) > 0)
		g_string_append_len(program->text, bytes, n);
	guint64 value = 0;
	g_auto(GStrv) lines = g_strsplit(program->text->str, "\n", -1);
	for (char **line = lines; *line; line++) {
		if (g_str_has_prefix(*line, name) &&
			(*line)[strlen(name)] == ' ')
			value = g_ascii_strtoull(*line + strlen(name), NULL, 0);
	}
	return value;
}

gboolean stopped_continue(struct stopped *program)
{
	kill(program->pid, SIGCONT);
	if (wait_for_stop(program->pid))
		return TRUE;
	program->pid = 0;
	return FALSE;
}

void stopped_end(struct stopped *program)
{
	if (program->pid > 0) {
		kill(program->pid, SIGKILL);
		waitpid(program->pid, NULL, 0);
	}
	close(program->output);
	g_string_free(program->text, TRUE);
	g_free(program);
}
