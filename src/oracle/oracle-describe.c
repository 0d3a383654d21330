/* Failures in words. */
#include "oracle-inside.h"

static const struct hc_skip no_skip;

/* What an execution writes that the passing run does not, from there on; NULL:
 * nothing. */
static char *describe_output(const struct hc_oracle *oracle,
	const struct hc_skip *pass, const struct hc_outcome *outcome,
	const struct hc_skip *own)
{
	char *text = NULL;
	/* Where it is known what is right, the first line that is wrong. */
	if (oracle->expect && outcome == oracle->fail &&
		hc_oracle_knows_rest(oracle, own))
		text = hc_oracle_describe_difference(
			oracle->expect, own->out, outcome->out, own->out, "");
	if (!text && !oracle->ignore_out)
		text = hc_oracle_describe_difference(oracle->pass->out,
			pass->out, outcome->out, own->out, "");
	if (!text && !oracle->ignore_err)
		text = hc_oracle_describe_difference(oracle->pass->err,
			pass->err, outcome->err, own->err, " to stderr");
	return text;
}

char *hc_oracle_tell_apart(
	const struct hc_oracle *oracle, const struct hc_outcome *outcome)
{
	g_autofree char *text =
		hc_oracle_ends_like(outcome, oracle->pass)
			? describe_output(oracle, &no_skip, outcome, &no_skip)
			: NULL;
	return text ? g_strdup_printf("%s, which it does not by itself", text)
		    : hc_outcome_describe(outcome);
}

/* NULL: there is none from there on. */
static char *describe_match(
	const struct hc_oracle *oracle, const struct hc_skip *from)
{
	GBytes *stream;
	gssize at;
	if (!hc_oracle_find_match(
		    oracle, oracle->fail, from, &stream, &at, NULL) ||
		at < 0)
		return NULL;
	g_autofree char *line = hc_oracle_quote_line(stream, (gsize) at);
	return g_strdup_printf("prints %s%s", line,
		stream == oracle->fail->err ? " to stderr" : "");
}

/* "a", "a and b", "a, b and c" */
static char *list_of(char **names)
{
	GString *text = g_string_new(names[0]);
	for (guint i = 1; names[i]; i++) {
		g_string_append(text, names[i + 1] ? ", " : " and ");
		g_string_append(text, names[i]);
	}
	return g_string_free(text, FALSE);
}

/* As hc_outcome_describe, without the meaning of the signal's name. */
static char *describe_crash(const struct hc_outcome *outcome)
{
	g_auto(GStrv) recursing = hc_oracle_recursing(outcome);
	if (recursing) {
		g_autofree char *names = list_of(recursing);
		return g_strdup_printf("is killed by %s in an endless "
				       "recursion of %s",
			hc_outcome_signal_name(outcome->signal), names);
	}
	const struct hc_frame *frame = hc_outcome_crash(outcome);
	g_autofree char *where = frame ? hc_frame_describe(frame) : NULL;
	return g_strdup_printf("is killed by %s%s%s",
		hc_outcome_signal_name(outcome->signal), where ? " in " : "",
		where ? where : "");
}

void hc_oracle_describe(struct hc_oracle *oracle)
{
	const struct hc_outcome *fail = oracle->fail;
	struct hc_failure *failure = &oracle->failure;
	switch (oracle->rule) {
	case HC_RULE_CRASH:
		failure->kind = HC_FAILURE_SIGNAL;
		failure->text = describe_crash(fail);
		break;
	case HC_RULE_ENDLESS:
		failure->kind = fail->end == HC_END_HANG ? HC_FAILURE_HANG
							 : HC_FAILURE_LIMIT;
		failure->text = hc_outcome_describe(fail);
		break;
	case HC_RULE_STATUS:
		failure->kind = HC_FAILURE_EXIT;
		failure->text = hc_outcome_describe(fail);
		break;
	case HC_RULE_OUTPUT:
		failure->kind = HC_FAILURE_OUTPUT;
		failure->text =
			describe_output(oracle, &no_skip, fail, &no_skip);
		break;
	case HC_RULE_PATTERN:
		failure->kind = HC_FAILURE_OUTPUT;
		failure->text = describe_match(oracle, &no_skip);
		break;
	case HC_RULE_COMMAND:
		failure->kind = HC_FAILURE_TEST;
		failure->text =
			g_strdup_printf("fails the test '%s'", oracle->test);
		break;
	}
}

char *hc_oracle_describe_from(
	const struct hc_oracle *oracle, const struct hc_oracle_event *event)
{
	g_autofree char *text = NULL;
	if (oracle->rule == HC_RULE_OUTPUT)
		text = describe_output(
			oracle, &event->pass, oracle->fail, &event->fail);
	else if (oracle->rule == HC_RULE_PATTERN)
		text = describe_match(oracle, &event->fail);
	return g_strcmp0(text, oracle->failure.text) == 0
		       ? NULL
		       : g_steal_pointer(&text);
}
