#include "report-replay.h"

#include "cause-values.h"
#include "report.h"
#include "sentence.h"

#include <string.h>

/* Stack of a run, as we limit it: an endless recursion must end soon. */
enum { STACK_KB = 8192 };

static const char before[] = "set confirm off\n"
			     "set pagination off\n"
			     "set width 0\n"
			     "set breakpoint pending off\n"
			     "set startup-with-shell on\n";

/* Signals that the program deals with itself are none of our business; those
 * that end it are. */
static const char start[] =
	"handle all nostop noprint pass\n"
	"run\n"
	"delete\n"
	"handle SIGSEGV SIGABRT SIGBUS SIGFPE SIGILL SIGSYS stop print pass\n"
	"\n";

static const char end[] =
	"\n"
	"continue\n"
	"\n"
	"if !$_isvoid($_exitcode)\n"
	"  printf \"\\nreplay: the program exits with status %d\\n\", "
	"$_exitcode\n"
	"else\n"
	"  if !$_isvoid($_exitsignal)\n"
	"    printf \"\\nreplay: the program is killed by signal %d\\n\", "
	"$_exitsignal\n"
	"  else\n"
	"    if $_siginfo.si_signo == 2\n"
	"      printf \"\\nreplay: the program does not end\\n\"\n"
	"    else\n"
	"      printf \"\\nreplay: the program is stopped by signal %d\\n\", "
	"$_siginfo.si_signo\n"
	"    end\n"
	"    backtrace 4\n"
	"  end\n"
	"end\n";

/* ---- Quoting ---- */

static gboolean is_plain(const char *word)
{
	for (const char *p = word; *p; p++)
		if (!g_ascii_isalnum(*p) && !strchr("_./-+", *p))
			return FALSE;
	return *word != '\0';
}

/* One word for a shell, on one line: GDB ends its commands at a newline. (A
 * newline at the very end of a word is lost.) */
static char *shell_word(const char *word)
{
	if (is_plain(word))
		return g_strdup(word);
	if (!strchr(word, '\n'))
		return g_shell_quote(word);
	GString *quoted = g_string_new("\"$(printf '");
	for (const char *p = word; *p; p++)
		if (strchr("\n'\\%", *p))
			g_string_append_printf(quoted, "\\%03o", (guint8) *p);
		else
			g_string_append_c(quoted, *p);
	g_string_append(quoted, "')\"");
	return g_string_free(quoted, FALSE);
}

/* A file's name for GDB. */
static char *gdb_word(const char *word)
{
	GString *quoted = g_string_new(NULL);
	for (const char *p = word; *p; p++) {
		if (g_ascii_isspace(*p) || strchr("'\"\\", *p))
			g_string_append_c(quoted, '\\');
		g_string_append_c(quoted, *p);
	}
	return g_string_free(quoted, FALSE);
}

/* A function or a source file in a place for GDB. */
static char *place_word(const char *word)
{
	return is_plain(word) ? g_strdup(word)
			      : g_strdup_printf("\"%s\"", word);
}

/* ---- Parts ---- */

/* Whether it is the failing run that is altered. */
static gboolean is_back(const struct hc_event *event)
{
	return event->confirmed == HC_CONFIRMED_REVERSE;
}

static void append_comment(GString *script, const struct hc_result *result,
	const struct hc_event *event)
{
	const struct hc_report_paint *plain = hc_report_paint(FALSE);
	g_autofree char *pass = hc_report_command(
		result->pass.command, result->fail.command, FALSE);
	g_autofree char *fail = hc_report_command(
		result->fail.command, result->pass.command, FALSE);
	g_autofree char *reached = hc_report_say_reached(event, plain);
	g_autofree char *now = hc_report_say_now(event->causes, plain);
	g_autofree char *failure = hc_report_safe(
		result->failure_text ? result->failure_text : "fails");
	if (is_back(event))
		g_string_append_printf(script,
			"# Makes '%s' pass\n# like '%s', though else the "
			"program %s.\n#\n# %s\n# %s; here that is undone.\n",
			fail, pass, failure, reached, now);
	else
		g_string_append_printf(script,
			"# Makes '%s' fail\n# like '%s': the program "
			"%s.\n#\n# %s\n# %s.\n",
			pass, fail, failure, reached, now);
	if (event->context->len) {
		g_autofree char *context =
			hc_report_say_to_be(event->context, plain);
		g_string_append_printf(
			script, "# The cause also needs %s.\n", context);
	}
	g_string_append(script,
		"#\n# Run it with: gdb -x THIS_FILE, or gdb -batch -x "
		"THIS_FILE\n\n");
}

/* The shell that runs before the program: its limits and its variables. */
static void append_wrapper(GString *script, const struct hc_args *args)
{
	GString *commands = g_string_new(NULL);
	g_string_append_printf(commands,
		"ulimit -S -s %d 2>/dev/null; ulimit -c 0; "
		"unset LINES COLUMNS; ",
		STACK_KB);
	for (char **variable = args->env; *variable; variable++) {
		const char *value = strchr(*variable, '=') + 1;
		g_autofree char *word = shell_word(value);
		g_string_append_printf(commands, "export %.*s%s; ",
			(int) (value - *variable), *variable, word);
	}
	g_string_append(commands, "exec \"$@\"");
	g_autofree char *quoted = g_shell_quote(commands->str);
	g_string_append_printf(
		script, "set exec-wrapper /bin/sh -c %s sh\n", quoted);
	g_string_free(commands, TRUE);
}

static void append_program(GString *script, const struct hc_replay *how,
	const struct hc_command *run)
{
	g_autofree char *path = gdb_word(run->program->path);
	g_autofree char *input =
		shell_word(run->args->input ? run->args->input : "/dev/null");
	/* As in our own runs: with the C library's debug information some
	 * names mean variables of the dynamic linker's, `environ` for one. */
	if (!run->program->debug_path)
		g_string_append(script, "set debug-file-directory\n");
	g_string_append_printf(
		script, "file %s\nset cwd %s\nset args", path, how->directory);
	for (char **word = run->argv + 1; *word; word++) {
		g_autofree char *quoted = shell_word(*word);
		g_string_append_printf(script, " %s", quoted);
	}
	g_string_append_printf(script, " < %s\n", input);
	append_wrapper(script, run->args);
	g_string_append_printf(script, "set disable-randomization %s\n\n",
		how->randomize ? "off" : "on");
}

static void append_place(GString *script, const struct hc_event *event)
{
	g_autofree char *word = place_word(
		event->at_function ? event->at_function : event->at_file);
	if (event->at_function)
		g_string_append_printf(script, "break -function %s\n", word);
	else
		g_string_append_printf(script, "break -source %s -line %d\n",
			word, event->at_line);
	guint hit = is_back(event) ? event->hit_fail : event->hit_pass;
	if (hit > 1)
		g_string_append_printf(script, "ignore $bpnum %u\n", hit - 1);
}

/* A program that hangs is interrupted, as by Ctrl-C. */
static void append_patience(GString *script, double timeout)
{
	g_string_append_printf(script,
		"\nhandle SIGINT stop print nopass\n"
		"set variable $process = ((int (*)(void)) getpid)()\n"
		"eval \"shell (sleep %d; kill -INT %%d) 2>/dev/null &\", "
		"$process\n",
		(int) (timeout + 1));
}

char *hc_report_replay(const struct hc_result *result,
	const struct hc_event *event, const struct hc_replay *how)
{
	GString *script = g_string_new(NULL);
	append_comment(script, result, event);
	g_string_append(script, before);
	append_program(script, how, is_back(event) ? how->fail : how->pass);
	append_place(script, event);
	g_string_append(script, start);
	for (char **command = event->script; *command; command++)
		g_string_append_printf(script, "%s\n", *command);
	if (result->failure_kind == HC_FAILURE_HANG)
		append_patience(script, how->timeout);
	g_string_append(script, end);
	return g_string_free(script, FALSE);
}
