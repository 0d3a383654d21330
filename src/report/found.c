#include "report-found.h"

#include "sentence.h"

char *hc_report_found(const struct hc_event *event)
{
	g_autofree char *place = hc_report_say_place(event);
	g_autofree char *now =
		hc_report_say_now(event->causes, hc_report_paint(FALSE));
	return g_strdup_printf("at %s, %s", place, now);
}
