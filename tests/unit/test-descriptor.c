/* Descriptors as lines, and back. */
#include "descriptor.h"
#include "runner.h"

#include <fcntl.h>
#include <string.h>

static void a_line_says_all_of_a_descriptor(void)
{
	struct hc_descriptor open = {(char *) "/a/b", 12, 0100002};
	g_autofree char *line = hc_descriptor_format(&open);
	ASSERT_STR(line, "/a/b, offset 12, flags 0100002");
}

static void what_was_written_is_read_back(void)
{
	struct hc_descriptor all[] = {
		{(char *) "/a/b", 0, O_RDONLY},
		{(char *) "pipe:[123]", 0, O_WRONLY},
		{(char *) "/a, offset 3, flags 07", G_MAXUINT64, O_RDWR},
		{(char *) "", 7, O_APPEND},
	};
	for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
		g_auto(hc_descriptor) back = {0};
		g_autofree char *line = hc_descriptor_format(&all[i]);
		CU_ASSERT_TRUE(hc_descriptor_parse(&back, line, strlen(line)));
		ASSERT_STR(back.path, all[i].path);
		CU_ASSERT_TRUE(back.offset == all[i].offset);
		ASSERT_INT(back.flags, all[i].flags);
	}
}

static void other_lines_are_none(void)
{
	static const char *const lines[] = {
		"", "/a/b", "/a, offset 3", "/a, flags 07, offset 3"};
	for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
		struct hc_descriptor none = {0};
		CU_ASSERT_FALSE(
			hc_descriptor_parse(&none, lines[i], strlen(lines[i])));
		CU_ASSERT_PTR_NULL(none.path);
	}
	/* Only the bytes that are given count. */
	struct hc_descriptor none = {0};
	CU_ASSERT_FALSE(
		hc_descriptor_parse(&none, "/a, offset 3, flags 0", 14));
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_line_says_all_of_a_descriptor),
		TEST(what_was_written_is_read_back),
		TEST(other_lines_are_none),
	};
	return run_tests("descriptor", tests, G_N_ELEMENTS(tests));
}
