/* Optimised code: never a wrong place or value. */
#include "zoo.h"

static void variables_are_where_gdb_finds_them_or_nowhere(void)
{
	static const char *const names[] = {
		"c-optimised", "c-optimised-dwarf4", NULL};
	CU_ASSERT_TRUE(zoo_compare(names) > 1000);
}

static void split_dwarf_says_the_same(void)
{
	static const char *const names[] = {"c-split-optimised", NULL};
	CU_ASSERT_TRUE(zoo_compare(names) > 1000);
}

static void so_it_is_with_a_frame_pointer(void)
{
	static const char *const names[] = {"c-frame-pointer", NULL};
	CU_ASSERT_TRUE(zoo_compare(names) > 1000);
}

static void so_it_is_with_another_compiler(void)
{
	static const char *const names[] = {
		"c-clang-optimised", "c-optimised", NULL};
	CU_ASSERT_TRUE(zoo_compare(names) > 1000);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(variables_are_where_gdb_finds_them_or_nowhere),
		TEST(split_dwarf_says_the_same),
		TEST(so_it_is_with_a_frame_pointer),
		TEST(so_it_is_with_another_compiler),
	};
	return run_tests("debuginfo-optimised", tests, G_N_ELEMENTS(tests));
}
