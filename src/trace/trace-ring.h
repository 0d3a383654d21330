/* The memory that we share with the traced program, and its layout, which
 * notes.S knows, too. Internal to the trace. */
#ifndef HC_TRACE_RING_H
#define HC_TRACE_RING_H

/* For notes.S, as numbers. */
#define RING_CURSOR 0
#define RING_END 8
#define RING_OUT 16
#define RING_ERR 20
#define RING_RESTORER 24
#define RING_STACK 32
#define RING_TOP 40
#define RING_SHADOW 4096
#define RING_TABLE (4096 + 65536 * 16)
#define RING_SLOT 16
#define RING_RECORD 40

#ifndef __ASSEMBLER__
#include <glib.h>

struct hc_trace_ring_head {
	guint64 cursor; /* bytes of records so far */
	guint64 end; /* bytes of records at most */
	guint32 out, err; /* bytes written */
	guint64 restorer; /* where signal handlers return to; 0: unknown */
	guint64 stack; /* everything above is the first thread's stack */
	guint64 top; /* end of the shadow stack, in bytes from the ring's start:
			where return addresses are, and their values */
};

/* They begin at RING_TABLE, after the shadow stack. The first is unused, so
 * that a record of zeros is no record. */
struct hc_trace_ring_slot {
	guint64 count;
	guint64 limit; /* beyond it, entries are not recorded */
};

/* They begin on the page after the table. */
struct hc_trace_ring_record {
	guint64 slot; /* in bytes: RING_SLOT times its number */
	guint64 back; /* return address */
	guint64 stack; /* where that is stored */
	guint64 up; /* where its caller's is stored; 0: it has none */
	guint32 out, err;
};

G_STATIC_ASSERT(sizeof(struct hc_trace_ring_slot) == RING_SLOT);
G_STATIC_ASSERT(sizeof(struct hc_trace_ring_record) == RING_RECORD);

/* Our view of it. */
struct hc_trace_ring {
	int fd;
	guint8 *base;
	gsize size, records; /* bytes in all; where the records are */
	guint slots, functions; /* of these are for functions, from 1 on */
	struct hc_trace_ring_head *head;
	struct hc_trace_ring_slot *table;
};

/* Makes an empty file in memory; its size is set when the functions are
 * known. */
gboolean hc_trace_ring_open(struct hc_trace_ring *ring, GError **error);
/* Functions have the first slots after the unused one, then come lines. */
struct hc_trace_ring_size {
	guint functions, lines;
	guint entries; /* records */
	guint64 hot, hot_line; /* limits */
};
gboolean hc_trace_ring_map(struct hc_trace_ring *ring,
	const struct hc_trace_ring_size *size, GError **error);
void hc_trace_ring_clear(struct hc_trace_ring *ring);

/* The records, and how many. */
struct hc_trace_ring_record *hc_trace_ring_records(
	const struct hc_trace_ring *ring, gsize *n);

/* Makes room: removes the entries of the functions that have most of them,
 * until half of it is free. Only while the program is stopped. */
void hc_trace_ring_thin(struct hc_trace_ring *ring);

#endif
#endif
