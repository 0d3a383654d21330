#include "run-help.h"

#include <stdlib.h>

enum { FIRST = 10, FUNCTIONS = 3, EACH = 10, OFTEN = 1000 };

static void add_function(struct hc_trace *trace, guint number)
{
	struct hc_trace_function *f = g_new0(struct hc_trace_function, 1);
	f->name = g_strdup_printf("%c", 'a' + (char) number);
	f->file = g_strdup("p.c");
	f->address = 0x1000 * (number + 1);
	g_ptr_array_add(trace->functions, f);
	for (guint i = 0; i < EACH; i++) {
		struct hc_trace_line *line = g_new0(struct hc_trace_line, 1);
		line->file = g_strdup("p.c");
		line->line = (int) (FIRST + number * EACH + i);
		line->function = number;
		line->address = f->address + i;
		g_ptr_array_add(trace->lines, line);
	}
}

static void add_line(struct hc_trace *trace, guint32 number)
{
	struct hc_trace_line *line = trace->lines->pdata[number];
	struct hc_trace_entry entry = {
		.function = line->function,
		.line = number,
		.parent = HC_TRACE_NONE,
		.module = HC_TRACE_NONE,
	};
	line->count++;
	g_array_append_val(trace->entries, entry);
}

static void free_function(gpointer data)
{
	struct hc_trace_function *f = data;
	g_free(f->name);
	g_free(f->file);
	g_free(f);
}

static void free_line(gpointer data)
{
	struct hc_trace_line *line = data;
	g_free(line->file);
	g_free(line);
}

struct hc_trace *run_of(const char *text)
{
	struct hc_trace *trace = g_new0(struct hc_trace, 1);
	g_auto(GStrv) words = g_strsplit(text, " ", -1);
	trace->modules = g_ptr_array_new();
	trace->functions = g_ptr_array_new_with_free_func(free_function);
	trace->lines = g_ptr_array_new_with_free_func(free_line);
	trace->entries =
		g_array_new(FALSE, FALSE, sizeof(struct hc_trace_entry));
	trace->code = g_array_new(FALSE, FALSE, sizeof(struct hc_trace_code));
	trace->outcome = hc_outcome_new();
	for (guint i = 0; i < FUNCTIONS; i++)
		add_function(trace, i);
	for (guint i = 0; words[i]; i++) {
		const char *word = words[i];
		if (word[0] == '!') {
			struct hc_trace_line *line =
				trace->lines->pdata[atoi(word + 1) - FIRST];
			line->count = OFTEN;
			line->dropped = TRUE;
		} else if (g_ascii_isdigit(word[0])) {
			add_line(trace, (guint32) (atoi(word) - FIRST));
		} else if (word[0]) {
			struct hc_trace_entry entry = {
				.function = (guint32) (word[0] - 'a'),
				.line = HC_TRACE_NONE,
				.parent = HC_TRACE_NONE,
				.module = HC_TRACE_NONE,
			};
			struct hc_trace_function *f =
				trace->functions->pdata[entry.function];
			f->count++;
			g_array_append_val(trace->entries, entry);
		}
	}
	return trace;
}
