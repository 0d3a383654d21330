#include "report.h"

#include "memgraph.h"

/* Of output, and of a backtrace, this much is shown. */
enum { MOST_BYTES = 200, MOST_FRAMES = 8 };

static void append_output(GString *text, const char *stream, GBytes *bytes)
{
	gsize length;
	const void *data = g_bytes_get_data(bytes, &length);
	g_autofree char *quoted = mg_quote(data, length, MOST_BYTES);
	if (length > MOST_BYTES)
		g_string_append_printf(text,
			"    %s: %s (%" G_GSIZE_FORMAT " bytes)\n", stream,
			quoted, length);
	else if (length > 0)
		g_string_append_printf(text, "    %s: %s\n", stream, quoted);
}

static void append_frames(GString *text, const struct hc_outcome *outcome)
{
	guint shown = MIN(outcome->frames->len, MOST_FRAMES);
	for (guint i = 0; i < shown; i++) {
		g_autofree char *frame = hc_frame_describe(
			g_ptr_array_index(outcome->frames, i));
		g_string_append_printf(
			text, "    %s %s\n", i ? "called by" : "in", frame);
	}
	if (shown < outcome->frames->len || outcome->more_frames)
		g_string_append(text, "    called by others ...\n");
}

/* A run that differs under a debugger can't be explained by one. */
static void append_difference(GString *text, const struct hc_debuggee *side)
{
	if (hc_outcome_same(side->run->native, side->gdb))
		return;
	g_autofree char *end = hc_outcome_describe(side->gdb);
	g_string_append_printf(
		text, "  Under GDB it behaves differently: it %s.\n", end);
	append_output(text, "stdout", side->gdb->out);
	append_output(text, "stderr", side->gdb->err);
}

static void append_side(GString *text, const struct hc_debuggee *side)
{
	g_autofree char *end = hc_outcome_describe(side->run->native);
	g_autofree char *command = hc_report_safe(side->run->command->shell);
	g_string_append_printf(
		text, "The %s run, %s\n  %s.\n", side->run->name, command, end);
	append_frames(text, side->gdb);
	append_output(text, "stdout", side->run->native->out);
	append_output(text, "stderr", side->run->native->err);
	append_difference(text, side);
}

static void append_main(GString *text, const struct hc_debuggees *debuggees)
{
	const char *pass = debuggees->run[HC_PASSING].facts.main_place;
	const char *fail = debuggees->run[HC_FAILING].facts.main_place;
	if (pass && fail)
		g_string_append_printf(text, "Both reach %s.\n", pass);
	else
		g_string_append_printf(text, "The %s run never reaches main.\n",
			hc_side_name(pass ? HC_FAILING : HC_PASSING));
}

char *hc_report_runs(const struct hc_debuggees *debuggees)
{
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < HC_SIDES; i++)
		append_side(text, &debuggees->run[i]);
	append_main(text, debuggees);
	return g_string_free(text, FALSE);
}
