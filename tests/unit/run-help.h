/* Traces made by hand, of a program with functions a, b and c in p.c. Each has
 * lines 10 to 19, 20 to 29 and 30 to 39.
 *
 *	g_autoptr(hc_trace) trace = run_of("a 10 11 b 20 a 12");
 *
 * A letter enters a function, a number executes a line of it. "!15" is a line
 * that is executed so often that it has no entries. */
#ifndef RUN_HELP_H
#define RUN_HELP_H

#include "trace.h"

struct hc_trace *run_of(const char *text);

#endif
