#include "cmd-input-find.h"

#include "journal-facts.h"
#include "version.h"

static void progress(const char *what, gpointer data)
{
	hc_progress_say(
		((const struct hc_cmd_input_search *) data)->line, what);
}

static void step(const struct dd_step *step, guint64 tests, gpointer data)
{
	const struct hc_cmd_input_search *search = data;
	g_autofree char *what =
		g_strdup_printf("narrowing the input: %" G_GUINT64_FORMAT
				" test%s, %u difference%s left",
			tests, tests == 1 ? "" : "s", step->remaining,
			step->remaining == 1 ? "" : "s");
	hc_progress_say(search->line, what);
	if (!search->common->verbose)
		return;
	g_autofree char *line = g_strdup_printf(
		"test %" G_GUINT64_FORMAT ": %u differences: %s", tests,
		step->configuration->size, hc_verdict_name(step->outcome));
	hc_progress_print(search->line, line);
}

/* ---- The journal --------------------------------------------------------- */

/* Outcomes are only worth something for the same program, input and failure. */
static struct hc_journal *open_journal(const struct hc_cmd_input_search *search,
	const struct hc_input *input, GError **error)
{
	const struct hc_common_options *common = search->common;
	const struct hc_runs *runs = hc_input_runs(input);
	const struct hc_command *fail = runs->run[HC_FAILING].command;
	gboolean varies = runs->varying != NULL;
	g_autofree char *folder = g_get_current_dir();
	g_autofree char *program = hc_fact_of_file(fail->program->path);
	g_autofree char *digest = hc_input_digest(input);
	g_autofree char *failure = hc_fact_of_failure(common);
	g_autofree char *repeat = g_strdup_printf("%u", search->repeat);
	g_autofree char *passes =
		hc_fact_of_outcome(runs->run[HC_PASSING].native, varies);
	g_autofree char *fails =
		hc_fact_of_outcome(runs->run[HC_FAILING].native, varies);
	const struct hc_journal_fact facts[] = {
		{"howcome's version", HOWCOME_VERSION},
		{"the current directory", folder},
		{"the program", program},
		{"the failing command", fail->shell},
		{"the input", digest},
		{"what counts as a failure", failure},
		{"the runs of a test", repeat},
		{"what the passing run does", passes},
		{"what the failing run does", fails},
	};
	struct hc_journal *journal = hc_journal_open(
		search->journal, facts, G_N_ELEMENTS(facts), error);
	if (journal)
		hc_fact_tell_journal(search->journal, journal, search->line);
	return journal;
}

/* ---- All of it ----------------------------------------------------------- */

/* What is known so far is told even if the user stopped it. */
static gboolean find(const struct hc_cmd_input_search *search,
	struct hc_input *input, struct hc_result_input *result, GError **error)
{
	g_autoptr(hc_journal) journal = NULL;
	g_autoptr(GError) problem = NULL;
	if (search->journal) {
		journal = open_journal(search, input, error);
		if (!journal)
			return FALSE;
	}
	if (hc_input_find(input, journal, result, &problem) ||
		hc_stop_flag_is_set(search->stop))
		return TRUE;
	g_propagate_error(error, g_steal_pointer(&problem));
	return FALSE;
}

static gboolean load(const struct hc_common_options *common,
	struct hc_command **fail, struct hc_command **pass, GError **error)
{
	*pass = NULL;
	*fail = hc_common_options_command(common, 0, error);
	if (!*fail) {
		hc_runs_name_error(HC_FAILING, error);
		return FALSE;
	}
	if (common->words || !common->files[1])
		return TRUE;
	*pass = hc_common_options_command(common, 1, error);
	if (*pass)
		return TRUE;
	hc_runs_name_error(HC_PASSING, error);
	g_clear_pointer(fail, hc_command_free);
	return FALSE;
}

static struct hc_input_options options_of(struct hc_cmd_input_search *search)
{
	const struct hc_common_options *common = search->common;
	return (struct hc_input_options){
		.names = search->names,
		.fail_if = common->fail_if,
		.test = common->test,
		.expect = common->expected,
		.timeout = common->timeout,
		.jobs = hc_common_options_jobs(common),
		.repeat = search->repeat,
		.limit_tests = (guint64) common->limit_tests,
		.limit_seconds = common->limit_time,
		.stop = search->stop,
		.progress = progress,
		.step = step,
		.data = search,
	};
}

struct hc_result_input *hc_cmd_input_find(
	struct hc_cmd_input_search *search, GError **error)
{
	struct hc_command *fail, *pass;
	search->how = options_of(search);
	if (!load(search->common, &fail, &pass, error))
		return NULL;
	search->input = hc_input_new(fail, pass, &search->how, error);
	if (!search->input)
		return NULL;
	g_autoptr(hc_result_input) result = hc_result_input_new();
	g_autoptr(GError) problem = NULL;
	if (hc_input_observe(search->input, &problem)) {
		if (!find(search, search->input, result, error))
			return NULL;
	} else if (hc_stop_flag_is_set(search->stop)) {
		result->interrupted = TRUE;
		result->command = g_strdup(fail->shell);
		result->argv = g_strdupv(fail->argv);
		result->program = g_strdup(fail->program->path);
	} else {
		g_propagate_error(error, g_steal_pointer(&problem));
		return NULL;
	}
	return g_steal_pointer(&result);
}

void hc_cmd_input_search_clear(struct hc_cmd_input_search *search)
{
	g_clear_pointer(&search->input, hc_input_free);
}
