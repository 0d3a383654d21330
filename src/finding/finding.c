#include "finding.h"

void hc_cause_free(struct hc_cause *cause)
{
	g_free(cause->variable);
	g_free(cause->type);
	g_free(cause->pass);
	g_free(cause->fail);
	g_strfreev(cause->commands);
	g_free(cause);
}

struct hc_event *hc_event_new(void)
{
	struct hc_event *event = g_new0(struct hc_event, 1);
	event->hit_pass = event->hit_fail = 1;
	event->backtrace = g_ptr_array_new_with_free_func(g_free);
	event->refused = g_ptr_array_new_with_free_func(g_free);
	event->causes =
		g_ptr_array_new_with_free_func((GDestroyNotify) hc_cause_free);
	event->context =
		g_ptr_array_new_with_free_func((GDestroyNotify) hc_cause_free);
	return event;
}

void hc_event_free(struct hc_event *event)
{
	g_free(event->function);
	g_free(event->file);
	g_ptr_array_unref(event->backtrace);
	g_ptr_array_unref(event->refused);
	g_ptr_array_unref(event->causes);
	g_ptr_array_unref(event->context);
	g_free(event->reason);
	g_free(event->engine_reason);
	g_strfreev(event->script);
	g_free(event);
}
