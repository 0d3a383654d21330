/* The memory of a stopped program, read in bulk from outside of GDB.
 *
 *	g_autoptr(hc_memory) memory = hc_memory_new(pid, &error);
 *	if (!hc_memory_read(memory, address, bytes, n))
 *		the first bytes that are not there are none of ours
 *
 * Reads go through a cache of pages, filled by process_vm_readv in large
 * pieces; where that is refused, by /proc/PID/mem. The cache is right as long
 * as the program does not move: hc_memory_forget() when it did. */
#ifndef HC_MEMORY_H
#define HC_MEMORY_H

#include <glib.h>
#include <sys/types.h>

struct hc_region {
	guint64 start, end;
	gboolean readable, writable, executable, shared;
	guint64 offset; /* in the file */
	char *path; /* of the file, "[heap]", "[stack]"; NULL: anonymous */
};

#define HC_MEMORY_ERROR (hc_memory_error_quark())
GQuark hc_memory_error_quark(void);
enum hc_memory_error { HC_MEMORY_ERROR_GONE, HC_MEMORY_ERROR_REFUSED };

struct hc_memory;
struct hc_memory *hc_memory_new(pid_t pid, GError **error);
void hc_memory_free(struct hc_memory *memory);

/* All of the bytes, or FALSE. Never crashes, whatever the address and n. */
gboolean hc_memory_read(
	struct hc_memory *memory, guint64 address, void *bytes, gsize n);
/* As many of the bytes as are there, from the first on. */
gsize hc_memory_read_some(
	struct hc_memory *memory, guint64 address, void *bytes, gsize n);
/* The program ran, or its memory was written: read anew. */
gboolean hc_memory_forget(struct hc_memory *memory, GError **error);

/* The memory map, by address; the memory's own. Elements: struct hc_region *.
 */
const GPtrArray *hc_memory_regions(const struct hc_memory *memory);
/* The region that has the address, NULL if it is not mapped. */
const struct hc_region *hc_memory_region_at(
	const struct hc_memory *memory, guint64 address);

/* Bytes that were really read from the program so far. */
guint64 hc_memory_bytes_read(const struct hc_memory *memory);

typedef struct hc_memory hc_memory; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_memory, hc_memory_free)

#endif
