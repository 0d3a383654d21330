/* Statements are where GDB's breakpoints at lines are. */
#include "zoo.h"

#include <stdio.h>

static void compare_statement(struct zoo *zoo, const struct hc_code *code,
	const struct hc_statement *statement)
{
	struct mi_place place = {
		.file = statement->file, .line = statement->line};
	g_auto(mi_breakpoint) theirs = MI_BREAKPOINT_INIT;
	g_autoptr(GError) error = NULL;
	if (!mi_break(zoo->session.gdb, &place, &theirs, &error)) {
		zoo_differs(zoo, "%s:%d: %s", statement->file, statement->line,
			error->message);
		return;
	}
	zoo->checks++;
	if (theirs.locations != 1 || theirs.address != statement->address ||
		theirs.line != statement->line)
		zoo_differs(zoo,
			"%s:%d in %s is at %#" G_GINT64_MODIFIER
			"x, not in %u places like %#" G_GINT64_MODIFIER "x",
			statement->file, statement->line, code->name,
			statement->address, theirs.locations, theirs.address);
	mi_break_delete(zoo->session.gdb, theirs.number, NULL);
}

static guint compare_program(const char *name)
{
	struct zoo zoo;
	g_autofree char *path = zoo_path(name);
	if (!path)
		return 0;
	zoo_start(&zoo, name);
	g_autoptr(GPtrArray) codes =
		zoo.info ? hc_debuginfo_functions(zoo.info, TRUE) : NULL;
	guint before = zoo.checks;
	for (guint i = 0; codes && i < codes->len; i++) {
		const struct hc_code *code = codes->pdata[i];
		g_autoptr(GArray) statements =
			hc_debuginfo_statements(zoo.info, code);
		for (guint j = 0; j < statements->len; j++)
			compare_statement(&zoo, code,
				&g_array_index(
					statements, struct hc_statement, j));
	}
	guint checks = zoo.checks - before;
	printf("# %s: %u statements\n", name, checks);
	if (zoo.differences > 0)
		test_fail("%s: %u differences", name, zoo.differences);
	zoo_end(&zoo);
	return checks;
}

static guint compare(const char *const *names)
{
	guint least = G_MAXUINT;
	if (!can_debug())
		return G_MAXUINT;
	for (guint i = 0; names[i]; i++) {
		g_autofree char *path = zoo_path(names[i]);
		guint checks = path ? compare_program(names[i]) : least;
		least = MIN(least, checks);
	}
	return least;
}

static void a_statement_is_where_gdb_breaks(void)
{
	static const char *const names[] = {"c-plain", "c-dwarf4", "c-no-pie",
		"c-split", "c-static", "c-sections", "c-type-units", NULL};
	CU_ASSERT_TRUE(compare(names) > 50);
}

static void so_it_is_in_optimised_code(void)
{
	static const char *const names[] = {"c-optimised", "c-optimised-dwarf4",
		"c-split-optimised", "c-frame-pointer", NULL};
	CU_ASSERT_TRUE(compare(names) > 20);
}

static void so_it_is_with_another_compiler(void)
{
	static const char *const names[] = {
		"c-clang", "c-clang-optimised", "c-clang-split", NULL};
	CU_ASSERT_TRUE(compare(names) > 20);
}

static void so_it_is_in_cplusplus(void)
{
	static const char *const names[] = {
		"cc-plain", "cc-dwarf4", "cc-optimised", "cc-clang", NULL};
	CU_ASSERT_TRUE(compare(names) > 10);
}

static const struct hc_statement *statement_at(
	const GArray *statements, int line)
{
	for (guint i = 0; i < statements->len; i++) {
		const struct hc_statement *one =
			&g_array_index(statements, struct hc_statement, i);
		if (one->line == line)
			return one;
	}
	return NULL;
}

/* Every line of a plain function but those that are said to be left out. */
static void opening_lines_are_left_out_and_last_ones_are_known(void)
{
	struct zoo zoo;
	if (!can_debug() || !zoo_start(&zoo, "c-plain"))
		return;
	g_autoptr(GPtrArray) codes = hc_debuginfo_functions(zoo.info, FALSE);
	guint lasts = 0;
	for (guint i = 0; i < codes->len; i++) {
		const struct hc_code *code = codes->pdata[i];
		g_autoptr(GArray) statements =
			hc_debuginfo_statements(zoo.info, code);
		CU_ASSERT_PTR_NULL(statement_at(statements, code->line));
		guint64 before = code->entry;
		guint last = 0;
		for (guint j = 0; j < statements->len; j++) {
			const struct hc_statement *one = &g_array_index(
				statements, struct hc_statement, j);
			CU_ASSERT_TRUE(one->address > before);
			CU_ASSERT_TRUE(one->high > one->address);
			before = one->address;
			last += one->last != 0;
		}
		CU_ASSERT_TRUE(last <= 1);
		lasts += last;
	}
	CU_ASSERT_TRUE(lasts > 5);
	zoo_end(&zoo);
}

static void the_return_address_is_where_the_unwinder_finds_it(void)
{
	static const char *const names[] = {
		"c-plain", "c-optimised", "c-frame-pointer"};
	if (!can_debug())
		return;
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		struct zoo zoo;
		guint found = 0, reg = 0;
		gint64 offset = 0;
		for (gboolean stops = zoo_start(&zoo, names[i]); stops;
			stops = zoo_next(&zoo)) {
			const struct hc_call *call = zoo.calls->pdata[0];
			if (!hc_debuginfo_return_at(zoo.info,
				    call->registers.values[HC_PC], &reg,
				    &offset))
				continue;
			found++;
			ASSERT_INT(call->registers.values[reg] +
					   (guint64) offset + 8,
				call->cfa);
		}
		CU_ASSERT_TRUE(found > 4);
		zoo_end(&zoo);
	}
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_statement_is_where_gdb_breaks),
		TEST(so_it_is_in_optimised_code),
		TEST(so_it_is_with_another_compiler),
		TEST(so_it_is_in_cplusplus),
		TEST(opening_lines_are_left_out_and_last_ones_are_known),
		TEST(the_return_address_is_where_the_unwinder_finds_it),
	};
	return run_tests("debuginfo-statements", tests, G_N_ELEMENTS(tests));
}
