/* What a failure is where the outputs differ and the user does not say. Mostly
 * all of the output counts. If both outputs would differ even if they were
 * correct, though, hardly any altered execution writes exactly what one of the
 * runs does; then parts of the output are tried. */
#include "criterion.h"

#include "asked.h"

#include <glib/gstdio.h>

/* Parts of a cause, its context included, that still say something. */
#define FEW_PARTS 2.0
/* A little better is no reason to say something else. */
#define MARGIN 0.5
/* Tests that all patterns together may take, as a multiple of those that the
 * whole output took; the last of them may go beyond it. */
enum { MOST_TIMES = 2 };
/* Of a file that a command may read; a larger one has nearly every word. */
enum { MOST_BYTES = 1 << 16 };

/* Of the cause at a moment, on an average; 0: there is none. */
static double count_parts(const struct hc_result *result)
{
	guint isolated = hc_result_n_isolated(result), parts = 0;
	for (guint i = 0; i < result->events->len; i++) {
		const struct hc_event *event = result->events->pdata[i];
		if (event->isolated)
			parts += event->causes->len + event->context->len;
	}
	return isolated ? (double) parts / isolated : 0;
}

/* How much an answer is worth: each step that was confirmed both ways adds to
 * it, far less if it has several parts, which may be any mixture of the two
 * runs; tests that say nothing take away. */
static double worth(const struct hc_result *result)
{
	const GArray *steps = result->brief.steps;
	double tests = (double) MAX(result->tests.tests, 1), sum = 0;
	for (guint i = 0; i < steps->len; i++) {
		guint at = g_array_index(steps, struct hc_step, i).event;
		const struct hc_event *event = result->events->pdata[at];
		guint parts = event->causes->len + event->context->len;
		if (event->confirmed == HC_CONFIRMED_BOTH && parts)
			sum += 1.0 / (parts * parts);
	}
	return sum - 2.0 * (double) result->tests.unresolved / tests;
}

static gboolean says_too_little(const struct hc_result *result)
{
	return !result->interrupted &&
	       (result->unclear || count_parts(result) > FEW_PARTS);
}

static gboolean is_better(
	const struct hc_result *result, const struct hc_result *than)
{
	if (result->interrupted || !hc_result_n_isolated(result))
		return FALSE;
	/* Of two patterns, none is what the user would expect. */
	double margin = than->criterion ? 0 : MARGIN;
	return !hc_result_n_isolated(than) ||
	       worth(result) > worth(than) + margin;
}

/* What is in a file that a command reads, perhaps. */
static void add_file(GStrvBuilder *texts, const char *path)
{
	g_autofree char *text = NULL;
	GStatBuf file;
	if (g_stat(path, &file) == 0 && S_ISREG(file.st_mode) &&
		file.st_size <= MOST_BYTES &&
		g_file_get_contents(path, &text, NULL, NULL))
		g_strv_builder_add(texts, text);
}

/* What both runs were told: words, and what is in the files that these name
 * and in that on stdin. */
static char **list_given(const struct hc_debuggees *debuggees)
{
	g_autoptr(GStrvBuilder) texts = g_strv_builder_new();
	for (guint i = 0; i < HC_SIDES; i++) {
		const struct hc_command *command =
			debuggees->run[i].run->command;
		g_strv_builder_addv(texts, (const char **) command->argv);
		/* The first is the program itself. */
		for (guint k = 1; command->argv[k]; k++)
			add_file(texts, command->argv[k]);
		if (command->args->input)
			add_file(texts, command->args->input);
	}
	return g_strv_builder_end(texts);
}

static struct hc_result *find_with(const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, struct hc_oracle *oracle)
{
	const struct hc_chain_observer *observer = &options->look.observer;
	const char *pattern = hc_oracle_pattern(oracle);
	struct hc_debuggees by = *debuggees;
	struct hc_chain_options how = *options;
	by.oracle = oracle;
	/* A journal is of one question only. */
	how.look.journal = NULL;
	if (observer->criterion)
		observer->criterion(pattern, observer->data);

	/* What can't be tried so is no reason to stop. */
	struct hc_result *result = hc_chain_find_by(&by, &how, NULL);
	if (result)
		result->criterion = g_strdup(pattern);
	return result;
}

/* The search for a better answer. */
struct search {
	const struct hc_debuggees *debuggees;
	const struct hc_chain_options *options;
	struct hc_result *best;
	GPtrArray *tried; /* char *: patterns */
	guint64 left; /* tests */
	double seconds;
};

static void try_one(struct search *s, struct hc_oracle *oracle)
{
	g_autoptr(hc_result) other =
		find_with(s->debuggees, s->options, oracle);
	if (!other)
		return;
	s->seconds += other->seconds;
	s->left -= MIN(s->left, other->tests.tests);
	if (is_better(other, s->best)) {
		hc_result_free(s->best);
		s->best = g_steal_pointer(&other);
	}
}

/* No need to look for a better one. */
static gboolean is_enough(const struct hc_result *result)
{
	return result->criterion && !says_too_little(result);
}

static void try_all(struct search *s, const char *const *given)
{
	gboolean found = s->best->criterion != NULL;
	g_autoptr(GPtrArray) criteria =
		hc_oracle_criteria(s->debuggees->oracle, given);
	for (guint i = 0; i < criteria->len; i++) {
		const char *pattern = hc_oracle_pattern(criteria->pdata[i]);
		if (g_ptr_array_find_with_equal_func(
			    s->tried, pattern, g_str_equal, NULL))
			continue;
		g_ptr_array_add(s->tried, g_strdup(pattern));
		if (!found && s->left > 0 && !is_enough(s->best) &&
			!hc_stop_flag_is_set(s->options->look.stop))
			try_one(s, criteria->pdata[i]);
	}
}

/* All but the one that was taken. */
static char **list_others(const struct search *s)
{
	g_autoptr(GStrvBuilder) others = g_strv_builder_new();
	for (guint i = 0; i < s->tried->len; i++)
		if (g_strcmp0(s->tried->pdata[i], s->best->criterion) != 0)
			g_strv_builder_add(others, s->tried->pdata[i]);
	return g_strv_builder_end(others);
}

static struct hc_result *find_better(const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, struct hc_result *first)
{
	g_auto(GStrv) given = list_given(debuggees);
	struct search s = {
		.debuggees = debuggees,
		.options = options,
		.best = first,
		.tried = g_ptr_array_new_with_free_func(g_free),
		.left = MOST_TIMES * first->tests.tests,
		.seconds = first->seconds,
	};
	/* What the program was told and prints again is seldom what is wrong.
	 */
	try_all(&s, (const char *const *) given);
	try_all(&s, NULL);
	if (s.best->criterion)
		s.best->other_criteria = list_others(&s);
	s.best->seconds = s.seconds;
	s.best->interrupted |= hc_stop_flag_is_set(options->look.stop);
	g_ptr_array_unref(s.tried);
	return s.best;
}

struct hc_result *hc_chain_find(const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, GError **error)
{
	if (options->asker.ask)
		return hc_chain_find_asked(debuggees, options, error);
	struct hc_result *result = hc_chain_find_by(debuggees, options, error);
	return result && says_too_little(result)
		       ? find_better(debuggees, options, result)
		       : result;
}
