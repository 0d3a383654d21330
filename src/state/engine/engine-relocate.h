/* From the addresses of one run to those of another. Internal to engine.
 *
 * Files that are mapped are known by their path and order, the heap by its
 * start, the stack by its pointer, other memory by the mappings around it, and
 * blocks that were allocated for us one by one. */
#ifndef HC_ENGINE_RELOCATE_H
#define HC_ENGINE_RELOCATE_H

#include <glib.h>
#include <sys/types.h>

struct hc_relocation;
/* The first thread's stack has two parts: frames, and the strings of arguments
 * and environment, which the kernel puts a random distance above them. Frames
 * are known by the stack pointer of the thread that stopped; those of the first
 * thread, if another one stopped, by where the program found its arguments. */
struct hc_stack {
	guint64 pointer;
	guint64 start; /* of the first thread; 0: unknown */
	guint64 strings; /* where they begin; 0: unknown */
};
/* All but the pointer, which is the caller's to say. */
struct hc_stack hc_engine_stack_of(pid_t pid, guint64 pointer);

/* Regions are struct hc_region *, as of hc_regions_read. */
struct hc_relocation *hc_engine_relocation_new(const GPtrArray *from,
	const struct hc_stack *from_stack, const GPtrArray *to,
	const struct hc_stack *to_stack);
void hc_engine_relocation_free(struct hc_relocation *relocation);
/* Blocks that have moved one by one; they come before everything else. */
void hc_engine_relocation_add(struct hc_relocation *relocation,
	const guint64 *from, const guint64 *sizes, const guint64 *to, guint n);
/* Whether the address is known in both runs, and where it is in the other.
 * A block's end, where nothing else begins, belongs to the block. */
gboolean hc_engine_relocate(const struct hc_relocation *relocation,
	guint64 address, guint64 *moved);

typedef struct hc_relocation hc_relocation; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_relocation, hc_engine_relocation_free)

#endif
