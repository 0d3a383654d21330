#include "journal-facts.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

char *hc_fact_of_file(const char *path)
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
	return g_strndup(g_checksum_get_string(checksum), HC_FACT_DIGITS);
}

char *hc_fact_of_outcome(const struct hc_outcome *outcome, gboolean varies)
{
	g_autofree char *end = hc_outcome_describe(outcome);
	if (varies)
		return g_steal_pointer(&end);

	g_autofree char *out =
		g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, outcome->out);
	g_autofree char *err =
		g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, outcome->err);
	return g_strdup_printf("%s, output %.*s, errors %.*s", end,
		HC_FACT_DIGITS, out, HC_FACT_DIGITS, err);
}

char *hc_fact_of_failure(const struct hc_common_options *options)
{
	if (options->fail_if)
		return g_strdup_printf("--fail-if %s", options->fail_if);
	if (options->test)
		return g_strdup_printf("--test %s", options->test);
	if (options->expected) {
		g_autofree char *digest = g_compute_checksum_for_bytes(
			G_CHECKSUM_SHA256, options->expected);
		return g_strdup_printf("--expect %.*s", HC_FACT_DIGITS, digest);
	}
	return g_strdup("what the failing run does");
}

void hc_fact_tell_journal(const char *file, const struct hc_journal *journal,
	struct hc_progress *line)
{
	guint known = hc_journal_known(journal);
	guint damaged = hc_journal_damaged(journal);
	if (known) {
		g_autofree char *what = g_strdup_printf(
			"going on from '%s', which has the outcome of %u "
			"test%s",
			file, known, known == 1 ? "" : "s");
		hc_progress_tell(line, what);
	}
	if (damaged) {
		g_autofree char *what = g_strdup_printf(
			"note: %u line%s of '%s' %s damaged and not used",
			damaged, damaged == 1 ? "" : "s", file,
			damaged == 1 ? "is" : "are");
		hc_progress_tell(line, what);
	}
}
