/* From the program's beginning to a place in it. */
#include "target-inside.h"

#include <string.h>

/* ---- The breakpoints ---- */

static char *describe_place(const struct hc_place *place)
{
	g_autofree char *text =
		place->function
			? g_strdup(place->function)
			: g_strdup_printf("%s:%d", place->file, place->line);
	return place->hit > 1 ? g_strdup_printf("%s#%u", text, place->hit)
			      : g_steal_pointer(&text);
}

/* Whether the program loads libraries by itself. GDB forgets what was removed
 * again. */
static gboolean loads_libraries(struct hc_target *target)
{
	static const char call[] = "dlopen@plt";
	g_autofree char *said =
		mi_console(target->gdb, "info functions -q ^dlopen@plt$", NULL);
	return said && strstr(said, call);
}

static gboolean set_breakpoint(struct hc_target *target,
	struct mi_breakpoint *breakpoint, GError **error)
{
	const struct hc_place *place = &target->spot;
	struct mi_place at = {
		.function = place->function,
		.file = place->file,
		.line = place->line,
		.ignore = (int) place->hit - 1,
	};
	g_autoptr(GError) refused = NULL;

	if (mi_break(target->gdb, &at, breakpoint, &refused)) {
		target->breakpoint = breakpoint->number;
		return TRUE;
	}
	if (!g_error_matches(refused, MI_ERROR, MI_ERROR_COMMAND)) {
		g_propagate_error(error, g_steal_pointer(&refused));
		return FALSE;
	}

	at.pending = TRUE;
	if (loads_libraries(target) &&
		mi_break(target->gdb, &at, breakpoint, NULL)) {
		target->breakpoint = breakpoint->number;
		return TRUE;
	}

	g_autofree char *text = describe_place(place);
	g_set_error(error, HC_TARGET_ERROR, HC_TARGET_ERROR_NO_PLACE,
		"the program has no place '%s'", text);
	return FALSE;
}

/* Set after the place's own: where both are the same, GDB names the first. */
static void set_main(struct hc_target *target)
{
	struct mi_place place = {.function = "main", .temporary = TRUE};
	g_auto(mi_breakpoint) breakpoint = MI_BREAKPOINT_INIT;
	/* Without it, the program just goes on. */
	target->at_main = mi_break(target->gdb, &place, &breakpoint, NULL)
				  ? breakpoint.number
				  : 0;
}

/* ---- Its stops ---- */

void hc_target_set_not_reached(
	const struct hc_place *place, const char *how, GError **error)
{
	g_autofree char *text = describe_place(place);
	g_set_error(error, HC_TARGET_ERROR, HC_TARGET_ERROR_NOT_REACHED,
		"the run does not reach '%s' before %s", text, how);
}

static void note_place(struct hc_target *target, const char *function,
	const char *file, const char *fullname, int line)
{
	const struct hc_frame frame = {(char *) function, (char *) file, line};
	g_free(target->place);
	target->place = hc_frame_describe(&frame);
	g_free(target->source);
	target->source = g_strdup(fullname);
}

/* How long a wait lasts, at most, before *stop is checked again. */
enum { SLICE_MS = 50 };

static gboolean is_interrupted(const struct hc_target *target, GError **error)
{
	if (!target->launch.stop || !*target->launch.stop)
		return FALSE;
	g_set_error_literal(
		error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_STOPPED, "interrupted");
	return TRUE;
}

enum arrival {
	ARRIVED_NOWHERE, /* with an error */
	ARRIVED_AT_MAIN, /* where it waits */
	ARRIVED_THERE,
	ARRIVED_AGAIN, /* it has to be started again, without `reach` */
};

/* Handles a stop; after a signal the program goes on, and gets it. */
static gboolean take_stop(struct hc_target *target, const struct mi_stop *stop,
	enum arrival *arrival, GError **error)
{
	if (stop->thread == 0) {
		hc_target_set_not_reached(&target->spot,
			stop->reason == MI_STOP_EXITED ? "it exits"
						       : "it is killed",
			error);
		return TRUE;
	}
	if (stop->reason == MI_STOP_BREAKPOINT &&
		stop->breakpoint == target->breakpoint) {
		note_place(target, stop->frame.function, stop->frame.file,
			stop->frame.fullname, stop->frame.line);
		*arrival = ARRIVED_THERE;
		return TRUE;
	}
	if (stop->reason == MI_STOP_BREAKPOINT &&
		stop->breakpoint == target->at_main) {
		hc_target_reach_begin(target->reach, stop->frame.address);
		*arrival = ARRIVED_AT_MAIN;
		return TRUE;
	}
	if (hc_target_reach_take(target->reach, stop) == HC_REACH_AGAIN) {
		*arrival = ARRIVED_AGAIN;
		return TRUE;
	}

	return !mi_continue(target->gdb, error);
}

static enum arrival wait_for_it(struct hc_target *target, GError **error)
{
	gint64 deadline = g_get_monotonic_time() +
			  (gint64) (target->launch.timeout * G_USEC_PER_SEC);
	enum arrival arrival = ARRIVED_NOWHERE;

	for (;;) {
		g_auto(mi_stop) stop = MI_STOP_INIT;
		gint64 left = (deadline - g_get_monotonic_time()) / 1000;
		g_autoptr(GError) failure = NULL;

		if (is_interrupted(target, error))
			return ARRIVED_NOWHERE;

		int slice = (int) CLAMP(left, 1, SLICE_MS);
		if (mi_wait_stop(target->gdb, slice, &stop, &failure)) {
			if (take_stop(target, &stop, &arrival, error))
				return arrival;
			continue;
		}
		if (!g_error_matches(failure, MI_ERROR, MI_ERROR_TIMEOUT)) {
			g_propagate_error(error, g_steal_pointer(&failure));
			return ARRIVED_NOWHERE;
		}
		if (left <= 0) {
			hc_target_set_not_reached(
				&target->spot, "its time is up", error);
			return ARRIVED_NOWHERE;
		}
	}
}

/* ---- The way there ---- */

static gboolean run(struct hc_target *target, GError **error)
{
	target->entry = target->main = 0;
	return mi_run(target->gdb, error);
}

static void note_spot(struct hc_target *target, const struct hc_place *place)
{
	struct hc_place spot = {g_strdup(place->function),
		g_strdup(place->file), place->line, place->hit};
	hc_place_clear(&target->spot);
	target->spot = spot;
	target->way = "GDB";
	target->at_main = 0;
	target->arrived = FALSE;
	target->way_there.n = 0;
	g_clear_pointer(&target->reach, hc_target_reach_free);
}

static gboolean start(
	struct hc_target *target, gboolean to_main, GError **error)
{
	const struct hc_place *place = &target->spot;
	const char *debug_dir = target->options.separate_debug ? NULL : "";
	gboolean many =
		place->hit >= HC_REACH_WORTH && !target->options.slow_count;

	if (many || to_main)
		set_main(target);
	if (many && target->at_main)
		target->reach = hc_target_reach_new(
			target->gdb, target->breakpoint, place->hit, debug_dir);

	return run(target, error);
}

static gboolean start_again(struct hc_target *target, GError **error)
{
	g_auto(mi_breakpoint) breakpoint = MI_BREAKPOINT_INIT;
	g_clear_pointer(&target->reach, hc_target_reach_free);
	return mi_break_delete(target->gdb, target->breakpoint, error) &&
	       hc_streams_rewind(&target->streams, error) &&
	       set_breakpoint(target, &breakpoint, error) && run(target, error);
}

/* Where the place is, and whether we can get there by ourselves. */
static gboolean prepare(
	struct hc_target *target, const struct hc_place *place, GError **error)
{
	g_auto(mi_breakpoint) found = MI_BREAKPOINT_INIT;
	note_spot(target, place);
	if (!hc_target_ready(target, error) ||
		!set_breakpoint(target, &found, error))
		return FALSE;
	if (target->options.hold)
		hc_target_find_way(target, &found);
	if (target->way_there.n)
		note_place(target, found.function, found.file, found.fullname,
			found.line);
	return TRUE;
}

gboolean hc_target_check(struct hc_target *target, const struct hc_place *place,
	int *line, GError **error)
{
	g_auto(mi_breakpoint) found = MI_BREAKPOINT_INIT;
	note_spot(target, place);
	if (!hc_target_ready(target, error) ||
		!set_breakpoint(target, &found, error))
		return FALSE;
	*line = found.line;
	target->breakpoint = 0;
	return mi_break_delete(target->gdb, found.number, error);
}

gboolean hc_target_set_off(
	struct hc_target *target, const struct hc_place *place, GError **error)
{
	if (!prepare(target, place, error))
		return FALSE;
	if (target->way_there.n)
		return TRUE;
	if (!start(target, TRUE, error))
		return FALSE;
	enum arrival arrival = wait_for_it(target, error);
	target->arrived = arrival == ARRIVED_THERE;
	return arrival == ARRIVED_AT_MAIN || arrival == ARRIVED_THERE;
}

/* From the start, or from main, on. */
static gboolean go_on(struct hc_target *target, GError **error)
{
	enum arrival arrival;
	do {
		arrival = wait_for_it(target, error);
		if ((arrival == ARRIVED_AT_MAIN &&
			    !mi_continue(target->gdb, error)) ||
			(arrival == ARRIVED_AGAIN &&
				!start_again(target, error)))
			return FALSE;
	} while (arrival == ARRIVED_AT_MAIN || arrival == ARRIVED_AGAIN);

	target->arrived = arrival == ARRIVED_THERE;
	target->way = hc_target_reach_way(target->reach);

	return target->arrived;
}

/* Without GDB if we can, else with it. */
static gboolean hold_there(struct hc_target *target, GError **error)
{
	g_autoptr(GError) problem = NULL;
	if (hc_target_take_way(target, &problem))
		return TRUE;
	if (!g_error_matches(problem, HC_BRING_ERROR, HC_BRING_ERROR_REFUSED)) {
		g_propagate_error(error, g_steal_pointer(&problem));
		return FALSE;
	}

	target->way_there.n = 0;
	return hc_streams_rewind(&target->streams, error) &&
	       start(target, FALSE, error) && go_on(target, error);
}

gboolean hc_target_arrive(struct hc_target *target, GError **error)
{
	if (target->way_there.n)
		return hold_there(target, error);
	return target->arrived ||
	       (mi_continue(target->gdb, error) && go_on(target, error));
}

gboolean hc_target_run_to(
	struct hc_target *target, const struct hc_place *place, GError **error)
{
	if (!prepare(target, place, error))
		return FALSE;
	if (target->way_there.n)
		return hold_there(target, error);
	return start(target, FALSE, error) && go_on(target, error);
}
