#include "result.h"

void hc_alias_free(struct hc_alias *alias)
{
	g_free(alias->shown);
	g_free(alias->local);
	g_free(alias->local_place);
	g_free(alias);
}

void hc_cause_free(struct hc_cause *cause)
{
	g_free(cause->variable);
	g_free(cause->shown);
	g_free(cause->local);
	g_free(cause->local_place);
	g_free(cause->place);
	g_clear_pointer(&cause->aliases, g_ptr_array_unref);
	g_free(cause->type);
	g_free(cause->pass);
	g_free(cause->fail);
	for (guint i = 0; i < G_N_ELEMENTS(cause->written); i++)
		g_clear_pointer(&cause->written[i], hc_written_free);
	g_strfreev(cause->commands);
	g_free(cause);
}

struct hc_event *hc_event_new(void)
{
	struct hc_event *event = g_new0(struct hc_event, 1);
	event->hit_pass = event->hit_fail = 1;
	event->backtrace = g_ptr_array_new_with_free_func(g_free);
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
	g_free(event->at_function);
	g_free(event->at_file);
	g_ptr_array_unref(event->backtrace);
	g_ptr_array_unref(event->causes);
	g_ptr_array_unref(event->context);
	g_free(event->reason);
	g_free(event->failure);
	g_free(event->summary);
	g_free(event->uncounted);
	g_free(event->engine_reason);
	g_strfreev(event->script);
	g_free(event->dot);
	g_free(event);
}

void hc_telling_init(struct hc_telling *telling)
{
	telling->steps = g_array_new(FALSE, FALSE, sizeof(struct hc_step));
	telling->told = g_array_new(FALSE, FALSE, sizeof(struct hc_told));
}

void hc_telling_clear(struct hc_telling *telling)
{
	g_clear_pointer(&telling->steps, g_array_unref);
	g_clear_pointer(&telling->told, g_array_unref);
}

struct hc_result *hc_result_new(void)
{
	struct hc_result *result = g_new0(struct hc_result, 1);
	hc_telling_init(&result->brief);
	hc_telling_init(&result->full);
	result->events =
		g_ptr_array_new_with_free_func((GDestroyNotify) hc_event_free);
	result->suspects = g_ptr_array_new_with_free_func(
		(GDestroyNotify) hc_suspect_free);
	hc_only_init(&result->only);
	result->only_between =
		g_array_new(FALSE, FALSE, sizeof(struct hc_only));
	g_array_set_clear_func(
		result->only_between, (GDestroyNotify) hc_only_clear);
	return result;
}

void hc_result_free(struct hc_result *result)
{
	g_free(result->program);
	g_free(result->pass.command);
	g_free(result->fail.command);
	g_strfreev(result->pass.argv);
	g_strfreev(result->fail.argv);
	g_clear_pointer(&result->pass.outcome, hc_outcome_free);
	g_clear_pointer(&result->fail.outcome, hc_outcome_free);
	g_ptr_array_unref(result->events);
	hc_telling_clear(&result->brief);
	hc_telling_clear(&result->full);
	g_ptr_array_unref(result->suspects);
	hc_only_clear(&result->only);
	g_array_unref(result->only_between);
	g_free(result->failure_text);
	g_free(result->criterion);
	g_strfreev(result->other_criteria);
	g_clear_pointer(&result->input, hc_result_input_free);
	g_free(result);
}

guint64 hc_result_not_followed(const struct hc_result *result)
{
	guint64 most = 0;
	for (guint i = 0; i < result->events->len; i++) {
		const struct hc_event *event =
			g_ptr_array_index(result->events, i);
		most = MAX(most, event->not_followed);
	}
	return most;
}

guint hc_result_n_isolated(const struct hc_result *result)
{
	guint n = 0;
	for (guint i = 0; i < result->events->len; i++) {
		const struct hc_event *event =
			g_ptr_array_index(result->events, i);
		n += event->isolated != 0;
	}
	return n;
}

guint hc_result_n_confirmed(
	const struct hc_result *result, enum hc_confirmed confirmed)
{
	guint n = 0;
	for (guint i = 0; i < result->events->len; i++) {
		const struct hc_event *event =
			g_ptr_array_index(result->events, i);
		n += event->isolated && event->confirmed == confirmed;
	}
	return n;
}

const struct hc_only *hc_result_only_between(
	const struct hc_result *result, const struct hc_step *step)
{
	for (guint i = 0; i < result->only_between->len; i++) {
		const struct hc_only *only =
			&g_array_index(result->only_between, struct hc_only, i);
		if (only->from == (gint) step->held &&
			only->to == step->moves_to)
			return only;
	}
	return NULL;
}
