#include "report-chain.h"

enum { LONGEST_NAME = 60 };

char *hc_report_event_name(const struct hc_result *result, guint index)
{
	const struct hc_event *event = g_ptr_array_index(result->events, index);
	GString *name = g_string_new(NULL);
	g_string_append_printf(name, "%02u-", index + 1);
	/* C++ has names with all kinds of characters. */
	const char *function = event->function ? event->function : "unknown";
	for (guint i = 0; function[i] && i < LONGEST_NAME; i++)
		g_string_append_c(
			name, g_ascii_isalnum(function[i]) ? function[i] : '_');
	return g_string_free(name, FALSE);
}
