#include "trace-ring.h"

#include "trace-process.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

gboolean hc_trace_ring_open(struct hc_trace_ring *ring, GError **error)
{
	*ring = (struct hc_trace_ring){
		.fd = memfd_create("trace", MFD_CLOEXEC)};
	return ring->fd >= 0 ||
	       hc_trace_process_fail("no memory can be shared with it", error);
}

gboolean hc_trace_ring_map(struct hc_trace_ring *ring,
	const struct hc_trace_ring_size *size, GError **error)
{
	ring->slots = size->functions + size->lines + 1;
	ring->functions = size->functions;
	gsize table = RING_TABLE + (gsize) ring->slots * RING_SLOT;
	ring->records = (table + PAGE - 1) & ~(gsize) (PAGE - 1);
	ring->size = ring->records + (gsize) size->entries * RING_RECORD;
	if (ftruncate(ring->fd, (off_t) ring->size) < 0)
		return hc_trace_process_fail(
			"no memory can be shared with it", error);

	void *base = mmap(NULL, ring->size, PROT_READ | PROT_WRITE, MAP_SHARED,
		ring->fd, 0);
	if (base == MAP_FAILED)
		return hc_trace_process_fail(
			"no memory can be shared with it", error);

	ring->base = base;
	ring->head = base;
	ring->head->top = RING_SHADOW;
	ring->head->end = (guint64) size->entries * RING_RECORD;
	ring->table = (struct hc_trace_ring_slot *) (void *) (ring->base +
							      RING_TABLE);

	for (guint i = 0; i < ring->slots; i++)
		ring->table[i].limit =
			i <= size->functions ? size->hot : size->hot_line;

	return TRUE;
}

void hc_trace_ring_clear(struct hc_trace_ring *ring)
{
	if (ring->base)
		munmap(ring->base, ring->size);
	if (ring->fd >= 0)
		close(ring->fd);
	*ring = (struct hc_trace_ring){.fd = -1};
}

struct hc_trace_ring_record *hc_trace_ring_records(
	const struct hc_trace_ring *ring, gsize *n)
{
	/* The program may have written anything there. */
	guint64 most = (ring->size - ring->records) / RING_RECORD;
	*n = (gsize) MIN(ring->head->cursor / RING_RECORD, most);
	return (struct hc_trace_ring_record *) (void *) (ring->base +
							 ring->records);
}

static guint64 slot_of(
	const struct hc_trace_ring *ring, const struct hc_trace_ring_record *r)
{
	guint64 slot = r->slot / RING_SLOT;
	return slot < ring->slots ? slot : 0;
}

static void drop_largest(
	const struct hc_trace_ring *ring, gsize *counts, gsize *left)
{
	guint largest = 1;
	for (guint i = 1; i < ring->slots; i++)
		if (counts[i] > counts[largest])
			largest = i;
	*left -= counts[largest];
	counts[largest] = 0;
	ring->table[largest].limit = 0;
}

void hc_trace_ring_thin(struct hc_trace_ring *ring)
{
	gsize n, left = 0, kept = 0;
	struct hc_trace_ring_record *records = hc_trace_ring_records(ring, &n);
	g_autofree gsize *counts = g_new0(gsize, ring->slots + 1);

	for (gsize i = 0; i < n; i++)
		counts[slot_of(ring, &records[i])]++;

	counts[0] = 0;
	for (guint i = 1; i < ring->slots; i++) {
		if (ring->table[i].count > ring->table[i].limit)
			counts[i] = 0;
		left += counts[i];
	}

	while (left > n / 2 && ring->slots > 1)
		drop_largest(ring, counts, &left);

	for (gsize i = 0; i < n; i++)
		if (counts[slot_of(ring, &records[i])] > 0)
			records[kept++] = records[i];

	memset(records + kept, 0, (n - kept) * sizeof *records);
	ring->head->cursor = kept * RING_RECORD;
}
