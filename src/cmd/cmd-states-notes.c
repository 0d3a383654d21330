#include "cmd-states-notes.h"

#include "report.h"

#include <stdio.h>

static void G_GNUC_PRINTF(2, 3)
	note(struct hc_progress *line, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_autofree char *text = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	g_autofree char *whole = g_strconcat("note: ", text, NULL);
	hc_progress_tell(line, whole);
}

static void print_all(struct hc_progress *line, const GPtrArray *notes)
{
	for (guint i = 0; i < notes->len; i++)
		note(line, "%s", (char *) g_ptr_array_index(notes, i));
}

void hc_cmd_states_print_notes(
	const struct hc_debuggees *debuggees, struct hc_progress *line)
{
	const struct hc_debuggee *pass = &debuggees->run[HC_PASSING];
	const struct hc_debuggee *fail = &debuggees->run[HC_FAILING];
	const char *source = pass->facts.main_source;
	if (pass->facts.randomized || fail->facts.randomized)
		note(line, "the system does not let GDB switch off address "
			   "space randomisation; in a container, allow the "
			   "personality system call (docker run --security-opt "
			   "seccomp=unconfined)");
	if (hc_program_is_older(pass->run->command->program, source))
		note(line,
			"'%s' is newer than the program; rebuild the program, "
			"or lines may not be what they seem",
			source);
	print_all(line, debuggees->runs->notes);
	print_all(line, debuggees->notes);
}

void hc_cmd_states_print_runs(
	const struct hc_debuggees *debuggees, struct hc_progress *line)
{
	const struct hc_debuggee *pass = &debuggees->run[HC_PASSING];
	const struct hc_debuggee *fail = &debuggees->run[HC_FAILING];
	g_autofree char *text = hc_report_runs(debuggees);
	hc_progress_wipe(line);
	fputs(text, stderr);
	fprintf(stderr,
		"GDB %s; passing run %.3f s natively, %.3f s under GDB; "
		"failing run %.3f s, %.3f s\n",
		pass->facts.version, pass->run->native->seconds,
		pass->gdb->seconds, fail->run->native->seconds,
		fail->gdb->seconds);
}

void hc_cmd_states_print_engines(
	const struct hc_result *result, struct hc_progress *line)
{
	for (guint i = 0; i < result->events->len; i++) {
		const struct hc_event *event =
			g_ptr_array_index(result->events, i);
		if (!event->engine_reason)
			continue;
		g_autofree char *text = g_strdup_printf("%s: %s: %s",
			event->function, event->forked ? "fork" : "rerun",
			event->engine_reason);
		hc_progress_print(line, text);
	}
}
