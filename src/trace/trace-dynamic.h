/* Symbols that a mapped file offers to others, found the way the dynamic loader
 * does: a few reads, where the symbol table would take thousands. Internal to
 * the trace. */
#ifndef HC_TRACE_DYNAMIC_H
#define HC_TRACE_DYNAMIC_H

#include "trace-maps.h"

/* The address of a function; 0 if there is none. */
guint64 hc_trace_dynamic_symbol(pid_t pid, const struct hc_trace_map *map,
	const char *name, guint64 *size);

#endif
