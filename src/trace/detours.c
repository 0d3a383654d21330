/* Jumps to a statement that is too short for a jump of its own go straight to
 * its stub. Compilers turn `continue`, `break` and `return` into a nop of one
 * byte: only a breakpoint fits there, with a stop each time. It stays for
 * whatever gets there in another way. */
#include "trace-inside.h"

#include <string.h>

enum { SHORT = 2, NEAR = 4 }; /* bytes: a short jump, a distance */

static gboolean is_led(
	const struct hc_trace_code_detour *detours, guint64 address)
{
	return hc_trace_code_led(detours, address) != address;
}

/* How many bytes come before the distance of a jump with 32 bits of it; 0: it
 * is no such jump. */
static gsize near_jump(const guint8 *bytes, gsize n)
{
	if (n >= 1 + NEAR && bytes[0] == 0xe9)
		return 1;
	return n >= 2 + NEAR && bytes[0] == 0x0f && (bytes[1] & 0xf0) == 0x80
		       ? 2
		       : 0;
}

static gboolean is_short_jump(const guint8 *bytes, gsize n)
{
	return n >= SHORT && ((bytes[0] & 0xf0) == 0x70 || bytes[0] == 0xeb);
}

gsize hc_trace_detours_reach(const struct hc_trace_code_detour *detours,
	const struct hc_trace_code_part *part)
{
	gsize reach = 0;

	if (!detours)
		return 0;
	if (is_led(detours, part->address + part->n))
		return part->n;

	for (gsize i = 0; i < part->n; i++) {
		if (!(part->flags[i] & CODE_START) ||
			!is_short_jump(part->bytes + i, part->n - i))
			continue;
		guint64 next = part->address + i + SHORT;
		if (is_led(detours,
			    next + (guint64) (gint8) part->bytes[i + 1]))
			reach = i + SHORT;
	}

	return reach;
}

static gboolean is_free(const guint8 *flags, gsize n)
{
	for (gsize i = 0; i < n; i++)
		if (flags[i] & TAKEN)
			return FALSE;
	return TRUE;
}

void hc_trace_detours_lead(struct hc_trace_patch *patch,
	const struct hc_trace_code_detour *detours,
	const struct hc_trace_code_part *part)
{
	for (gsize i = 0; detours && i < part->n; i++) {
		gsize skip = near_jump(part->bytes + i, part->n - i);
		if (!(part->flags[i] & CODE_START) || skip == 0 ||
			!is_free(part->flags + i, skip + NEAR))
			continue;

		gint32 distance;
		memcpy(&distance, part->bytes + i + skip, NEAR);

		guint64 next = part->address + i + skip + NEAR;
		guint64 target = next + (guint64) (gint64) distance;
		gint64 led =
			(gint64) (hc_trace_code_led(detours, target) - next);
		distance = (gint32) led;
		if (is_led(detours, target) && distance == led)
			hc_trace_patch_change(patch, part->address + i + skip,
				(const guint8 *) &distance, NEAR);
	}
}
