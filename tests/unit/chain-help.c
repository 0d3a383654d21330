#include "chain-help.h"

#include "steps.h"

struct test_story *story_new(void)
{
	struct test_story *story = g_new0(struct test_story, 1);
	struct hc_result *result = hc_result_new();
	story->looks =
		g_ptr_array_new_with_free_func((GDestroyNotify) hc_look_free);
	story->result = result;
	/* They stay the looks'. */
	g_ptr_array_set_free_func(result->events, NULL);
	result->program = g_strdup("/bin/a");
	result->pass.command = g_strdup("./a 1");
	result->fail.command = g_strdup("./a 2");
	result->pass.argv = g_strsplit("/bin/a 1", " ", -1);
	result->fail.argv = g_strsplit("/bin/a 2", " ", -1);
	result->pass.outcome = hc_outcome_new();
	result->fail.outcome = hc_outcome_new();
	result->failure_kind = HC_FAILURE_OUTPUT;
	result->failure_text = g_strdup("prints \"2\"");
	result->tests.tests = 7;
	return story;
}

void story_free(struct test_story *story)
{
	hc_result_free(story->result);
	g_ptr_array_unref(story->looks);
	g_free(story);
}

struct hc_cause *make_cause(const char *variable, const char *type,
	const char *pass, const char *fail)
{
	struct hc_cause *cause = g_new0(struct hc_cause, 1);
	cause->variable = g_strdup(variable);
	cause->type = g_strdup(type);
	cause->pass = g_strdup(pass);
	cause->fail = g_strdup(fail);
	cause->commands = g_strsplit("set variable x = 1", "\n", -1);
	return cause;
}

struct hc_event *story_event(const struct test_story *story, guint index)
{
	struct hc_look *look = g_ptr_array_index(story->looks, index);
	return look->event;
}

struct hc_event *story_add(
	struct test_story *story, const char *function, int line)
{
	struct hc_look *look = hc_look_new();
	struct hc_event *event = look->event;
	event->function = g_strdup(function);
	event->file = g_strdup("a.c");
	event->line = line;
	event->at_function = g_strdup(function);
	g_ptr_array_add(story->looks, look);
	return event;
}

struct hc_event *story_add_cause(struct test_story *story, const char *function,
	int line, struct hc_cause *cause)
{
	struct hc_event *event = story_add(story, function, line);
	event->isolated = TRUE;
	event->confirmed = HC_CONFIRMED_BOTH;
	g_ptr_array_add(event->causes, cause);
	event->script = g_strsplit("set variable x = 1", "\n", -1);
	return event;
}

struct hc_event *story_add_placed(struct test_story *story, int line,
	const char *place, const char *variable, const char *fail)
{
	struct hc_event *event = story_add_cause(
		story, "f", line, make_cause(variable, "int", "0", fail));
	struct hc_look *look =
		g_ptr_array_index(story->looks, story->looks->len - 1);
	look->identity = g_new0(char *, 2);
	look->identity[0] = g_strconcat(place, "=", fail, NULL);
	return event;
}

const struct hc_result *story_tell(struct test_story *story)
{
	struct hc_result *result = story->result;
	g_ptr_array_set_size(result->events, 0);
	for (guint i = 0; i < story->looks->len; i++)
		g_ptr_array_add(result->events, story_event(story, i));
	hc_steps_find(story->looks, result);
	return result;
}
