#include "look.h"

struct hc_look *hc_look_new(void)
{
	struct hc_look *look = g_new0(struct hc_look, 1);
	look->event = hc_event_new();
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
	g_free(look);
}
