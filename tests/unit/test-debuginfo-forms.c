/* The same program in all forms of debug information. */
#include "zoo.h"

static void older_dwarf_says_the_same(void)
{
	static const char *const names[] = {"c-dwarf4", "c-strict", NULL};
	CU_ASSERT_TRUE(zoo_compare(names) > 1000);
}

static void type_units_say_the_same(void)
{
	static const char *const names[] = {
		"c-type-units", "c-type-units-dwarf4", NULL};
	CU_ASSERT_TRUE(zoo_compare(names) > 1000);
}

static void compressed_sections_say_the_same(void)
{
	static const char *const names[] = {"c-compressed", NULL};
	CU_ASSERT_TRUE(zoo_compare(names) > 1000);
}

static void a_separate_file_says_the_same(void)
{
	static const char *const names[] = {"c-apart", NULL};
	CU_ASSERT_TRUE(zoo_compare(names) > 1000);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(older_dwarf_says_the_same),
		TEST(type_units_say_the_same),
		TEST(compressed_sections_say_the_same),
		TEST(a_separate_file_says_the_same),
	};
	return run_tests("debuginfo-forms", tests, G_N_ELEMENTS(tests));
}
