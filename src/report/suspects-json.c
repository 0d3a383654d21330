#include "chain-suspects.h"
#include "report.h"

#include <string.h>

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

static void add_int(JsonBuilder *b, const char *key, gint64 value)
{
	json_builder_set_member_name(b, key);
	json_builder_add_int_value(b, value);
}

static void add_lines(JsonBuilder *b, const struct hc_passage *lines)
{
	add_text(b, "function", lines->function);
	add_text(b, "file", lines->file);
	json_builder_set_member_name(b, "lines");
	json_builder_begin_array(b);
	json_builder_add_int_value(b, lines->first);
	json_builder_add_int_value(b, lines->last);
	json_builder_end_array(b);
}

void hc_report_build_only(JsonBuilder *b, const struct hc_only *only)
{
	static const char *const sides[HC_SIDES] = {
		[HC_PASSING] = "pass", [HC_FAILING] = "fail"};
	json_builder_set_member_name(b, "only");
	json_builder_begin_object(b);
	for (guint side = 0; side < HC_SIDES; side++) {
		const GPtrArray *ranges = only->by[side];
		json_builder_set_member_name(b, sides[side]);
		json_builder_begin_array(b);
		for (guint i = 0; i < ranges->len; i++) {
			json_builder_begin_object(b);
			add_lines(b, ranges->pdata[i]);
			json_builder_end_object(b);
		}
		json_builder_end_array(b);
	}
	json_builder_end_object(b);
}

/* ---- Where to look ---- */

static void add_event(JsonBuilder *b, const char *key, gint event)
{
	json_builder_set_member_name(b, key);
	if (event >= 0)
		json_builder_add_int_value(b, event);
	else
		json_builder_add_null_value(b);
}

static void add_texts(JsonBuilder *b, const struct hc_suspect *suspect)
{
	static const char *const states[] = {
		[HC_SOURCE_THERE] = "there",
		[HC_SOURCE_MISSING] = "missing",
		[HC_SOURCE_NEWER] = "newer",
	};
	add_text(b, "source", states[suspect->source]);
	json_builder_set_member_name(b, "text");
	json_builder_begin_array(b);
	for (guint i = 0; suspect->text && suspect->text[i]; i++) {
		const char *line = suspect->text[i];
		g_autofree char *valid = hc_report_utf8(line, strlen(line));
		json_builder_add_string_value(b, valid);
	}
	json_builder_end_array(b);
}

static void add_suspect(
	JsonBuilder *b, const struct hc_suspect *suspect, guint rank)
{
	json_builder_begin_object(b);
	add_int(b, "rank", rank);
	add_lines(b, &suspect->lines);
	json_builder_set_member_name(b, "reasons");
	json_builder_begin_array(b);
	for (guint i = 0; i < HC_SUSPICIONS; i++)
		if (suspect->reasons & 1u << i)
			json_builder_add_string_value(b, hc_suspicion_name(i));
	json_builder_end_array(b);
	add_event(b, "from", suspect->from);
	add_event(b, "to", suspect->to);
	add_texts(b, suspect);
	json_builder_end_object(b);
}

void hc_report_build_suspects(JsonBuilder *b, const struct hc_result *result)
{
	json_builder_set_member_name(b, "suspects");
	json_builder_begin_array(b);
	for (guint i = 0; i < result->suspects->len; i++)
		add_suspect(b, result->suspects->pdata[i], i + 1);
	json_builder_end_array(b);
}
