#include "report-event.h"

#include "report.h"

/* Values are shortened to this. */
enum { LONGEST_VALUE = 200 };

static char *shorten(const char *text)
{
	g_autofree char *safe = hc_report_safe(text);
	if (g_utf8_strlen(safe, -1) <= LONGEST_VALUE)
		return g_steal_pointer(&safe);
	g_autofree char *head = g_utf8_substring(safe, 0, LONGEST_VALUE);
	return g_strdup_printf("%s…", head);
}

static char *describe(const struct hc_cause *cause)
{
	g_autofree char *variable = shorten(cause->variable);
	g_autofree char *pass = shorten(cause->pass);
	g_autofree char *fail = shorten(cause->fail);
	return g_strdup_printf("%s is %s (was %s)", variable, fail, pass);
}

static void append_place(GString *text, const struct hc_event *event)
{
	struct hc_frame frame = {event->function, event->file, event->line};
	g_autofree char *place = hc_frame_describe(&frame);
	g_string_append_printf(text, "Execution reaches %s", place);
	if (event->hit_pass != 1 || event->hit_fail != 1)
		g_string_append_printf(text,
			event->hit_pass == event->hit_fail
				? ", the %uth time"
				: ", the %uth time (the failing run: the "
				  "%uth)",
			event->hit_pass, event->hit_fail);
	g_string_append(text, ".\n");
}

char *hc_report_event(const struct hc_event *event)
{
	GString *text = g_string_new(NULL);
	append_place(text, event);
	if (!event->isolated) {
		g_autofree char *reason = hc_report_safe(event->reason);
		g_string_append_printf(
			text, "   No cause was isolated: %s.\n", reason);
		return g_string_free(text, FALSE);
	}
	for (guint i = 0; i < event->causes->len; i++) {
		g_autofree char *line =
			describe(g_ptr_array_index(event->causes, i));
		g_string_append_printf(text, "   %s%s%s\n",
			i ? "and " : "The program fails since ", line,
			i + 1 < event->causes->len ? "" : ".");
	}
	for (guint i = 0; i < event->context->len; i++) {
		g_autofree char *line =
			describe(g_ptr_array_index(event->context, i));
		g_string_append_printf(
			text, "   It takes that %s as well.\n", line);
	}
	static const char *const confirmed[] = {NULL,
		"Without it the failing run passes.",
		"Without it the failing run neither passes nor fails.",
		"The failing run fails without it, too."};
	if (event->confirmed)
		g_string_append_printf(
			text, "   %s\n", confirmed[event->confirmed]);
	g_string_append_printf(text,
		"   Found in %" G_GUINT64_FORMAT " tests among %u "
		"differences.\n",
		event->tests.total, event->deltas);
	return g_string_free(text, FALSE);
}

char *hc_report_states(const struct hc_event *event)
{
	GString *text = g_string_new(NULL);
	append_place(text, event);
	g_string_append_printf(text,
		"   The passing run has %" G_GUINT64_FORMAT
		" values there, the failing run %" G_GUINT64_FORMAT
		"; %" G_GUINT64_FORMAT " are the same.\n",
		event->vertices[0], event->vertices[1], event->common);
	return g_string_free(text, FALSE);
}
