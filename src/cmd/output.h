/* Where a program's report goes: stdout, or the file named by -o. */
#ifndef HC_OUTPUT_H
#define HC_OUTPUT_H

#include <glib.h>
#include <stdio.h>

struct hc_output {
	const char *path; /* NULL: stdout */
	FILE *file;
};

/* Descriptors 0 to 2 are open from now on, or a file of ours would become one.
 * What is written to one that was closed is an error. */
void hc_output_prepare(void);

gboolean hc_output_open(
	struct hc_output *output, const char *path, GError **error);

/* Ends it. `ok` says whether all was written so far; else, and if the rest
 * can't be written, a regular file is removed: half a report is worse than
 * none. Returns whether all got there; sets the error only if ok was TRUE. */
gboolean hc_output_close(struct hc_output *output, gboolean ok, GError **error);

#endif
