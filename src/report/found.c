#include "report-found.h"

#include "report.h"
#include "sentence.h"

char *hc_report_found(const struct hc_event *event)
{
	g_autofree char *place = hc_report_say_place(event);
	g_autofree char *now =
		hc_report_say_now(event->causes, hc_report_paint(FALSE));
	return g_strdup_printf("at %s, %s", place, now);
}

char *hc_report_found_more(const struct hc_event *event)
{
	struct hc_report_paint paint = *hc_report_paint(FALSE);
	GString *text = g_string_new(NULL);
	paint.full = TRUE;
	g_autofree char *now = hc_report_say_now(event->causes, &paint);
	g_string_append_printf(text, "  %s\n", now);
	if (event->context->len) {
		g_autofree char *needs =
			hc_report_say_to_be(event->context, &paint);
		g_string_append_printf(
			text, "  The cause also needs %s.\n", needs);
	}
	for (guint i = 0; i < event->backtrace->len; i++) {
		g_autofree char *call =
			hc_report_safe(event->backtrace->pdata[i]);
		g_string_append_printf(
			text, "  %s %s\n", i ? "called by" : "in", call);
	}
	return g_string_free(text, FALSE);
}
