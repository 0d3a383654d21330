/* One moment after the other: what causes each, and what a cause is worth at
 * the next. */
#include "chain.h"
#include "runner.h"

#include <glib/gstdio.h>
#include <string.h>

/* Two runs of tests/debuggees/chain.c, and where they are stopped. */
struct play {
	char *folder;
	struct hc_runs *runs;
	struct hc_debuggees *debuggees;
	struct hc_look_options options;
	struct hc_looker *looker;
};

static char *write_args(const char *folder, const char *mode, int n)
{
	g_autofree char *name = g_strdup_printf("%d.args", n);
	g_autofree char *text =
		g_strdup_printf("%schain %s %d\n", DEBUGGEES, mode, n);
	char *file = g_build_filename(folder, name, NULL);
	g_file_set_contents(file, text, -1, NULL);
	return file;
}

static gboolean play_start(struct play *play, const char *mode)
{
	struct hc_runs_options how = {.timeout = 30};
	g_autoptr(GError) error = NULL;
	memset(play, 0, sizeof *play);
	play->options.jobs = 2;
	play->folder = g_dir_make_tmp("howcome-chain-XXXXXX", NULL);
	g_autofree char *pass = write_args(play->folder, mode, 5);
	g_autofree char *fail = write_args(play->folder, mode, 7);
	play->runs = hc_runs_load(pass, fail, &error);
	if (play->runs)
		play->debuggees =
			hc_debuggees_new(play->runs, NULL, &how, &error);
	if (play->debuggees && hc_debuggees_start(play->debuggees, &error)) {
		if (hc_runs_observe(play->runs, &how, &error) &&
			hc_debuggees_observe(play->debuggees, &error))
			play->looker =
				hc_looker_new(play->debuggees, &play->options);
	}
	ASSERT_NO_ERROR(error);
	g_unlink(pass);
	g_unlink(fail);
	g_rmdir(play->folder);
	return play->looker != NULL;
}

static void play_end(struct play *play)
{
	g_clear_pointer(&play->looker, hc_looker_free);
	g_clear_pointer(&play->debuggees, hc_debuggees_free);
	g_clear_pointer(&play->runs, hc_runs_free);
	g_free(play->folder);
}

static struct hc_look *look(struct play *play, const char *function,
	const struct hc_look *before, const struct hc_look *after)
{
	struct hc_place place = {.function = (char *) function, .hit = 1};
	struct hc_pair pair = {&place, &place, .near = {before, after}};
	g_autoptr(GError) error = NULL;
	struct hc_look *seen = hc_look_at(play->looker, &pair, &error);
	ASSERT_NO_ERROR(error);
	return seen ? seen : hc_look_new();
}

/* "a=7 b=7": what differs, and is there in the failing run. */
static char *in_words(const GPtrArray *causes)
{
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < causes->len; i++) {
		const struct hc_cause *cause = g_ptr_array_index(causes, i);
		g_string_append_printf(text, "%s%s=%s", i ? " " : "",
			cause->shown, cause->fail);
	}
	return g_string_free(text, FALSE);
}

static void assert_cause(
	const struct hc_look *seen, const char *cause, const char *context)
{
	const struct hc_event *event = seen->event;
	g_autofree char *causes = in_words(event->causes);
	g_autofree char *others = in_words(event->context);
	if (!event->isolated)
		test_fail("not isolated: %s", event->reason);
	ASSERT_STR(causes, cause);
	ASSERT_STR(others, context);
}

/* Both moments, the second with the help of the first and without. */
struct both {
	struct hc_look *first, *second, *alone;
};

static struct both look_at_both(const char *mode)
{
	struct play play;
	struct both both = {hc_look_new(), hc_look_new(), hc_look_new()};
	if (play_start(&play, mode)) {
		hc_look_free(both.first);
		hc_look_free(both.second);
		hc_look_free(both.alone);
		both.first = look(&play, "first", NULL, NULL);
		both.second = look(&play, "second", both.first, NULL);
		both.alone = look(&play, "second", NULL, NULL);
	}
	play_end(&play);
	return both;
}

static void both_clear(struct both *both)
{
	hc_look_free(both->first);
	hc_look_free(both->second);
	hc_look_free(both->alone);
}

/* ---- The tests ---- */

static void a_cause_that_still_holds_needs_no_search(void)
{
	struct both both = look_at_both("kept");
	assert_cause(both.first, "flag=7", "");
	assert_cause(both.second, "flag=7", "");
	assert_cause(both.alone, "flag=7", "");
	CU_ASSERT_TRUE(hc_look_same_cause(both.first, both.second));
	ASSERT_INT(both.second->event->confirmed, HC_CONFIRMED_BOTH);
	/* Both ends, the cause, all but the cause, the failing run. */
	ASSERT_INT(both.second->event->tests.tests, 5);
	CU_ASSERT_TRUE(both.alone->event->tests.tests > 5);
	both_clear(&both);
}

static void the_cause_of_a_later_moment_will_do_as_well(void)
{
	struct play play;
	if (play_start(&play, "kept")) {
		g_autoptr(hc_look) later = look(&play, "second", NULL, NULL);
		g_autoptr(hc_look) seen = look(&play, "first", NULL, later);
		assert_cause(seen, "flag=7", "");
		ASSERT_INT(seen->event->tests.tests, 5);
	}
	play_end(&play);
}

static void a_difference_that_decides_no_more_is_none(void)
{
	struct both both = look_at_both("moved");
	assert_cause(both.first, "flag=7", "");
	assert_cause(both.second, "spare=7", "");
	CU_ASSERT_FALSE(hc_look_same_cause(both.first, both.second));
	both_clear(&both);
}

static void an_element_of_an_array_is_found_again(void)
{
	struct both both = look_at_both("element");
	assert_cause(both.first, "table[5]=7", "");
	assert_cause(both.second, "table[5]=7", "");
	ASSERT_INT(both.second->event->confirmed, HC_CONFIRMED_BOTH);
	ASSERT_INT(both.second->event->tests.tests, 5);
	both_clear(&both);
}

static void a_cause_takes_its_context_along(void)
{
	struct both both = look_at_both("both");
	g_autofree char *causes = in_words(both.first->event->causes);
	g_autofree char *context = in_words(both.first->event->context);
	assert_cause(both.second, causes, context);
	ASSERT_INT(both.first->event->causes->len, 1);
	ASSERT_INT(both.first->event->context->len, 1);
	CU_ASSERT_TRUE(both.second->event->tests.tests <
		       both.alone->event->tests.tests);
	both_clear(&both);
}

static void a_context_that_is_needed_no_more_is_left_out(void)
{
	struct both both = look_at_both("relieved");
	ASSERT_INT(both.first->event->context->len, 1);
	assert_cause(both.second, "b=7", "");
	both_clear(&both);
}

static void what_all_else_can_do_as_well_is_not_taken_over(void)
{
	struct both both = look_at_both("doubled");
	assert_cause(both.first, "flag=7", "");
	ASSERT_INT(both.first->event->confirmed, HC_CONFIRMED_BOTH);
	ASSERT_INT(both.second->event->confirmed, HC_OVERDETERMINED);
	both_clear(&both);
}

static void a_place_that_one_run_does_not_reach_is_an_error_that_says_which(
	void)
{
	struct play play;
	struct hc_place there = {.function = (char *) "first", .hit = 1};
	struct hc_place never = {.function = (char *) "first", .hit = 2};
	struct hc_pair pair = {&there, &never};
	g_autoptr(GError) error = NULL;
	if (play_start(&play, "kept")) {
		CU_ASSERT_PTR_NULL(hc_look_at(play.looker, &pair, &error));
		ASSERT_STR(error ? error->message : NULL,
			"failing run: the run does not reach 'first#2' before "
			"it exits");
		/* And the stage is as good as before. */
		g_autoptr(hc_look) seen = look(&play, "first", NULL, NULL);
		assert_cause(seen, "flag=7", "");
	}
	play_end(&play);
}

/* ---- Whole chains ---- */

static gboolean count_states(const struct mg_diff *diff,
	const struct hc_event *event, gpointer data, GError **error)
{
	(void) diff;
	(void) event;
	(void) error;
	++*(guint *) data;
	return TRUE;
}

/* At both moments, with at most so many bytes of states; *compared is how many
 * the caller's own function saw. */
static struct hc_result *find_chain(
	const char *mode, guint64 keep_states, guint *compared)
{
	static const char *const at[] = {"first", "second", NULL};
	struct play play;
	struct hc_result *result = NULL;
	g_autoptr(GError) error = NULL;
	*compared = 0;
	if (play_start(&play, mode)) {
		struct hc_chain_options options = {
			.look = {.jobs = 2,
				.observer = {.compared = count_states,
					.data = compared}},
			.at = (char **) at,
			.keep_states = keep_states,
		};
		result = hc_chain_find(play.debuggees, &options, &error);
		ASSERT_NO_ERROR(error);
	}
	play_end(&play);
	return result ? result : hc_result_new();
}

/* Of the n-th event: "digraph", "no room" or "nothing". */
static const char *kept(const struct hc_result *result, guint n)
{
	if (n >= result->events->len)
		return "no event";
	const struct hc_event *event = g_ptr_array_index(result->events, n);
	if (event->no_room)
		return event->dot ? "both" : "no room";
	if (!event->dot)
		return "nothing";
	return g_str_has_prefix(event->dot, "digraph ") &&
			       g_str_has_suffix(event->dot, "}\n")
		       ? "digraph"
		       : event->dot;
}

static void states_of_the_steps_are_kept_on_request(void)
{
	guint compared;
	g_autoptr(hc_result) result = find_chain("moved", 1 << 20, &compared);
	ASSERT_INT(result->brief.steps->len, 2);
	ASSERT_STR(kept(result, 0), "digraph");
	ASSERT_STR(kept(result, 1), "digraph");
	ASSERT_INT(compared, 2);
	g_autoptr(hc_result) without = find_chain("moved", 0, &compared);
	ASSERT_INT(without->brief.steps->len, 2);
	ASSERT_STR(kept(without, 0), "nothing");
	ASSERT_STR(kept(without, 1), "nothing");
	ASSERT_INT(compared, 2);
}

static void states_of_other_events_are_not_kept(void)
{
	guint compared;
	g_autoptr(hc_result) result = find_chain("kept", 1 << 20, &compared);
	ASSERT_INT(result->brief.steps->len, 1);
	ASSERT_STR(kept(result, 0), "digraph");
	ASSERT_STR(kept(result, 1), "nothing");
}

static void states_without_room_are_said_to_be_missing(void)
{
	guint compared;
	g_autoptr(hc_result) all = find_chain("moved", 1 << 20, &compared);
	const struct hc_event *first =
		all->events->len ? g_ptr_array_index(all->events, 0) : NULL;
	gsize enough = first && first->dot ? strlen(first->dot) : 1;
	g_autoptr(hc_result) one = find_chain("moved", enough, &compared);
	ASSERT_STR(kept(one, 0), "digraph");
	ASSERT_STR(kept(one, 1), "no room");
	g_autoptr(hc_result) none = find_chain("moved", enough - 1, &compared);
	ASSERT_STR(kept(none, 0), "no room");
	ASSERT_STR(kept(none, 1), "no room");
}

static void a_place_that_is_missed_is_an_event_with_a_reason(void)
{
	struct hc_place pass = {.file = (char *) "a.c", .line = 3, .hit = 2};
	struct hc_place fail = {.file = (char *) "a.c", .line = 3, .hit = 4};
	g_autoptr(hc_look) missed =
		hc_look_new_missed(&pass, &fail, "it never gets there");
	const struct hc_event *event = missed->event;
	CU_ASSERT_FALSE(event->isolated);
	CU_ASSERT_PTR_NULL(event->function);
	ASSERT_STR(event->at_file, "a.c");
	ASSERT_INT(event->at_line, 3);
	ASSERT_INT(event->hit_pass, 2);
	ASSERT_INT(event->hit_fail, 4);
	ASSERT_STR(event->reason, "it never gets there");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_cause_that_still_holds_needs_no_search),
		TEST(the_cause_of_a_later_moment_will_do_as_well),
		TEST(a_difference_that_decides_no_more_is_none),
		TEST(an_element_of_an_array_is_found_again),
		TEST(a_cause_takes_its_context_along),
		TEST(a_context_that_is_needed_no_more_is_left_out),
		TEST(what_all_else_can_do_as_well_is_not_taken_over),
		TEST(a_place_that_one_run_does_not_reach_is_an_error_that_says_which),
		TEST(states_of_the_steps_are_kept_on_request),
		TEST(states_of_other_events_are_not_kept),
		TEST(states_without_room_are_said_to_be_missing),
		TEST(a_place_that_is_missed_is_an_event_with_a_reason),
	};
	return run_tests("one moment", tests, G_N_ELEMENTS(tests));
}
