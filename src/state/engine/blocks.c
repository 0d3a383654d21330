/* Blocks for objects that alterations create, by the program's own malloc. */
#include "engine-inside.h"

#include <stdlib.h>

/* How often malloc is asked again for what came to lie badly. */
enum { MOST_ROUNDS = 256 };

static gboolean call_malloc(const struct hc_malloc *m, const guint64 *sizes,
	guint n, guint64 *addresses, GError **error)
{
	if (!hc_tracee_calls(
		    m->tid, m->scratch, m->malloc, sizes, n, addresses, error))
		return FALSE;

	for (guint i = 0; i < n; i++) {
		if (addresses[i])
			continue;
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_ALLOCATE,
			"the program's malloc has no %" G_GUINT64_FORMAT
			" bytes",
			sizes[i]);
		return FALSE;
	}

	return TRUE;
}

/* Whether one of the addresses, which are sorted, is in the block. */
static gboolean has_any(
	const struct hc_avoid *avoid, guint64 start, guint64 size)
{
	guint low = 0, high = avoid->n;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		if (avoid->addresses[middle] < start)
			low = middle + 1;
		else
			high = middle;
	}
	return low < avoid->n && avoid->addresses[low] - start < size;
}

/* The numbers of blocks that must go elsewhere. */
static GArray *find_bad(const struct hc_avoid *avoid, const guint64 *sizes,
	const guint64 *addresses, guint n)
{
	GArray *bad = g_array_new(FALSE, FALSE, sizeof(guint));
	for (guint i = 0; avoid->n && i < n; i++)
		if (has_any(avoid, addresses[i], sizes[i]))
			g_array_append_val(bad, i);
	return bad;
}

/* Others for those that are bad, which are put aside, so that malloc has them
 * no more. No address is in two blocks, so there is an end to it. */
static gboolean replace(const struct hc_malloc *m, const guint64 *sizes,
	guint64 *addresses, GArray *bad, GArray *aside, GError **error)
{
	g_autofree guint64 *wanted = g_new(guint64, bad->len);
	g_autofree guint64 *given = g_new0(guint64, bad->len);
	guint left = 0;

	for (guint i = 0; i < bad->len; i++) {
		guint which = g_array_index(bad, guint, i);
		wanted[i] = sizes[which];
		g_array_append_val(aside, addresses[which]);
	}

	if (!call_malloc(m, wanted, bad->len, given, error))
		return FALSE;

	for (guint i = 0; i < bad->len; i++) {
		guint which = g_array_index(bad, guint, i);
		addresses[which] = given[i];
		if (has_any(&m->avoid, given[i], wanted[i]))
			g_array_index(bad, guint, left++) = which;
	}

	g_array_set_size(bad, left);
	return TRUE;
}

/* What was free is free again, the last first: the program has it as before. */
static gboolean free_aside(
	const struct hc_malloc *m, const GArray *aside, GError **error)
{
	g_autofree guint64 *blocks = g_new(guint64, aside->len + 1);
	g_autofree guint64 *nothing = g_new(guint64, aside->len + 1);
	for (guint i = 0; i < aside->len; i++)
		blocks[i] = g_array_index(aside, guint64, aside->len - 1 - i);
	return !m->free || !aside->len ||
	       hc_tracee_calls(m->tid, m->scratch, m->free, blocks, aside->len,
		       nothing, error);
}

gboolean hc_engine_apply_blocks(const struct hc_malloc *m, const guint64 *sizes,
	guint n, guint64 *addresses, GError **error)
{
	g_autoptr(GArray) aside = g_array_new(FALSE, FALSE, sizeof(guint64));
	if (!call_malloc(m, sizes, n, addresses, error))
		return FALSE;
	g_autoptr(GArray) bad = find_bad(&m->avoid, sizes, addresses, n);
	for (guint i = 0; bad->len && i < MOST_ROUNDS; i++)
		if (!replace(m, sizes, addresses, bad, aside, error))
			return FALSE;
	return free_aside(m, aside, error);
}

static int by_value(gconstpointer a, gconstpointer b)
{
	guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;
	return x < y ? -1 : x > y;
}

void hc_engine_avoid(
	struct hc_engine *engine, const guint64 *addresses, guint n)
{
	g_array_append_vals(engine->avoid, addresses, n);
	g_array_sort(engine->avoid, by_value);
}

struct hc_avoid hc_engine_avoided(const GArray *addresses)
{
	return (struct hc_avoid){
		(const guint64 *) (gconstpointer) addresses->data,
		addresses->len};
}

GArray *hc_engine_avoid_moved(
	const GArray *addresses, const struct hc_relocation *relocation)
{
	GArray *moved = g_array_new(FALSE, FALSE, sizeof(guint64));
	for (guint i = 0; i < addresses->len; i++) {
		guint64 address = g_array_index(addresses, guint64, i);
		/* What was in no memory may be in some later. */
		hc_engine_relocate(relocation, address, &address);
		g_array_append_val(moved, address);
	}
	g_array_sort(moved, by_value);
	return moved;
}
