/* The memory of a stopped program, read in bulk from outside of GDB.
 *
 *	g_autoptr(hc_memory) memory = hc_memory_new(pid, &error);
 *	guint64 word;
 *	if (!hc_memory_read(memory, address, &word, sizeof word))
 *		not all of it is there, and `word` must not be used
 *
 * Reads go through a cache of pages, filled by process_vm_readv in large
 * pieces; if that is refused, from /proc/PID/mem; if that is refused too, by
 * one of the caller's functions, such as one that asks GDB. The cache is valid
 * as long as the program stays stopped; call hc_memory_forget() when it ran.
 *
 * The cache never exceeds its limit (2 GiB by default); when it is full it
 * starts anew, so any amount of memory can be read. What the program itself
 * may not read (PROT_NONE) is not there for us either. Not thread-safe. */
#ifndef HC_PROCESS_MEMORY_H
#define HC_PROCESS_MEMORY_H

#include "process-maps.h"
#include "stop-flag.h"

#include <glib.h>
#include <string.h>
#include <sys/types.h>

/* The ways to the bytes; where one is refused, the next is taken. */
enum hc_memory_way {
	HC_MEMORY_BY_CALL, /* process_vm_readv */
	HC_MEMORY_BY_FILE, /* /proc/PID/mem */
	HC_MEMORY_BY_ASKING, /* the caller's function */
	HC_MEMORY_BY_NOTHING,
};

/* Reads up to n bytes; returns how many were there, from the first on. */
typedef gsize (*hc_memory_ask)(
	guint64 address, void *bytes, gsize n, gpointer data);

struct hc_memory_options {
	enum hc_memory_way way; /* the first to try */
	hc_memory_ask ask; /* or NULL */
	gpointer data; /* for ask */
	guint64 limit; /* of the cache, in bytes; 0: 2 GiB */
	/* Once it is set, reading fails, and what a heap says is incomplete. */
	hc_stop_flag stop;
};

struct hc_memory;
struct hc_memory *hc_memory_new(pid_t pid, GError **error);
struct hc_memory *hc_memory_new_with(
	pid_t pid, const struct hc_memory_options *options, GError **error);
void hc_memory_free(struct hc_memory *memory);

/* All of the bytes, or FALSE. Never crashes, whatever the address and n; if
 * part of the range is not even mapped, `bytes` is left alone. */
static inline gboolean hc_memory_read(
	struct hc_memory *memory, guint64 address, void *bytes, gsize n);
/* As many of the bytes as are there, from the first on. */
gsize hc_memory_read_some(
	struct hc_memory *memory, guint64 address, void *bytes, gsize n);
/* The same without a copy: the cache's own bytes, good until the next call
 * for this memory. Gives *got of them, at least one, often fewer than n even
 * if there are more; NULL if there is none. */
const void *hc_memory_span(
	struct hc_memory *memory, guint64 address, gsize n, gsize *got);

/* To be called when the program ran or its memory was written: all is read
 * anew. On failure nothing can be read any more. */
gboolean hc_memory_forget(struct hc_memory *memory, GError **error);

/* The memory map, by address; valid until hc_memory_forget(). Elements:
 * struct hc_region *. */
const GPtrArray *hc_memory_regions(const struct hc_memory *memory);
/* The region that has the address, NULL if it is not mapped. */
const struct hc_region *hc_memory_region_at(
	const struct hc_memory *memory, guint64 address);

/* The first page from `address` on, before `end`, that the program ever
 * touched, or `end`; a page that is skipped is all zeros or the file's. Where
 * the kernel does not tell, every page counts as touched. */
guint64 hc_memory_touched(
	struct hc_memory *memory, guint64 address, guint64 end);

/* Bytes read from the program so far, without those from the cache. */
guint64 hc_memory_bytes_read(const struct hc_memory *memory);
/* The way in which they are read at present. */
enum hc_memory_way hc_memory_way(const struct hc_memory *memory);

typedef struct hc_memory hc_memory; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_memory, hc_memory_free)

/* Below: how a cached byte is found in a few nanoseconds. A sheet is 64 pages
 * in a row, found by address / sheet size in a hash table; a bit
 * of `valid` says that the page is there. */
enum {
	HC_PAGE_SHIFT = 12,
	HC_PAGE = 1 << HC_PAGE_SHIFT,
	HC_SHEET_SHIFT = HC_PAGE_SHIFT + 6,
	HC_SHEET = 1 << HC_SHEET_SHIFT,
};

struct hc_memory_slot {
	guint64 key;
	guint64 valid; /* pages that are there */
	guint64 tried; /* these, and those that could not be read */
	guint8 *bytes; /* NULL: the slot is empty */
};

struct hc_memory {
	struct hc_memory_slot *slots;
	guint shift; /* 64 - log2 of the number of slots */
	hc_stop_flag stop;
	struct hc_memory_inside *inside;
};

static inline gboolean hc_memory_is_stopped(const struct hc_memory *memory)
{
	return hc_stop_flag_is_set(memory->stop);
}

static inline guint64 hc_memory_hash(guint64 key, guint shift)
{
	return key * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15) >> shift;
}

/* From page `first` to page `last` of a sheet. */
static inline guint64 hc_memory_pages(guint first, guint last)
{
	return ~(guint64) 0 << first & ~(guint64) 0 >> (63 - last);
}

/* The bytes, if they are cached and in one sheet, else NULL. n > 0. */
static inline const void *hc_memory_look(
	const struct hc_memory *memory, guint64 address, gsize n)
{
	guint64 key = address >> HC_SHEET_SHIFT;
	const struct hc_memory_slot *slot =
		&memory->slots[hc_memory_hash(key, memory->shift)];
	guint64 offset = address & (HC_SHEET - 1);
	if (slot->key != key || n > HC_SHEET - offset)
		return NULL;
	guint64 pages = hc_memory_pages(
		offset >> HC_PAGE_SHIFT, (offset + n - 1) >> HC_PAGE_SHIFT);
	return (slot->valid & pages) == pages ? slot->bytes + offset : NULL;
}

gboolean hc_memory_read_slowly(
	struct hc_memory *memory, guint64 address, void *bytes, gsize n);

static inline gboolean hc_memory_read(
	struct hc_memory *memory, guint64 address, void *bytes, gsize n)
{
	const void *cached = n ? hc_memory_look(memory, address, n) : NULL;
	if (G_UNLIKELY(!cached))
		return hc_memory_read_slowly(memory, address, bytes, n);
	memcpy(bytes, cached, n);
	return TRUE;
}

#endif
