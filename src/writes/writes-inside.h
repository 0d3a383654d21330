/* Internal to writes: what its files share. */
#ifndef HC_WRITES_INSIDE_H
#define HC_WRITES_INSIDE_H

#include "debuginfo.h"
#include "writes.h"

/* ---- explain.c ---- */

/* A write in words; the program is stopped later. NULL without an error: it was
 * not the program that wrote. */
struct hc_written *hc_writes_explain(const struct hc_brought *program,
	const struct hc_bring_watch *watch, const char *debug_dir,
	GError **error);

/* ---- callee.c ---- */

/* The function of another file that the call right before an address calls, as
 * the program knows it; NULL if that is not to be seen. The caller frees it. */
char *hc_writes_callee(struct hc_debuginfo *info, pid_t pid, guint64 back);

#endif
