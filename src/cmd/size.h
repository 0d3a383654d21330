/* Sizes on a command line. */
#ifndef HC_SIZE_H
#define HC_SIZE_H

#include <glib.h>

/* "4096", "512K", "300M", "2G": bytes, or so many times 1024, 1024² or 1024³.
 * FALSE if it is no such size, or 0. */
gboolean hc_size_parse(const char *text, guint64 *bytes);

/* Half of the machine's memory. */
guint64 hc_size_half_of_memory(void);

#endif
