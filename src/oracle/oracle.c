#include "oracle-inside.h"

#include <string.h>

#define TEST_TIMEOUT 60.0

/* Frames of a crash that must agree. One is not enough: the line may be in a
 * small function that is called from everywhere. */
enum { SAME_FRAMES = 2 };

GQuark hc_oracle_error_quark(void)
{
	return g_quark_from_static_string("hc-oracle-error");
}

/* All but the time that it took. */
static struct hc_outcome *model_of(const struct hc_outcome *from)
{
	struct hc_outcome *model = hc_outcome_copy(from);
	model->seconds = 0;
	return model;
}

static gboolean is_endless(const struct hc_outcome *outcome)
{
	return outcome->end == HC_END_HANG || outcome->end == HC_END_LIMIT;
}

gboolean hc_oracle_ends_like(
	const struct hc_outcome *outcome, const struct hc_outcome *model)
{
	return outcome->end == model->end && outcome->status == model->status &&
	       outcome->signal == model->signal;
}

static const struct hc_skip no_skip;

/* Whether both wrote the same, each from where it counts. */
static gboolean write_alike(const struct hc_oracle *oracle,
	const struct hc_outcome *a, const struct hc_skip *from_a,
	const struct hc_outcome *b, const struct hc_skip *from_b)
{
	g_autoptr(GBytes) out_a = hc_oracle_after(a->out, from_a->out);
	g_autoptr(GBytes) err_a = hc_oracle_after(a->err, from_a->err);
	g_autoptr(GBytes) out_b = hc_oracle_after(b->out, from_b->out);
	g_autoptr(GBytes) err_b = hc_oracle_after(b->err, from_b->err);

	return (oracle->ignore_out || g_bytes_equal(out_a, out_b)) &&
	       (oracle->ignore_err || g_bytes_equal(err_a, err_b));
}

/* By what the runs did. */
static enum hc_oracle_rule choose_rule(const struct hc_oracle *oracle)
{
	const struct hc_outcome *fail = oracle->fail;
	if (oracle->pattern.raw)
		return HC_RULE_PATTERN;
	if (oracle->test)
		return HC_RULE_COMMAND;
	if (fail->end == HC_END_SIGNAL)
		return HC_RULE_CRASH;
	if (is_endless(fail))
		return HC_RULE_ENDLESS;
	return hc_oracle_ends_like(fail, oracle->pass) ? HC_RULE_OUTPUT
						       : HC_RULE_STATUS;
}

static gboolean writes_to(GBytes *stream, const struct hc_skip *from,
	GBytes *model, const struct hc_skip *from_model)
{
	g_autoptr(GBytes) a = hc_oracle_after(stream, from->err);
	g_autoptr(GBytes) b = hc_oracle_after(model, from_model->err);
	return g_bytes_equal(a, b);
}

gboolean hc_oracle_knows_rest(
	const struct hc_oracle *oracle, const struct hc_skip *fail)
{
	gsize n, m;
	const char *right = g_bytes_get_data(oracle->expect, &n);
	const char *wrote = g_bytes_get_data(oracle->fail->out, &m);
	return fail->out <= n && fail->out <= m &&
	       (fail->out == 0 || memcmp(right, wrote, fail->out) == 0);
}

/* Whether it writes what the failing run should: the failing run's state, or a
 * mixture, without the fault. */
static gboolean writes_as_expected(const struct hc_oracle *oracle,
	const struct hc_outcome *outcome, const struct hc_skip *own,
	const struct hc_skip *pass, const struct hc_skip *fail)
{
	if (!oracle->expect || !hc_oracle_knows_rest(oracle, fail))
		return FALSE;
	g_autoptr(GBytes) out = hc_oracle_after(outcome->out, own->out);
	g_autoptr(GBytes) right = hc_oracle_after(oracle->expect, fail->out);
	return g_bytes_equal(out, right) &&
	       (oracle->ignore_err ||
		       writes_to(outcome->err, own, oracle->pass->err, pass) ||
		       writes_to(outcome->err, own, oracle->fail->err, fail));
}

static enum hc_verdict judge_output(const struct hc_oracle *oracle,
	const struct hc_outcome *outcome, const struct hc_oracle_event *event)
{
	const struct hc_skip *own = event ? &event->execution : &no_skip;
	const struct hc_skip *pass = event ? &event->pass : &no_skip;
	const struct hc_skip *fail = event ? &event->fail : &no_skip;
	/* Both runs end in the same way. */
	if (!hc_oracle_ends_like(outcome, oracle->pass))
		return HC_UNRESOLVED;

	gboolean passes =
		write_alike(oracle, outcome, own, oracle->pass, pass) ||
		writes_as_expected(oracle, outcome, own, pass, fail);
	gboolean fails = write_alike(oracle, outcome, own, oracle->fail, fail);

	/* Where it does both, nothing is left that tells the runs apart. */
	if (passes == fails)
		return HC_UNRESOLVED;
	return passes ? HC_PASS : HC_FAIL;
}

/* The same status, and the same message if it comes after the event. */
static gboolean fails_by_status(const struct hc_oracle *oracle,
	const struct hc_outcome *outcome, const struct hc_oracle_event *event)
{
	gsize written = event ? event->fail.err : 0;
	return hc_oracle_ends_like(outcome, oracle->fail) &&
	       (!oracle->message.line || oracle->message.end <= written ||
		       hc_oracle_message_is_in(&oracle->message, outcome->err));
}

static enum hc_verdict judge_end(const struct hc_oracle *oracle,
	const struct hc_outcome *outcome, const struct hc_oracle_event *event)
{
	gboolean fails = FALSE;
	guint frames = event && event->common_frames
			       ? MIN(event->common_frames, SAME_FRAMES)
			       : SAME_FRAMES;

	switch (oracle->rule) {
	case HC_RULE_CRASH:
		fails = hc_oracle_same_crash(outcome, oracle->fail, frames);
		break;
	case HC_RULE_ENDLESS:
		fails = is_endless(outcome) &&
			hc_oracle_same_hang(outcome, oracle->fail, frames);
		break;
	default:
		fails = fails_by_status(oracle, outcome, event);
		break;
	}
	if (fails)
		return HC_FAIL;
	return hc_oracle_ends_like(outcome, oracle->pass) ? HC_PASS
							  : HC_UNRESOLVED;
}

gboolean hc_oracle_find_match(const struct hc_oracle *oracle,
	const struct hc_outcome *outcome, const struct hc_skip *from,
	GBytes **stream, gssize *at, GError **error)
{
	*stream = outcome->out;
	if (!hc_oracle_pattern_find(
		    &oracle->pattern, outcome->out, from->out, at, error))
		return FALSE;
	if (*at >= 0)
		return TRUE;
	*stream = outcome->err;
	return hc_oracle_pattern_find(
		&oracle->pattern, outcome->err, from->err, at, error);
}

static gboolean judge_pattern(const struct hc_oracle *oracle,
	const struct hc_outcome *outcome, enum hc_verdict *verdict,
	GError **error)
{
	GBytes *stream;
	gssize at;
	if (!hc_oracle_find_match(
		    oracle, outcome, &no_skip, &stream, &at, error))
		return FALSE;
	*verdict = at >= 0                                      ? HC_FAIL
		   : hc_oracle_ends_like(outcome, oracle->pass) ? HC_PASS
								: HC_UNRESOLVED;
	return TRUE;
}

gboolean hc_oracle_judge(const struct hc_oracle *oracle,
	const struct hc_outcome *outcome, const struct hc_oracle_event *event,
	enum hc_verdict *verdict, GError **error)
{
	switch (oracle->rule) {
	case HC_RULE_PATTERN:
		return judge_pattern(oracle, outcome, verdict, error);
	case HC_RULE_COMMAND:
		return hc_oracle_command_judge(oracle->test,
			oracle->test_timeout, oracle->stop, outcome, verdict,
			error);
	case HC_RULE_OUTPUT:
		*verdict = judge_output(oracle, outcome, event);
		return TRUE;
	default:
		*verdict = judge_end(oracle, outcome, event);
		return TRUE;
	}
}

/* Why this run is not what it is said to be. */
static void set_claim_error(const struct hc_oracle *oracle,
	const struct hc_outcome *outcome, gboolean passing,
	enum hc_verdict verdict, GError **error)
{
	g_autofree char *end = hc_outcome_describe(outcome);
	const char *name = passing ? "passing" : "failing";
	const char *verb = passing ? "pass" : "fail";
	g_autofree char *why = NULL;
	if (oracle->rule == HC_RULE_PATTERN)
		why = g_strdup_printf("its output %s --fail-if '%s'",
			passing ? "matches" : "does not match",
			oracle->pattern.text);
	else if (oracle->rule == HC_RULE_COMMAND)
		why = g_strdup_printf("the test command '%s' says that it %s",
			oracle->test,
			verdict == HC_PASS   ? "passes"
			: verdict == HC_FAIL ? "fails"
					     : "is unresolved");
	else
		why = g_strdup_printf("it %s%s", end,
			passing ? ", as the failing run does"
				: " and writes the same as the passing run");
	g_set_error(error, HC_ORACLE_ERROR, HC_ORACLE_ERROR_CLAIM,
		"the %s run does not %s: %s", name, verb, why);
}

/* By the command's own words, if it was asked before. */
static gboolean judge_run(const struct hc_oracle *oracle,
	const struct hc_outcome *run, const enum hc_verdict *asked,
	enum hc_verdict *verdict, GError **error)
{
	if (oracle->rule != HC_RULE_COMMAND || !asked)
		return hc_oracle_judge(oracle, run, NULL, verdict, error);
	*verdict = asked[run == oracle->fail];
	return TRUE;
}

/* Each run must be judged as it is said to be. */
static gboolean check_claims(const struct hc_oracle *oracle,
	const enum hc_verdict *asked, GError **error)
{
	enum hc_verdict verdict;
	if (!judge_run(oracle, oracle->pass, asked, &verdict, error))
		return FALSE;
	/* Where nothing differs, the failing run is to blame. */
	if (verdict != HC_PASS && hc_oracle_can_judge(oracle, NULL)) {
		set_claim_error(oracle, oracle->pass, TRUE, verdict, error);
		return FALSE;
	}
	if (!judge_run(oracle, oracle->fail, asked, &verdict, error))
		return FALSE;
	if (verdict != HC_FAIL)
		set_claim_error(oracle, oracle->fail, FALSE, verdict, error);
	return verdict == HC_FAIL;
}

static double timeout_of(const struct hc_oracle_options *options)
{
	return options->test_timeout > 0 ? options->test_timeout : TEST_TIMEOUT;
}

gboolean hc_oracle_ask(const struct hc_oracle_options *options,
	const struct hc_outcome *outcome, enum hc_verdict *verdict,
	GError **error)
{
	return hc_oracle_command_judge(options->test, timeout_of(options),
		options->stop, outcome, verdict, error);
}

gboolean hc_oracle_check_options(
	const struct hc_oracle_options *options, GError **error)
{
	struct hc_pattern pattern;
	if (!options->fail_if)
		return TRUE;
	if (!hc_oracle_pattern_init(&pattern, options->fail_if, error))
		return FALSE;
	hc_oracle_pattern_clear(&pattern);
	return TRUE;
}

struct hc_oracle *hc_oracle_new(const struct hc_oracle_options *options,
	const struct hc_outcome *pass, const struct hc_outcome *fail,
	GError **error)
{
	g_autoptr(hc_oracle) oracle = g_new0(struct hc_oracle, 1);
	oracle->pass = model_of(pass);
	oracle->fail = model_of(fail);
	oracle->test = g_strdup(options->test);
	oracle->test_timeout = timeout_of(options);
	oracle->stop = options->stop;
	oracle->expect = options->expect ? g_bytes_ref(options->expect) : NULL;
	oracle->ignore_out = options->ignore_out;
	oracle->ignore_err = options->ignore_err;
	if (options->fail_if && !hc_oracle_pattern_init(&oracle->pattern,
					options->fail_if, error))
		return NULL;
	oracle->rule = choose_rule(oracle);
	if (oracle->rule == HC_RULE_STATUS && !oracle->ignore_err)
		hc_oracle_message_find(&oracle->message, pass->err, fail->err);
	if (!check_claims(oracle, options->asked, error))
		return NULL;
	hc_oracle_describe(oracle);
	return g_steal_pointer(&oracle);
}

void hc_oracle_free(struct hc_oracle *oracle)
{
	g_clear_pointer(&oracle->pass, hc_outcome_free);
	g_clear_pointer(&oracle->fail, hc_outcome_free);
	hc_oracle_message_clear(&oracle->message);
	hc_oracle_pattern_clear(&oracle->pattern);
	g_clear_pointer(&oracle->expect, g_bytes_unref);
	g_free(oracle->test);
	g_free(oracle->failure.text);
	g_free(oracle);
}

/* One run's stream up to an event, and another's from there on. */
static GBytes *splice(
	GBytes *before, gsize n_before, GBytes *after, gsize n_after)
{
	g_autoptr(GBytes) rest = hc_oracle_after(after, n_after);
	gsize n, m;
	const guint8 *a = g_bytes_get_data(before, &n);
	const guint8 *b = g_bytes_get_data(rest, &m);
	GByteArray *all = g_byte_array_new();

	g_byte_array_append(all, a, (guint) MIN(n, n_before));
	g_byte_array_append(all, b, (guint) m);
	return g_byte_array_free_to_bytes(all);
}

/* What an execution would do that is one run up to an event and the other from
 * there on: what a test with all differences is at its best. */
static gboolean judge_spliced(const struct hc_oracle *oracle,
	const struct hc_oracle_event *event, gboolean pass_first,
	enum hc_verdict *verdict)
{
	const struct hc_outcome *first =
		pass_first ? oracle->pass : oracle->fail;
	const struct hc_outcome *then =
		pass_first ? oracle->fail : oracle->pass;
	const struct hc_skip *a = pass_first ? &event->pass : &event->fail;
	const struct hc_skip *b = pass_first ? &event->fail : &event->pass;
	g_autoptr(hc_outcome) outcome = hc_outcome_copy(then);

	g_bytes_unref(outcome->out);
	g_bytes_unref(outcome->err);
	outcome->out = splice(first->out, a->out, then->out, b->out);
	outcome->err = splice(first->err, a->err, then->err, b->err);
	return hc_oracle_judge(oracle, outcome, NULL, verdict, NULL);
}

/* Whether what the user's pattern or command looks for had been written by
 * then. A command may look at more than at what was written; then it says the
 * same both times. */
static gboolean was_decided(
	const struct hc_oracle *oracle, const struct hc_oracle_event *event)
{
	enum hc_verdict verdict;
	if (event->fail.out == 0 && event->fail.err == 0)
		return FALSE;
	if (!judge_spliced(oracle, event, TRUE, &verdict) || verdict == HC_FAIL)
		return FALSE;
	return oracle->rule == HC_RULE_PATTERN ||
	       (verdict == HC_PASS &&
		       judge_spliced(oracle, event, FALSE, &verdict) &&
		       verdict == HC_FAIL);
}

gboolean hc_oracle_can_judge(
	const struct hc_oracle *oracle, const struct hc_oracle_event *event)
{
	switch (oracle->rule) {
	case HC_RULE_OUTPUT:
		return !write_alike(oracle, oracle->pass,
			event ? &event->pass : &no_skip, oracle->fail,
			event ? &event->fail : &no_skip);
	case HC_RULE_PATTERN:
	case HC_RULE_COMMAND:
		return !event || !was_decided(oracle, event);
	default:
		return TRUE;
	}
}

const struct hc_failure *hc_oracle_failure(const struct hc_oracle *oracle)
{
	return &oracle->failure;
}

struct hc_oracle *hc_oracle_go_by(
	const struct hc_oracle *oracle, const char *pattern)
{
	const struct hc_oracle_options options = {
		.fail_if = pattern, .stop = oracle->stop};
	return hc_oracle_new(&options, oracle->pass, oracle->fail, NULL);
}

GPtrArray *hc_oracle_criteria(
	const struct hc_oracle *oracle, const char *const *given)
{
	GPtrArray *criteria =
		g_ptr_array_new_with_free_func((GDestroyNotify) hc_oracle_free);
	if (oracle->rule != HC_RULE_OUTPUT)
		return criteria;

	const struct hc_outcome *pass = oracle->pass, *fail = oracle->fail;
	gboolean out =
		!oracle->ignore_out && !g_bytes_equal(pass->out, fail->out);
	GBytes *right = !out             ? pass->err
			: oracle->expect ? oracle->expect
					 : pass->out;
	g_autoptr(GPtrArray) patterns = hc_oracle_criteria_of(
		right, out ? fail->out : fail->err, given);
	for (guint i = 0; i < patterns->len; i++) {
		struct hc_oracle *one =
			hc_oracle_go_by(oracle, patterns->pdata[i]);
		if (one)
			g_ptr_array_add(criteria, one);
	}
	return criteria;
}

const char *hc_oracle_pattern(const struct hc_oracle *oracle)
{
	return oracle->rule == HC_RULE_PATTERN ? oracle->pattern.text : NULL;
}
