#include "report-diff.h"

#include "change.h"
#include "report.h"

#include "json.h"

/* A change in words that can be shown anywhere. */
static void safe_words(const struct hc_diff_report *report,
	const struct mg_change *change, struct mg_words *safe)
{
	g_auto(mg_words) words = {0};
	mg_change_words(report->diff, change, &words);
	safe->name = hc_report_safe(words.name);
	safe->before = hc_report_safe(words.before);
	safe->after = hc_report_safe(words.after);
}

static const struct mg_change *change_at(
	const struct hc_diff_report *report, guint i)
{
	return &g_array_index(report->diff->changes, struct mg_change, i);
}

static guint listed(const struct hc_diff_report *report)
{
	guint n = report->diff->changes->len;
	return report->most ? MIN(n, report->most) : n;
}

/* ---- Text ---- */

static void append_count(
	GString *text, guint64 n, const char *one, const char *many)
{
	g_string_append_printf(
		text, "%12" G_GUINT64_FORMAT "  %s\n", n, n == 1 ? one : many);
}

static void append_graph(
	GString *text, const struct hc_diff_report *report, guint side)
{
	struct mg_summary sum;
	mg_graph_summary(mg_match_graph(report->diff->match, side), &sum);
	g_string_append_printf(text,
		"%s: %" G_GUINT64_FORMAT " vertices, %" G_GUINT64_FORMAT
		" edges, in %" G_GUINT64_FORMAT " objects\n",
		side ? "After" : "Before", sum.vertices, sum.edges,
		sum.objects);
}

static void append_changes(GString *text, const struct hc_diff_report *report)
{
	guint n = listed(report);
	for (guint i = 0; i < n; i++) {
		g_auto(mg_words) words = {0};
		safe_words(report, change_at(report, i), &words);
		g_string_append_printf(text, "%s: %s → %s\n", words.name,
			words.before, words.after);
	}
	if (n < report->diff->changes->len)
		g_string_append_printf(
			text, "… %u more\n", report->diff->changes->len - n);
}

char *hc_report_diff_text(const struct hc_diff_report *report)
{
	const struct mg_diff *diff = report->diff;
	GString *text = g_string_new(NULL);
	struct mg_match_facts facts;
	mg_match_facts(diff->match, &facts);
	if (report->program)
		g_string_append_printf(text, "%s\n", report->program);
	append_graph(text, report, 0);
	append_graph(text, report, 1);
	append_count(text, mg_diff_common_vertices(diff),
		"vertex says the same in both",
		"vertices say the same in both");
	append_count(text, diff->values, "value changed", "values changed");
	append_count(text, diff->links, "pointer leads elsewhere",
		"pointers lead elsewhere");
	append_count(
		text, diff->inserted, "object inserted", "objects inserted");
	append_count(text, diff->deleted, "object deleted", "objects deleted");
	if (diff->skipped->len)
		append_count(text, diff->skipped->len,
			"object cannot be compared as a whole",
			"objects cannot be compared as a whole");
	if (facts.limited)
		g_string_append(text, "The largest common subgraph may be "
				      "larger: the search was cut off.\n");
	append_changes(text, report);
	return g_string_free(text, FALSE);
}

/* ---- JSON ---- */

static void add_number(JsonBuilder *builder, const char *name, guint64 n)
{
	json_builder_set_member_name(builder, name);
	json_builder_add_int_value(builder, (gint64) n);
}

static void add_string(JsonBuilder *builder, const char *name, const char *text)
{
	json_builder_set_member_name(builder, name);
	json_builder_add_string_value(builder, text);
}

static void begin(JsonBuilder *builder, const char *name)
{
	json_builder_set_member_name(builder, name);
	json_builder_begin_object(builder);
}

static void add_graph(JsonBuilder *builder, const char *name,
	const struct hc_diff_report *report, guint side)
{
	struct mg_summary sum;
	mg_graph_summary(mg_match_graph(report->diff->match, side), &sum);
	begin(builder, name);
	add_number(builder, "vertices", sum.vertices);
	add_number(builder, "edges", sum.edges);
	json_builder_end_object(builder);
}

static void add_change(JsonBuilder *builder,
	const struct hc_diff_report *report, const struct mg_change *change)
{
	g_auto(mg_words) words = {0};
	safe_words(report, change, &words);
	json_builder_begin_object(builder);
	add_string(builder, "name", words.name);
	add_string(builder, "before", words.before);
	add_string(builder, "after", words.after);
	add_string(builder, "kind", mg_change_kind_name(change));
	json_builder_end_object(builder);
}

static void add_all(JsonBuilder *builder, const struct hc_diff_report *report)
{
	const struct mg_diff *diff = report->diff;
	if (report->program)
		add_string(builder, "program", report->program);
	add_graph(builder, "a", report, 0);
	add_graph(builder, "b", report, 1);
	begin(builder, "common");
	add_number(builder, "vertices", mg_diff_common_vertices(diff));
	json_builder_end_object(builder);
	begin(builder, "changes");
	add_number(builder, "values", diff->values);
	add_number(builder, "links", diff->links);
	add_number(builder, "inserted", diff->inserted);
	add_number(builder, "deleted", diff->deleted);
	json_builder_end_object(builder);
	json_builder_set_member_name(builder, "list");
	json_builder_begin_array(builder);
	for (guint i = 0; i < listed(report); i++)
		add_change(builder, report, change_at(report, i));
	json_builder_end_array(builder);
}

char *hc_report_diff_json(const struct hc_diff_report *report)
{
	g_autoptr(JsonBuilder) builder = json_builder_new();
	json_builder_begin_object(builder);
	add_all(builder, report);
	json_builder_end_object(builder);
	return hc_report_generate(builder);
}
