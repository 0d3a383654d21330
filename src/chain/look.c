#include "look.h"

struct hc_look *hc_look_new(void)
{
	struct hc_look *look = g_new0(struct hc_look, 1);
	look->event = hc_event_new();
	return look;
}

struct hc_look *hc_look_new_missed(const struct hc_place *pass,
	const struct hc_place *fail, const char *why)
{
	struct hc_look *look = hc_look_new();
	struct hc_event *event = look->event;
	event->function = g_strdup(pass->function);
	event->file = g_strdup(pass->file);
	event->line = pass->line;
	event->at_function = g_strdup(pass->function);
	event->at_file = g_strdup(pass->file);
	event->at_line = pass->line;
	event->hit_pass = pass->hit;
	event->hit_fail = fail->hit;
	event->why = HC_WHY_MISSED;
	event->reason = g_strdup(why);
	event->summary = g_strdup("one of the runs does not get there");
	return look;
}

struct hc_event *hc_look_publish(struct hc_look *look)
{
	struct hc_event *event = g_steal_pointer(&look->event);
	hc_look_free(look);
	return event;
}

void hc_look_free(struct hc_look *look)
{
	g_clear_pointer(&look->event, hc_event_free);
	g_strfreev(look->identity);
	g_strfreev(look->context_identity);
	g_clear_pointer(&look->writers, g_ptr_array_unref);
	g_free(look);
}
