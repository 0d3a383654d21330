/* Debug information that the linker never saw. */
#include "zoo.h"

static void split_dwarf_says_the_same(void)
{
	static const char *const names[] = {
		"c-split", "c-split-dwarf4", "c-clang-split", NULL};
	CU_ASSERT_TRUE(zoo_compare(names) > 1000);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(split_dwarf_says_the_same),
	};
	return run_tests("debuginfo-split", tests, G_N_ELEMENTS(tests));
}
