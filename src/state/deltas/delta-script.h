/* Internal to deltas: commands for GDB as they are put together. */
#ifndef HC_DELTA_SCRIPT_H
#define HC_DELTA_SCRIPT_H

#include "deltas-inside.h"

struct hc_script {
	const struct hc_deltas *deltas;
	GPtrArray *lines;
	gboolean note; /* there are several pointers: names may not survive */
	gboolean wary; /* blocks must be chosen: see hc_deltas_script_choose */
	GHashTable *noted; /* object of the passing graph → number */
	GHashTable *made; /* object of the failing graph → number */
};

/* A line. */
void hc_deltas_script_add(struct hc_script *s, const char *format, ...)
	G_GNUC_PRINTF(2, 3);
/* Bytes in words of decreasing size, from `base`, a `char *`. */
void hc_deltas_script_bytes(struct hc_script *s, const char *base,
	const guint8 *bytes, guint64 from, guint64 end);

/* Prepares for objects that are to be made; first of all. */
void hc_deltas_script_choose(struct hc_script *s, const GArray *needed);
/* $newN becomes a block, cleared behind these bytes. */
void hc_deltas_script_allocate(
	struct hc_script *s, guint number, const char *cast, guint64 size);
/* After the last of them. */
void hc_deltas_script_free_aside(struct hc_script *s);

/* commands.c: an expression for where a way leads, NULL if it is to stay. */
char *hc_deltas_script_target(struct hc_script *s, const struct hc_way *way);

/* script-environment.c: variables that are in one run only; last of all
 * pointers. */
void hc_deltas_script_environment(
	struct hc_script *s, const struct dd_set *set);

#endif
