/* To a place without GDB, which only says where that is. */
#include "process-registers.h"
#include "target-inside.h"

#include <string.h>

/* Where GDB thinks that the program starts: what it says of other places is as
 * far away from there as they are in any run. GDB takes its time to say so. */
static void find_entry(struct hc_target *target)
{
	static const char words[] = "Entry point: ";
	g_autofree char *said = mi_console(target->gdb, "info files", NULL);
	const char *at = said ? strstr(said, words) : NULL;
	target->entry = at ? g_ascii_strtoull(at + strlen(words), NULL, 16) : 0;
}

static void find_main(struct hc_target *target)
{
	struct mi_place place = {.function = "main", .temporary = TRUE};
	g_auto(mi_breakpoint) breakpoint = MI_BREAKPOINT_INIT;
	if (!mi_break(target->gdb, &place, &breakpoint, NULL))
		return;
	mi_break_delete(target->gdb, breakpoint.number, NULL);
	target->main = breakpoint.address;
}

/* The instructions of the breakpoint; none if there are too many. */
static void add_places(struct hc_target *target)
{
	struct hc_bring_place *way = &target->way_there;
	guint64 hits;
	g_autoptr(GArray) places =
		hc_target_locations(target->gdb, target->breakpoint, &hits);
	if (places->len > HC_BRING_PLACES)
		return;
	for (guint i = 0; i < places->len; i++)
		way->offsets[way->n++] =
			g_array_index(places, guint64, i) - target->entry;
}

void hc_target_find_way(
	struct hc_target *target, const struct mi_breakpoint *found)
{
	struct hc_bring_place *way = &target->way_there;
	if (!target->entry) {
		find_entry(target);
		find_main(target);
	}
	/* What is in a library that is not there yet is nowhere. */
	if (!target->entry || !found->address)
		return;

	*way = (struct hc_bring_place){
		.hit = target->spot.hit,
		.debug_dir = target->options.separate_debug ? NULL : "",
	};
	if (target->main)
		way->main = target->main - target->entry;
	if (found->locations == 1)
		way->offsets[way->n++] = found->address - target->entry;
	else
		add_places(target);
}

/* In words about the place. */
static void explain(
	const struct hc_target *target, GError *problem, GError **error)
{
	if (g_error_matches(
		    problem, HC_BRING_ERROR, HC_BRING_ERROR_NOT_REACHED)) {
		hc_target_set_not_reached(
			&target->spot, problem->message, error);
		g_error_free(problem);
	} else {
		g_propagate_error(error, problem);
	}
}

/* As in GDB's own runs: where it can't fix them, or was told not to, the
 * failure may depend on that. */
static gboolean has_fixed_addresses(struct hc_target *target)
{
	g_autoptr(mi_record) record = mi_client_command(
		target->gdb, NULL, "-gdb-show disable-randomization");
	const char *value =
		record ? mi_value_text(&record->value, "value") : NULL;
	return !mi_client_randomized(target->gdb) &&
	       g_strcmp0(value, "off") != 0;
}

gboolean hc_target_take_way(struct hc_target *target, GError **error)
{
	GError *problem = NULL;
	target->launch.fixed = has_fixed_addresses(target);
	target->hold = hc_hold_new(&target->launch, &target->streams,
		&target->way_there, &problem);
	if (target->hold)
		target->way = hc_hold_program(target->hold)->way;
	else
		explain(target, problem, error);
	return target->hold != NULL;
}

gboolean hc_target_bring(const struct hc_target *model,
	const struct hc_streams *streams, struct hc_brought *brought,
	GError **error)
{
	GError *problem = NULL;
	if (hc_bring(&model->launch, streams, &model->way_there, brought,
		    &problem))
		return TRUE;
	explain(model, problem, error);
	return FALSE;
}

struct hc_hold *hc_target_hold(const struct hc_target *target)
{
	return target->hold;
}

const struct hc_bring_place *hc_target_way_there(const struct hc_target *target)
{
	return target->hold ? &target->way_there : NULL;
}

void hc_target_hold_registers(
	const struct hc_target *target, struct hc_target_registers *registers)
{
	const struct user_regs_struct *from =
		&hc_hold_program(target->hold)->registers;
	hc_registers_take(from, registers->values);
	registers->fs_base = from->fs_base;
	registers->gs_base = from->gs_base;
	registers->flags = from->eflags;
}
