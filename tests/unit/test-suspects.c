/* Where to look, from chains and traces made by hand. */
#include "chain-help.h"
#include "run-help.h"
#include "runner.h"
#include "suspects.h"

#include <glib/gstdio.h>
#include <string.h>

/* A chain, and what both runs execute: see run-help.h. */
struct situation {
	struct test_story *story;
	struct hc_evidence evidence;
};

/* At a line of a function, which both runs reach for the first time. */
static void add_event(struct situation *s, const char *function, int line,
	const char *variable)
{
	struct hc_event *event = story_add_cause(s->story, function, line,
		make_cause(variable, "int", "1", "2"));
	g_free(event->file);
	event->file = g_strdup("p.c");
	g_clear_pointer(&event->at_function, g_free);
	event->at_file = g_strdup("p.c");
	event->at_line = line;
}

static void set_up(struct situation *s, const char *pass, const char *fail)
{
	s->story = story_new();
	s->evidence.trace[HC_PASSING] = run_of(pass);
	s->evidence.trace[HC_FAILING] = run_of(fail);
}

static struct hc_result *find(struct situation *s)
{
	story_tell(s->story);
	hc_suspects_find(s->story->result, &s->evidence);
	return s->story->result;
}

static void tear_down(struct situation *s)
{
	story_free(s->story);
	hc_evidence_clear(&s->evidence);
}

static const struct hc_suspect *suspect_at(
	const struct hc_result *result, guint rank)
{
	return rank < result->suspects->len ? result->suspects->pdata[rank]
					    : NULL;
}

static void assert_suspect(
	const struct hc_result *result, guint rank, int first, int last)
{
	const struct hc_suspect *suspect = suspect_at(result, rank);
	CU_ASSERT_PTR_NOT_NULL_FATAL(suspect);
	ASSERT_INT(suspect->lines.first, first);
	ASSERT_INT(suspect->lines.last, last);
}

static gboolean has(const struct hc_suspect *suspect, enum hc_suspicion reason)
{
	return (suspect->reasons & 1u << reason) != 0;
}

static void what_only_the_failing_run_executes_comes_first(void)
{
	struct situation s = {0};
	set_up(&s, "a 10 11 b 20 a 12", "a 10 11 b 20 c 35 a 12");
	add_event(&s, "a", 10, "x");
	add_event(&s, "a", 12, "y");
	const struct hc_result *result = find(&s);
	assert_suspect(result, 0, 35, 35);
	const struct hc_suspect *suspect = suspect_at(result, 0);
	CU_ASSERT(has(suspect, HC_SUSPICION_ONLY));
	CU_ASSERT(has(suspect, HC_SUSPICION_BETWEEN));
	CU_ASSERT(has(suspect, HC_SUSPICION_BOTH));
	ASSERT_INT(suspect->from, 0);
	ASSERT_INT(suspect->to, 1);
	ASSERT_STR(suspect->lines.function, "c");
	tear_down(&s);
}

static void where_both_go_the_same_way_the_cause_moves_behind_its_place(void)
{
	struct situation s = {0};
	set_up(&s, "a 10 b 25 a 12", "a 10 b 25 a 12");
	add_event(&s, "a", 10, "x");
	add_event(&s, "a", 12, "y");
	const struct hc_result *result = find(&s);
	const struct hc_suspect *suspect = suspect_at(result, 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(suspect);
	ASSERT_INT(suspect->lines.first, 10);
	CU_ASSERT(has(suspect, HC_SUSPICION_MOVES));
	CU_ASSERT_FALSE(has(suspect, HC_SUSPICION_ONLY));
	tear_down(&s);
}

static void lines_next_to_each_other_are_one_suspect(void)
{
	struct situation s = {0};
	set_up(&s, "a 10 12", "a 10 c 31 32 33 38 a 12");
	add_event(&s, "a", 10, "x");
	add_event(&s, "a", 12, "y");
	const struct hc_result *result = find(&s);
	assert_suspect(result, 0, 31, 33);
	assert_suspect(result, 1, 38, 38);
	tear_down(&s);
}

static void a_place_begins_and_ends_with_what_speaks_against_it(void)
{
	struct situation s = {0};
	set_up(&s, "b 30 a 10 11 12 19", "b 30 a 10 11 12 13 14 19");
	add_event(&s, "b", 30, "x");
	add_event(&s, "a", 19, "y");
	assert_suspect(find(&s), 0, 13, 14);
	tear_down(&s);
}

static void there_are_five_at_most_and_none_is_long(void)
{
	struct situation s = {0};
	set_up(&s, "a 10 19",
		"a 10 b 20 21 22 23 24 25 26 27 28 29 c 30 31 32 33 34 35 36 "
		"37 38 39 a 11 12 13 14 15 16 17 18 19");
	add_event(&s, "a", 10, "x");
	add_event(&s, "a", 19, "y");
	const struct hc_result *result = find(&s);
	ASSERT_INT(result->suspects->len, 5);
	for (guint i = 0; i < result->suspects->len; i++) {
		const struct hc_suspect *suspect = suspect_at(result, i);
		CU_ASSERT(suspect->lines.last - suspect->lines.first < 5);
	}
	tear_down(&s);
}

static void between_two_steps_it_is_known_what_only_one_run_executes(void)
{
	struct situation s = {0};
	set_up(&s, "a 10 b 21 a 12", "a 10 c 35 a 12 b 21");
	add_event(&s, "a", 10, "x");
	add_event(&s, "a", 12, "y");
	const struct hc_result *result = find(&s);
	const struct hc_step *step =
		&g_array_index(result->brief.steps, struct hc_step, 0);
	const struct hc_only *only = hc_result_only_between(result, step);
	CU_ASSERT_PTR_NOT_NULL_FATAL(only);
	ASSERT_INT(only->by[HC_FAILING]->len, 1);
	ASSERT_INT(only->by[HC_PASSING]->len, 1);
	/* The failing run does it later. */
	const struct hc_passage *lines = only->by[HC_PASSING]->pdata[0];
	ASSERT_INT(lines->first, 21);
	ASSERT_INT(result->only.by[HC_PASSING]->len, 0);
	tear_down(&s);
}

static void without_traces_or_steps_nothing_is_suspected(void)
{
	struct situation s = {0};
	set_up(&s, "a 10", "a 10 11");
	ASSERT_INT(find(&s)->suspects->len, 0);
	add_event(&s, "a", 10, "x");
	hc_evidence_clear(&s.evidence);
	ASSERT_INT(find(&s)->suspects->len, 0);
	tear_down(&s);
}

static void an_event_that_the_traces_do_not_have_says_nothing(void)
{
	struct situation s = {0};
	set_up(&s, "a 10 11", "a 10 11");
	add_event(&s, "a", 10, "x");
	story_event(s.story, 0)->hit_fail = 7;
	const struct hc_result *result = find(&s);
	ASSERT_INT(result->suspects->len, 0);
	ASSERT_INT(result->only_between->len, 0);
	tear_down(&s);
}

/* With the program's source: line n of p.c is text[n - 10]. */
static char *enter_folder(const char *const *text, guint n)
{
	char *folder = g_dir_make_tmp("suspects-XXXXXX", NULL);
	GString *all = g_string_new("\n\n\n\n\n\n\n\n\n");
	for (guint i = 0; i < n; i++)
		g_string_append_printf(all, "%s\n", text[i]);
	CU_ASSERT_FATAL(folder && g_chdir(folder) == 0);
	g_file_set_contents("p.c", all->str, -1, NULL);
	g_string_free(all, TRUE);
	return folder;
}

static void leave_folder(char *folder)
{
	g_unlink("p.c");
	CU_ASSERT_EQUAL(g_chdir("/"), 0);
	g_rmdir(folder);
	g_free(folder);
}

static void what_sets_the_variable_last_comes_first(void)
{
	static const char *const text[] = {
		"f();", "z = 1;", "y = 2;", "f(y);", "y = 3;", "f(z);", "g();"};
	struct situation s = {0};
	char *folder = enter_folder(text, G_N_ELEMENTS(text));
	set_up(&s, "a 10 11 12 13 14 15 16", "a 10 11 12 13 14 15 16");
	add_event(&s, "a", 10, "x");
	add_event(&s, "a", 16, "p->y");
	const struct hc_result *result = find(&s);
	const struct hc_suspect *suspect = suspect_at(result, 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(suspect);
	CU_ASSERT(suspect->lines.first <= 14 && suspect->lines.last >= 14);
	CU_ASSERT(has(suspect, HC_SUSPICION_SETS));
	CU_ASSERT(has(suspect, HC_SUSPICION_LAST));
	ASSERT_INT(suspect->source, HC_SOURCE_THERE);
	ASSERT_STR(suspect->text[14 - suspect->lines.first], "y = 3;");
	tear_down(&s);
	leave_folder(folder);
}

static struct hc_written *make_written(int line)
{
	struct hc_written *written = hc_written_new();
	written->function = g_strdup("a");
	written->file = g_strdup("p.c");
	written->line = line;
	return written;
}

static void what_only_one_run_was_seen_to_write_is_worse_than_what_both_do(void)
{
	struct situation s = {0};
	set_up(&s, "a 10 b 21 c 32 a 19", "a 10 b 21 c 32 a 19");
	add_event(&s, "a", 10, "x");
	add_event(&s, "a", 19, "y");
	struct hc_look *last = g_ptr_array_index(s.story->looks, 1);
	struct hc_cause *cause = g_ptr_array_index(last->event->causes, 0);
	cause->written[HC_FAILING] = make_written(10);
	cause->written[HC_PASSING] = make_written(19);
	const struct hc_suspect *first = suspect_at(find(&s), 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(first);
	ASSERT_INT(first->lines.first, 10);
	CU_ASSERT(has(first, HC_SUSPICION_WRITES));
	CU_ASSERT(has(first, HC_SUSPICION_APART));
	CU_ASSERT_FALSE(has(first, HC_SUSPICION_WROTE));
	tear_down(&s);
}

static void what_was_seen_to_write_is_told(void)
{
	struct situation s = {0};
	set_up(&s, "a 10 11 12 16", "a 10 11 12 16");
	add_event(&s, "a", 10, "x");
	add_event(&s, "a", 16, "y");
	struct hc_look *last = g_ptr_array_index(s.story->looks, 1);
	struct hc_cause *cause = g_ptr_array_index(last->event->causes, 0);
	struct hc_written *written = hc_written_new();
	written->function = g_strdup("a");
	written->file = g_strdup("p.c");
	written->line = 12;
	cause->written[HC_FAILING] = written;
	const struct hc_result *result = find(&s);
	guint writers = 0;
	for (guint i = 0; i < result->suspects->len; i++) {
		const struct hc_suspect *suspect = suspect_at(result, i);
		gboolean there =
			suspect->lines.first <= 12 && suspect->lines.last >= 12;
		writers += has(suspect, HC_SUSPICION_WRITES);
		CU_ASSERT_EQUAL(has(suspect, HC_SUSPICION_WRITES), there);
	}
	ASSERT_INT(writers, 1);
	tear_down(&s);
}

static void a_condition_decides_where_to_go_on(void)
{
	static const char *const text[] = {"f();", "g();", "h();", "i();",
		"j();", "k();", "l();", "if (z)"};
	struct situation s = {0};
	char *folder = enter_folder(text, G_N_ELEMENTS(text));
	set_up(&s, "b 20 a 11 17 b 29", "b 20 a 11 17 b 29");
	add_event(&s, "b", 20, "x");
	add_event(&s, "b", 29, "y");
	const struct hc_result *result = find(&s);
	/* As much as that the cause moves there. */
	assert_suspect(result, 0, 17, 17);
	assert_suspect(result, 1, 20, 20);
	CU_ASSERT(has(suspect_at(result, 0), HC_SUSPICION_DECIDES));
	CU_ASSERT_FALSE(has(suspect_at(result, 1), HC_SUSPICION_DECIDES));
	tear_down(&s);
	leave_folder(folder);
}

static void without_source_the_text_is_said_to_be_missing(void)
{
	struct situation s = {0};
	set_up(&s, "a 10 12", "a 10 11 12");
	add_event(&s, "a", 10, "x");
	add_event(&s, "a", 12, "y");
	const struct hc_suspect *suspect = suspect_at(find(&s), 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(suspect);
	ASSERT_INT(suspect->source, HC_SOURCE_MISSING);
	CU_ASSERT_PTR_NULL(suspect->text);
	tear_down(&s);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(what_only_the_failing_run_executes_comes_first),
		TEST(where_both_go_the_same_way_the_cause_moves_behind_its_place),
		TEST(lines_next_to_each_other_are_one_suspect),
		TEST(a_place_begins_and_ends_with_what_speaks_against_it),
		TEST(there_are_five_at_most_and_none_is_long),
		TEST(between_two_steps_it_is_known_what_only_one_run_executes),
		TEST(without_traces_or_steps_nothing_is_suspected),
		TEST(an_event_that_the_traces_do_not_have_says_nothing),
		TEST(what_sets_the_variable_last_comes_first),
		TEST(what_only_one_run_was_seen_to_write_is_worse_than_what_both_do),
		TEST(what_was_seen_to_write_is_told),
		TEST(a_condition_decides_where_to_go_on),
		TEST(without_source_the_text_is_said_to_be_missing),
	};
	return run_tests("suspects", tests, G_N_ELEMENTS(tests));
}
