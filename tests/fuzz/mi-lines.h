/* What GDB wrote in all recorded transcripts: a mix for tests and benchmarks.
 */
#ifndef TESTS_MI_LINES_H
#define TESTS_MI_LINES_H

#include <glib.h>

/* Of GBytes, one a line without its newline, in the order of the files' names.
 * Empty if there are no transcripts. */
GPtrArray *mi_lines_load(void);

#endif
