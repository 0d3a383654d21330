#include "outcome.h"
#include "runner.h"

#include <signal.h>
#include <string.h>

static void check_status(int status, enum hc_end end, const char *text)
{
	g_autoptr(hc_outcome) outcome = hc_outcome_new();
	hc_outcome_set_wait_status(outcome, status);
	ASSERT_INT(outcome->end, end);
	g_autofree char *description = hc_outcome_describe(outcome);
	ASSERT_STR(description, text);
}

static void ends_are_described_as_the_rest_of_a_sentence(void)
{
	check_status(0, HC_END_EXIT, "exits with status 0");
	check_status(255 << 8, HC_END_EXIT, "exits with status 255");
	check_status(SIGSEGV, HC_END_SIGNAL,
		"is killed by SIGSEGV (Segmentation fault)");
	check_status(SIGXCPU, HC_END_LIMIT, "runs into the limit on CPU time");
	check_status(SIGXFSZ, HC_END_LIMIT, "runs into the limit on file size");
	/* The core-dump flag is no part of the signal. */
	check_status(SIGABRT | 0x80, HC_END_SIGNAL,
		"is killed by SIGABRT (Aborted)");
	g_autoptr(hc_outcome) hang = hc_outcome_new();
	hang->end = HC_END_HANG;
	g_autofree char *text = hc_outcome_describe(hang);
	ASSERT_STR(text, "does not end in time");
}

static void signals_without_a_name_have_a_number(void)
{
	ASSERT_STR(hc_outcome_signal_name(SIGTERM), "SIGTERM");
	ASSERT_STR(hc_outcome_signal_name(40), "signal 40");
	g_autoptr(hc_outcome) outcome = hc_outcome_new();
	hc_outcome_set_wait_status(outcome, 40);
	g_autofree char *text = hc_outcome_describe(outcome);
	CU_ASSERT_TRUE(g_str_has_prefix(text, "is killed by signal 40"));
}

static void frames_are_described_as_far_as_they_are_known(void)
{
	g_autoptr(hc_outcome) outcome = hc_outcome_new();
	hc_outcome_add_frame(outcome, "f", "/src/a.c", 7);
	hc_outcome_add_frame(outcome, "g", NULL, 0);
	hc_outcome_add_frame(outcome, NULL, NULL, 0);
	hc_outcome_add_frame(outcome, "h", "b.c", 0);
	static const char *const expected[] = {
		"f (a.c:7)", "g", "?", "h (b.c)"};
	for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
		g_autofree char *text = hc_frame_describe(
			g_ptr_array_index(outcome->frames, i));
		ASSERT_STR(text, expected[i]);
	}
	hc_outcome_set_wait_status(outcome, SIGSEGV);
	g_autofree char *crash = hc_outcome_describe(outcome);
	ASSERT_STR(crash,
		"is killed by SIGSEGV (Segmentation fault) in f (a.c:7)");
}

static void outcomes_are_the_same_by_end_and_output_alone(void)
{
	g_autoptr(hc_outcome) a = hc_outcome_new();
	g_autoptr(hc_outcome) b = hc_outcome_new();
	hc_outcome_add_frame(a, "f", "a.c", 7);
	a->seconds = 1;
	CU_ASSERT_TRUE(hc_outcome_same(a, b));
	b->status = 1;
	CU_ASSERT_FALSE(hc_outcome_same(a, b));
	b->status = 0;
	g_bytes_unref(b->err);
	b->err = g_bytes_new_static("x", 1);
	CU_ASSERT_FALSE(hc_outcome_same(a, b));
}

int main(void)
{
	static const struct test tests[] = {
		TEST(ends_are_described_as_the_rest_of_a_sentence),
		TEST(signals_without_a_name_have_a_number),
		TEST(frames_are_described_as_far_as_they_are_known),
		TEST(outcomes_are_the_same_by_end_and_output_alone),
	};
	return run_tests("outcomes", tests, G_N_ELEMENTS(tests));
}
