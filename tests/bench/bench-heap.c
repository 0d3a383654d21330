/* How fast memory is read and a heap of 100 MB walked. */
#include "heap.h"
#include "stopped.h"

#include <stdio.h>

enum { PIECE = 1 << 20, SMALL = 5000000, FINDS = 1000000, ROUNDS = 5 };

static gdouble seconds_since(gint64 start)
{
	return MAX(g_get_monotonic_time() - start, 1) / 1e6;
}

static guint64 heap_bytes(const struct hc_memory *memory, guint64 *start)
{
	const GPtrArray *regions = hc_memory_regions(memory);
	for (guint i = 0; i < regions->len; i++) {
		const struct hc_region *region = regions->pdata[i];
		if (g_strcmp0(region->path, "[heap]") == 0) {
			*start = region->start;
			return region->end - region->start;
		}
	}
	return 0;
}

static gdouble read_all(struct hc_memory *memory, guint64 start, guint64 n)
{
	g_autofree char *bytes = g_malloc(PIECE);
	gint64 then = g_get_monotonic_time();
	for (guint64 at = 0; at + PIECE <= n; at += PIECE)
		hc_memory_read(memory, start + at, bytes, PIECE);
	return seconds_since(then);
}

/* 64 pages all over the heap: what counts is the way to the bytes, not the
 * processor's own caches. */
static gdouble read_small(struct hc_memory *memory, guint64 start, guint64 n)
{
	guint64 state = 88172645463325252, sum = 0, word = 0;
	guint64 stride = n / 64 & ~(guint64) (HC_PAGE - 1);
	gint64 then = g_get_monotonic_time();
	for (guint i = 0; i < SMALL; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		guint64 at = state % 64 * stride + (state >> 32) % 512;
		hc_memory_read(memory, start + at, &word, sizeof word);
		sum += word;
	}
	gdouble seconds = seconds_since(then);
	if (sum == 1)
		puts("# never");
	return seconds;
}

static gdouble find_blocks(const struct hc_heap *heap)
{
	gsize n, found = 0;
	const struct hc_block *blocks = hc_heap_blocks(heap, &n);
	gint64 then = g_get_monotonic_time();
	for (gsize i = 0; i < FINDS; i++) {
		struct hc_block block;
		guint64 at = blocks[i * 7919 % n].start + 3;
		found += hc_heap_find(heap, at, &block);
	}
	gdouble seconds = seconds_since(then);
	return found == FINDS ? seconds : 0;
}

/* Best of some rounds: the machine is not ours alone. */
static void measure(struct hc_memory *memory)
{
	gdouble read = G_MAXDOUBLE, walk = G_MAXDOUBLE,
		from_cache = G_MAXDOUBLE;
	gdouble small = G_MAXDOUBLE, find = G_MAXDOUBLE;
	guint64 start = 0, n = heap_bytes(memory, &start);
	gsize blocks = 0;
	for (guint i = 0; i < ROUNDS; i++) {
		hc_memory_forget(memory, NULL);
		read = MIN(read, read_all(memory, start, n));
		small = MIN(small, read_small(memory, start, n));
		gint64 then = g_get_monotonic_time();
		struct hc_heap *heap = hc_heap_new(memory, NULL, NULL);
		from_cache = MIN(from_cache, seconds_since(then));
		hc_heap_blocks(heap, &blocks);
		find = MIN(find, find_blocks(heap));
		hc_heap_free(heap);
		hc_memory_forget(memory, NULL);
		then = g_get_monotonic_time();
		hc_heap_free(hc_heap_new(memory, NULL, NULL));
		walk = MIN(walk, seconds_since(then));
	}
	printf("# a heap of %.0f MB with %zu blocks\n", n / 1e6, blocks);
	printf("BENCH heap.walk_mb_per_s %.0f MB/s\n", n / 1e6 / walk);
	printf("BENCH heap.walk_cached_mb_per_s %.0f MB/s\n",
		n / 1e6 / from_cache);
	printf("BENCH heap.find_ns %.0f ns\n", find / FINDS * 1e9);
	printf("BENCH memory.read_gb_per_s %.2f GB/s\n", n / 1e9 / read);
	printf("BENCH memory.small_read_ns %.2f ns\n", small / SMALL * 1e9);
}

int main(void)
{
	struct stopped *program = stopped_start(
		(const char *[]){DEBUGGEES "heap", "tiny,keep,plain", "1",
			"5000000", "0", NULL},
		NULL, TRUE);
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_memory) memory =
		program ? hc_memory_new(program->pid, &error) : NULL;
	if (memory)
		measure(memory);
	else
		fprintf(stderr, "bench-heap: %s\n",
			error ? error->message : "the debuggee does not stop");
	if (program)
		stopped_end(program);
	return memory ? 0 : 1;
}
