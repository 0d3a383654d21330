/* What can be read off a line of C. */
#include "runner.h"
#include "source.h"

#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>

static void an_assignment_sets_its_left_side(void)
{
	CU_ASSERT(hc_source_sets("	x = y;", "x"));
	CU_ASSERT_FALSE(hc_source_sets("	x = y;", "y"));
	CU_ASSERT(hc_source_sets("int count = (argc - 1) | 1;", "count"));
	CU_ASSERT(hc_source_sets("book->total += cents;", "total"));
	CU_ASSERT_FALSE(hc_source_sets("book->total += cents;", "book"));
	CU_ASSERT(hc_source_sets("a[j] = a[j - gap];", "a"));
	CU_ASSERT_FALSE(hc_source_sets("a[j] = a[j - gap];", "j"));
	CU_ASSERT(hc_source_sets("x <<= 1;", "x"));
	CU_ASSERT(hc_source_sets("*to++ = *from++;", "to"));
	CU_ASSERT(hc_source_sets("(*link) = new;", "link"));
	CU_ASSERT(hc_source_sets("++list->n;", "n"));
}

static void a_comparison_sets_nothing(void)
{
	CU_ASSERT_FALSE(hc_source_sets("if (x == 1)", "x"));
	CU_ASSERT_FALSE(hc_source_sets("if (x <= 1)", "x"));
	CU_ASSERT_FALSE(hc_source_sets("if (x != 1)", "x"));
	CU_ASSERT_FALSE(hc_source_sets("f(x);", "x"));
	CU_ASSERT_FALSE(hc_source_sets("y = x + +1;", "x"));
}

static void names_are_whole_and_not_in_literals(void)
{
	CU_ASSERT_FALSE(hc_source_sets("xy = 1;", "x"));
	CU_ASSERT_FALSE(hc_source_sets("puts(\"x = 1\");", "x"));
	CU_ASSERT_FALSE(hc_source_sets("y++; // x = 1", "x"));
	CU_ASSERT_FALSE(hc_source_sets("/* x = 1 */ y = 2;", "x"));
	/* What does not end goes on to the end of the line. */
	CU_ASSERT_FALSE(hc_source_sets("s = \"x = \\", "x"));
}

static void conditions_decide_where_to_go_on(void)
{
	CU_ASSERT(hc_source_decides("	if (x)"));
	CU_ASSERT(hc_source_decides("	} else if (x) {"));
	CU_ASSERT(hc_source_decides("	while (x--)"));
	CU_ASSERT(hc_source_decides("for (;;)"));
	CU_ASSERT_FALSE(hc_source_decides("	iffy = 3;"));
	CU_ASSERT_FALSE(hc_source_decides("	x = y ? 1 : 2;"));
	CU_ASSERT_FALSE(hc_source_decides(""));
}

static void a_line_may_only_call_functions(void)
{
	CU_ASSERT(hc_source_only_calls("	free(x);"));
	CU_ASSERT(hc_source_only_calls("	print(\"x = %d\", x == 3);"));
	CU_ASSERT(hc_source_only_calls("	show(f(x), x <= 3, x != y);"));
	CU_ASSERT_FALSE(hc_source_only_calls("	x = f(y);"));
	CU_ASSERT_FALSE(hc_source_only_calls("	x += f(y);"));
	CU_ASSERT_FALSE(hc_source_only_calls("	f(x++);"));
	CU_ASSERT_FALSE(hc_source_only_calls("	f(&x);"));
	CU_ASSERT_FALSE(hc_source_only_calls("	strcpy(x, y);"));
	CU_ASSERT_FALSE(hc_source_only_calls("	return f(x);"));
	CU_ASSERT_FALSE(hc_source_only_calls("	if (f(x))"));
	CU_ASSERT_FALSE(hc_source_only_calls("	break;"));
	CU_ASSERT_FALSE(hc_source_only_calls(""));
}

static void assert_last(const char *expression, const char *expected)
{
	g_autofree char *name = hc_source_last_name(expression);
	CU_ASSERT_EQUAL(g_strcmp0(name, expected), 0);
}

static void the_last_name_of_an_expression_is_outside_of_brackets(void)
{
	assert_last("a[2]", "a");
	assert_last("book->expenses[i].cents", "cents");
	assert_last("main::config.strict", "strict");
	assert_last("list(->next, 12 times)->n", "n");
	assert_last("((struct node *) 0x5555)->value", "value");
	assert_last("(*x)[3]", NULL);
	assert_last("12", NULL);
	assert_last("", NULL);
}

struct files {
	char *folder, *program, *text;
};

static void write_files(struct files *files, const char *text)
{
	files->folder = g_dir_make_tmp("source-XXXXXX", NULL);
	files->program = g_build_filename(files->folder, "program", NULL);
	files->text = g_build_filename(files->folder, "a.c", NULL);
	g_file_set_contents(files->program, "", 0, NULL);
	g_file_set_contents(files->text, text, -1, NULL);
}

static void remove_files(struct files *files)
{
	g_unlink(files->program);
	g_unlink(files->text);
	g_rmdir(files->folder);
	g_free(files->program);
	g_free(files->text);
	g_free(files->folder);
}

static void set_time(const char *path, time_t when)
{
	struct utimbuf times = {when, when};
	CU_ASSERT_EQUAL(utime(path, &times), 0);
}

static void the_text_is_there_if_it_is_older_than_the_program(void)
{
	struct files files;
	write_files(&files, "one\ntwo\n");
	set_time(files.text, 1000);
	set_time(files.program, 1000);
	g_autoptr(hc_source) source = hc_source_new(files.program);
	CU_ASSERT_EQUAL(hc_source_state(source, files.text), HC_SOURCE_THERE);
	CU_ASSERT_STRING_EQUAL(hc_source_line(source, files.text, 2), "two");
	CU_ASSERT_PTR_NULL(hc_source_line(source, files.text, 0));
	CU_ASSERT_PTR_NULL(hc_source_line(source, files.text, 9));
	g_auto(GStrv) both = hc_source_lines(source, files.text, 1, 2);
	CU_ASSERT_EQUAL(g_strv_length(both), 2);
	remove_files(&files);
}

static void what_is_newer_or_missing_is_not_shown(void)
{
	struct files files;
	write_files(&files, "one\n");
	set_time(files.text, 1001);
	set_time(files.program, 1000);
	g_autoptr(hc_source) source = hc_source_new(files.program);
	CU_ASSERT_EQUAL(hc_source_state(source, files.text), HC_SOURCE_NEWER);
	CU_ASSERT_PTR_NULL(hc_source_line(source, files.text, 1));
	CU_ASSERT_EQUAL(
		hc_source_state(source, files.folder), HC_SOURCE_MISSING);
	CU_ASSERT_EQUAL(
		hc_source_state(source, "/none/a.c"), HC_SOURCE_MISSING);
	CU_ASSERT_EQUAL(hc_source_state(source, NULL), HC_SOURCE_MISSING);
	CU_ASSERT_PTR_NULL(hc_source_lines(source, "/none/a.c", 1, 2));
	remove_files(&files);
}

static void a_statement_ends_where_its_brackets_do(void)
{
	struct files files;
	write_files(&files, "if (a &&\n\tb) {\nx = f(\"(\",\n\t1);\n"
			    "y = 1 +\n\t2;\nelse\nz();\n");
	set_time(files.text, 1000);
	g_autoptr(hc_source) source = hc_source_new(files.program);
	CU_ASSERT_EQUAL(hc_source_end(source, files.text, 1), 2);
	CU_ASSERT_EQUAL(hc_source_end(source, files.text, 3), 4);
	CU_ASSERT_EQUAL(hc_source_end(source, files.text, 5), 6);
	CU_ASSERT_EQUAL(hc_source_end(source, files.text, 7), 7);
	CU_ASSERT_EQUAL(hc_source_end(source, files.text, 8), 8);
	CU_ASSERT_EQUAL(hc_source_end(source, "/none/a.c", 3), 3);
	remove_files(&files);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(an_assignment_sets_its_left_side),
		TEST(a_comparison_sets_nothing),
		TEST(names_are_whole_and_not_in_literals),
		TEST(conditions_decide_where_to_go_on),
		TEST(a_line_may_only_call_functions),
		TEST(the_last_name_of_an_expression_is_outside_of_brackets),
		TEST(the_text_is_there_if_it_is_older_than_the_program),
		TEST(what_is_newer_or_missing_is_not_shown),
		TEST(a_statement_ends_where_its_brackets_do),
	};
	return run_tests("source", tests, G_N_ELEMENTS(tests));
}
