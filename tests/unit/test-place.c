#include "place.h"
#include "runner.h"

#include <string.h>

static void a_place_of_two_runs_may_have_a_hit_for_each(void)
{
	struct hc_place places[HC_SIDES];
	CU_ASSERT_TRUE_FATAL(hc_place_parse_both(places, "a.c:12#3/2", NULL));
	CU_ASSERT_EQUAL(places[HC_PASSING].hit, 3);
	CU_ASSERT_EQUAL(places[HC_FAILING].hit, 2);
	CU_ASSERT_EQUAL(places[HC_FAILING].line, 12);
	CU_ASSERT_STRING_EQUAL(places[HC_FAILING].file, "a.c");
	hc_place_clear(&places[HC_PASSING]);
	hc_place_clear(&places[HC_FAILING]);
}

static void a_bad_hit_is_told_with_the_text_and_the_accepted_forms(void)
{
	static const char *const bad[] = {"f#0", "f#x", "f#3/", "f#/2", "f#3/0",
		"f#1/2/3", "f#-1", "f#", "f#99999999999"};
	for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
		struct hc_place places[HC_SIDES];
		g_autoptr(GError) error = NULL;
		g_autofree char *start = g_strdup_printf(
			"'%s' is no place: what follows # is neither a number "
			"from 1 on nor two",
			bad[i]);
		CU_ASSERT_FALSE_FATAL(
			hc_place_parse_both(places, bad[i], &error));
		CU_ASSERT_TRUE(g_str_has_prefix(error->message, start));
		CU_ASSERT_PTR_NOT_NULL(strstr(error->message, "#P/F"));
	}
}

static void a_place_of_one_run_has_one_hit(void)
{
	struct hc_place place;
	g_autoptr(GError) error = NULL;
	CU_ASSERT_FALSE_FATAL(hc_place_parse(&place, "f#3/2", &error));
	CU_ASSERT_PTR_NULL(strstr(error->message, "#P/F"));
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_place_of_two_runs_may_have_a_hit_for_each),
		TEST(a_bad_hit_is_told_with_the_text_and_the_accepted_forms),
		TEST(a_place_of_one_run_has_one_hit),
	};
	return run_tests("place", tests, G_N_ELEMENTS(tests));
}
