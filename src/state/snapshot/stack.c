/* The call stack, for comparing moments. */
#include "snapshot-inside.h"

#include <string.h>

const struct mg_module *hc_snapshot_module(
	const struct hc_snapshot *snapshot, guint64 address)
{
	for (guint i = 0; i < snapshot->modules->len; i++) {
		const struct mg_module *module =
			&g_array_index(snapshot->modules, struct mg_module, i);
		if (address >= module->start && address < module->end)
			return module;
	}
	return NULL;
}

void hc_snapshot_fill_stack(struct hc_snapshot *snapshot)
{
	for (guint i = 0; i < snapshot->calls->len; i++) {
		const struct hc_call *call =
			g_ptr_array_index(snapshot->calls, i);
		guint64 pc = call->registers.values[HC_PC];
		const struct mg_module *module =
			hc_snapshot_module(snapshot, pc);
		struct hc_stack_frame frame = {
			.function = call->function,
			.file = call->file,
			.line = call->line,
			.module = module ? module->name : NULL,
			.offset = module ? pc - module->start : pc,
			.has_debug = call->has_debug,
		};
		g_array_append_val(snapshot->stack, frame);
	}
}

const struct hc_stack_frame *hc_snapshot_stack(
	const struct hc_snapshot *snapshot, guint *n)
{
	*n = snapshot->stack->len;
	return (const struct hc_stack_frame *) (void *) snapshot->stack->data;
}

gboolean hc_snapshot_frame_of(const struct hc_snapshot *snapshot,
	guint64 address, guint64 *entry, guint64 *pointer)
{
	/* A function that calls no other may use what is right below, too. */
	enum { RED_ZONE = 128 };
	guint64 below = snapshot->stack_pointer - RED_ZONE;
	if (address < below)
		return FALSE;
	for (guint i = 0; i < snapshot->calls->len; i++) {
		const struct hc_call *call =
			g_ptr_array_index(snapshot->calls, i);
		/* Frames lie one above the other. */
		if (call->cfa <= below)
			return FALSE;
		below = call->cfa;
		if (address >= below)
			continue;
		*entry = call->low;
		*pointer = call->cfa - sizeof(guint64);
		return call->has_debug && call->low;
	}
	return FALSE;
}

gboolean hc_snapshot_comparable(
	const struct hc_snapshot *a, const struct hc_snapshot *b)
{
	if (a->stack->len != b->stack->len)
		return FALSE;

	for (guint i = 0; i < a->stack->len; i++) {
		const struct hc_stack_frame *p =
			&g_array_index(a->stack, struct hc_stack_frame, i);
		const struct hc_stack_frame *q =
			&g_array_index(b->stack, struct hc_stack_frame, i);
		if (p->offset != q->offset ||
			g_strcmp0(p->module, q->module) != 0)
			return FALSE;
	}

	return TRUE;
}
