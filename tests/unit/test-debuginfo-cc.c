/* What we say about programs in C++ is what GDB says. */
#include "zoo.h"

static void classes_and_references_are_to_us_what_they_are_to_gdb(void)
{
	static const char *const names[] = {"cc-plain", "cc-dwarf4", NULL};
	CU_ASSERT_TRUE(zoo_compare(names) > 1000);
}

static void type_units_and_split_dwarf_say_the_same(void)
{
	static const char *const names[] = {"cc-type-units", "cc-split", NULL};
	CU_ASSERT_TRUE(zoo_compare(names) > 1000);
}

static void so_it_is_with_optimised_code_and_another_compiler(void)
{
	/* There may be only one compiler. */
	static const char *const names[] = {"cc-optimised", "cc-clang", NULL};
	CU_ASSERT_TRUE(zoo_compare(names) > 500);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(classes_and_references_are_to_us_what_they_are_to_gdb),
		TEST(type_units_and_split_dwarf_say_the_same),
		TEST(so_it_is_with_optimised_code_and_another_compiler),
	};
	return run_tests("debuginfo-cc", tests, G_N_ELEMENTS(tests));
}
