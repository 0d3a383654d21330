#include "nearest.h"

#include "alignment.h"

/* Seconds for a passing run; and for the failing one as many times as long as
 * the longest of these took, but not less than a few. */
#define LONGEST 60.0
#define TIMES 10.0
#define SHORTEST 5.0
/* What is reached more often than this tells no more. */
enum { MOST_HITS = 100 };

static struct hc_trace *trace(const struct hc_run *run, double timeout,
	hc_stop_flag stop, GError **error)
{
	struct hc_trace_options how = HC_TRACE_OPTIONS_INIT;
	struct hc_launch launch = hc_run_launch(run, timeout, stop);
	how.lines = TRUE;
	how.libraries = TRUE;
	how.hot_line = MOST_HITS;
	how.debug_dir = hc_program_debug_dir(run->command->program);
	struct hc_trace *trace = hc_trace_run(&launch, &how, error);
	if (!trace)
		g_prefix_error(error, "%s run: ", run->name);
	return trace;
}

static gboolean compare(const struct hc_trace *pass,
	const struct hc_trace *fail, struct hc_near *near, GError **error)
{
	g_autoptr(hc_alignment) alignment = hc_alignment_new(pass, fail);
	if (!alignment)
		return hc_stopped_fail(error);
	double both = (double) pass->entries->len + fail->entries->len;
	near->alike = both > 0 ? 2.0 * alignment->moments->len / both : 0;
	return TRUE;
}

/* Of two that are as near, the one that was given first. */
static int by_likeness(gconstpointer a, gconstpointer b)
{
	const struct hc_near *x = a, *y = b;
	if (x->alike != y->alike)
		return x->alike > y->alike ? -1 : 1;
	return (x->pair > y->pair) - (x->pair < y->pair);
}

static const struct hc_run *run_of(
	const GPtrArray *pairs, guint pair, enum hc_side side)
{
	const struct hc_runs *runs = pairs->pdata[pair];
	return &runs->run[side];
}

GArray *hc_nearest(const GPtrArray *pairs, double timeout, hc_stop_flag stop,
	GError **error)
{
	double longest = 0;
	g_autoptr(GArray) order =
		g_array_new(FALSE, TRUE, sizeof(struct hc_near));
	g_autoptr(GPtrArray) traces =
		g_ptr_array_new_with_free_func((GDestroyNotify) hc_trace_free);
	for (guint i = 0; i < pairs->len; i++) {
		struct hc_trace *pass = trace(run_of(pairs, i, HC_PASSING),
			timeout > 0 ? timeout : LONGEST, stop, error);
		if (!pass)
			return NULL;
		g_ptr_array_add(traces, pass);
		longest = MAX(longest, pass->outcome->seconds);
	}

	g_autoptr(hc_trace) fail = trace(run_of(pairs, 0, HC_FAILING),
		timeout > 0 ? timeout : MAX(SHORTEST, TIMES * longest), stop,
		error);
	for (guint i = 0; fail && i < pairs->len; i++) {
		struct hc_near near = {.pair = i};
		if (!compare(traces->pdata[i], fail, &near, error))
			return NULL;
		g_array_append_val(order, near);
	}
	if (!fail)
		return NULL;
	g_array_sort(order, by_likeness);
	return g_steal_pointer(&order);
}
