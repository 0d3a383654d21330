#include "progress-words.h"

#include "report-found.h"

static const char *const phases[] = {
	[HC_CHAIN_TRACING] = "tracing both runs",
	[HC_CHAIN_STOPPING] = "stopping both runs",
	[HC_CHAIN_COMPARING] = "comparing both states",
	[HC_CHAIN_NEIGHBOURS] = "trying the cause of a moment nearby",
	[HC_CHAIN_NARROWING] = "narrowing",
	[HC_CHAIN_CONFIRMING] = "confirming the cause",
};

/* "1 test", "2 tests" */
static void append_count(GString *text, guint64 n, const char *noun)
{
	g_string_append_printf(
		text, "%" G_GUINT64_FORMAT " %s%s", n, noun, n == 1 ? "" : "s");
}

char *hc_progress_words(const struct hc_chain_progress *progress)
{
	GString *text = g_string_new(NULL);
	if (progress->moment) {
		/* Some moments are looked at beside the budget. */
		if (progress->moment <= progress->moments)
			g_string_append_printf(text, "moment %u of %u",
				progress->moment, progress->moments);
		else
			g_string_append_printf(
				text, "moment %u", progress->moment);
		if (progress->causes) {
			g_string_append(text, ", ");
			append_count(text, progress->causes, "cause");
			g_string_append(text, " so far");
		}
		g_string_append(text, ": ");
	}
	g_string_append(text, phases[progress->phase]);
	if (progress->tests) {
		g_string_append(text, ", ");
		append_count(text, progress->tests, "test");
	}
	if (progress->phase == HC_CHAIN_NARROWING && progress->remaining) {
		g_string_append(text, ", ");
		append_count(text, progress->remaining, "difference");
		g_string_append(text, " left");
	}
	return g_string_free(text, FALSE);
}

char *hc_progress_words_tested(const struct hc_chain_tested *tested)
{
	return g_strdup_printf("test %" G_GUINT64_FORMAT ": deltas %s: %s: %s",
		tested->number, tested->deltas, tested->end,
		hc_verdict_name(tested->verdict));
}

char *hc_progress_words_found(const struct hc_event *event)
{
	g_autofree char *what = hc_report_found(event);
	return g_strconcat("found: ", what, NULL);
}
