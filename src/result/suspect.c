#include "suspect.h"

struct hc_passage *hc_passage_new(
	const char *function, const char *file, int first, int last)
{
	struct hc_passage *lines = g_new0(struct hc_passage, 1);
	lines->function = g_strdup(function);
	lines->file = g_strdup(file);
	lines->first = first;
	lines->last = last;
	lines->n = 1;
	return lines;
}

void hc_passage_free(struct hc_passage *lines)
{
	g_free(lines->function);
	g_free(lines->file);
	g_free(lines);
}

void hc_only_init(struct hc_only *only)
{
	for (guint i = 0; i < HC_SIDES; i++)
		only->by[i] = g_ptr_array_new_with_free_func(
			(GDestroyNotify) hc_passage_free);
}

void hc_only_clear(struct hc_only *only)
{
	for (guint i = 0; i < HC_SIDES; i++)
		g_clear_pointer(&only->by[i], g_ptr_array_unref);
}

struct hc_suspect *hc_suspect_new(void)
{
	struct hc_suspect *suspect = g_new0(struct hc_suspect, 1);
	suspect->from = suspect->to = -1;
	return suspect;
}

void hc_suspect_free(struct hc_suspect *suspect)
{
	g_free(suspect->lines.function);
	g_free(suspect->lines.file);
	g_strfreev(suspect->text);
	g_free(suspect);
}

const char *hc_suspicion_name(enum hc_suspicion suspicion)
{
	static const char *const names[HC_SUSPICIONS] = {
		[HC_SUSPICION_WRITES] = "writes",
		[HC_SUSPICION_WROTE] = "writes-passing",
		[HC_SUSPICION_APART] = "writes-apart",
		[HC_SUSPICION_ONLY] = "only-failing",
		[HC_SUSPICION_SETS] = "sets",
		[HC_SUSPICION_LAST] = "sets-last",
		[HC_SUSPICION_MOVES] = "moves",
		[HC_SUSPICION_DECIDES] = "branches",
		[HC_SUSPICION_CALLS] = "calls",
		[HC_SUSPICION_BETWEEN] = "between",
		[HC_SUSPICION_BOTH] = "confirmed",
	};
	return names[suspicion];
}
