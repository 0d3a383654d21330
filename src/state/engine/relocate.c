#include "engine-relocate.h"

#include "process-maps.h"
#include "process-status.h"

#include <string.h>

/* From `start` to `end` everything moves by `by` (modulo 2^64). */
struct move {
	guint64 start, end, by;
};

struct hc_relocation {
	GArray *blocks; /* struct move, by start */
	GArray *regions; /* struct move, by start */
};

static gint by_start(gconstpointer a, gconstpointer b)
{
	const struct move *left = a, *right = b;
	return (left->start > right->start) - (left->start < right->start);
}

/* The one of these that has the address, NULL if none has. */
static const struct move *find(const GArray *moves, guint64 address)
{
	guint low = 0, high = moves->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		const struct move *move =
			&g_array_index(moves, struct move, middle);
		if (move->start <= address)
			low = middle + 1;
		else
			high = middle;
	}

	if (low == 0)
		return NULL;

	const struct move *move = &g_array_index(moves, struct move, low - 1);
	return address < move->end ? move : NULL;
}

static void add_region(struct hc_relocation *relocation,
	const struct hc_region *region, guint64 by)
{
	struct move move = {region->start, region->end, by};
	g_array_append_val(relocation->regions, move);
}

/* Regions by path, in order. */
static GHashTable *by_path(const GPtrArray *regions)
{
	GHashTable *paths = g_hash_table_new_full(g_str_hash, g_str_equal, NULL,
		(GDestroyNotify) g_ptr_array_unref);
	for (guint i = 0; i < regions->len; i++) {
		struct hc_region *region = regions->pdata[i];
		if (!region->path)
			continue;
		GPtrArray *same = g_hash_table_lookup(paths, region->path);
		if (!same) {
			same = g_ptr_array_new();
			g_hash_table_insert(paths, region->path, same);
		}
		g_ptr_array_add(same, region);
	}

	return paths;
}

/* Files by path and order; the heap and what else has a name alike. */
static void pair_named(struct hc_relocation *relocation, const GPtrArray *from,
	const GPtrArray *to)
{
	g_autoptr(GHashTable) theirs = by_path(from);
	g_autoptr(GHashTable) mates = by_path(to);

	for (guint i = 0; i < from->len; i++) {
		const struct hc_region *region = from->pdata[i];
		if (!region->path || strcmp(region->path, "[stack]") == 0)
			continue;

		GPtrArray *same = g_hash_table_lookup(theirs, region->path);
		GPtrArray *there = g_hash_table_lookup(mates, region->path);
		guint rank = 0;
		g_ptr_array_find(same, region, &rank);

		const struct hc_region *mate =
			there && rank < there->len ? there->pdata[rank] : NULL;
		if (mate && mate->offset == region->offset)
			add_region(relocation, region,
				mate->start - region->start);
	}
}

static gboolean is_anonymous_at(
	const GPtrArray *regions, guint64 start, guint64 end)
{
	const struct hc_region *region = hc_regions_at(regions, start);
	return region && !region->path && region->end >= end;
}

/* How the nearest mapping with a name, below or above, has moved. */
static gboolean find_neighbour(const struct hc_relocation *relocation,
	const GPtrArray *from, guint index, gboolean above, guint64 *by)
{
	for (guint i = index; above ? i + 1 < from->len : i > 0;) {
		i = above ? i + 1 : i - 1;
		const struct hc_region *region = from->pdata[i];
		const struct move *move =
			region->path ? find(relocation->regions, region->start)
				     : NULL;
		if (!move)
			continue;
		*by = move->by;
		return TRUE;
	}

	return FALSE;
}

/* Anonymous memory has moved with what lies next to it, if something of its
 * kind lies where that leads. Given the named regions, sorted. */
static void pair_anonymous(struct hc_relocation *relocation,
	const GPtrArray *from, const GPtrArray *to)
{
	g_autoptr(GArray) found =
		g_array_new(FALSE, FALSE, sizeof(struct move));
	for (guint i = 0; i < from->len; i++) {
		const struct hc_region *region = from->pdata[i];
		for (guint above = 0; !region->path && above < 2; above++) {
			struct move move = {region->start, region->end, 0};
			if (!find_neighbour(
				    relocation, from, i, above, &move.by) ||
				!is_anonymous_at(to, move.start + move.by,
					move.end + move.by))
				continue;
			g_array_append_val(found, move);
			break;
		}
	}

	if (found->len)
		g_array_append_vals(
			relocation->regions, found->data, found->len);
}

guint64 hc_engine_stack_strings(pid_t pid)
{
	return (guint64) MAX(hc_process_stat_number(pid, HC_STAT_ARG_START), 0);
}

static void add_stack(struct hc_relocation *relocation,
	const struct hc_region *region, const struct hc_stack *from,
	const struct hc_stack *to)
{
	struct move frames = {
		region->start, region->end, to->pointer - from->pointer};

	if (to->strings && from->strings > from->pointer &&
		from->strings < region->end) {
		struct move strings = {from->strings, region->end,
			to->strings - from->strings};
		frames.end = from->strings;
		g_array_append_val(relocation->regions, strings);
	}
	g_array_append_val(relocation->regions, frames);
}

struct hc_relocation *hc_engine_relocation_new(const GPtrArray *from,
	const struct hc_stack *from_stack, const GPtrArray *to,
	const struct hc_stack *to_stack)
{
	struct hc_relocation *relocation = g_new0(struct hc_relocation, 1);
	relocation->blocks = g_array_new(FALSE, FALSE, sizeof(struct move));
	relocation->regions = g_array_new(FALSE, FALSE, sizeof(struct move));
	pair_named(relocation, from, to);

	const struct hc_region *stack =
		hc_regions_at(from, from_stack->pointer);
	if (stack)
		add_stack(relocation, stack, from_stack, to_stack);
	g_array_sort(relocation->regions, by_start);
	pair_anonymous(relocation, from, to);
	g_array_sort(relocation->regions, by_start);

	return relocation;
}

void hc_engine_relocation_free(struct hc_relocation *relocation)
{
	if (!relocation)
		return;
	g_array_unref(relocation->blocks);
	g_array_unref(relocation->regions);
	g_free(relocation);
}

void hc_engine_relocation_add(struct hc_relocation *relocation,
	const guint64 *from, const guint64 *sizes, const guint64 *to, guint n)
{
	for (guint i = 0; i < n; i++) {
		struct move move = {
			from[i], from[i] + MAX(sizes[i], 1), to[i] - from[i]};
		g_array_append_val(relocation->blocks, move);
	}
	g_array_sort(relocation->blocks, by_start);
}

gboolean hc_engine_relocate(
	const struct hc_relocation *relocation, guint64 address, guint64 *moved)
{
	const struct move *move = find(relocation->blocks, address);

	if (!move)
		move = find(relocation->regions, address);

	/* One behind the last element is a pointer as good as any. */
	if (!move && address)
		move = find(relocation->blocks, address - 1);
	if (!move && address)
		move = find(relocation->regions, address - 1);

	if (!move)
		return FALSE;

	*moved = address + move->by;
	return TRUE;
}
