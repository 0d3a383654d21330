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
	/* Where the failing input of this round comes from in the one that was
	 * given: struct hc_input_origin, for each channel; NULL: it is that. */
	GArray **origins;
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
		part->base_fail = g_bytes_ref(s->input->pairs[i].fail);
		g_ptr_array_add(s->result->parts, part);
	}
}

/* How many bytes of a round's failing input, from one on, come from one place in
 * the one that was given, and from where. 0: from the passing one. */
static guint32 find_origin(
	const GArray *origins, struct hc_input_span span, guint32 *from)
{
	*from = span.from;
	if (!origins)
		return span.length;
	for (guint i = 0; i < origins->len; i++) {
		const struct hc_input_origin *o =
			&g_array_index(origins, struct hc_input_origin, i);
		if (span.from >= o->at + o->length)
			continue;
		gboolean in = span.from >= o->at;
		*from = in ? o->from + (span.from - o->at) : o->from;
		return in ? MIN(span.length, o->at + o->length - span.from) : 0;
	}
	const struct hc_input_origin *last =
		origins->len ? &g_array_index(origins, struct hc_input_origin,
				       origins->len - 1)
			     : NULL;
	*from = last ? last->from + last->length : 0;
	return 0;
}

/* A change is told where it is in what was given, even if that is in several
 * places. */
static void keep_change(struct search *s, const struct hc_input_change *from)
{
	const GArray *origins = s->origins ? s->origins[from->part] : NULL;
	struct hc_input_span left = from->fail;
	struct hc_result_change change = {
		.part = from->part,
		.pass_from = from->pass.from,
		.pass_length = from->pass.length,
	};
	do {
		guint32 at, length = find_origin(origins, left, &at);
		change.fail_from = at;
		change.fail_length = length;
		if (length || left.length == 0)
			g_array_append_val(s->result->changes, change);
		change.pass_from += change.pass_length;
		change.pass_length = 0;
		left.from += MAX(length, 1);
		left.length -= MIN(left.length, MAX(length, 1));
	} while (left.length);
}

static void keep_changes(struct search *s, const struct hc_input_mix *mix,
	const struct dd_set *difference)
{
	g_autoptr(GArray) changes = hc_input_mix_changes(mix, difference);
	g_array_set_size(s->result->changes, 0);
	for (guint i = 0; i < changes->len; i++)
		keep_change(
			s, &g_array_index(changes, struct hc_input_change, i));
}

/* The failing input of the next round is this mixture. */
static void keep_origins(struct search *s, GArray **mixed)
{
	guint n = s->input->channels->len;
	GArray **next = g_new(GArray *, n);
	for (guint k = 0; k < n; k++) {
		next[k] = g_array_new(
			FALSE, FALSE, sizeof(struct hc_input_origin));
		for (guint i = 0; i < mixed[k]->len; i++) {
			struct hc_input_origin o = g_array_index(
				mixed[k], struct hc_input_origin, i);
			while (o.length) {
				struct hc_input_span span = {o.from, o.length};
				struct hc_input_origin one = {.at = o.at};
				guint32 length = find_origin(
					s->origins ? s->origins[k] : NULL, span,
					&one.from);
				one.length = length;
				if (length)
					g_array_append_val(next[k], one);
				length = MAX(length, 1);
				o.at += length;
				o.from += length;
				o.length -= length;
			}
		}
	}
	for (guint k = 0; s->origins && k < n; k++)
		g_array_unref(s->origins[k]);
	g_free(s->origins);
	s->origins = next;
}

static void keep_closest(struct search *s, const struct hc_input_mix *mix,
	const struct dd_set *passing, const struct dd_set *difference)
{
	guint n = s->input->channels->len;
	g_autofree GBytes **pass = g_new(GBytes *, n);
	g_autofree GBytes **fail = g_new(GBytes *, n);
	g_autoptr(dd_set) failing = dd_set_union(passing, difference);
	hc_input_mix_apply(mix, passing, pass, NULL);
	hc_input_mix_apply(mix, failing, fail, NULL);
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
	s->result->confirmed =
		s->origins ? HC_CONFIRMED_NOT : isolation->confirmed;
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

static void leave_round(struct search *s, const struct hc_input_mix *mix,
	const struct hc_isolation *isolation)
{
	guint n = s->input->channels->len;
	g_autofree GBytes **fail = g_new(GBytes *, n);
	g_autofree GArray **origins = g_new(GArray *, n);
	g_autoptr(dd_set) failing =
		dd_set_union(isolation->passing, isolation->difference);
	hc_input_mix_apply(mix, failing, fail, origins);
	keep_origins(s, origins);
	for (guint i = 0; i < n; i++) {
		g_bytes_unref(fail[i]);
		g_array_unref(origins[i]);
	}
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
	if (*coarse)
		leave_round(s, mix, &isolation);
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

GBytes *hc_input_without(const struct hc_result_input *result, guint number)
{
	const struct hc_result_part *part = result->parts->pdata[number];
	gsize n, at = 0;
	const guint8 *fail = g_bytes_get_data(part->base_fail, &n);
	const guint8 *pass = g_bytes_get_data(part->base_pass, NULL);
	GByteArray *left = g_byte_array_new();
	for (guint i = 0; i < result->changes->len; i++) {
		const struct hc_result_change *change = &g_array_index(
			result->changes, struct hc_result_change, i);
		if (change->part != number || change->fail_from < at)
			continue;
		g_byte_array_append(
			left, fail + at, (guint) (change->fail_from - at));
		if (change->pass_length)
			g_byte_array_append(left, pass + change->pass_from,
				(guint) change->pass_length);
		at = change->fail_from + change->fail_length;
	}
	if (at < n)
		g_byte_array_append(left, fail + at, (guint) (n - at));
	return g_byte_array_free_to_bytes(left);
}

/* In later rounds, all else was what the first ones had left. */
static gboolean confirm_whole(struct search *s, GError **error)
{
	guint n = s->input->channels->len;
	enum hc_verdict verdict;
	if (!s->origins || s->result->limited)
		return TRUE;
	g_autofree GBytes **left = g_new(GBytes *, n);
	for (guint i = 0; i < n; i++)
		left[i] = hc_input_without(s->result, i);
	gboolean fine = hc_input_run_once(s->input, left, 1, &verdict, error);
	for (guint i = 0; i < n; i++)
		g_bytes_unref(left[i]);
	if (!fine)
		return FALSE;
	dd_counts_add_test(&s->result->tests, verdict);
	s->result->confirmed = verdict == HC_PASS   ? HC_CONFIRMED_BOTH
			       : verdict == HC_FAIL ? HC_OVERDETERMINED
						    : HC_CONFIRMED_ONE;
	return TRUE;
}

gboolean hc_input_find(struct hc_input *input, struct hc_journal *journal,
	struct hc_result_input *result, GError **error)
{
	gint64 start = g_get_monotonic_time();
	struct search s = {
		.input = input, .journal = journal, .result = result};
	keep_runs(&s);
	gboolean fine = search(&s, error) && confirm_whole(&s, error) &&
			confirm(&s, error);
	for (guint i = 0; s.origins && i < input->channels->len; i++)
		g_array_unref(s.origins[i]);
	g_free(s.origins);
	result->interrupted = hc_stop_flag_is_set(input->options->stop);
	result->seconds = hc_clock_seconds_since(start);
	return fine;
}
