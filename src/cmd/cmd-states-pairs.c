#include "cmd-states-pairs.h"

#include "layers.h"
#include "nearest.h"

/* Says what a later GDB would say, before anything is run. */
static gboolean check_programs(const GPtrArray *pairs, GError **error)
{
	for (guint i = 0; i < pairs->len; i++) {
		const struct hc_runs *runs = pairs->pdata[i];
		for (guint side = 0; side < HC_SIDES; side++)
			if (!hc_program_check_debuggable(
				    runs->run[side].command->program, NULL,
				    error)) {
				hc_runs_name_error(side, error);
				return FALSE;
			}
		if (!hc_program_require_same(
			    runs->run[HC_PASSING].command->program,
			    runs->run[HC_FAILING].command->program, error))
			return FALSE;
	}
	return TRUE;
}

static void tell(
	const GPtrArray *pairs, const GArray *order, struct hc_progress *line)
{
	for (guint i = 0; i < order->len; i++) {
		const struct hc_near *near =
			&g_array_index(order, struct hc_near, i);
		const struct hc_runs *runs = pairs->pdata[near->pair];
		g_autofree char *what =
			g_strdup_printf("%s: %.0f %% like the failing run",
				runs->run[HC_PASSING].command->shell,
				100 * near->alike);
		hc_progress_tell(line, what);
	}
}

/* Takes the pairs. */
static GPtrArray *sort(
	GPtrArray *pairs, const GArray *order, struct hc_progress *line)
{
	GPtrArray *sorted =
		g_ptr_array_new_with_free_func((GDestroyNotify) hc_runs_free);
	tell(pairs, order, line);
	for (guint i = 0; i < order->len; i++)
		g_ptr_array_add(sorted,
			pairs->pdata[g_array_index(order, struct hc_near, i)
					     .pair]);
	g_ptr_array_set_free_func(pairs, NULL);
	g_ptr_array_unref(pairs);
	return sorted;
}

static GPtrArray *load(const struct hc_common_options *options, GError **error)
{
	guint n = options->words ? 1 : g_strv_length(options->files) - 1;
	g_autoptr(GPtrArray) pairs =
		g_ptr_array_new_with_free_func((GDestroyNotify) hc_runs_free);
	for (guint i = 0; i < n; i++) {
		struct hc_runs *runs =
			hc_common_options_load(options, i, error);
		if (!runs)
			return NULL;
		g_ptr_array_add(pairs, runs);
	}
	return g_steal_pointer(&pairs);
}

static void set_view(const GPtrArray *pairs, const struct hc_view *view)
{
	for (guint i = 0; i < pairs->len; i++) {
		struct hc_runs *runs = pairs->pdata[i];
		for (guint side = 0; side < HC_SIDES; side++)
			runs->run[side].view = view;
	}
}

GPtrArray *hc_cmd_states_pairs(const struct hc_cmd_states_options *options,
	struct hc_view **view, struct hc_progress *line, hc_stop_flag stop,
	GError **error)
{
	const struct hc_common_options *common = &options->common;
	g_autoptr(GPtrArray) pairs = load(common, error);
	if (!pairs)
		return NULL;
	if (options->private) {
		*view = hc_layers_view(pairs, options->layer_limit, error);
		if (!*view)
			return NULL;
		set_view(pairs, *view);
	}
	if (pairs->len == 1)
		return g_steal_pointer(&pairs);

	hc_progress_say(
		line, "comparing the passing runs with the failing one");
	g_autoptr(GArray) order =
		check_programs(pairs, error)
			? hc_nearest(pairs, common->timeout, stop, error)
			: NULL;
	return order ? sort(g_steal_pointer(&pairs), order, line) : NULL;
}
