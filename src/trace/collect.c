/* Turns what the ring holds at the end of the run into a trace. */
#include "trace-inside.h"

static guint32 module_at(
	const struct hc_trace *trace, guint64 address, guint64 *offset)
{
	guint low = 0, high = trace->modules->len;

	*offset = address;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		const struct hc_trace_module *m = trace->modules->pdata[middle];
		if (address >= m->start && address < m->end) {
			*offset = address - m->start;
			return middle;
		}
		if (m->start <= address)
			low = middle + 1;
		else
			high = middle;
	}

	return HC_TRACE_NONE;
}

static void count_functions(struct hc_trace_run *run)
{
	for (guint i = 0; i < run->trace->functions->len; i++) {
		struct hc_trace_function *function =
			run->trace->functions->pdata[i];
		const struct hc_trace_ring_slot *slot = &run->ring.table[i + 1];
		function->count = slot->count;
		function->dropped = slot->count > slot->limit;
	}
}

static void count_lines(struct hc_trace_run *run)
{
	for (guint i = 0; i < run->trace->lines->len; i++) {
		struct hc_trace_line *line = run->trace->lines->pdata[i];
		const struct hc_trace_ring_slot *slot =
			&run->ring.table[run->ring.functions + 1 + i];
		line->count = slot->count;
		line->dropped = slot->count > slot->limit;
	}
}

static void add_line_entry(
	struct hc_trace_run *run, const struct hc_trace_ring_record *r)
{
	struct hc_trace *trace = run->trace;
	guint64 number = r->slot / RING_SLOT - 1 - run->ring.functions;

	if (number >= trace->lines->len)
		return;

	const struct hc_trace_line *line = trace->lines->pdata[number];
	struct hc_trace_entry entry = {.function = line->function,
		.line = (guint32) number,
		.parent = HC_TRACE_NONE,
		.module = HC_TRACE_NONE,
		.stack = r->stack,
		.out = r->out,
		.err = r->err};
	if (!line->dropped)
		g_array_append_val(trace->entries, entry);
}

static void add_entries(struct hc_trace_run *run)
{
	struct hc_trace *trace = run->trace;
	gsize n;
	const struct hc_trace_ring_record *records =
		hc_trace_ring_records(&run->ring, &n);

	for (gsize i = 0; i < n && !hc_stop_flag_is_set(trace->stop); i++) {
		const struct hc_trace_ring_record *r = &records[i];
		guint64 slot = r->slot / RING_SLOT;

		/* A longjmp out of a handler may leave a record empty. */
		if (slot == 0)
			continue;
		if (slot > run->ring.functions) {
			add_line_entry(run, r);
			continue;
		}
		if (slot > trace->functions->len)
			continue;

		const struct hc_trace_function *function =
			trace->functions->pdata[slot - 1];
		if (function->dropped)
			continue;

		struct hc_trace_entry entry = {.function = (guint32) slot - 1,
			.line = HC_TRACE_NONE,
			.parent = HC_TRACE_NONE,
			.stack = r->stack,
			.up = r->up,
			.out = r->out,
			.err = r->err,
			.handler = r->back == run->ring.head->restorer};
		entry.module = module_at(trace, r->back, &entry.from);
		g_array_append_val(trace->entries, entry);
	}
}

static int compare_code(gconstpointer a, gconstpointer b)
{
	const struct hc_trace_code *x = a, *y = b;
	return (x->low > y->low) - (x->low < y->low);
}

static void add_code(struct hc_trace_run *run)
{
	for (guint i = 0; i < run->codes->len; i++) {
		const struct hc_code *code = run->codes->pdata[i];
		for (guint j = 0; j < code->ranges->len; j++) {
			const struct hc_range *range = &g_array_index(
				code->ranges, struct hc_range, j);
			struct hc_trace_code one = {range->low, range->high, i};
			g_array_append_val(run->trace->code, one);
		}
	}

	g_array_sort(run->trace->code, compare_code);
}

void hc_trace_run_collect(struct hc_trace_run *run)
{
	struct hc_trace *trace = run->trace;
	count_functions(run);
	count_lines(run);
	add_code(run);
	add_entries(run);
	hc_trace_shadow_link(trace);
	trace->written_known =
		run->ring.head->out == g_bytes_get_size(trace->outcome->out) &&
		run->ring.head->err == g_bytes_get_size(trace->outcome->err);
}
