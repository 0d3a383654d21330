/* From records to entries: who called whom.
 *
 * Only entries are recorded, not returns. A shadow of the call stack is kept,
 * and an entry takes off it what must have returned before: what was entered at
 * or below the same stack pointer, what the program found returned at that time
 * (notes.S), and what was called by the function that the return address lies
 * in. A longjmp, a tail call and a return look alike here,
 * and leave what a debugger's backtrace would show. */
#include "inside.h"

struct shadow {
	struct hc_trace *trace;
	GArray *stack; /* guint32: entries that have not returned */
};

static struct hc_trace_entry *entry_at(const struct shadow *s, guint32 index)
{
	return &g_array_index(s->trace->entries, struct hc_trace_entry, index);
}

static struct hc_trace_entry *on_stack(const struct shadow *s, guint at)
{
	return entry_at(s, g_array_index(s->stack, guint32, at));
}

static guint32 function_at(const struct hc_trace *trace, guint64 address)
{
	guint low = 0, high = trace->code->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		const struct hc_trace_code *code = &g_array_index(
			trace->code, struct hc_trace_code, middle);
		if (address >= code->low && address < code->high)
			return code->function;
		if (code->low <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return HC_TRACE_NONE;
}

static guint32 caller_of(
	const struct hc_trace *trace, const struct hc_trace_entry *entry)
{
	if (entry->module == HC_TRACE_NONE)
		return HC_TRACE_NONE;
	const struct hc_trace_module *m = trace->modules->pdata[entry->module];
	/* A call may be the last instruction of its function. */
	return function_at(trace, m->start + entry->from - 1);
}

/* A handler may run on a stack of its own that lies above the frames that it
 * interrupts: nothing has returned then. What comes below them next is theirs
 * again. */
static guint handler_floor(const struct shadow *s, guint64 stack)
{
	for (guint i = s->stack->len; i-- > 1;) {
		if (!on_stack(s, i)->handler)
			continue;
		guint64 below = on_stack(s, i - 1)->stack;
		if (on_stack(s, i)->stack > below && stack > below &&
			stack < on_stack(s, i)->stack)
			return i + 1;
	}
	return 0;
}

static gboolean has_left_handler(const struct shadow *s, guint64 stack)
{
	guint n = s->stack->len;
	for (guint i = n; i-- > 1;)
		if (on_stack(s, i)->handler)
			return on_stack(s, i)->stack >
				       on_stack(s, i - 1)->stack &&
			       stack < on_stack(s, i - 1)->stack;
	return FALSE;
}

static void leave_handler(struct shadow *s)
{
	guint n = s->stack->len;
	while (n > 0 && !on_stack(s, n - 1)->handler)
		n--;
	g_array_set_size(s->stack, n > 0 ? n - 1 : 0);
}

/* The innermost on the stack of this function, from a place on; its number, or
 * the whole length if there is none. */
static guint find_caller(const struct shadow *s, guint32 function, guint floor)
{
	for (guint i = s->stack->len; i-- > floor;)
		if (on_stack(s, i)->function == function)
			return i + 1;
	return s->stack->len;
}

/* Takes off what was entered below a stack pointer. */
static void pop_below(struct shadow *s, guint64 stack, guint floor)
{
	guint n = s->stack->len;
	while (n > floor && on_stack(s, n - 1)->stack < stack)
		n--;
	g_array_set_size(s->stack, n);
}

static void push(struct shadow *s, guint32 index)
{
	struct hc_trace_entry *entry = entry_at(s, index);
	guint64 up = entry->up ? entry->up : G_MAXUINT64;
	if (entry->handler) {
		pop_below(s, up, 0);
	} else {
		while (has_left_handler(s, entry->stack))
			leave_handler(s);
		guint floor = handler_floor(s, entry->stack);
		pop_below(s, entry->stack + 1, floor);
		pop_below(s, up, floor);
		guint32 caller = caller_of(s->trace, entry);
		if (caller != HC_TRACE_NONE)
			g_array_set_size(
				s->stack, find_caller(s, caller, floor));
	}
	guint n = s->stack->len;
	entry->parent =
		n > 0 ? g_array_index(s->stack, guint32, n - 1) : HC_TRACE_NONE;
	g_array_append_val(s->stack, index);
}

/* A statement runs in a frame that is known exactly; what was entered after
 * that has returned. */
static void link_line(struct shadow *s, struct hc_trace_entry *entry)
{
	const struct hc_trace_function *function =
		s->trace->functions->pdata[entry->function];
	entry->parent = HC_TRACE_NONE;
	if (function->dropped || entry->stack == 0)
		return;
	for (guint i = s->stack->len; i-- > 0;) {
		const struct hc_trace_entry *frame = on_stack(s, i);
		if (frame->stack != entry->stack ||
			frame->function != entry->function)
			continue;
		entry->parent = g_array_index(s->stack, guint32, i);
		g_array_set_size(s->stack, i + 1);
		return;
	}
}

void shadow_link(struct hc_trace *trace)
{
	g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(guint32));
	struct shadow shadow = {trace, stack};
	for (guint32 i = 0; i < trace->entries->len; i++) {
		struct hc_trace_entry *entry = entry_at(&shadow, i);
		if (entry->line == HC_TRACE_NONE)
			push(&shadow, i);
		else
			link_line(&shadow, entry);
	}
}
