/* Locals without a value are not in the graph, all others are: at -O0 exactly
 * so, and else nothing is left out that holds more than the stack did. */
#include "mi-helper.h"
#include "runner.h"
#include "snapshot-help.h"

#include <string.h>

/* A function of the debuggee, and its locals: "none…" have no value. */
struct rule {
	const char *name;
	const char *locals[4];
};

static const struct rule rules[] = {
	{"assigned", {"x", "none"}},
	{"in_one_branch", {"x", "none"}},
	{"in_other_branch", {"x", "none"}},
	{"in_loop", {"i", "x", "late"}},
	{"back_by_goto", {"n", "x", "none"}},
	{"in_inner_block", {"x", "y", "none"}},
	{"in_call", {"none"}},
	{"address_taken", {"x", "none"}},
	{"scanned", {"x", "none"}},
	{"array_filled", {"text", "none"}},
	{"array_by_index", {"numbers", "none"}},
	{"array_backwards", {"numbers", "none"}},
	{"array_from_outside", {"numbers"}},
	{"array_of_zeros", {"numbers", "none"}},
	{"struct_by_member", {"pair", "none"}},
	{"struct_copied", {"copy", "returned", "none"}},
	{"by_table", {"x", "y", "none"}},
	{"inside_table", {"x", "none"}},
	{"by_label", {"n", "x", "none"}},
	{"by_setjmp", {"x", "late"}},
	{"by_sigsetjmp", {"x", "late"}},
	{"by_asm", {"x", "none"}},
	{"with_room", {"x", "room", "none"}},
	{"forgotten", {"x"}},
	{"registers", {"x", "none"}},
	{"over_and_over", {"x", "none"}},
	{"at_line", {"x", "none"}},
	{"nested", {"x", "y", "late"}},
};

/* What the debuggee fills the stack with. */
#define POISON "1515870810"
enum { WORD = 4, MOST_WORDS = 256 };

static gboolean has_value(const char *local)
{
	return !g_str_has_prefix(local, "none");
}

static char *ask(struct stopped *stopped, const char *expression)
{
	const char *const expressions[] = {expression, NULL};
	g_autoptr(GError) error = NULL;
	char **answers =
		hc_target_evaluate(stopped->target, expressions, &error);
	ASSERT_NO_ERROR(error);
	char *answer = answers ? answers[0] : NULL;
	g_free(answers);
	return answer;
}

static gboolean has_place(struct stopped *stopped, const char *name)
{
	g_autofree char *place = g_strdup_printf("&(%s)", name);
	g_autofree char *address = ask(stopped, place);
	return address != NULL;
}

/* Whether GDB finds nothing in a variable but what was there before; what is
 * not in memory has nothing to leave out. */
static gboolean is_poison(struct stopped *stopped, const char *name)
{
	g_autofree char *length = g_strdup_printf("sizeof(%s)", name);
	g_autofree char *size = ask(stopped, length);
	guint64 words = size ? g_ascii_strtoull(size, NULL, 10) / WORD : 0;
	if (!has_place(stopped, name))
		return TRUE;
	for (guint64 i = 0; i < MIN(words, MOST_WORDS); i++) {
		g_autofree char *word = g_strdup_printf(
			"((unsigned *) &(%s))[%" G_GUINT64_FORMAT "]", name, i);
		g_autofree char *answer = ask(stopped, word);
		if (g_strcmp0(answer, POISON) != 0)
			return FALSE;
	}
	return words > 0;
}

/* Some stop at a line of their own, all others where they call stop(). */
static const char *const at_lines[] = {
	"in_loop", "in_inner_block", "at_line", NULL};

static gboolean stop_in(struct stopped *stopped, const char *const *argv)
{
	g_autofree char *line = NULL;
	if (g_strv_contains(at_lines, argv[1]))
		line = g_strdup_printf(
			"values.c:%d", mark_line("values.c", argv[1]));
	stop_at(stopped, argv, line ? line : "stop", FALSE);
	return stopped->graph != NULL;
}

/* Locals of a rule by the names that they have there. */
static char *name_of(const struct rule *rule, const char *local)
{
	return g_strv_contains(at_lines, rule->name)
		       ? g_strdup(local)
		       : g_strdup_printf("%s::%s", rule->name, local);
}

/* Checks a program that was built by one compiler, with some options; returns
 * how many locals in memory are left out. */
static guint check(const char *program, const struct rule *which, guint n,
	gboolean exactly)
{
	guint left_out = 0;
	for (guint i = 0; i < n; i++) {
		const struct rule *rule = &which[i];
		const char *const argv[] = {program, rule->name, NULL};
		g_auto(stopped_t) stopped;
		if (!stop_in(&stopped, argv))
			continue;
		g_autoptr(GHashTable) table = table_of(&stopped);
		for (guint k = 0; k < 4 && rule->locals[k]; k++) {
			const char *local = rule->locals[k];
			g_autofree char *name = name_of(rule, local);
			gboolean there = g_hash_table_contains(table, name);
			gboolean poison = !there && is_poison(&stopped, name);
			if (exactly && there != has_value(local))
				test_fail("%s: %s is %sthere", program, name,
					there ? "" : "not ");
			/* clang makes room by pushing any register. */
			if (!there && !poison && (exactly || has_value(local)))
				test_fail("%s: %s is not there, but has a "
					  "value",
					program, name);
			left_out += poison && has_place(&stopped, name);
		}
	}
	return left_out;
}

static void locals_have_values_from_their_first_store_on(void)
{
	check(DEBUGGEES "values", rules, G_N_ELEMENTS(rules), TRUE);
}

/* Where no address is taken, some are left out even there. */
static void optimised_code_loses_no_value(void)
{
	guint n = check(DEBUGGEES "values-optimised", rules,
		G_N_ELEMENTS(rules), FALSE);
	printf("# %u locals left out\n", n);
	CU_ASSERT_TRUE(n >= 3);
}

static void a_frame_by_the_stack_pointer_is_as_good(void)
{
	check(DEBUGGEES "values-no-pointer", rules, G_N_ELEMENTS(rules), TRUE);
}

static void exceptions_come_from_any_call(void)
{
	static const struct rule thrown[] = {
		{"caught", {"x", "y", "none"}},
		{"in_handler", {"x"}},
		{"unwound", {"x", "y", "none"}},
	};
	if (!g_file_test(DEBUGGEES "values-cc", G_FILE_TEST_EXISTS))
		printf("# no C++ compiler\n");
	else
		check(DEBUGGEES "values-cc", thrown, G_N_ELEMENTS(thrown),
			TRUE);
}

/* It has no functions inside of others. */
static void clang_loses_no_value(void)
{
	if (!g_file_test(DEBUGGEES "values-clang", G_FILE_TEST_EXISTS)) {
		printf("# no clang\n");
		return;
	}
	guint n = G_N_ELEMENTS(rules) - 1;
	CU_ASSERT_STRING_EQUAL(rules[n].name, "nested");
	guint plain = check(DEBUGGEES "values-clang", rules, n, FALSE);
	guint optimised =
		check(DEBUGGEES "values-clang-optimised", rules, n, FALSE);
	printf("# %u and %u locals left out\n", plain, optimised);
	CU_ASSERT_TRUE(plain >= 15);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(locals_have_values_from_their_first_store_on),
		TEST(optimised_code_loses_no_value),
		TEST(a_frame_by_the_stack_pointer_is_as_good),
		TEST(exceptions_come_from_any_call),
		TEST(clang_loses_no_value),
	};
	return run_tests("snapshots: values", tests, G_N_ELEMENTS(tests));
}
