#include "dd-help.h"

#include <stdarg.h>

static struct dd_set *random_set(GRand *rand, guint32 n, guint32 size)
{
	g_autofree guint32 *members = g_new(guint32, size);
	for (guint32 i = 0; i < size; i++)
		members[i] = (guint32) g_rand_int_range(rand, 0, (gint32) n);
	return dd_set_new_members(members, size);
}

static guint32 small(GRand *rand, guint32 n)
{
	return (guint32) g_rand_int_range(rand, 1, (gint32) MIN(n, 5) + 1);
}

struct oracle *oracle_new(enum oracle_kind kind, guint32 n, guint seed)
{
	struct oracle *oracle = g_new0(struct oracle, 1);
	GRand *rand = g_rand_new_with_seed(seed);
	oracle->n = n;
	oracle->seed = seed;
	oracle->undo = oracle->redo = -1;
	oracle->implied =
		g_ptr_array_new_with_free_func((GDestroyNotify) dd_set_unref);
	oracle->tested =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	oracle->cause = random_set(
		rand, n, kind == ORACLE_ONE_CAUSE ? 1 : small(rand, n));
	if (kind == ORACLE_AMBIGUOUS)
		oracle->other = random_set(rand, n, small(rand, n));
	if (kind == ORACLE_NOT_MONOTONE) {
		oracle->undo = g_rand_int_range(rand, 0, (gint32) n);
		oracle->redo = g_rand_int_range(rand, 0, (gint32) n);
	}
	if (kind == ORACLE_IMPLICATIONS) {
		guint32 groups = small(rand, n);
		for (guint32 i = 0; i < groups; i++)
			g_ptr_array_add(oracle->implied,
				random_set(rand, n, 1 + small(rand, n)));
	}
	oracle->chaos = kind == ORACLE_CHAOS;
	g_rand_free(rand);
	return oracle;
}

void oracle_free(struct oracle *oracle)
{
	dd_set_unref(oracle->cause);
	dd_set_unref(oracle->other);
	g_ptr_array_unref(oracle->implied);
	g_hash_table_unref(oracle->tested);
	g_free(oracle);
}

static enum hc_verdict chaos(
	const struct oracle *oracle, const struct dd_set *configuration)
{
	if (configuration->size == 0)
		return HC_PASS;
	if (configuration->size == oracle->n)
		return HC_FAIL;
	guint8 digest[DD_DIGEST_SIZE];
	dd_set_digest(configuration, digest);
	guint draw = (digest[0] ^ (oracle->seed * 2654435761u >> 24)) & 0xff;
	/* How many are unresolved depends on the seed, from few to most. */
	guint resolved = 32 + oracle->seed % 200;
	return draw >= resolved ? HC_UNRESOLVED : draw % 2 ? HC_PASS : HC_FAIL;
}

gboolean oracle_predict(const struct dd_set *configuration, gpointer data)
{
	const struct oracle *oracle = data;
	for (guint i = 0; i < oracle->implied->len; i++) {
		const struct dd_set *group =
			g_ptr_array_index(oracle->implied, i);
		g_autoptr(dd_set) part = dd_set_intersect(group, configuration);
		if (part->size > 0 && part->size < group->size)
			return TRUE;
	}
	return FALSE;
}

enum hc_verdict oracle_judge(
	const struct oracle *oracle, const struct dd_set *configuration)
{
	if (oracle->chaos)
		return chaos(oracle, configuration);
	if (oracle_predict(configuration, (gpointer) oracle))
		return HC_UNRESOLVED;
	gboolean fails = dd_set_is_subset(oracle->cause, configuration) ||
			 (oracle->other && dd_set_is_subset(oracle->other,
						   configuration));
	if (oracle->undo >= 0 &&
		dd_set_contains(configuration, (guint32) oracle->undo) &&
		!dd_set_contains(configuration, (guint32) oracle->redo))
		fails = FALSE;
	return fails ? HC_FAIL : HC_PASS;
}

gboolean oracle_test(const struct dd_set *configuration,
	enum hc_verdict *outcome, gpointer data, GError **error)
{
	struct oracle *oracle = data;
	oracle->tests++;
	char *text = dd_set_to_string(configuration);
	if (!g_hash_table_add(oracle->tested, text))
		oracle->repeated++;
	*outcome = oracle_judge(oracle, configuration);
	return TRUE;
}

struct dd_set *set_of(int first, ...)
{
	GArray *members = g_array_new(FALSE, FALSE, sizeof(guint32));
	va_list args;
	va_start(args, first);
	for (int member = first; member > 0; member = va_arg(args, int)) {
		guint32 number = (guint32) member - 1;
		g_array_append_val(members, number);
	}
	va_end(args);
	struct dd_set *set = dd_set_new_members(
		(const guint32 *) (void *) members->data, members->len);
	g_array_unref(members);
	return set;
}

static void log_conclusions(const struct dd_step *step, GString *log)
{
	static const struct {
		guint flag;
		const char *text;
		gboolean subset;
	} names[] = {
		{DD_REDUCE_TO_SUBSET, "reduce to", TRUE},
		{DD_INCREASE_TO_COMPLEMENT, "increase to all but", TRUE},
		{DD_INCREASE_TO_SUBSET, "increase by", TRUE},
		{DD_REDUCE_TO_COMPLEMENT, "reduce to all but", TRUE},
		{DD_INCREASE_GRANULARITY, "increase granularity", FALSE},
		{DD_MINIMAL, "minimal", FALSE},
		{DD_FOUND_IN_SUBSET, "in", TRUE},
		{DD_INTERFERENCE, "interference", FALSE},
		{DD_PREFERENCE, "prefer", TRUE},
		{DD_TRY_AGAIN, "try again", FALSE},
		{DD_NOTHING_LEFT, "nothing left", FALSE},
	};
	const char *separator = ": ";
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		if (!(step->conclusions & names[i].flag))
			continue;
		g_string_append_printf(log, "%s%s", separator, names[i].text);
		if (names[i].subset)
			g_string_append_printf(log, " c%u", step->chosen);
		separator = ", ";
	}
	if (step->found) {
		g_string_append_printf(log, "%sfound", separator);
		for (guint32 i = 0; i < 64; i++)
			if (dd_set_contains(step->found, i))
				g_string_append_printf(log, " %u", i + 1);
	}
}

void log_step(const struct dd_step *step, gpointer data)
{
	GString *log = data;
	if (step->role != DD_ROLE_SEARCH)
		return;
	g_string_append_printf(
		log, "%sc%u", step->complement ? "~" : "", step->subset);
	for (guint32 i = 0; i < 8; i++)
		if (dd_set_contains(step->configuration, i))
			g_string_append_printf(log, " %u", i + 1);
		else
			g_string_append(log, " .");
	gboolean predicted = step->source == DD_SOURCE_PREDICTION;
	g_string_append_printf(log, predicted ? " (%s)" : " %s",
		hc_verdict_name(step->outcome));
	log_conclusions(step, log);
	g_string_append_c(log, '\n');
}

struct dd_groups *groups_new(guint32 n, GRand *rand)
{
	struct dd_groups *groups = g_new0(struct dd_groups, 1);
	groups->n_groups = (guint32) g_rand_int_range(rand, 1, (gint32) n + 2);
	guint32 *group_of = g_new(guint32, n);
	guint32 *parent_of = g_new(guint32, groups->n_groups);
	for (guint32 i = 0; i < n; i++)
		group_of[i] = g_rand_int_range(rand, 0, 8) == 0
				      ? DD_NO_GROUP
				      : (guint32) g_rand_int_range(rand, 0,
						(gint32) groups->n_groups);
	/* A parent has a smaller number, so there is no cycle. */
	for (guint32 i = 0; i < groups->n_groups; i++)
		parent_of[i] = i == 0 ? DD_NO_GROUP
				      : (guint32) g_rand_int_range(
						rand, 0, (gint32) i);
	groups->group_of = group_of;
	groups->parent_of = parent_of;
	return groups;
}

void groups_free(struct dd_groups *groups)
{
	g_free((gpointer) groups->group_of);
	g_free((gpointer) groups->parent_of);
	g_free(groups);
}
