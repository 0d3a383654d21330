/* Functions and their code, compared with the linker's symbols and with GDB. */
#include "zoo.h"

#include <string.h>

static void check_ranges(struct zoo *zoo, const struct hc_code *code)
{
	for (guint i = 0; i < code->ranges->len; i++) {
		const struct hc_range *range =
			&g_array_index(code->ranges, struct hc_range, i);
		guint64 places[] = {range->low, range->high - 1};
		for (guint j = 0; j < G_N_ELEMENTS(places); j++) {
			g_autoptr(hc_code) found =
				hc_debuginfo_code_at(zoo->info, places[j]);
			if (!found || found->entry != code->entry)
				test_fail("%s: %s does not have its own code",
					zoo->name, code->name);
		}
	}
}

/* GDB's name for where it begins: "<main>", without an offset. */
static void check_entry(struct zoo *zoo, const struct hc_code *code)
{
	guint64 offset = 1;
	if (!hc_debuginfo_function_at(zoo->info, code->entry, &offset) ||
		offset != 0)
		test_fail(
			"%s: no symbol where %s begins", zoo->name, code->name);
	g_autofree char *said = zoo_evaluate(
		zoo, "(void (*)(void)) 0x%" G_GINT64_MODIFIER "x", code->entry);
	if (!said || !strchr(said, '<') ||
		g_regex_match_simple("\\+[0-9]+>$", said, 0, 0))
		test_fail("%s: GDB says %s where %s begins", zoo->name, said,
			code->name);
}

static void check_program(const char *name)
{
	struct zoo zoo;
	gboolean has_main = FALSE;
	if (zoo_start(&zoo, name)) {
		g_autoptr(GPtrArray) own =
			hc_debuginfo_functions(zoo.info, FALSE);
		g_autoptr(GPtrArray) all =
			hc_debuginfo_functions(zoo.info, TRUE);
		CU_ASSERT_TRUE(all->len >= own->len && own->len > 5);
		for (guint i = 0; i < own->len; i++) {
			const struct hc_code *code = own->pdata[i];
			const struct hc_code *before =
				i > 0 ? own->pdata[i - 1] : NULL;
			CU_ASSERT_TRUE(!before || before->entry < code->entry);
			check_ranges(&zoo, code);
			check_entry(&zoo, code);
			if (g_strcmp0(code->name, "main") == 0)
				has_main = TRUE;
		}
		if (!has_main)
			test_fail("%s: there is no main", name);
	}
	zoo_end(&zoo);
}

static void functions_begin_where_the_linker_put_them(void)
{
	static const char *const names[] = {"c-plain", "c-no-pie", "c-static",
		"c-sections", "c-apart", "c-split", "cc-plain"};
	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		check_program(names[i]);
}

/* Their code may lie in several pieces. */
static void optimised_functions_begin_where_the_linker_put_them(void)
{
	static const char *const names[] = {"c-optimised", "c-split-optimised",
		"cc-optimised", "c-optimised-dwarf4"};
	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		check_program(names[i]);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(functions_begin_where_the_linker_put_them),
		TEST(optimised_functions_begin_where_the_linker_put_them),
	};
	return run_tests("debuginfo-functions", tests, G_N_ELEMENTS(tests));
}
