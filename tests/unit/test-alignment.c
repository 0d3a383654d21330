/* Two runs aligned: traces made by hand. */
#include "alignment.h"
#include "runner.h"

#include <string.h>

/* A trace as text: one word an entry, indented by dots for the depth of calls:
 * "main .f .:12 .g ..h". A word that begins with ':' is a line of the function
 * it is in; calls come from a place of their own for each callee. "d:12" is a
 * line of d, which is entered too often to have entries itself. */
static struct hc_trace *make(const char *text)
{
	struct hc_trace *trace = g_new0(struct hc_trace, 1);
	g_auto(GStrv) words = g_strsplit(text, " ", -1);
	guint32 stack[64];
	trace->modules = g_ptr_array_new();
	trace->functions = g_ptr_array_new();
	trace->lines = g_ptr_array_new();
	trace->entries =
		g_array_new(FALSE, FALSE, sizeof(struct hc_trace_entry));
	trace->outcome = hc_outcome_new();
	struct hc_trace_module *module = g_new0(struct hc_trace_module, 1);
	module->path = g_strdup("/bin/a");
	g_ptr_array_add(trace->modules, module);
	/* The same functions in all traces, in the same order. */
	for (char c = 'a'; c <= 'z'; c++) {
		struct hc_trace_function *f =
			g_new0(struct hc_trace_function, 1);
		f->name =
			c == 'm' ? g_strdup("main") : g_strdup_printf("%c", c);
		f->address = (guint64) c * 16;
		/* One is a template of a library. */
		f->file = g_strdup(
			c == 'u' ? "/usr/include/c++/12/vector" : "/home/a.c");
		g_ptr_array_add(trace->functions, f);
	}
	for (int i = 0; i < 100; i++) {
		struct hc_trace_line *line = g_new0(struct hc_trace_line, 1);
		line->file = g_strdup("a.c");
		line->line = i;
		line->address = 0x1000 + (guint64) i;
		g_ptr_array_add(trace->lines, line);
	}
	for (guint i = 0; words[i]; i++) {
		guint depth = (guint) strspn(words[i], ".");
		const char *name = words[i] + depth;
		struct hc_trace_entry entry = {
			.parent = depth ? stack[depth - 1] : HC_TRACE_NONE,
			.line = HC_TRACE_NONE,
		};
		if (!name[0])
			continue;
		if (name[1] == ':') {
			entry.line = (guint32) atoi(name + 2);
			entry.parent = entry.module = HC_TRACE_NONE;
			entry.function = (guint32) (name[0] - 'a');
			struct hc_trace_function *f = g_ptr_array_index(
				trace->functions, entry.function);
			f->dropped = TRUE;
		} else if (name[0] == ':') {
			entry.line = (guint32) atoi(name + 1);
			entry.module = HC_TRACE_NONE;
			entry.function = g_array_index(trace->entries,
				struct hc_trace_entry, entry.parent)
						 .function;
		} else {
			entry.function = (guint32) (name[0] - 'a');
			entry.from = (guint64) name[0] * 3;
			stack[depth] = trace->entries->len;
		}
		g_array_append_val(trace->entries, entry);
	}
	return trace;
}

/* As a run does that is traced. */
static void count_hits(struct hc_trace *trace)
{
	for (guint i = 0; i < trace->entries->len; i++) {
		const struct hc_trace_entry *entry = &g_array_index(
			trace->entries, struct hc_trace_entry, i);
		struct hc_trace_function *function =
			trace->functions->pdata[entry->function];
		if (entry->line == HC_TRACE_NONE) {
			function->count++;
		} else {
			struct hc_trace_line *line =
				trace->lines->pdata[entry->line];
			line->count++;
		}
	}
}

static void trace_clear(struct hc_trace *trace)
{
	for (guint i = 0; i < trace->functions->len; i++) {
		struct hc_trace_function *f = trace->functions->pdata[i];
		g_free(f->name);
		g_free(f->file);
		g_free(f);
	}
	for (guint i = 0; i < trace->lines->len; i++) {
		struct hc_trace_line *line = trace->lines->pdata[i];
		g_free(line->file);
		g_free(line);
	}
	struct hc_trace_module *module = trace->modules->pdata[0];
	g_free(module->path);
	g_free(module);
	g_ptr_array_unref(trace->modules);
	g_ptr_array_unref(trace->functions);
	g_ptr_array_unref(trace->lines);
	g_array_unref(trace->entries);
	hc_outcome_free(trace->outcome);
	g_free(trace);
}

/* The common moments: places with their hits in both runs, "|" for gaps. */
static void assert_moments(const struct hc_trace *a, const struct hc_trace *b,
	const char *expected)
{
	g_autoptr(hc_alignment) alignment = hc_alignment_new(a, b);
	g_autoptr(GString) text = g_string_new(NULL);
	guint gap = 0;
	for (guint i = 0; i <= alignment->moments->len; i++) {
		for (; gap < alignment->gaps->len &&
			g_array_index(alignment->gaps, guint, gap) == i;
			gap++)
			g_string_append(text, "| ");
		if (i == alignment->moments->len)
			break;
		const struct hc_moment *moment =
			&g_array_index(alignment->moments, struct hc_moment, i);
		g_auto(hc_place) place = {0};
		hc_alignment_place(alignment, i, 0, &place);
		if (place.function)
			g_string_append(text, place.function);
		else
			g_string_append_printf(text, ":%d", place.line);
		if (moment->hit[0] != 1 || moment->hit[1] != 1)
			g_string_append_printf(
				text, "#%u/%u", moment->hit[0], moment->hit[1]);
		g_string_append_c(text, ' ');
	}
	ASSERT_STR(g_strchomp(text->str), expected);
}

static void assert_common(
	const char *pass, const char *fail, const char *expected)
{
	struct hc_trace *a = make(pass), *b = make(fail);
	assert_moments(a, b, expected);
	trace_clear(a);
	trace_clear(b);
}

/* All moments of a run that are left when it has been made once more. */
static void assert_steady(
	const char *run, const char *again, const char *expected)
{
	struct hc_trace *a = make(run), *b = make(again);
	count_hits(a);
	guint found = hc_alignment_noise_mark(a, b);
	CU_ASSERT_EQUAL(found == 0, strcmp(run, again) == 0);
	assert_moments(a, a, expected);
	/* Once is enough to know. */
	ASSERT_INT(hc_alignment_noise_mark(a, b), 0);
	trace_clear(a);
	trace_clear(b);
}

static void equal_runs_have_all_moments_in_common(void)
{
	assert_common("m .f ..g .h", "m .f ..g .h", "main f g h");
	assert_common("", "", "");
}

static void what_only_one_run_does_is_a_gap(void)
{
	assert_common("m .f .g .h", "m .f .h", "main f | h");
	assert_common("m .f .h", "m .f .g .h", "main f | h");
	assert_common("m .f", "m .f .g", "main f |");
	assert_common("m .f ..x .h", "m .f ..y .h", "main f | h");
}

static void hits_are_those_of_each_run(void)
{
	assert_common("m .f ..g .g .h ..g", "m .f .h ..g", "main f | h g#3/1");
}

static void lines_are_moments_too(void)
{
	assert_common("m .:1 .:2 .f .:4", "m .:1 .:3 .f .:4", "main :1 | f :4");
	assert_common(
		"m .:1 .:2 .:1 .:2 .:3", "m .:1 .:2 .:3", "main :1 :2 | :3");
}

static void a_line_without_a_frame_is_no_moment_behind_all_others(void)
{
	assert_common("m .f d:7 .g", "m .f d:7 .g", "main f g");
	assert_common("m .f d:7 .g", "m .f .g", "main f g");
}

static void headers_of_the_system_have_no_moments(void)
{
	assert_common("m .u ..:1 ..f .u .g", "m .u ..:1 ..f .u .g", "main f g");
}

static void calls_from_elsewhere_are_not_the_same(void)
{
	assert_common("m .f ..h", "m .g ..h", "main |");
}

static void recursion_is_aligned_as_deep_as_it_goes_in_both(void)
{
	assert_common("m .f ..f ...f", "m .f ..f", "main f f#2/2 |");
}

/* The turns of a loop are told apart by what happens in them. */
static void one_turn_more_puts_nothing_out_of_step(void)
{
	assert_common("m .:1 .f ..a .:1 .f ..b .:1 .f ..c .:1 .f ..d .:2",
		"m .:1 .f ..a .:1 .f ..c .:1 .f ..d .:2",
		"main :1 f a :1#2/2 | f#3/2 c :1#4/3 f#4/3 d :2");
	/* Where they differ in what happens, they still are the same call. */
	assert_common("m .:1 .f ..a .:1 .f ..b .:2",
		"m .:1 .f ..a .:1 .f ..c .:2", "main :1 f a :1#2/2 f#2/2 | :2");
}

/* Of many turns, the first and the last are the run's own, and one is special.
 */
static struct hc_trace *make_turns(guint own, guint special)
{
	enum { TURNS = 300 };
	g_autoptr(GString) text = g_string_new("m");
	for (guint i = 0; i < TURNS; i++)
		g_string_append_printf(text, " .:1 .:%u",
			i == special               ? 9
			: i == 0 || i + 1 == TURNS ? own
						   : 2);
	return make(text->str);
}

/* Where one turn is taken for the next one, little is lost. */
static void what_happens_once_in_a_long_loop_is_no_anchor(void)
{
	struct hc_trace *a = make_turns(5, 60), *b = make_turns(6, 93);
	g_autoptr(hc_alignment) alignment = hc_alignment_new(a, b);
	CU_ASSERT(alignment->moments->len > 590);
	trace_clear(a);
	trace_clear(b);
}

static void what_is_the_same_each_time_stays(void)
{
	assert_steady("m .f ..:1 .f ..:1", "m .f ..:1 .f ..:1",
		"main f :1 f#2/2 :1#2/2");
}

static void what_happens_another_number_of_times_varies(void)
{
	assert_steady("m .f ..:1 .:2", "m .f ..:1 ..:1 .:2", "main f :2");
	assert_steady("m .f ..:1 ..:1 .:2", "m .f ..:1 .:2", "main f :2");
	assert_steady("m .f .:2", "m .f ..:1 .:2", "main f :2");
	/* The Nth time is another one, if not the last. */
	assert_steady("m .f ..x .g ..x", "m .f ..x .g", "main f g");
}

/* As often, but not at the same time. */
static void what_happens_in_another_turn_varies(void)
{
	assert_steady("m .:1 .f ..x .:1 .f .:1 .f .:2",
		"m .:1 .f .:1 .f .:1 .f ..x .:2",
		"main :1 f :1#2/2 f#2/2 :1#3/3 f#3/3 :2");
	assert_steady("m .:1 .:3 .:1 .:1 .:2", "m .:1 .:1 .:1 .:3 .:2",
		"main :1 :1#2/2 :1#3/3 :2");
}

static void what_comes_in_another_order_varies(void)
{
	assert_steady("m .f .x .y .z .g", "m .f .z .x .y .g", "main f y g");
	assert_steady("m .f .x .y .g", "m .f .y .x .g", "main f g");
}

static void what_is_called_by_what_varies_has_its_caller_s_caller(void)
{
	struct hc_trace *a = make("m .f ..g .f .h"), *b = make("m .f ..g .h");
	struct hc_trace *other = make("m .f .f ..g .h");
	CU_ASSERT_TRUE(hc_alignment_noise_mark(a, b) > 0);
	hc_alignment_noise_share(a, other);
	assert_moments(a, other, "main g h");
	hc_alignment_noise_forget(a);
	hc_alignment_noise_forget(other);
	assert_moments(a, other, "main f | f#2/2 | h");
	trace_clear(a);
	trace_clear(b);
	trace_clear(other);
}

static void it_ends_if_the_user_wants_that(void)
{
	volatile sig_atomic_t stop = 0;
	struct hc_trace *pass = make("main .f ..:1 .g");
	struct hc_trace *fail = make("main .f .g ..:2");
	for (guint side = 0; side < 2; side++) {
		(side ? fail : pass)->stop = &stop;
		stop = 1;
		CU_ASSERT_PTR_NULL(hc_alignment_new(pass, fail));
		stop = 0;
		g_autoptr(hc_alignment) alignment =
			hc_alignment_new(pass, fail);
		CU_ASSERT_PTR_NOT_NULL_FATAL(alignment);
		stop = 1;
		ASSERT_INT(hc_alignment_add_relaxed(alignment, 5), 0);
	}
	trace_clear(pass);
	trace_clear(fail);
}

/* "when" a place is reached: the number of an entry, or "never". */
static char *when(const char *text, const char *where)
{
	struct hc_trace *trace = make(text);
	g_auto(hc_place) place = {0};
	guint32 entry = 0;
	hc_place_parse(&place, where, NULL);
	char *found = hc_alignment_when(trace, &place, &entry)
			      ? g_strdup_printf("%u", entry)
			      : g_strdup("never");
	trace_clear(trace);
	return found;
}

static void assert_when(
	const char *text, const char *where, const char *expected)
{
	g_autofree char *found = when(text, where);
	ASSERT_STR(found, expected);
}

static void places_are_reached_at_some_time(void)
{
	static const char text[] = "main .f ..:12 ..:15 .g .f ..:12 .:30";
	assert_when(text, "main", "0");
	assert_when(text, "f", "1");
	assert_when(text, "f#2", "5");
	assert_when(text, "f#3", "never");
	assert_when(text, "g(int)", "4");
	assert_when(text, "h", "never");
	assert_when(text, "a.c:12#2", "6");
	assert_when(text, "b.c:12", "never");
	assert_when(text, "a.c:30", "7");
}

static void a_name_stands_for_what_it_is_the_end_of(void)
{
	struct hc_trace *trace = make("main .f .g");
	struct hc_trace_function *f = g_ptr_array_index(trace->functions, 5);
	struct hc_place place = {.function = (char *) "go", .hit = 1};
	guint32 entry = 0;
	g_free(f->name);
	f->name = g_strdup("Deep::go");
	CU_ASSERT_TRUE(hc_alignment_when(trace, &place, &entry));
	ASSERT_INT(entry, 1);
	place.function = (char *) "o";
	CU_ASSERT_FALSE(hc_alignment_when(trace, &place, &entry));
	trace_clear(trace);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(equal_runs_have_all_moments_in_common),
		TEST(what_only_one_run_does_is_a_gap),
		TEST(hits_are_those_of_each_run),
		TEST(lines_are_moments_too),
		TEST(a_line_without_a_frame_is_no_moment_behind_all_others),
		TEST(headers_of_the_system_have_no_moments),
		TEST(calls_from_elsewhere_are_not_the_same),
		TEST(one_turn_more_puts_nothing_out_of_step),
		TEST(what_happens_once_in_a_long_loop_is_no_anchor),
		TEST(recursion_is_aligned_as_deep_as_it_goes_in_both),
		TEST(what_is_the_same_each_time_stays),
		TEST(what_happens_another_number_of_times_varies),
		TEST(what_happens_in_another_turn_varies),
		TEST(what_comes_in_another_order_varies),
		TEST(what_is_called_by_what_varies_has_its_caller_s_caller),
		TEST(it_ends_if_the_user_wants_that),
		TEST(places_are_reached_at_some_time),
		TEST(a_name_stands_for_what_it_is_the_end_of),
	};
	return run_tests("alignment", tests, G_N_ELEMENTS(tests));
}
