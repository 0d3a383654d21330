/* Internal to memory: how it is kept; for the files memory*.c alone. */
#ifndef HC_MEMORY_INSIDE_H
#define HC_MEMORY_INSIDE_H

#include "process-memory.h"

/* Where the bytes come from. */
struct hc_source {
	pid_t pid;
	enum hc_memory_way way;
	int file; /* /proc/PID/mem, -1: not open */
	hc_memory_ask ask;
	gpointer data;
	guint64 bytes_read;
};

/* Reads as many bytes as there are, from the first on; goes over to the next
 * way if this one is refused. */
gsize hc_memory_source_read(
	struct hc_source *source, guint64 address, void *bytes, gsize n);
/* The process may have become another program. */
void hc_memory_source_forget(struct hc_source *source);

/* What the kernel says about a stretch of pages. */
struct hc_pagemap {
	int file; /* -1: not open, -2: refused */
	guint64 first; /* page number of words[0] */
	guint n;
	guint64 words[512];
};

struct hc_memory_inside {
	struct hc_source source;
	GPtrArray *regions;
	/* The sheets' bytes, handed out in order: SLAB of them in each mapping.
	 */
	GPtrArray *slabs;
	guint used; /* sheets */
	guint most; /* sheets at most */
	struct hc_pagemap pagemap;
};

void hc_memory_cache_init(struct hc_memory *memory, guint64 limit);
void hc_memory_cache_forget(struct hc_memory *memory);
void hc_memory_cache_clear(struct hc_memory *memory);

#endif
