/* Deltas put into real programs that GDB holds: all of them, and some. */
#include "pair-proofs.h"
#include "pair-subjects.h"
#include "runner.h"

#include <string.h>

/* ---- All subjects ---- */

typedef void (*pair_func)(struct pair *pair, const char *what);

/* Every other one with addresses that differ from run to run. */
static void with_each_subject(pair_func func)
{
	for (guint i = 0; i < n_pair_subjects; i++) {
		g_auto(pair_t) pair = {0};
		g_autofree char *what = pair_subject_text(&pair_subjects[i]);
		if (pair_stop_subject(&pair, &pair_subjects[i], i % 2))
			func(&pair, what);
	}
	pair_remove_files();
}

static void all_deltas_lead_to_the_failing_state(void)
{
	with_each_subject(proof_of_all);
}

static void try_subsets(struct pair *pair, const char *what)
{
	for (guint seed = 0; seed < 6; seed++)
		proof_of_some(pair, what, seed);
}

static void any_deltas_leave_a_sound_state_that_can_be_completed(void)
{
	with_each_subject(try_subsets);
}

/* ---- What is refused is known ---- */

static gboolean may_be_refused(
	const struct pair_subject *subject, const struct hc_refused *refused)
{
	if (subject->unlike && strstr(refused->why, "in one of the runs only"))
		return TRUE;
	return subject->refused &&
	       (strstr(refused->name, subject->refused) ||
		       strstr(refused->why, subject->refused));
}

static void only_what_cannot_be_is_refused(void)
{
	for (guint i = 0; i < n_pair_subjects; i++) {
		const struct pair_subject *subject = &pair_subjects[i];
		g_auto(pair_t) pair = {0};
		if (!pair_stop_subject(&pair, subject, TRUE))
			continue;
		const GArray *refused = hc_deltas_refused(pair.deltas);
		g_autofree char *what = pair_subject_text(subject);
		for (guint k = 0; k < refused->len; k++) {
			const struct hc_refused *r =
				&g_array_index(refused, struct hc_refused, k);
			if (!may_be_refused(subject, r))
				test_fail("%s: %s %s", what, r->name, r->why);
		}
	}
	pair_remove_files();
}

/* ---- Allocators of the program's own ---- */

static gboolean is_allocators(const char *name)
{
	static const char *const names[] = {"stack.chunk", "stack.object_base",
		"stack.next_free", "stack.chunk_limit", "stack.chunk->limit",
		"stack.chunk->prev", "bump.base", "bump.next", "bump.limit"};
	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		if (g_str_has_suffix(name, names[i]))
			return TRUE;
	return FALSE;
}

/* They stay where its objects are; everything else is there. */
static void no_delta_moves_the_pointers_of_an_allocator(void)
{
	for (guint i = 0; i < n_pair_subjects; i++) {
		const struct pair_subject *subject = &pair_subjects[i];
		g_auto(pair_t) pair = {0};
		if ((g_strcmp0(subject->name, "obstacks") != 0 &&
			    g_strcmp0(subject->name, "bumps") != 0) ||
			!pair_stop_subject(&pair, subject, i % 2))
			continue;
		g_autofree char *what = pair_subject_text(subject);
		guint cells = 0;
		for (guint k = 0; k < hc_deltas_n(pair.deltas); k++) {
			g_autofree char *name = hc_delta_name(pair.deltas, k);
			if (is_allocators(name))
				test_fail("%s is a delta: %s", name, what);
			cells += strstr(name, "cells") != NULL;
		}
		CU_ASSERT(cells > 0);
	}
	pair_remove_files();
}

int main(void)
{
	static const struct test tests[] = {
		TEST(all_deltas_lead_to_the_failing_state),
		TEST(any_deltas_leave_a_sound_state_that_can_be_completed),
		TEST(only_what_cannot_be_is_refused),
		TEST(no_delta_moves_the_pointers_of_an_allocator),
	};
	return run_tests("deltas of programs", tests, G_N_ELEMENTS(tests));
}
