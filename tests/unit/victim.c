#include "victim.h"

#include "runner.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static const char token[] = "HOWCOME_TEST_TOKEN";

static void set_up(gpointer data)
{
	(void) data;
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
}

gboolean victim_start(struct victim *victim, const char *const *words)
{
	static guint n;
	g_autofree char *value = g_strdup_printf("%d-%u", (int) getpid(), n++);
	g_auto(GStrv) env =
		g_environ_setenv(g_get_environ(), token, value, TRUE);
	g_autoptr(GPtrArray) argv = g_ptr_array_new();
	g_autoptr(GError) error = NULL;
	g_ptr_array_add(argv, (gpointer) "/proc/self/exe");
	for (; *words; words++)
		g_ptr_array_add(argv, (gpointer) *words);
	g_ptr_array_add(argv, NULL);
	if (!g_spawn_async_with_pipes(NULL, (char **) argv->pdata, env,
		    G_SPAWN_DO_NOT_REAP_CHILD, set_up, NULL, &victim->pid, NULL,
		    &victim->out, NULL, &error)) {
		test_fail("the victim does not start: %s", error->message);
		return FALSE;
	}
	victim->mark = g_strdup_printf("%s=%s", token, value);
	return TRUE;
}

gboolean victim_says(struct victim *victim, const char *line)
{
	g_autoptr(GString) text = g_string_new(NULL);
	char c;
	ssize_t n;
	while ((n = read(victim->out, &c, 1)) == 1 ||
		(n < 0 && errno == EINTR)) {
		if (n < 0)
			continue;
		if (c != '\n') {
			g_string_append_c(text, c);
			continue;
		}
		if (g_str_equal(text->str, line))
			return TRUE;
		g_string_truncate(text, 0);
	}
	test_fail("the victim does not say '%s'", line);
	return FALSE;
}

static char *read_of(pid_t pid, const char *name, gsize *length)
{
	g_autofree char *file = g_strdup_printf("/proc/%d/%s", (int) pid, name);
	char *text = NULL;
	gsize n = 0;
	if (!g_file_get_contents(file, &text, &n, NULL))
		text = g_strdup("");
	if (length)
		*length = n;
	return text;
}

pid_t victim_child(pid_t pid)
{
	g_autofree char *name = g_strdup_printf("task/%d/children", (int) pid);
	g_autofree char *text = read_of(pid, name, NULL);
	return atoi(text);
}

void victim_signal(
	const struct victim *victim, enum victim_part part, int signal)
{
	pid_t warden = victim_child(victim->pid);
	pid_t worker = warden ? victim_child(warden) : 0;
	pid_t pid = part == VICTIM_WARDEN   ? warden
		    : part == VICTIM_WORKER ? worker
					    : 0;
	if (part == VICTIM_GROUP)
		kill(-victim->pid, signal);
	else
		kill(pid ? pid : victim->pid, signal);
}

int victim_wait(const struct victim *victim)
{
	int status = 0;
	while (waitpid(victim->pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

/* ---- what is left -------------------------------------------------------- */

/* All processes that have the mark: pid_t. */
static GArray *find_marked(const char *mark)
{
	GArray *pids = g_array_new(FALSE, FALSE, sizeof(pid_t));
	g_autoptr(GDir) dir = g_dir_open("/proc", 0, NULL);
	const char *name;
	while (dir && (name = g_dir_read_name(dir))) {
		pid_t pid = atoi(name);
		gsize n;
		if (pid <= 0)
			continue;
		g_autofree char *text = read_of(pid, "environ", &n);
		if (memmem(text, n, mark, strlen(mark) + 1))
			g_array_append_val(pids, pid);
	}
	return pids;
}

static void describe(pid_t pid, GString *text)
{
	static const char *const fields[] = {
		"Name:", "State:", "PPid:", "TracerPid:"};
	g_autofree char *status = read_of(pid, "status", NULL);
	g_autofree char *wchan = read_of(pid, "wchan", NULL);
	gsize n;
	g_autofree char *command = read_of(pid, "cmdline", &n);
	g_auto(GStrv) lines = g_strsplit(status, "\n", -1);
	g_string_append_printf(text, "\n%d", (int) pid);
	for (char **line = lines; *line; line++)
		for (guint i = 0; i < G_N_ELEMENTS(fields); i++)
			if (g_str_has_prefix(*line, fields[i]))
				g_string_append_printf(text, " %s", *line);
	for (gsize i = 0; i + 1 < n; i++)
		if (!command[i])
			command[i] = ' ';
	g_string_append_printf(text, " wchan: %s: %s", wchan, command);
}

char *victim_left(const struct victim *victim)
{
	enum { PATIENCE_US = 30 * G_USEC_PER_SEC, NAP_US = 5000 };
	gint64 deadline = g_get_monotonic_time() + PATIENCE_US;
	for (;;) {
		g_autoptr(GArray) pids = find_marked(victim->mark);
		if (!pids->len)
			return NULL;
		if (g_get_monotonic_time() < deadline) {
			g_usleep(NAP_US);
			continue;
		}
		GString *text = g_string_new(NULL);
		for (guint i = 0; i < pids->len; i++) {
			describe(g_array_index(pids, pid_t, i), text);
			kill(g_array_index(pids, pid_t, i), SIGKILL);
		}
		return g_string_free(text, FALSE);
	}
}

void victim_clear(struct victim *victim)
{
	if (!victim->mark)
		return;
	close(victim->out);
	g_clear_pointer(&victim->mark, g_free);
}
