#include "report-graph.h"

#include "json.h"

/* Kinds that the graph has, in the order of the enum; raw bytes last. */
static void each_kind(const struct hc_graph_report *report,
	void (*func)(const char *name, guint64 n, gpointer data), gpointer data)
{
	const struct mg_summary *sum = &report->summary;
	for (guint i = 0; i < G_N_ELEMENTS(sum->kinds); i++)
		if (sum->kinds[i])
			func(mg_kind_name(i), sum->kinds[i], data);
	if (sum->raw)
		func("bytes", sum->raw, data);
}

/* A null pointer is followed as far as it goes. */
static void each_end(const struct hc_graph_report *report,
	void (*func)(const char *name, guint64 n, gpointer data), gpointer data)
{
	for (guint i = MG_END_NULL + 1; i < MG_N_ENDS; i++)
		if (report->summary.ends[i])
			func(mg_end_name(i), report->summary.ends[i], data);
}

static void append_count(const char *name, guint64 n, gpointer data)
{
	g_string_append_printf(
		data, "    %10" G_GUINT64_FORMAT "  %s\n", n, name);
}

static void append_notes(GString *text, const struct hc_graph_report *report)
{
	const struct hc_snapshot_facts *facts = &report->facts;
	guint64 left_out = report->summary.ends[MG_END_NO_ROOM];
	if (left_out)
		g_string_append_printf(text,
			"The state is larger than --memory allows: "
			"%" G_GUINT64_FORMAT " pointer%s not followed.\n",
			left_out, left_out == 1 ? " was" : "s were");
	if (facts->more_frames)
		g_string_append_printf(text,
			"Only the innermost %u frames were looked at.\n",
			facts->frames);
	if (!facts->heap_found)
		g_string_append(text,
			"The heap is not glibc's: blocks have no sizes.\n");
	if (facts->heap_damaged)
		g_string_append_printf(text,
			"The heap is damaged in %u place%s.\n",
			facts->heap_damaged,
			facts->heap_damaged == 1 ? "" : "s");
}

char *hc_report_graph_text(const struct hc_graph_report *report)
{
	const struct mg_summary *sum = &report->summary;
	GString *text = g_string_new(NULL);
	g_string_append_printf(
		text, "%s, stopped in %s\n", report->command, report->location);
	g_string_append_printf(text,
		"%" G_GUINT64_FORMAT " vertices, %" G_GUINT64_FORMAT
		" edges, in %" G_GUINT64_FORMAT " objects; %" G_GUINT64_FORMAT
		" bytes read\n",
		sum->vertices, sum->edges, sum->objects,
		report->facts.bytes_read);
	each_kind(report, append_count, text);
	g_string_append_printf(text,
		"%u variable%s optimised out, %u not initialised yet\n",
		report->facts.optimised_out,
		report->facts.optimised_out == 1 ? "" : "s",
		report->facts.uninitialised);
	g_string_append(text, "Pointers not followed:\n");
	each_end(report, append_count, text);
	append_notes(text, report);
	g_string_append_printf(text,
		"%.3f s to start, %.3f s to stop, %.3f s to extract\n",
		report->start, report->stop, report->extract);
	return g_string_free(text, FALSE);
}

static void add_count(const char *name, guint64 n, gpointer data)
{
	json_builder_set_member_name(data, name);
	json_builder_add_int_value(data, (gint64) n);
}

static void add_string(JsonBuilder *builder, const char *name, const char *text)
{
	json_builder_set_member_name(builder, name);
	json_builder_add_string_value(builder, text);
}

static void add_seconds(
	JsonBuilder *builder, const struct hc_graph_report *report)
{
	const struct {
		const char *name;
		double seconds;
	} all[] = {{"start", report->start}, {"stop", report->stop},
		{"extract", report->extract}};
	json_builder_set_member_name(builder, "seconds");
	json_builder_begin_object(builder);
	for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
		json_builder_set_member_name(builder, all[i].name);
		json_builder_add_double_value(builder, all[i].seconds);
	}
	json_builder_end_object(builder);
}

static void add_counts(JsonBuilder *builder, const char *name,
	const struct hc_graph_report *report,
	void (*each)(const struct hc_graph_report *,
		void (*)(const char *, guint64, gpointer), gpointer))
{
	json_builder_set_member_name(builder, name);
	json_builder_begin_object(builder);
	each(report, add_count, builder);
	json_builder_end_object(builder);
}

char *hc_report_graph_json(const struct hc_graph_report *report)
{
	g_autoptr(JsonBuilder) builder = json_builder_new();
	json_builder_begin_object(builder);
	add_string(builder, "program", report->command);
	add_string(builder, "location", report->location);
	add_count("vertices", report->summary.vertices, builder);
	add_count("edges", report->summary.edges, builder);
	add_count("bytes", report->facts.bytes_read, builder);
	add_counts(builder, "kinds", report, each_kind);
	add_count("optimised_out", report->facts.optimised_out, builder);
	add_counts(builder, "not_followed", report, each_end);
	add_seconds(builder, report);
	json_builder_end_object(builder);
	return hc_report_generate(builder);
}
