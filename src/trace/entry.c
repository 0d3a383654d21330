/* The entry of a function gets its jump, to a stub that notes it and does what
 * the jump replaced.
 *
 * A loop that begins with the function's first instruction reaches the entry
 * without a call: its jumps are led past the note. Statements in the code that
 * is moved for this are noted in its new place, each time. */
#include "trace-inside.h"

static gboolean move(struct hc_trace_patch *patch,
	const struct hc_trace_entry_site *entry,
	const struct hc_trace_code_plan *plan,
	const struct hc_trace_code_detour *detour)
{
	struct hc_trace_stubs *stubs = &patch->stubs;
	struct hc_trace_code_part part = {
		.address = plan->address,
		.bytes = plan->original,
		.n = plan->length,
	};

	if (entry->text->flags)
		part.flags = entry->text->flags[0] +
			     (plan->address - entry->text->pieces[0].low);
	if (entry->lines)
		return hc_trace_lines_stub(entry->lines, &part, detour);

	return hc_trace_stubs_move(stubs, &part, detour) &&
	       hc_trace_stubs_back(stubs, plan->address + plan->length);
}

/* The stub for what a plan replaces; *inner is where it goes on after noting
 * the entry. */
static guint64 add_stub(struct hc_trace_patch *patch,
	const struct hc_trace_entry_site *entry,
	const struct hc_trace_code_plan *plan, guint64 *inner)
{
	guint64 begun = hc_trace_stubs_begin(&patch->stubs);
	*inner = hc_trace_stubs_note(&patch->stubs, entry->slot, entry->kind);
	const struct hc_trace_code_detour detour = {plan->address, *inner};
	/* If not all jumps to the entry are known, all of them count as
	 * entries. */
	if (move(patch, entry, plan, plan->all_loops ? &detour : NULL))
		return begun;
	hc_trace_stubs_cancel(&patch->stubs, begun);
	return 0;
}

/* ---- Loops ---------------------------------------------------------- */

/* A jump to the entry, with what has to be moved for it. */
struct loop {
	struct hc_trace_code_plan plan;
	guint8 jump[CODE_JUMP];
};

static gboolean plan_loop(struct hc_trace_patch *patch,
	const struct hc_trace_entry_site *entry,
	const struct hc_trace_code_detour *detour, guint64 at,
	struct loop *loop)
{
	const struct hc_trace_code_piece *piece = &entry->text->pieces[0];
	/* It may be in another piece of the function. */
	if (at - piece->low >= piece->n ||
		!hc_trace_code_plan(entry->text, at, CODE_JUMP, &loop->plan))
		return FALSE;
	guint64 stub = hc_trace_stubs_begin(&patch->stubs);
	return move(patch, entry, &loop->plan, detour) &&
	       hc_trace_code_jump(at, stub, loop->jump);
}

static guint64 end_of(const struct hc_trace_code_plan *plan)
{
	return plan->address + MAX(plan->length, plan->needed);
}

/* All of them, or none. */
static gboolean lead_past(struct hc_trace_patch *patch,
	const struct hc_trace_entry_site *entry,
	const struct hc_trace_code_plan *plan, guint64 inner)
{
	const struct hc_trace_code_detour detour = {plan->address, inner};
	struct loop loops[CODE_LOOPS];
	guint n = 0;
	guint64 begun = hc_trace_stubs_begin(&patch->stubs);

	for (guint i = 0; plan->all_loops && i < plan->n_loops; i++) {
		guint64 at = plan->loops[i];
		if (at >= plan->address && at < end_of(plan))
			continue; /* moved, and led past already */
		if ((n > 0 && at < end_of(&loops[n - 1].plan)) ||
			!plan_loop(patch, entry, &detour, at, &loops[n])) {
			hc_trace_stubs_cancel(&patch->stubs, begun);
			return FALSE;
		}
		n++;
	}

	for (guint i = 0; i < n; i++) {
		const struct hc_trace_code_plan *one = &loops[i].plan;
		hc_trace_patch_change(patch, one->address, loops[i].jump,
			sizeof loops[i].jump);
		if (entry->lines)
			hc_trace_lines_take(entry->lines, one->address,
				end_of(one) - one->address, HC_TRACE_JUMP);
	}

	return plan->all_loops;
}

/* ---- All of it ------------------------------------------------------ */

enum hc_trace_how hc_trace_entry_patch(struct hc_trace_patch *patch,
	const struct hc_trace_entry_site *entry, gboolean *looped)
{
	struct hc_trace_code_plan plan;
	guint64 stub = 0, inner;
	guint8 jump[CODE_JUMP];

	if (hc_trace_code_plan(entry->text, entry->address, CODE_JUMP, &plan))
		stub = add_stub(patch, entry, &plan, &inner);
	gboolean by_jump =
		stub && hc_trace_code_jump(entry->address, stub, jump);
	if (!by_jump) {
		if (entry->kind != STUB_ENTRY ||
			!hc_trace_code_plan(
				entry->text, entry->address, CODE_TRAP, &plan))
			return HC_TRACE_NOT;
		stub = add_stub(patch, entry, &plan, &inner);
		if (!stub)
			return HC_TRACE_NOT;
	}

	enum hc_trace_how how = by_jump ? HC_TRACE_JUMP : HC_TRACE_TRAP;

	/* Before the code is changed, since it is searched again. */
	*looped = plan.looped && !lead_past(patch, entry, &plan, inner);
	if (by_jump)
		hc_trace_patch_change(patch, entry->address, jump, sizeof jump);
	else
		hc_trace_patch_set_trap(
			patch, entry->address, stub, entry->slot);
	if (entry->lines)
		hc_trace_lines_take(entry->lines, entry->address,
			end_of(&plan) - entry->address, how);

	return how;
}
