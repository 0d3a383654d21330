/* What of the input makes the program fail, in keys that docs/howcome.1
 * explains. */
#include "input-json.h"
#include "json.h"
#include "report-input.h"
#include "report.h"

#include <string.h>

enum { SCHEMA = 2 };
/* Of an input this much is in the report, in bytes; --pair has all of it. */
enum { MOST_TEXT = 65536 };

static void add_int(JsonBuilder *b, const char *key, guint64 value)
{
	json_builder_set_member_name(b, key);
	json_builder_add_int_value(b, (gint64) value);
}

static void add_bool(JsonBuilder *b, const char *key, gboolean value)
{
	json_builder_set_member_name(b, key);
	json_builder_add_boolean_value(b, value);
}

static void add_bytes(
	JsonBuilder *b, const char *key, const char *bytes, gsize n)
{
	g_autofree char *valid = hc_report_utf8(bytes, n);
	json_builder_set_member_name(b, key);
	json_builder_add_string_value(b, valid);
}

static void add_text(JsonBuilder *b, const char *key, const char *text)
{
	if (text) {
		add_bytes(b, key, text, strlen(text));
		return;
	}
	json_builder_set_member_name(b, key);
	json_builder_add_null_value(b);
}

static void begin(JsonBuilder *b, const char *key)
{
	json_builder_set_member_name(b, key);
	json_builder_begin_object(b);
}

static void begin_array(JsonBuilder *b, const char *key)
{
	json_builder_set_member_name(b, key);
	json_builder_begin_array(b);
}

static void add_argv(JsonBuilder *b, const char *key, char **argv)
{
	begin(b, key);
	begin_array(b, "command");
	for (char **word = argv; word && *word; word++) {
		g_autofree char *valid = hc_report_utf8(*word, strlen(*word));
		json_builder_add_string_value(b, valid);
	}
	json_builder_end_array(b);
	json_builder_end_object(b);
}

/* ---- The input ----------------------------------------------------------- */

static void add_input(JsonBuilder *b, const char *key, GBytes *bytes)
{
	gsize n;
	const char *data = g_bytes_get_data(bytes, &n);
	begin(b, key);
	add_int(b, "bytes", n);
	add_bytes(b, "text", data ? data : "", MIN(n, MOST_TEXT));
	json_builder_end_object(b);
}

static void add_slice(JsonBuilder *b, const char *key, GBytes *bytes,
	guint64 from, guint64 length)
{
	const char *data = g_bytes_get_data(bytes, NULL);
	add_bytes(b, key, data ? data + from : "",
		MIN(length, (guint64) MOST_TEXT));
}

static void add_change(JsonBuilder *b, const struct hc_result_part *part,
	const struct hc_result_change *change)
{
	guint64 line = 1, column = 1;
	hc_report_input_place(
		part->base_fail, change->fail_from, &line, &column);
	json_builder_begin_object(b);
	add_text(b, "input", part->said);
	add_int(b, "offset", change->fail_from);
	if (!part->binary) {
		add_int(b, "line", line);
		add_int(b, "column", column);
	}
	add_slice(b, "pass", part->base_pass, change->pass_from,
		change->pass_length);
	add_slice(b, "fail", part->base_fail, change->fail_from,
		change->fail_length);
	json_builder_end_object(b);
}

static void add_part(JsonBuilder *b, const struct hc_result_part *part)
{
	json_builder_begin_object(b);
	add_text(b, "name", part->said);
	add_bool(b, "binary", part->binary);
	if (part->pass && part->fail) {
		add_input(b, "pass", part->pass);
		add_input(b, "fail", part->fail);
	}
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

static const char *confirmed_word(enum hc_confirmed confirmed)
{
	switch (confirmed) {
	case HC_CONFIRMED_BOTH:
		return "both";
	case HC_CONFIRMED_ONE:
		return "one";
	case HC_OVERDETERMINED:
		return "overdetermined";
	default:
		return NULL;
	}
}

void hc_report_build_input(JsonBuilder *b, const struct hc_result_input *result)
{
	begin(b, "input");
	add_text(b, "status", result->narrowed ? "isolated" : "unresolved");
	add_text(b, "passing", result->passing);
	add_int(b, "deltas", result->deltas);
	add_tests(b, &result->tests);
	add_int(b, "repeat", result->repeat);
	add_bool(b, "limited", result->limited);
	add_bool(b, "doubtful", result->doubtful);
	add_text(b, "confirmed", confirmed_word(result->confirmed));
	begin_array(b, "difference");
	for (guint i = 0; i < result->changes->len; i++) {
		const struct hc_result_change *change = &g_array_index(
			result->changes, struct hc_result_change, i);
		add_change(b, result->parts->pdata[change->part], change);
	}
	json_builder_end_array(b);
	begin_array(b, "closest");
	for (guint i = 0; i < result->parts->len; i++)
		add_part(b, result->parts->pdata[i]);
	json_builder_end_array(b);
	json_builder_end_object(b);
}

char *hc_report_input_json(
	const struct hc_result_input *result, const char *version)
{
	g_autoptr(JsonBuilder) b = json_builder_new();
	json_builder_begin_object(b);
	add_text(b, "version", version);
	add_int(b, "schema", SCHEMA);
	add_text(b, "program", result->program);
	if (result->pass_argv)
		add_argv(b, "pass", result->pass_argv);
	add_argv(b, "fail", result->argv);
	hc_report_build_input(b, result);
	begin(b, "failure");
	add_text(b, "kind", hc_failure_kind_name(result->failure_kind));
	add_text(b, "text", result->failure_text);
	json_builder_end_object(b);
	if (result->no_chain)
		add_text(b, "no_chain", result->no_chain);
	if (result->interrupted)
		add_bool(b, "interrupted", TRUE);
	json_builder_set_member_name(b, "seconds");
	json_builder_add_double_value(b, result->seconds);
	json_builder_end_object(b);
	return hc_report_generate(b);
}
