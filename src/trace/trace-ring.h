/* The memory that we share with a program that is traced, and the layout of it
 * that notes.S knows. Internal to the trace. */
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
	guint64 cursor; /* bytes of records that there are */
	guint64 end; /* there may be */
	guint32 out, err; /* bytes written */
	guint64 restorer; /* where handlers of signals return to; 0: unknown */
	guint64 stack; /* above, it is the first thread's stack */
	guint64 top; /* end of the shadow stack, in bytes from the ring's
			start: where return addresses are, and what they are */
};

/* Follow at RING_TABLE, behind the shadow stack; the first is nobody's, so that
 * a record of zeros is none. */
struct hc_trace_ring_slot {
	guint64 count;
	guint64 limit; /* above, entries are not recorded */
};

/* Follow behind the table, at the next page. */
struct hc_trace_ring_record {
	guint64 slot; /* in bytes: RING_SLOT times its number */
	guint64 back; /* return address */
	guint64 stack; /* where that is */
	guint64 up; /* where that of its caller is; 0: it has none */
	guint32 out, err;
};

G_STATIC_ASSERT(sizeof(struct hc_trace_ring_slot) == RING_SLOT);
G_STATIC_ASSERT(sizeof(struct hc_trace_ring_record) == RING_RECORD);

/* Our view of it. */
struct hc_trace_ring {
	int fd;
	guint8 *base;
	gsize size, records; /* bytes in all; where the records are */
	guint slots;
	struct hc_trace_ring_head *head;
	struct hc_trace_ring_slot *table;
};

/* A file in memory, empty; its size comes when the functions are known. */
gboolean hc_trace_ring_open(struct hc_trace_ring *ring, GError **error);
/* Functions have the first slots behind the empty one, then come lines. */
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

/* Makes room: takes out the entries of functions with the most of them until
 * half of it is free. Only while the program is stopped. */
void hc_trace_ring_thin(struct hc_trace_ring *ring);

#endif
#endif
