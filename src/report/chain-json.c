/* The result as JSON, in keys that docs/howcome.1 explains. */
#include "cause-words.h"
#include "chain-suspects.h"
#include "input-json.h"
#include "json.h"
#include "report-chain.h"
#include "report.h"

#include <string.h>

/* Which keys there are, and what they mean. 2: "schema" itself, "steps",
 * "suspects" and "only". */
enum { SCHEMA = 2 };
/* Of a run's output this much is in the report, in bytes. */
enum { MOST_OUTPUT = 4096 };
/* Of a name or a value this much, of all commands of a difference that much,
 * and so many differences in one list. */
enum { MOST_TEXT = 1000, MOST_COMMANDS = 4000, MOST_CAUSES = 100 };

/* Text from outside: bytes that are no UTF-8 become \xNN. */
static void add_text(JsonBuilder *b, const char *key, const char *text)
{
	json_builder_set_member_name(b, key);
	if (!text) {
		json_builder_add_null_value(b);
		return;
	}
	g_autofree char *valid = hc_report_utf8(text, strlen(text));
	json_builder_add_string_value(b, valid);
}

static void add_int(JsonBuilder *b, const char *key, guint64 value)
{
	json_builder_set_member_name(b, key);
	json_builder_add_int_value(b, (gint64) value);
}

static void add_double(JsonBuilder *b, const char *key, double value)
{
	json_builder_set_member_name(b, key);
	json_builder_add_double_value(b, value);
}

static void add_bool(JsonBuilder *b, const char *key, gboolean value)
{
	json_builder_set_member_name(b, key);
	json_builder_add_boolean_value(b, value);
}

static void begin(JsonBuilder *b, const char *key)
{
	json_builder_set_member_name(b, key);
	json_builder_begin_object(b);
}

static void add_texts(
	JsonBuilder *b, const char *key, const char *const *texts, guint n)
{
	json_builder_set_member_name(b, key);
	json_builder_begin_array(b);
	for (guint i = 0; i < n; i++) {
		g_autofree char *valid =
			hc_report_utf8(texts[i], strlen(texts[i]));
		json_builder_add_string_value(b, valid);
	}
	json_builder_end_array(b);
}

static void add_strv(JsonBuilder *b, const char *key, char **texts)
{
	add_texts(b, key, (const char *const *) texts,
		texts ? g_strv_length(texts) : 0);
}

/* ---- The two runs ---- */

static void add_output(JsonBuilder *b, const char *key, GBytes *bytes)
{
	gsize n;
	const char *data = g_bytes_get_data(bytes, &n);
	g_autofree char *valid = hc_report_utf8(data, MIN(n, MOST_OUTPUT));
	begin(b, key);
	add_int(b, "bytes", n);
	json_builder_set_member_name(b, "text");
	json_builder_add_string_value(b, valid);
	json_builder_end_object(b);
}

/* Of an endless recursion, only which functions recurse is the same each
 * time. */
static void add_backtrace(JsonBuilder *b, const struct hc_outcome *outcome)
{
	g_auto(GStrv) recursing = hc_oracle_recursing(outcome);
	if (recursing) {
		add_strv(b, "recursion", recursing);
		return;
	}
	g_autoptr(GPtrArray) frames = g_ptr_array_new_with_free_func(g_free);
	for (guint i = 0; i < outcome->frames->len; i++)
		g_ptr_array_add(frames, hc_frame_describe(g_ptr_array_index(
						outcome->frames, i)));
	add_texts(b, "backtrace", (const char *const *) frames->pdata,
		frames->len);
}

static void add_outcome(JsonBuilder *b, const struct hc_outcome *outcome)
{
	static const char *const ends[] = {
		[HC_END_EXIT] = "exit",
		[HC_END_SIGNAL] = "signal",
		[HC_END_HANG] = "hang",
		[HC_END_LIMIT] = "limit",
	};
	json_builder_set_member_name(b, "outcome");
	if (!outcome) {
		json_builder_add_null_value(b);
		return;
	}
	json_builder_begin_object(b);
	add_text(b, "end", ends[outcome->end]);
	if (outcome->end == HC_END_EXIT)
		add_int(b, "status", (guint64) outcome->status);
	if (outcome->end == HC_END_SIGNAL)
		add_text(b, "signal", hc_outcome_signal_name(outcome->signal));
	add_output(b, "stdout", outcome->out);
	add_output(b, "stderr", outcome->err);
	add_backtrace(b, outcome);
	json_builder_end_object(b);
}

static void add_run(JsonBuilder *b, const char *key, char **argv,
	const struct hc_outcome *outcome)
{
	begin(b, key);
	add_strv(b, "command", argv);
	add_outcome(b, outcome);
	json_builder_end_object(b);
}

/* ---- Events ---- */

/* What was cut, and how long it is. */
struct cuts {
	gboolean full; /* nothing is to be cut */
	guint n;
	struct {
		const char *key;
		guint64 length;
	} list[6];
};

static void note_cut(struct cuts *cuts, const char *key, guint64 length)
{
	cuts->list[cuts->n].key = key;
	cuts->list[cuts->n++].length = length;
}

static void add_cuts(JsonBuilder *b, const struct cuts *cuts)
{
	if (cuts->n == 0)
		return;
	begin(b, "cut");
	for (guint i = 0; i < cuts->n; i++)
		add_int(b, cuts->list[i].key, cuts->list[i].length);
	json_builder_end_object(b);
}

/* A text with "…" in the place of its end, if it is long. */
static void add_short_text(
	JsonBuilder *b, const char *key, const char *text, struct cuts *cuts)
{
	g_autofree char *valid =
		text ? hc_report_utf8(text, strlen(text)) : NULL;
	gsize length = valid ? strlen(valid) : 0, n = MOST_TEXT;
	if (length <= MOST_TEXT || cuts->full) {
		add_text(b, key, valid);
		return;
	}

	/* Never within a character: its first byte may be the next one. */
	while (n > 0 && ((guchar) valid[n] & 0xc0) == 0x80)
		n--;
	g_autofree char *cut = g_strdup_printf("%.*s…", (int) n, valid);
	add_text(b, key, cut);
	note_cut(cuts, key, length);
}

/* Whole ones: a part of a command does something else. */
static void add_commands(JsonBuilder *b, char **commands, struct cuts *cuts)
{
	guint all = commands ? g_strv_length(commands) : 0, n = 0;
	for (gsize size = 0; n < all; n++) {
		size += strlen(commands[n]);
		if (size > MOST_COMMANDS && !cuts->full)
			break;
	}
	add_texts(b, "commands", (const char *const *) commands, n);
	if (n < all)
		note_cut(cuts, "commands", all);
}

/* Who gave it its value, in both runs, as far as that is known. */
static void add_writer(
	JsonBuilder *b, const char *key, const struct hc_written *written)
{
	static const char *const hows[] = {
		[HC_WRITTEN_STORED] = "stored",
		[HC_WRITTEN_CALLED] = "library",
		[HC_WRITTEN_PASSED] = "passed",
		[HC_WRITTEN_NEVER] = "never",
	};
	if (!written)
		return;
	begin(b, key);
	add_text(b, "how", hows[written->how]);
	if (written->how != HC_WRITTEN_NEVER) {
		add_text(b, "function", written->function);
		add_text(b, "file", written->file);
		add_int(b, "line", (guint64) written->line);
		add_texts(b, "backtrace",
			(const char *const *) written->backtrace->pdata,
			written->backtrace->len);
	}
	if (written->how == HC_WRITTEN_CALLED)
		add_text(b, "library", written->library);
	if (written->count)
		add_int(b, "count", written->count);
	json_builder_end_object(b);
}

static void add_writers(JsonBuilder *b, const struct hc_cause *cause)
{
	if (!cause->written[HC_PASSING] && !cause->written[HC_FAILING])
		return;
	begin(b, "written");
	add_writer(b, "pass", cause->written[HC_PASSING]);
	add_writer(b, "fail", cause->written[HC_FAILING]);
	json_builder_end_object(b);
}

static void add_cause(
	JsonBuilder *b, const struct hc_cause *cause, gboolean full)
{
	struct cuts cuts = {.full = full};
	json_builder_begin_object(b);
	g_autofree char *name = hc_report_word_variable(cause, TRUE);
	add_short_text(b, "variable", cause->variable, &cuts);
	add_short_text(b, "name", name, &cuts);
	add_short_text(b, "type", cause->type, &cuts);
	add_short_text(b, "pass", cause->pass, &cuts);
	add_short_text(b, "fail", cause->fail, &cuts);
	add_commands(b, cause->commands, &cuts);
	add_cuts(b, &cuts);
	add_writers(b, cause);
	json_builder_end_object(b);
}

static void add_causes(JsonBuilder *b, const char *key, const GPtrArray *causes,
	struct cuts *cuts)
{
	guint n = cuts->full ? causes->len : MIN(causes->len, MOST_CAUSES);
	json_builder_set_member_name(b, key);
	json_builder_begin_array(b);
	for (guint i = 0; i < n; i++)
		add_cause(b, g_ptr_array_index(causes, i), cuts->full);
	json_builder_end_array(b);
	if (n < causes->len)
		note_cut(cuts, key, causes->len);
}

static void add_location(JsonBuilder *b, const struct hc_event *event)
{
	begin(b, "location");
	add_text(b, "function", event->function);
	add_text(b, "file", event->file);
	add_int(b, "line", (guint64) event->line);
	begin(b, "hit");
	add_int(b, "pass", event->hit_pass);
	add_int(b, "fail", event->hit_fail);
	json_builder_end_object(b);
	add_texts(b, "backtrace", (const char *const *) event->backtrace->pdata,
		event->backtrace->len);
	json_builder_end_object(b);
}

static void add_graphs(JsonBuilder *b, const struct hc_event *event)
{
	static const char *const sides[] = {"pass", "fail"};
	begin(b, "graph");
	for (guint i = 0; i < G_N_ELEMENTS(sides); i++) {
		begin(b, sides[i]);
		add_int(b, "vertices", event->vertices[i]);
		add_int(b, "edges", event->edges[i]);
		json_builder_end_object(b);
	}
	begin(b, "common");
	add_int(b, "vertices", event->common);
	json_builder_end_object(b);
	json_builder_end_object(b);
}

static void add_tests(JsonBuilder *b, const struct dd_counts *tests)
{
	begin(b, "tests");
	add_int(b, "total", tests->tests);
	add_int(b, "pass", tests->pass);
	add_int(b, "fail", tests->fail);
	add_int(b, "unresolved", tests->unresolved);
	add_int(b, "cached", tests->cached);
	json_builder_end_object(b);
}

static void add_event(
	JsonBuilder *b, const struct hc_event *event, gboolean full)
{
	struct cuts cuts = {.full = full};
	static const char *const confirmed[] = {
		[HC_CONFIRMED_NOT] = NULL,
		[HC_CONFIRMED_BOTH] = "both",
		[HC_CONFIRMED_ONE] = "one",
		[HC_OVERDETERMINED] = "overdetermined",
		[HC_CONFIRMED_REVERSE] = "reverse",
	};
	static const char *const judged[] = {
		[HC_JUDGED_INTENDED] = "intended",
		[HC_JUDGED_FAULTY] = "faulty",
	};
	json_builder_begin_object(b);
	add_location(b, event);
	add_graphs(b, event);
	add_int(b, "deltas", event->deltas);
	add_tests(b, &event->tests);
	add_text(b, "status", event->isolated ? "isolated" : "unresolved");
	add_text(b, "reason", event->isolated ? NULL : event->reason);
	add_causes(b, "cause", event->causes, &cuts);
	add_text(b, "confirmed",
		event->isolated ? confirmed[event->confirmed] : NULL);
	add_causes(b, "context", event->context, &cuts);
	add_cuts(b, &cuts);
	if (event->failure)
		add_text(b, "failure", event->failure);
	add_bool(b, "relaxed", event->relaxed);
	if (event->judged)
		add_text(b, "judged", judged[event->judged]);
	begin(b, "seconds");
	add_double(b, "stop", event->stop);
	add_double(b, "extract", event->extract);
	add_double(b, "compare", event->compare);
	add_double(b, "narrow", event->narrow);
	json_builder_end_object(b);
	json_builder_end_object(b);
}

/* ---- Steps ---- */

/* Why an event is not a step of its own; NULL: it is, or has no cause. */
static const char *why_left_out(enum hc_fate fate)
{
	switch (fate) {
	case HC_FATE_HELD:
		return "same-cause";
	case HC_FATE_SEVERAL:
		return "one-of-several";
	case HC_FATE_MOVING:
		return "other-values";
	default:
		return NULL;
	}
}

static void add_left_out(
	JsonBuilder *b, const struct hc_telling *telling, guint step)
{
	json_builder_set_member_name(b, "left_out");
	json_builder_begin_array(b);
	for (guint i = 0; i < telling->told->len; i++) {
		const struct hc_told *told =
			&g_array_index(telling->told, struct hc_told, i);
		const char *why = why_left_out(told->fate);
		if (told->step != (gint) step || !why)
			continue;
		json_builder_begin_object(b);
		add_int(b, "event", i);
		add_text(b, "why", why);
		json_builder_end_object(b);
	}
	json_builder_end_array(b);
}

static void add_steps(JsonBuilder *b, const struct hc_result *result)
{
	const struct hc_telling *telling = &result->brief;
	json_builder_set_member_name(b, "steps");
	json_builder_begin_array(b);
	for (guint i = 0; i < telling->steps->len; i++) {
		const struct hc_step *step =
			&g_array_index(telling->steps, struct hc_step, i);
		json_builder_begin_object(b);
		add_int(b, "event", step->event);
		if (step->still)
			add_bool(b, "still", TRUE);
		add_int(b, "holds_to", step->held);
		json_builder_set_member_name(b, "moves_to");
		if (step->moves_to >= 0)
			json_builder_add_int_value(b, step->moves_to);
		else
			json_builder_add_null_value(b);
		add_left_out(b, telling, i);
		const struct hc_only *only =
			hc_result_only_between(result, step);
		if (only)
			hc_report_build_only(b, only);
		json_builder_end_object(b);
	}
	json_builder_end_array(b);
}

/* ---- All of it ---- */

/* How tests were run; where both ways were needed, the slower one. */
static const char *engine_of(const struct hc_result *result)
{
	const char *engine = NULL;
	for (guint i = 0; i < result->events->len; i++) {
		const struct hc_event *event =
			g_ptr_array_index(result->events, i);
		if (event->tests.tests == 0)
			continue;
		if (!event->forked)
			return "rerun";
		engine = "fork";
	}
	return engine;
}

char *hc_report_chain_json(
	const struct hc_result *result, const char *version, gboolean full)
{
	g_autoptr(JsonBuilder) b = json_builder_new();
	json_builder_begin_object(b);
	add_int(b, "schema", SCHEMA);
	add_text(b, "version", version);
	add_text(b, "program", result->program);
	add_run(b, "pass", result->pass.argv, result->pass.outcome);
	add_run(b, "fail", result->fail.argv, result->fail.outcome);
	if (result->input)
		hc_report_build_input(b, result->input);
	json_builder_set_member_name(b, "events");
	json_builder_begin_array(b);
	for (guint i = 0; i < result->events->len; i++)
		add_event(b, g_ptr_array_index(result->events, i), full);
	json_builder_end_array(b);
	add_steps(b, result);
	hc_report_build_suspects(b, result);
	if (result->only_between->len)
		hc_report_build_only(b, &result->only);
	begin(b, "failure");
	add_text(b, "kind", hc_failure_kind_name(result->failure_kind));
	add_text(b, "text", result->failure_text);
	if (result->criterion)
		add_text(b, "fail_if", result->criterion);
	json_builder_end_object(b);
	add_text(b, "engine", engine_of(result));
	add_double(b, "seconds", result->seconds);
	if (hc_result_not_followed(result))
		add_int(b, "not_followed", hc_result_not_followed(result));
	if (result->passing > 1) {
		begin(b, "passing_runs");
		add_int(b, "given", result->passing);
		add_int(b, "nearer", result->nearer);
		json_builder_end_object(b);
	}
	if (result->interrupted)
		add_bool(b, "interrupted", TRUE);
	json_builder_end_object(b);
	return hc_report_generate(b);
}
