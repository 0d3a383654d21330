/* The search, and what it found. */
#include "input-inside.h"

#include "clock.h"

#include <string.h>

/* First by lines or blocks where tokens or bytes would be too many, then inside
 * of what was found. */
enum { ROUNDS = 3 };

/* Two inputs that are being brought nearer. */
struct search {
	struct hc_input *input;
	struct hc_journal *journal;
	struct hc_result_input *result;
	guint64 tests; /* of former rounds */
};

static void step(const struct dd_step *step, guint64 tests, gpointer data)
{
	const struct search *s = data;
	const struct hc_input_options *options = s->input->options;
	if (options->step)
		options->step(step, s->tests + tests, options->data);
}

/* ---- Plain data ---------------------------------------------------------- */

static void keep_pairs(struct search *s, const struct hc_input_pair *pairs)
{
	g_ptr_array_set_size(s->result->parts, 0);
	for (guint i = 0; i < s->input->channels->len; i++) {
		const struct hc_input_channel *channel =
			s->input->channels->pdata[i];
		struct hc_result_part *part = g_new0(struct hc_result_part, 1);
		gsize n;
		const char *text = g_bytes_get_data(pairs[i].fail, &n);
		part->said = g_strdup(channel->said);
		part->binary = n && hc_input_is_binary(text, n);
		part->base_pass = g_bytes_ref(pairs[i].pass);
		part->base_fail = g_bytes_ref(pairs[i].fail);
		g_ptr_array_add(s->result->parts, part);
	}
}

static void keep_changes(struct search *s, const struct hc_input_mix *mix,
	const struct dd_set *difference)
{
	g_autoptr(GArray) changes = hc_input_mix_changes(mix, difference);
	g_array_set_size(s->result->changes, 0);
	for (guint i = 0; i < changes->len; i++) {
		const struct hc_input_change *from =
			&g_array_index(changes, struct hc_input_change, i);
		const struct hc_result_change change = {
			.part = from->part,
			.pass_from = from->pass.from,
			.pass_length = from->pass.length,
			.fail_from = from->fail.from,
			.fail_length = from->fail.length,
		};
		g_array_append_val(s->result->changes, change);
	}
}

static void keep_closest(struct search *s, const struct hc_input_mix *mix,
	const struct dd_set *passing, const struct dd_set *difference)
{
	guint n = s->input->channels->len;
	g_autofree GBytes **pass = g_new(GBytes *, n);
	g_autofree GBytes **fail = g_new(GBytes *, n);
	g_autoptr(dd_set) failing = dd_set_union(passing, difference);
	hc_input_mix_apply(mix, passing, pass);
	hc_input_mix_apply(mix, failing, fail);
	for (guint i = 0; i < n; i++) {
		struct hc_result_part *part = s->result->parts->pdata[i];
		g_clear_pointer(&part->pass, g_bytes_unref);
		g_clear_pointer(&part->fail, g_bytes_unref);
		part->pass = pass[i];
		part->fail = fail[i];
	}
	keep_changes(s, mix, difference);
	s->result->narrowed = TRUE;
}

/* What there is before anything is known of this round. */
static void keep_ends(struct search *s, const struct hc_input_mix *mix)
{
	g_autoptr(dd_set) none = dd_set_new_empty();
	g_autoptr(dd_set) all = dd_set_new_range(0, hc_input_mix_count(mix));
	keep_closest(s, mix, none, all);
}

static void keep_isolation(struct search *s, const struct hc_input_mix *mix,
	const struct hc_isolation *isolation)
{
	keep_closest(s, mix, isolation->passing, isolation->difference);
	s->result->limited = isolation->narrowed == DD_STOPPED_BY_TESTS ||
			     isolation->narrowed == DD_STOPPED_BY_TIME;
	s->result->confirmed = isolation->confirmed;
}

static void keep_runs(struct search *s)
{
	const struct hc_input *input = s->input;
	const struct hc_failure *failure =
		hc_oracle_failure(hc_input_oracle(input));
	struct hc_result_input *result = s->result;
	const struct hc_command *fail = input->fail;
	result->program = g_strdup(fail->program->path);
	result->command = g_strdup(fail->shell);
	result->argv = g_strdupv(fail->argv);
	result->passing =
		g_strdup(input->pass ? input->pass->shell : input->passing);
	result->pass_argv = input->pass ? g_strdupv(input->pass->argv) : NULL;
	result->failure_kind = failure->kind;
	result->failure_text = g_strdup(failure->text);
	result->passes_text =
		hc_outcome_describe(input->runs->run[HC_PASSING].native);
	result->repeat = MAX(input->options->repeat, 1);
}

/* ---- Rounds -------------------------------------------------------------- */

/* The end that is not as it was each time before. */
static gboolean refuse_ends(
	const struct hc_isolation *isolation, GError **error)
{
	gboolean pass = isolation->status == HC_ISOLATION_NO_PASS;
	g_set_error(error, HC_INPUT_ERROR, HC_INPUT_ERROR_CLAIM,
		"the %s run does not %s each time: it %s; use --repeat N to "
		"run each test N times",
		pass ? "passing" : "failing", pass ? "pass" : "fail",
		isolation->end_words ? isolation->end_words
				     : "does something else");
	return FALSE;
}

/* *coarse stays FALSE if there is nothing that could be divided further. */
static gboolean search_round(struct search *s,
	const struct hc_input_pair *pairs, guint round, gboolean *coarse,
	GError **error)
{
	const struct hc_input_options *options = s->input->options;
	g_autofree char *key = g_strdup_printf("input %u", round);
	const struct hc_isolate_options how = {
		.limit_tests = options->limit_tests,
		.limit_seconds = options->limit_seconds,
		.stop = options->stop,
		.only_narrow = TRUE,
		.journal = s->journal,
		.journal_key = key,
		.step = step,
		.data = s,
	};
	struct hc_input_mix *mix = hc_input_mix_new(
		pairs, s->input->channels->len, HC_INPUT_TOKENS);
	g_autoptr(hc_problem) problem = hc_input_problem_new(s->input, mix);
	g_auto(hc_isolation) isolation = {0};
	keep_pairs(s, pairs);
	if (round == 0)
		s->result->deltas = hc_input_mix_count(mix);
	else
		keep_ends(s, mix);
	gboolean fine = hc_isolate(problem, &how, &isolation, error);
	dd_counts_add(&s->result->tests, &isolation.counts);
	s->tests = s->result->tests.tests;
	if (isolation.difference)
		keep_isolation(s, mix, &isolation);
	*coarse = fine && isolation.difference && !s->result->limited &&
		  hc_input_mix_is_coarse(mix, isolation.difference);
	if (fine && isolation.status != HC_ISOLATED)
		return refuse_ends(&isolation, error);
	return fine;
}

/* The closest ones become the ends of the next round. */
static gboolean search(struct search *s, GError **error)
{
	guint n = s->input->channels->len;
	gboolean coarse = FALSE;
	gboolean fine = search_round(s, s->input->pairs, 0, &coarse, error);
	for (guint round = 1; fine && coarse && round < ROUNDS; round++) {
		g_autofree struct hc_input_pair *pairs =
			g_new0(struct hc_input_pair, n);
		for (guint i = 0; i < n; i++) {
			struct hc_result_part *part =
				s->result->parts->pdata[i];
			pairs[i].pass = g_bytes_ref(part->pass);
			pairs[i].fail = g_bytes_ref(part->fail);
		}
		fine = search_round(s, pairs, round, &coarse, error);
		for (guint i = 0; i < n; i++) {
			g_bytes_unref(pairs[i].pass);
			g_bytes_unref(pairs[i].fail);
		}
	}
	return fine;
}

/* Both once more, with more time. */
static gboolean confirm(struct search *s, GError **error)
{
	const double patience = 2;
	guint n = s->input->channels->len;
	g_autofree GBytes **pass = g_new(GBytes *, n);
	g_autofree GBytes **fail = g_new(GBytes *, n);
	enum hc_verdict passes, fails;
	for (guint i = 0; i < n; i++) {
		struct hc_result_part *part = s->result->parts->pdata[i];
		pass[i] = part->pass;
		fail[i] = part->fail;
	}
	if (!hc_input_run_once(s->input, pass, patience, &passes, error) ||
		!hc_input_run_once(s->input, fail, patience, &fails, error))
		return FALSE;
	s->result->doubtful = passes != HC_PASS || fails != HC_FAIL;
	return TRUE;
}

gboolean hc_input_find(struct hc_input *input, struct hc_journal *journal,
	struct hc_result_input *result, GError **error)
{
	gint64 start = g_get_monotonic_time();
	struct search s = {input, journal, result, 0};
	keep_runs(&s);
	gboolean fine = search(&s, error) && confirm(&s, error);
	result->interrupted = hc_stop_flag_is_set(input->options->stop);
	result->seconds = hc_clock_seconds_since(start);
	return fine;
}
