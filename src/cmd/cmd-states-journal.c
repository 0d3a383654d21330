#include "cmd-states-journal.h"

#include "version.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of a digest this much is told, and compared. */
enum { DIGITS = 16 };

static char *shorten(const GChecksum *checksum)
{
	return g_strndup(g_checksum_get_string((GChecksum *) checksum), DIGITS);
}

/* What a file has in it. One that can't be read, or is no regular file and may
 * be something else each time, is known by its name alone. */
static char *digest_file(const char *path)
{
	g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
	struct stat status;
	guint8 bytes[1 << 16];
	gssize n = 0;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return g_strdup(path);

	if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
		while ((n = read(fd, bytes, sizeof bytes)) > 0)
			g_checksum_update(checksum, bytes, n);
	else
		g_checksum_update(checksum, (const guchar *) path, -1);
	close(fd);
	return shorten(checksum);
}

static char *digest_input(const struct hc_command *command)
{
	return command->args->input ? digest_file(command->args->input)
				    : g_strdup("none");
}

/* How a run ends, and what it writes unless that varies. */
static char *describe_run(
	const struct hc_debuggees *debuggees, enum hc_side side)
{
	const struct hc_outcome *outcome = debuggees->run[side].gdb;
	g_autofree char *end = hc_outcome_describe(outcome);
	if (debuggees->runs->varying)
		return g_steal_pointer(&end);

	g_autofree char *out =
		g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, outcome->out);
	g_autofree char *err =
		g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, outcome->err);
	return g_strdup_printf(
		"%s, output %.*s, errors %.*s", end, DIGITS, out, DIGITS, err);
}

static char *describe_failure(const struct hc_common_options *options)
{
	if (options->fail_if)
		return g_strdup_printf("--fail-if %s", options->fail_if);
	if (options->test)
		return g_strdup_printf("--test %s", options->test);
	if (options->expected) {
		g_autofree char *digest = g_compute_checksum_for_bytes(
			G_CHECKSUM_SHA256, options->expected);
		return g_strdup_printf("--expect %.*s", DIGITS, digest);
	}
	return g_strdup("what the failing run does");
}

struct hc_journal *hc_cmd_states_journal_open(
	const struct hc_common_options *options,
	const struct hc_debuggees *debuggees, GError **error)
{
	const struct hc_command *pass = debuggees->runs->run[0].command;
	const struct hc_command *fail = debuggees->runs->run[1].command;
	g_autofree char *folder = g_get_current_dir();
	g_autofree char *program = digest_file(pass->program->path);
	g_autofree char *pass_input = digest_input(pass);
	g_autofree char *fail_input = digest_input(fail);
	g_autofree char *failure = describe_failure(options);
	g_autofree char *passes = describe_run(debuggees, HC_PASSING);
	g_autofree char *fails = describe_run(debuggees, HC_FAILING);
	const struct hc_journal_fact facts[] = {
		{"howcome's version", HOWCOME_VERSION},
		{"the current directory", folder},
		{"the program", program},
		{"the passing command", pass->shell},
		{"the passing command's input", pass_input},
		{"the failing command", fail->shell},
		{"the failing command's input", fail_input},
		{"what counts as a failure", failure},
		{"what the passing run does", passes},
		{"what the failing run does", fails},
	};
	return hc_journal_open(
		options->journal, facts, G_N_ELEMENTS(facts), error);
}
