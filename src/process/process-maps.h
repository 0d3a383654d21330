/* The memory map of a process, as /proc/PID/maps has it.
 *
 *	g_autoptr(GPtrArray) regions = hc_regions_read(pid, &error);
 *	const struct hc_region *region = hc_regions_at(regions, address);
 */
#ifndef HC_PROCESS_MAPS_H
#define HC_PROCESS_MAPS_H

#include <glib.h>
#include <sys/types.h>

#define HC_PROCESS_ERROR (hc_process_error_quark())
GQuark hc_process_error_quark(void);
enum hc_process_error {
	HC_PROCESS_ERROR_GONE, /* it has ended, or is about to */
	HC_PROCESS_ERROR_REFUSED, /* its memory is not for us */
};

struct hc_region {
	guint64 start, end;
	gboolean readable, writable, executable, shared;
	gboolean deleted; /* the file is no more; path lacks the remark */
	guint64 offset; /* in the file */
	char *path; /* of the file, "[heap]", "[stack]"; NULL: anonymous */
};

/* By address; the caller owns it. Elements: struct hc_region *. A line that
 * makes no sense is left out. */
GPtrArray *hc_regions_parse(const char *maps);
GPtrArray *hc_regions_read(pid_t pid, GError **error);

/* The index of the first region that ends above the address. */
guint hc_regions_above(const GPtrArray *regions, guint64 address);

/* The region that has the address; NULL: none. */
const struct hc_region *hc_regions_at(
	const GPtrArray *regions, guint64 address);

/* Whether it holds private data that came from no file: what a program or its
 * libraries got by mmap, but not "[heap]" or "[stack]". */
gboolean hc_region_is_anonymous(const struct hc_region *region);

/* Bits of a word of /proc/PID/pagemap, which the kernel documents in
 * admin-guide/mm/pagemap. */
enum {
	HC_PAGE_FROM_FILE = 61,
	HC_PAGE_SWAPPED = 62,
	HC_PAGE_PRESENT = 63,
};

#endif
