/* From problems to causes, with no program involved. */
#include "isolate.h"
#include "runner.h"
#include "toy-problem.h"

#include <glib/gstdio.h>

#define BIT(n) (G_GUINT64_CONSTANT(1) << (n))

/* ---- What sets of atoms do ---- */

/* Fails with all of `cause` there, if `context` is; some need each other, or
 * nobody can tell. */
struct rule {
	guint64 cause, context;
	guint64 other; /* fails as well with all of these; 0: none */
	guint64 needs, needed; /* unresolved with one of these but not all */
};

static gboolean has(guint64 atoms, guint64 all)
{
	return (atoms & all) == all;
}

static enum hc_verdict judge(guint64 atoms, gpointer data)
{
	const struct rule *rule = data;
	if (rule->other && has(atoms, rule->other))
		return HC_FAIL;
	if ((atoms & rule->needs) && !has(atoms, rule->needed))
		return HC_UNRESOLVED;
	return has(atoms, rule->cause | rule->context) ? HC_FAIL : HC_PASS;
}

static void isolate(struct toy_world *world,
	const struct hc_isolate_options *options,
	struct hc_isolation *isolation)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_problem) problem = toy_problem_new(world);
	struct hc_isolate_options how = {0};
	if (options)
		how = *options;
	how.stop = &world->stop;
	CU_ASSERT_TRUE(hc_isolate(problem, &how, isolation, &error));
	ASSERT_NO_ERROR(error);
}

static guint64 difference_of(const struct hc_isolation *isolation)
{
	return toy_problem_atoms(isolation->problem, isolation->difference);
}

static guint64 context_of(const struct hc_isolation *isolation)
{
	return toy_problem_atoms(isolation->problem, isolation->context);
}

/* ---- Causes ---- */

static void one_cause_is_found_and_confirmed_both_ways(void)
{
	struct rule rule = {.cause = BIT(5)};
	struct toy_world world = {.n = 40, .judge = judge, .data = &rule};
	g_auto(hc_isolation) isolation = {0};
	isolate(&world, NULL, &isolation);
	ASSERT_INT(isolation.status, HC_ISOLATED);
	ASSERT_INT(difference_of(&isolation), BIT(5));
	ASSERT_INT(isolation.context->size, 0);
	ASSERT_INT(isolation.confirmed, HC_CONFIRMED_BOTH);
	ASSERT_INT(isolation.counts.tests, world.tests);
	toy_world_clear(&world);
}

static void numbers_that_interfere_are_the_cause_and_what_it_needs(void)
{
	struct rule rule = {.cause = BIT(3) | BIT(30)};
	struct toy_world world = {.n = 40, .judge = judge, .data = &rule};
	g_auto(hc_isolation) isolation = {0};
	isolate(&world, NULL, &isolation);
	ASSERT_INT(isolation.difference->size, 1);
	ASSERT_INT(isolation.context->size, 1);
	ASSERT_INT(
		difference_of(&isolation) | context_of(&isolation), rule.cause);
	ASSERT_INT(isolation.confirmed, HC_CONFIRMED_BOTH);
	toy_world_clear(&world);
}

static void a_cause_that_is_not_needed_is_one_of_several(void)
{
	struct rule rule = {.cause = BIT(3), .other = BIT(30)};
	struct toy_world world = {.n = 40, .judge = judge, .data = &rule};
	g_auto(hc_isolation) isolation = {0};
	isolate(&world, NULL, &isolation);
	ASSERT_INT(isolation.confirmed, HC_OVERDETERMINED);
	guint64 found = difference_of(&isolation);
	CU_ASSERT_TRUE(found == BIT(3) || found == BIT(30));
	toy_world_clear(&world);
}

static void what_cannot_be_taken_out_is_confirmed_one_way(void)
{
	struct rule rule = {.cause = BIT(9)};
	struct toy_world world = {
		.n = 20, .judge = judge, .data = &rule, .irreversible = TRUE};
	g_auto(hc_isolation) isolation = {0};
	isolate(&world, NULL, &isolation);
	ASSERT_INT(isolation.confirmed, HC_CONFIRMED_ONE);
	toy_world_clear(&world);
}

static void narrowing_goes_on_inside_of_what_can_be_divided(void)
{
	struct rule rule = {.cause = BIT(21)};
	struct toy_world world = {
		.n = 40, .together = 8, .judge = judge, .data = &rule};
	g_auto(hc_isolation) isolation = {0};
	isolate(&world, NULL, &isolation);
	ASSERT_INT(difference_of(&isolation), BIT(21));
	toy_world_clear(&world);
}

static void many_parts_that_matter_together_stay_whole(void)
{
	const guint64 all = BIT(8) | BIT(10) | BIT(12) | BIT(14);
	struct rule rule = {.cause = all, .needs = all, .needed = all};
	struct toy_world world = {
		.n = 40, .together = 8, .judge = judge, .data = &rule};
	g_auto(hc_isolation) isolation = {0};
	isolate(&world, NULL, &isolation);
	ASSERT_INT(difference_of(&isolation), 0xff00);
	toy_world_clear(&world);
}

static void narrowing_alone_tests_everything_else_once(void)
{
	struct rule needed = {.cause = BIT(5), .context = BIT(7)};
	struct rule needless = {.cause = BIT(5), .other = BIT(9)};
	struct hc_isolate_options how = {.only_narrow = TRUE};
	struct toy_world world = {.n = 40, .judge = judge, .data = &needed};
	g_auto(hc_isolation) one = {0};
	isolate(&world, &how, &one);
	ASSERT_INT(one.difference->size, 1);
	ASSERT_INT(one.confirmed, HC_CONFIRMED_BOTH);
	ASSERT_INT(one.narrowed, DD_COMPLETE);
	CU_ASSERT_PTR_NULL(one.context);

	world.data = &needless;
	g_auto(hc_isolation) several = {0};
	isolate(&world, &how, &several);
	ASSERT_INT(several.difference->size, 1);
	ASSERT_INT(several.confirmed, HC_OVERDETERMINED);
	toy_world_clear(&world);
}

static void a_limit_on_tests_leaves_what_was_found_by_then(void)
{
	struct rule rule = {.cause = BIT(5)};
	struct hc_isolate_options how = {.only_narrow = TRUE, .limit_tests = 2};
	struct toy_world world = {.n = 40, .judge = judge, .data = &rule};
	g_auto(hc_isolation) isolation = {0};
	isolate(&world, &how, &isolation);
	ASSERT_INT(isolation.narrowed, DD_STOPPED_BY_TESTS);
	CU_ASSERT_TRUE(dd_set_contains(isolation.difference, 5));
	CU_ASSERT_TRUE(isolation.difference->size > 1);
	toy_world_clear(&world);
}

static void ends_that_are_not_as_claimed_are_told(void)
{
	struct rule always = {.cause = 0}, never = {.cause = BIT(60)};
	struct toy_world world = {.n = 8, .judge = judge, .data = &always};
	g_auto(hc_isolation) no_pass = {0};
	isolate(&world, NULL, &no_pass);
	ASSERT_INT(no_pass.status, HC_ISOLATION_NO_PASS);
	ASSERT_INT(no_pass.end, HC_FAIL);

	world.data = &never;
	g_auto(hc_isolation) no_fail = {0};
	isolate(&world, NULL, &no_fail);
	ASSERT_INT(no_fail.status, HC_ISOLATION_NO_FAIL);
	ASSERT_INT(no_fail.end, HC_PASS);
	ASSERT_INT(no_fail.counts.tests, 2);
	toy_world_clear(&world);
}

/* ---- Known causes ---- */

static char *atoms_5[] = {"atoms 5 to 5", NULL};
static char *atoms_6[] = {"atoms 6 to 6", NULL};
static char *none[] = {NULL};

static void a_known_cause_that_holds_needs_no_narrowing(void)
{
	struct rule rule = {.cause = BIT(5)};
	struct toy_world world = {.n = 40, .judge = judge, .data = &rule};
	struct hc_known_cause known[] = {{atoms_6, none}, {atoms_5, none}};
	struct hc_isolate_options how = {.known = known, .n_known = 2};
	g_auto(hc_isolation) isolation = {0};
	isolate(&world, &how, &isolation);
	ASSERT_INT(difference_of(&isolation), BIT(5));
	/* Two ends, the wrong one, the right one, all else, and back. */
	ASSERT_INT(world.tests, 6);
	toy_world_clear(&world);
}

static void a_known_cause_is_found_inside_of_what_can_be_divided(void)
{
	struct rule rule = {.cause = BIT(5)};
	struct toy_world world = {
		.n = 40, .together = 8, .judge = judge, .data = &rule};
	struct hc_known_cause known = {atoms_5, none};
	struct hc_isolate_options how = {.known = &known, .n_known = 1};
	g_auto(hc_isolation) isolation = {0};
	isolate(&world, &how, &isolation);
	ASSERT_INT(difference_of(&isolation), BIT(5));
	ASSERT_INT(world.tests, 5);
	toy_world_clear(&world);
}

static void a_known_cause_may_take_its_context_along(void)
{
	struct rule rule = {.cause = BIT(5), .context = BIT(6)};
	struct toy_world world = {.n = 40, .judge = judge, .data = &rule};
	struct hc_known_cause known = {atoms_5, atoms_6};
	struct hc_isolate_options how = {.known = &known, .n_known = 1};
	g_auto(hc_isolation) isolation = {0};
	isolate(&world, &how, &isolation);
	ASSERT_INT(difference_of(&isolation), BIT(5));
	ASSERT_INT(context_of(&isolation), BIT(6));
	toy_world_clear(&world);
}

/* ---- Those who watch ---- */

struct seen {
	GString *phases;
	guint steps;
};

static void enter(enum hc_isolate_phase phase, gpointer data)
{
	static const char letters[] = "EKNC";
	g_string_append_c(((struct seen *) data)->phases, letters[phase]);
}

static void make_step(const struct dd_step *step, guint64 tests, gpointer data)
{
	((struct seen *) data)->steps += step->configuration != NULL;
}

static void who_watches_is_told_phases_and_steps_as_data(void)
{
	struct rule rule = {.cause = BIT(5)};
	struct toy_world world = {.n = 40, .judge = judge, .data = &rule};
	struct hc_known_cause known = {atoms_6, none};
	struct seen seen = {.phases = g_string_new(NULL)};
	struct hc_isolate_options how = {
		.known = &known,
		.n_known = 1,
		.phase = enter,
		.step = make_step,
		.data = &seen,
	};
	g_auto(hc_isolation) isolation = {0};
	isolate(&world, &how, &isolation);
	ASSERT_STR(seen.phases->str, "EKNC");
	CU_ASSERT_TRUE(seen.steps > 0);
	g_string_free(seen.phases, TRUE);
	toy_world_clear(&world);
}

/* ---- Many rules: any number of workers, interrupted anywhere ---- */

static struct rule draw_rule(GRand *rand, guint32 n)
{
	struct rule rule = {0};
	guint parts = (guint) g_rand_int_range(rand, 1, 4);
	for (guint i = 0; i < parts; i++)
		rule.cause |= BIT(g_rand_int_range(rand, 0, (gint32) n));
	if (g_rand_boolean(rand))
		rule.context = BIT(g_rand_int_range(rand, 0, (gint32) n));
	if (g_rand_int_range(rand, 0, 4) == 0)
		rule.other = BIT(g_rand_int_range(rand, 0, (gint32) n));
	if (g_rand_boolean(rand)) {
		rule.needs = BIT(g_rand_int_range(rand, 0, (gint32) n));
		rule.needed = BIT(g_rand_int_range(rand, 0, (gint32) n));
	}
	return rule;
}

static gboolean are_same(
	const struct hc_isolation *a, const struct hc_isolation *b)
{
	return a->status == b->status && a->confirmed == b->confirmed &&
	       a->counts.tests == b->counts.tests &&
	       a->counts.unresolved == b->counts.unresolved &&
	       (a->status != HC_ISOLATED ||
		       (difference_of(a) == difference_of(b) &&
			       context_of(a) == context_of(b)));
}

static void what_is_found_holds_for_any_number_of_workers(void)
{
	for (guint seed = 0; seed < 300; seed++) {
		g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
		struct rule rule = draw_rule(rand, 24);
		struct toy_world world = {.n = 24,
			.together = seed % 3 ? 1 : 4,
			.judge = judge,
			.data = &rule};
		g_auto(hc_isolation) one = {0};
		g_auto(hc_isolation) two = {0};
		isolate(&world, NULL, &one);
		world.jobs = 1 + seed % 4;
		world.latest_first = TRUE;
		isolate(&world, NULL, &two);
		CU_ASSERT_TRUE(are_same(&one, &two));
		toy_world_clear(&world);
		if (one.status != HC_ISOLATED)
			continue;

		guint64 both = difference_of(&one) | context_of(&one);
		ASSERT_INT(judge(context_of(&one), &rule) == HC_FAIL, FALSE);
		ASSERT_INT(judge(both, &rule), HC_FAIL);
	}
}

/* One try, which may be interrupted: FALSE. */
static gboolean try_once(struct toy_world *world, const char *file,
	struct hc_isolation *isolation)
{
	static const struct hc_journal_fact facts[] = {{"the toy", "a 100 %"}};
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_journal) journal = hc_journal_open(file, facts, 1, &error);
	g_autoptr(hc_problem) problem = toy_problem_new(world);
	struct hc_isolate_options how = {
		.stop = &world->stop,
		.journal = journal,
		.journal_key = "here",
	};
	ASSERT_NO_ERROR(error);
	world->stop = 0;
	world->tests = 0;
	gboolean done = hc_isolate(problem, &how, isolation, &error);
	CU_ASSERT_TRUE(done || g_error_matches(error, HC_ISOLATE_ERROR,
				       HC_ISOLATE_ERROR_STOPPED));
	return done;
}

/* Interrupted in the k-th test of each try, until it is done. */
static void resume(const char *file, guint seed, guint64 k, guint n_jobs)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	struct rule rule = draw_rule(rand, 16);
	struct toy_world world = {.n = 16,
		.together = seed % 2 ? 1 : 4,
		.judge = judge,
		.data = &rule,
		.jobs = n_jobs};
	g_auto(hc_isolation) whole = {0};
	isolate(&world, NULL, &whole);
	toy_world_clear(&world);
	world.repeated = 0;

	world.interrupt_at = k;
	gboolean done = FALSE;
	for (guint i = 0; i < 200 && !done; i++) {
		g_auto(hc_isolation) isolation = {0};
		done = try_once(&world, file, &isolation);
		if (done)
			CU_ASSERT_TRUE(are_same(&whole, &isolation));
		/* One that is spoilt at its first test gets nowhere. */
		if (k == 1)
			world.interrupt_at = 2 + i;
	}
	CU_ASSERT_TRUE(done);
	if (n_jobs == 1)
		ASSERT_INT(world.repeated, 0);
	g_unlink(file);
	toy_world_clear(&world);
}

static void interrupted_at_every_step_it_goes_on_and_repeats_no_test(void)
{
	g_autofree char *folder = g_dir_make_tmp("howcome-XXXXXX", NULL);
	g_autofree char *file = g_build_filename(folder, "journal", NULL);
	for (guint seed = 0; seed < 60; seed++)
		for (guint64 k = 1; k < 16; k++)
			resume(file, seed, k, 1);
	for (guint seed = 0; seed < 60; seed++)
		for (guint64 k = 2; k < 16; k++)
			resume(file, seed, k, 2);
	g_rmdir(folder);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(one_cause_is_found_and_confirmed_both_ways),
		TEST(numbers_that_interfere_are_the_cause_and_what_it_needs),
		TEST(a_cause_that_is_not_needed_is_one_of_several),
		TEST(what_cannot_be_taken_out_is_confirmed_one_way),
		TEST(narrowing_goes_on_inside_of_what_can_be_divided),
		TEST(many_parts_that_matter_together_stay_whole),
		TEST(narrowing_alone_tests_everything_else_once),
		TEST(a_limit_on_tests_leaves_what_was_found_by_then),
		TEST(ends_that_are_not_as_claimed_are_told),
		TEST(a_known_cause_that_holds_needs_no_narrowing),
		TEST(a_known_cause_is_found_inside_of_what_can_be_divided),
		TEST(a_known_cause_may_take_its_context_along),
		TEST(who_watches_is_told_phases_and_steps_as_data),
		TEST(what_is_found_holds_for_any_number_of_workers),
		TEST(interrupted_at_every_step_it_goes_on_and_repeats_no_test),
	};
	return run_tests("isolating", tests, G_N_ELEMENTS(tests));
}
