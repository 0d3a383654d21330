/* The type of a block that no pointer knows as a whole, with a debuggee for
 * each rule and for what it must leave alone. All of it is compared with GDB as
 * well. */
#include "runner.h"
#include "snapshot-help.h"

#include <string.h>

static void check_rule(const char *rule, const struct fact *facts, guint n)
{
	const char *const argv[] = {DEBUGGEES "untyped", rule, NULL};
	check_facts_at(argv, "stop", facts, n);
}
#define CHECK_RULE(rule, facts) check_rule(rule, facts, G_N_ELEMENTS(facts))

static void a_header_is_found_before_its_object(void)
{
	static const struct fact facts[] = {
		{"((struct boxed *) ((char *) headers::object - 16))->mark",
			"101"},
		/* What a pointer knows is named by it. */
		{"headers::object->kind", "1"},
		{"((struct boxed *) ((char *) headers::object->other - "
		 "16))->mark",
			"102"},
	};
	CHECK_RULE("headers", facts);
}

static void what_is_around_a_link_is_found(void)
{
	static const struct fact facts[] = {
		{"((struct task *) ((char *) tasks.next - 16))->id", "7"},
		{"((struct task *) ((char *) tasks.prev - 16))->id", "8"},
		/* Without it, this would be no pointer. */
		{"((struct task *) ((char *) tasks.prev - 16))->uses->kind",
			"80"},
	};
	CHECK_RULE("links", facts);
}

static void a_link_is_part_of_something(void)
{
	static const struct fact facts[] = {
		{"((struct entry *) entries)->id", "5"},
		{"entries[1]", NULL},
	};
	CHECK_RULE("first_links", facts);
}

static void what_is_too_large_is_what_begins_with_it(void)
{
	static const struct fact facts[] = {
		{"shapes->kind", "3"},
		{"((struct circle *) shapes)->radius", "2.5"},
		{"((struct circle *) shapes)->object->kind", "9"},
	};
	CHECK_RULE("larger", facts);
}

static void nothing_is_chosen_among_two(void)
{
	static const struct fact facts[] = {
		{"*either::pixel", "struct pixel"},
		{"either::pixel->x", "4"},
		{"*(char (*)[8]) ((char *) ((char *) either::pixel - 8))",
			"8 bytes"},
	};
	CHECK_RULE("either", facts);
}

static void what_may_be_an_array_stays_one(void)
{
	static const struct fact facts[] = {
		{"arrays::second->x", "6"},
		{"*arrays::second", "struct corner"},
	};
	static const struct fact plain[] = {
		{"*plain_arrays::two@2", "2 x struct shape"},
		{"plain_arrays::two[1].kind", "12"},
	};
	CHECK_RULE("arrays", facts);
	CHECK_RULE("plain_arrays", plain);
}

static void a_block_of_another_size_is_something_else(void)
{
	static const struct fact facts[] = {
		{"*other_size::object", "struct object"},
		{"other_size::object->kind", "21"},
		{"*(char (*)[16]) ((char *) ((char *) other_size::object - "
		 "16))",
			"16 bytes"},
	};
	CHECK_RULE("other_size", facts);
}

static void what_siblings_are_a_void_pointer_leads_to(void)
{
	static const struct fact facts[] = {
		{"((struct shape *) siblings::list->data)->kind", "32"},
		{"((struct shape *) siblings::list->next->next->data)->kind",
			"33"},
		{"((struct shape *) siblings::array[3])->kind", "34"},
		{"*(char (*)[24]) ((char *) siblings::alone->data)",
			"24 bytes"},
	};
	static const struct fact mixed[] = {
		{"*(char (*)[24]) ((char *) mixed_siblings::mixed->data)",
			"24 bytes"},
		{"*(char (*)[40]) ((char *) mixed_siblings::sizes->data)",
			"40 bytes"},
	};
	CHECK_RULE("siblings", facts);
	CHECK_RULE("mixed_siblings", mixed);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_header_is_found_before_its_object),
		TEST(what_is_around_a_link_is_found),
		TEST(a_link_is_part_of_something),
		TEST(what_is_too_large_is_what_begins_with_it),
		TEST(what_siblings_are_a_void_pointer_leads_to),
		TEST(nothing_is_chosen_among_two),
		TEST(what_may_be_an_array_stays_one),
		TEST(a_block_of_another_size_is_something_else),
	};
	return run_tests("untyped blocks", tests, G_N_ELEMENTS(tests));
}
