/* The bytes of a value, without the pointers among them: these are deltas of
 * their own. */
#include "deltas-inside.h"

enum { POINTER = 8 };

void hc_deltas_stretches_init(struct hc_stretches *stretches,
	const struct hc_deltas *deltas, const struct hc_delta *delta,
	const struct mg_change *change)
{
	stretches->at = delta->offset;
	stretches->end = delta->offset + delta->size;
	mg_slots_init(&stretches->slots, deltas->match, change->before.object,
		change->after.object, stretches->at, stretches->end);
}

gboolean hc_deltas_stretches_next(
	struct hc_stretches *stretches, guint64 *from, guint64 *end)
{
	while (stretches->at < stretches->end) {
		guint64 slot;
		if (!mg_slots_next(&stretches->slots, &slot))
			slot = stretches->end;
		*from = stretches->at;
		*end = MIN(stretches->end, slot);
		stretches->at = slot < stretches->end
					? MAX(*from, slot + POINTER)
					: stretches->end;
		if (*end > *from)
			return TRUE;
	}

	return FALSE;
}
