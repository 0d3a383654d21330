#include "problem.h"

#include <string.h>

void hc_problem_init(
	struct hc_problem *problem, const struct hc_problem_class *class)
{
	problem->class = class;
	problem->references = 1;
}

struct hc_problem *hc_problem_ref(struct hc_problem *problem)
{
	problem->references++;
	return problem;
}

void hc_problem_unref(struct hc_problem *problem)
{
	if (--problem->references == 0)
		problem->class->free(problem);
}

guint32 hc_problem_count(const struct hc_problem *problem)
{
	return problem->class->count(problem);
}

struct dd_set *hc_problem_all(const struct hc_problem *problem)
{
	return dd_set_new_range(0, hc_problem_count(problem));
}

struct dd_set *hc_problem_rest(
	const struct hc_problem *problem, const struct dd_set *set)
{
	g_autoptr(dd_set) all = hc_problem_all(problem);
	return dd_set_minus(all, set);
}

/* ---- Deltas by what they are ---- */

static int compare_texts(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *) a, *(char *const *) b);
}

char **hc_problem_identify(
	const struct hc_problem *problem, const struct dd_set *set)
{
	GPtrArray *all = g_ptr_array_new();

	for (guint i = 0; i < set->n_ranges; i++)
		for (guint32 k = set->ranges[i].lo; k < set->ranges[i].hi; k++)
			g_ptr_array_add(
				all, problem->class->identify(problem, k));

	g_ptr_array_sort(all, compare_texts);
	g_ptr_array_add(all, NULL);
	return (char **) g_ptr_array_free(all, FALSE);
}

static gboolean is_delta(
	const struct hc_problem *problem, guint32 delta, const char *identity)
{
	g_autofree char *whole = problem->class->identify(problem, delta);
	return strcmp(whole, identity) == 0;
}

struct dd_set *hc_problem_find(
	const struct hc_problem *problem, char **identities)
{
	const struct hc_problem_class *class = problem->class;
	guint n = g_strv_length(identities), left = n;
	g_autofree guint32 *numbers = g_new(guint32, n + 1);
	g_autofree gboolean *found = g_new0(gboolean, n + 1);

	for (guint32 k = 0; left > 0 && k < class->count(problem); k++) {
		g_autofree char *beginning =
			class->identify_quickly
				? class->identify_quickly(problem, k)
				: g_strdup("");
		for (guint i = 0; i < n; i++) {
			if (found[i] ||
				!g_str_has_prefix(identities[i], beginning) ||
				!is_delta(problem, k, identities[i]))
				continue;
			found[i] = TRUE;
			numbers[i] = k;
			left--;
		}
	}

	return left > 0 ? NULL : dd_set_new_members(numbers, n);
}
