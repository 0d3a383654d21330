#include "oracle-inside.h"

#define TEST_TIMEOUT 60.0

/* What tells a failure. */
enum rule {
	RULE_CRASH,
	RULE_ENDLESS, /* a hang, or a limit */
	RULE_STATUS,
	RULE_OUTPUT,
	RULE_PATTERN,
	RULE_COMMAND,
};

/* What of a run is compared. */
struct model {
	struct hc_outcome *outcome; /* how it ended, and all that it wrote */
	GBytes *out, *err; /* what counts of it */
};

/* Frames of a crash that must agree. One is not enough: the line may be in a
 * small function that is called from everywhere. */
enum { SAME_FRAMES = 2 };

struct hc_oracle {
	enum rule rule;
	struct model pass, fail;
	gboolean alike; /* nothing is left that differs */
	gboolean ignore_out, ignore_err;
	guint frames; /* of a crash that must agree */
	struct hc_pattern pattern;
	char *test;
	double test_timeout;
	hc_stop_flag stop;
	struct hc_failure failure;
};

GQuark hc_oracle_error_quark(void)
{
	return g_quark_from_static_string("hc-oracle-error");
}

static void model_init(struct model *model, const struct hc_outcome *from)
{
	struct hc_outcome *outcome = hc_outcome_new();
	outcome->end = from->end;
	outcome->status = from->status;
	outcome->signal = from->signal;
	outcome->more_frames = from->more_frames;
	g_bytes_unref(outcome->out);
	g_bytes_unref(outcome->err);
	outcome->out = g_bytes_ref(from->out);
	outcome->err = g_bytes_ref(from->err);
	for (guint i = 0; i < from->frames->len; i++) {
		const struct hc_frame *frame =
			g_ptr_array_index(from->frames, i);
		hc_outcome_add_frame(
			outcome, frame->function, frame->file, frame->line);
	}
	model->outcome = outcome;
	model->out = g_bytes_ref(outcome->out);
	model->err = g_bytes_ref(outcome->err);
}

static void model_clear(struct model *model)
{
	g_clear_pointer(&model->outcome, hc_outcome_free);
	g_clear_pointer(&model->out, g_bytes_unref);
	g_clear_pointer(&model->err, g_bytes_unref);
}

static void model_skip(struct model *model, const struct hc_skip *skip)
{
	g_bytes_unref(model->out);
	g_bytes_unref(model->err);
	model->out = hc_oracle_after(model->outcome->out, skip ? skip->out : 0);
	model->err = hc_oracle_after(model->outcome->err, skip ? skip->err : 0);
}

static gboolean is_endless(const struct hc_outcome *outcome)
{
	return outcome->end == HC_END_HANG || outcome->end == HC_END_LIMIT;
}

static gboolean ends_like(
	const struct hc_outcome *outcome, const struct model *model)
{
	return outcome->end == model->outcome->end &&
	       outcome->status == model->outcome->status &&
	       outcome->signal == model->outcome->signal;
}

static gboolean writes_like(const struct hc_oracle *oracle, GBytes *out,
	GBytes *err, const struct model *model)
{
	return (oracle->ignore_out || g_bytes_equal(out, model->out)) &&
	       (oracle->ignore_err || g_bytes_equal(err, model->err));
}

static gboolean models_write_alike(const struct hc_oracle *oracle)
{
	return writes_like(
		oracle, oracle->pass.out, oracle->pass.err, &oracle->fail);
}

/* By what the runs did. */
static enum rule choose_rule(const struct hc_oracle *oracle)
{
	const struct hc_outcome *fail = oracle->fail.outcome;
	if (oracle->pattern.raw)
		return RULE_PATTERN;
	if (oracle->test)
		return RULE_COMMAND;
	if (fail->end == HC_END_SIGNAL)
		return RULE_CRASH;
	if (is_endless(fail))
		return RULE_ENDLESS;
	return ends_like(fail, &oracle->pass) ? RULE_OUTPUT : RULE_STATUS;
}

static enum hc_verdict judge_output(const struct hc_oracle *oracle,
	const struct hc_outcome *outcome, const struct hc_skip *skip)
{
	g_autoptr(GBytes) out =
		hc_oracle_after(outcome->out, skip ? skip->out : 0);
	g_autoptr(GBytes) err =
		hc_oracle_after(outcome->err, skip ? skip->err : 0);
	/* Both runs end in the same way. */
	if (oracle->alike || !ends_like(outcome, &oracle->pass))
		return HC_UNRESOLVED;
	if (writes_like(oracle, out, err, &oracle->fail))
		return HC_FAIL;
	return writes_like(oracle, out, err, &oracle->pass) ? HC_PASS
							    : HC_UNRESOLVED;
}

static enum hc_verdict judge_end(
	const struct hc_oracle *oracle, const struct hc_outcome *outcome)
{
	gboolean fails = FALSE;
	switch (oracle->rule) {
	case RULE_CRASH:
		fails = hc_oracle_same_crash(
			outcome, oracle->fail.outcome, oracle->frames);
		break;
	case RULE_ENDLESS:
		fails = is_endless(outcome);
		break;
	default:
		fails = ends_like(outcome, &oracle->fail);
		break;
	}
	if (fails)
		return HC_FAIL;
	return ends_like(outcome, &oracle->pass) ? HC_PASS : HC_UNRESOLVED;
}

static gboolean find_pattern(const struct hc_oracle *oracle,
	const struct hc_outcome *outcome, GBytes **stream, gssize *at,
	GError **error)
{
	*stream = outcome->out;
	if (!hc_oracle_pattern_find(&oracle->pattern, outcome->out, at, error))
		return FALSE;
	if (*at >= 0)
		return TRUE;
	*stream = outcome->err;
	return hc_oracle_pattern_find(
		&oracle->pattern, outcome->err, at, error);
}

static gboolean judge_pattern(const struct hc_oracle *oracle,
	const struct hc_outcome *outcome, enum hc_verdict *verdict,
	GError **error)
{
	GBytes *stream;
	gssize at;
	if (!find_pattern(oracle, outcome, &stream, &at, error))
		return FALSE;
	*verdict = at >= 0                             ? HC_FAIL
		   : ends_like(outcome, &oracle->pass) ? HC_PASS
						       : HC_UNRESOLVED;
	return TRUE;
}

static gboolean judge(const struct hc_oracle *oracle,
	const struct hc_outcome *outcome, const struct hc_skip *skip,
	enum hc_verdict *verdict, GError **error)
{
	switch (oracle->rule) {
	case RULE_PATTERN:
		return judge_pattern(oracle, outcome, verdict, error);
	case RULE_COMMAND:
		return hc_oracle_command_judge(oracle->test,
			oracle->test_timeout, oracle->stop, outcome, verdict,
			error);
	case RULE_OUTPUT:
		*verdict = judge_output(oracle, outcome, skip);
		return TRUE;
	default:
		*verdict = judge_end(oracle, outcome);
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
	if (oracle->rule == RULE_PATTERN)
		why = g_strdup_printf("its output %s --fail-if '%s'",
			passing ? "matches" : "does not match",
			oracle->pattern.text);
	else if (oracle->rule == RULE_COMMAND)
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

/* Each run must be judged as it is said to be. */
static gboolean check_claims(const struct hc_oracle *oracle, GError **error)
{
	enum hc_verdict verdict;
	if (!judge(oracle, oracle->pass.outcome, NULL, &verdict, error))
		return FALSE;
	/* Where nothing differs, the failing run is to blame. */
	if (verdict != HC_PASS && !oracle->alike) {
		set_claim_error(
			oracle, oracle->pass.outcome, TRUE, verdict, error);
		return FALSE;
	}
	if (!judge(oracle, oracle->fail.outcome, NULL, &verdict, error))
		return FALSE;
	if (verdict != HC_FAIL)
		set_claim_error(
			oracle, oracle->fail.outcome, FALSE, verdict, error);
	return verdict == HC_FAIL;
}

static char *describe_output(const struct hc_oracle *oracle)
{
	char *text = NULL;
	if (!oracle->ignore_out)
		text = hc_oracle_describe_difference(
			oracle->pass.out, oracle->fail.out, "");
	if (!text && !oracle->ignore_err)
		text = hc_oracle_describe_difference(
			oracle->pass.err, oracle->fail.err, " to stderr");
	return text;
}

static char *describe_match(const struct hc_oracle *oracle)
{
	GBytes *stream;
	gssize at;
	/* It was found before. */
	if (!find_pattern(oracle, oracle->fail.outcome, &stream, &at, NULL) ||
		at < 0)
		return NULL;
	g_autofree char *line = hc_oracle_quote_line(stream, (gsize) at);
	return g_strdup_printf("prints %s%s", line,
		stream == oracle->fail.outcome->err ? " to stderr" : "");
}

/* As hc_outcome_describe, without the meaning of the signal's name. */
static char *describe_crash(const struct hc_outcome *outcome)
{
	g_auto(GStrv) recursing = hc_oracle_recursing(outcome);
	if (recursing) {
		g_autofree char *names = g_strjoinv(" and ", recursing);
		return g_strdup_printf("is killed by %s in an endless "
				       "recursion of %s",
			hc_signal_name(outcome->signal), names);
	}
	const struct hc_frame *frame = hc_outcome_crash(outcome);
	g_autofree char *where = frame ? hc_frame_describe(frame) : NULL;
	return g_strdup_printf("is killed by %s%s%s",
		hc_signal_name(outcome->signal), where ? " in " : "",
		where ? where : "");
}

static void describe(struct hc_oracle *oracle)
{
	const struct hc_outcome *fail = oracle->fail.outcome;
	struct hc_failure *failure = &oracle->failure;
	switch (oracle->rule) {
	case RULE_CRASH:
		failure->kind = HC_FAILURE_SIGNAL;
		failure->text = describe_crash(fail);
		break;
	case RULE_ENDLESS:
		failure->kind = fail->end == HC_END_HANG ? HC_FAILURE_HANG
							 : HC_FAILURE_LIMIT;
		failure->text = hc_outcome_describe(fail);
		break;
	case RULE_STATUS:
		failure->kind = HC_FAILURE_EXIT;
		failure->text = hc_outcome_describe(fail);
		break;
	case RULE_OUTPUT:
		failure->kind = HC_FAILURE_OUTPUT;
		failure->text = describe_output(oracle);
		break;
	case RULE_PATTERN:
		failure->kind = HC_FAILURE_OUTPUT;
		failure->text = describe_match(oracle);
		break;
	case RULE_COMMAND:
		failure->kind = HC_FAILURE_TEST;
		failure->text =
			g_strdup_printf("fails the test '%s'", oracle->test);
		break;
	}
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
	model_init(&oracle->pass, pass);
	model_init(&oracle->fail, fail);
	oracle->frames = SAME_FRAMES;
	oracle->test = g_strdup(options->test);
	oracle->test_timeout = options->test_timeout > 0 ? options->test_timeout
							 : TEST_TIMEOUT;
	oracle->stop = options->stop;
	oracle->ignore_out = options->ignore_out;
	oracle->ignore_err = options->ignore_err;
	if (options->fail_if && !hc_oracle_pattern_init(&oracle->pattern,
					options->fail_if, error))
		return NULL;
	oracle->rule = choose_rule(oracle);
	oracle->alike =
		oracle->rule == RULE_OUTPUT && models_write_alike(oracle);
	if (!check_claims(oracle, error))
		return NULL;
	describe(oracle);
	return g_steal_pointer(&oracle);
}

void hc_oracle_free(struct hc_oracle *oracle)
{
	model_clear(&oracle->pass);
	model_clear(&oracle->fail);
	hc_oracle_pattern_clear(&oracle->pattern);
	g_free(oracle->test);
	g_free(oracle->failure.text);
	g_free(oracle);
}

gboolean hc_oracle_set_event(struct hc_oracle *oracle,
	const struct hc_skip *pass, const struct hc_skip *fail)
{
	if (oracle->rule != RULE_OUTPUT)
		return TRUE;
	model_skip(&oracle->pass, pass);
	model_skip(&oracle->fail, fail);
	oracle->alike = models_write_alike(oracle);
	return !oracle->alike;
}

void hc_oracle_set_common_frames(struct hc_oracle *oracle, guint n)
{
	oracle->frames = CLAMP(n, 1, SAME_FRAMES);
}

gboolean hc_oracle_judge(struct hc_oracle *oracle,
	const struct hc_outcome *outcome, const struct hc_skip *skip,
	enum hc_verdict *verdict, GError **error)
{
	return judge(oracle, outcome, skip, verdict, error);
}

const struct hc_failure *hc_oracle_failure(const struct hc_oracle *oracle)
{
	return &oracle->failure;
}
