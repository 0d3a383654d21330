/* Symbols that a mapped file offers to others, found as the dynamic loader
 * finds them: some reads, where its symbol table would be thousands of lines.
 * Internal to the trace. */
#ifndef HC_TRACE_DYNAMIC_H
#define HC_TRACE_DYNAMIC_H

#include "trace-maps.h"

/* The address of a function; 0 if there is none. */
guint64 hc_trace_dynamic_symbol(pid_t pid, const struct hc_trace_map *map,
	const char *name, guint64 *size);

#endif
