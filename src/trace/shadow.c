/* From records to entries: who called whom.
 *
 * Only entries are recorded, not returns. A shadow of the call stack is kept,
 * and an entry pops what must have returned before: what was entered at or
 * below the same stack pointer, what the program knew to have returned by then
 * (notes.S), and what was called by the function that the return address lies
 * in. A longjmp, a tail call and a return look alike here, and leave what a
 * debugger's backtrace would show. */
#include "trace-inside.h"

struct shadow {
	struct hc_trace *trace;
	GArray *stack; /* guint32: entries that have not returned */
	/* So that a deep recursion need not be searched for what is not there:
	 * how often each function is on the stack, and where handlers are. */
	guint32 *depth;
	GArray *handlers; /* guint */
};

static struct hc_trace_entry *entry_at(const struct shadow *s, guint32 index)
{
	return &g_array_index(s->trace->entries, struct hc_trace_entry, index);
}

static struct hc_trace_entry *on_stack(const struct shadow *s, guint at)
{
	return entry_at(s, g_array_index(s->stack, guint32, at));
}

/* What is above the first n has returned. */
static void cut(struct shadow *s, guint n)
{
	for (guint i = s->stack->len; i-- > n;)
		s->depth[on_stack(s, i)->function]--;
	g_array_set_size(s->stack, n);
	while (s->handlers->len &&
		g_array_index(s->handlers, guint, s->handlers->len - 1) >= n)
		g_array_set_size(s->handlers, s->handlers->len - 1);
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
 * interrupts: nothing has returned then. What is entered below them next is
 * theirs again. */
static guint handler_floor(const struct shadow *s, guint64 stack)
{
	for (guint k = s->handlers->len; k-- > 0;) {
		guint i = g_array_index(s->handlers, guint, k);
		if (i == 0)
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
	if (!s->handlers->len)
		return FALSE;
	guint i = g_array_index(s->handlers, guint, s->handlers->len - 1);
	return i > 0 && on_stack(s, i)->stack > on_stack(s, i - 1)->stack &&
	       stack < on_stack(s, i - 1)->stack;
}

static void leave_handler(struct shadow *s)
{
	cut(s, g_array_index(s->handlers, guint, s->handlers->len - 1));
}

/* How much of the stack to keep so that the innermost entry of this function
 * above the floor is the last; all of it if there is none. */
static guint find_caller(const struct shadow *s, guint32 function, guint floor)
{
	for (guint i = s->stack->len; s->depth[function] && i-- > floor;)
		if (on_stack(s, i)->function == function)
			return i + 1;
	return s->stack->len;
}

/* Pops what was entered below a stack pointer. */
static void pop_below(struct shadow *s, guint64 stack, guint floor)
{
	guint n = s->stack->len;
	while (n > floor && on_stack(s, n - 1)->stack < stack)
		n--;
	cut(s, n);
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
			cut(s, find_caller(s, caller, floor));
	}
	guint n = s->stack->len;
	entry->parent =
		n > 0 ? g_array_index(s->stack, guint32, n - 1) : HC_TRACE_NONE;
	if (entry->handler)
		g_array_append_val(s->handlers, n);
	s->depth[entry->function]++;
	g_array_append_val(s->stack, index);
}

/* A statement runs in a frame that is known exactly; what was entered after it
 * has returned. */
static void link_line(struct shadow *s, struct hc_trace_entry *entry)
{
	const struct hc_trace_function *function =
		s->trace->functions->pdata[entry->function];

	entry->parent = HC_TRACE_NONE;
	if (function->dropped || entry->stack == 0)
		return;

	for (guint i = s->stack->len; s->depth[entry->function] && i-- > 0;) {
		const struct hc_trace_entry *frame = on_stack(s, i);
		if (frame->stack != entry->stack ||
			frame->function != entry->function)
			continue;
		entry->parent = g_array_index(s->stack, guint32, i);
		cut(s, i + 1);
		return;
	}
}

void hc_trace_shadow_link(struct hc_trace *trace)
{
	g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(guint32));
	g_autoptr(GArray) handlers = g_array_new(FALSE, FALSE, sizeof(guint));
	g_autofree guint32 *depth = g_new0(guint32, trace->functions->len + 1);
	struct shadow shadow = {trace, stack, depth, handlers};

	for (guint32 i = 0;
		i < trace->entries->len && !hc_stop_flag_is_set(trace->stop);
		i++) {
		struct hc_trace_entry *entry = entry_at(&shadow, i);
		if (entry->line == HC_TRACE_NONE)
			push(&shadow, i);
		else
			link_line(&shadow, entry);
	}
}
