/* What we say about programs in C is what GDB says. */
#include "zoo.h"

static void a_plain_program_is_to_us_what_it_is_to_gdb(void)
{
	static const char *const names[] = {"c-plain", NULL};
	CU_ASSERT_TRUE(zoo_compare(names) > 1000);
}

static void one_at_a_fixed_address_too(void)
{
	static const char *const names[] = {"c-no-pie", NULL};
	CU_ASSERT_TRUE(zoo_compare(names) > 1000);
}

static void a_static_one_too(void)
{
	static const char *const names[] = {"c-static", NULL};
	CU_ASSERT_TRUE(zoo_compare(names) > 1000);
}

static void one_that_the_linker_left_parts_out_of_too(void)
{
	static const char *const names[] = {"c-sections", NULL};
	CU_ASSERT_TRUE(zoo_compare(names) > 1000);
}

static void another_compiler_makes_no_difference(void)
{
	static const char *const names[] = {"c-clang", "c-plain", NULL};
	CU_ASSERT_TRUE(zoo_compare(names) > 1000);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_plain_program_is_to_us_what_it_is_to_gdb),
		TEST(one_at_a_fixed_address_too),
		TEST(a_static_one_too),
		TEST(one_that_the_linker_left_parts_out_of_too),
		TEST(another_compiler_makes_no_difference),
	};
	return run_tests("debuginfo-gdb", tests, G_N_ELEMENTS(tests));
}
