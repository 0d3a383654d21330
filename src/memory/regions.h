/* The memory map of a process, as /proc/PID/maps has it. */
#ifndef HC_REGIONS_H
#define HC_REGIONS_H

#include <glib.h>
#include <sys/types.h>

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

/* Whether it holds private data that came from no file: what a program or its
 * libraries got by mmap, but not "[heap]" or "[stack]". */
gboolean hc_region_is_anonymous(const struct hc_region *region);

#endif
