/* Addresses that can be compared between two runs of the same invocation. */
#include "process-status.h"
#include "snapshot-inside.h"

#include <string.h>

void hc_snapshot_find_starts(struct hc_snapshot *snapshot)
{
	g_autofree char *text = hc_process_file(snapshot->pid, "stat");
	const char *stack = hc_process_stat_field(text, HC_STAT_STACK);
	const char *heap = hc_process_stat_field(text, HC_STAT_HEAP);
	const char *strings = hc_process_stat_field(text, HC_STAT_ARG_START);
	if (!strings)
		return;
	snapshot->stack_start = g_ascii_strtoull(stack, NULL, 10);
	snapshot->heap_start = g_ascii_strtoull(heap, NULL, 10);
	snapshot->text_start = g_ascii_strtoull(strings, NULL, 10);
}

static char *distance_from(const char *what, guint64 start, guint64 address)
{
	return address < start ? g_strdup_printf("%s-0x%" G_GINT64_MODIFIER "x",
					 what, start - address)
			       : g_strdup_printf("%s+0x%" G_GINT64_MODIFIER "x",
					 what, address - start);
}

char *hc_snapshot_place(const struct hc_snapshot *snapshot, guint64 address)
{
	const struct hc_region *region =
		hc_memory_region_at(snapshot->memory, address);
	const struct mg_module *module = hc_snapshot_module(snapshot, address);
	const char *path = region && region->path ? region->path : "";

	/* Texts of arguments and environment are at the stack's end; the kernel
	 * leaves a gap that varies between them and the rest. */
	if (strcmp(path, "[stack]") == 0)
		return address >= snapshot->text_start
			       ? distance_from(
					 "text", snapshot->text_start, address)
			       : distance_from("stack", snapshot->stack_start,
					 address);

	if (strcmp(path, "[heap]") == 0)
		return distance_from("heap", snapshot->heap_start, address);
	if (module)
		return distance_from(module->name, module->start, address);
	return distance_from("map", region ? region->start : 0, address);
}

gboolean hc_snapshot_same_addresses(
	const struct hc_snapshot *a, const struct hc_snapshot *b)
{
	return a->stack_start == b->stack_start &&
	       a->heap_start == b->heap_start;
}
