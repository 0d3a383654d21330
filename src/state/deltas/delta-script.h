/* Internal to deltas: commands for GDB as they are put together. */
#ifndef HC_DELTA_SCRIPT_H
#define HC_DELTA_SCRIPT_H

#include "deltas-inside.h"

struct hc_script {
	const struct hc_deltas *deltas;
	GPtrArray *lines;
	gboolean note; /* several pointers change: names may not survive */
	gboolean wary; /* blocks must be chosen: see hc_deltas_script_choose */
	GHashTable *noted; /* object of the passing graph → number */
	GHashTable *made; /* object of the failing graph → number */
};

/* ---- script.c */

/* A line. */
void hc_deltas_script_add(struct hc_script *s, const char *format, ...)
	G_GNUC_PRINTF(2, 3);
/* An expression for the start of an object of the passing run, a `char *`. */
char *hc_deltas_script_start(const struct hc_deltas *deltas, guint32 object);
/* Bytes in words of decreasing size, from `base`, a `char *`. */
void hc_deltas_script_bytes(struct hc_script *s, const char *base,
	const guint8 *bytes, guint64 from, guint64 end);

/* ---- script-blocks.c: memory for new objects */

/* Prepares for objects that are to be made; first of all. */
void hc_deltas_script_choose(struct hc_script *s, const GArray *needed);
/* $newN becomes a block, cleared behind these bytes. */
void hc_deltas_script_allocate(
	struct hc_script *s, guint number, const char *cast, guint64 size);
/* After the last of them. */
void hc_deltas_script_free_aside(struct hc_script *s);

/* ---- script-values.c */

void hc_deltas_script_value(struct hc_script *s, const struct hc_delta *delta);
/* A number as GDB reads it; NULL if it can't be written as one. */
char *hc_deltas_script_number(
	const struct mg_graph *graph, const struct mg_vertex *vertex);

/* ---- script-objects.c */

/* An expression for where a way leads; NULL if the pointer is to stay. */
char *hc_deltas_script_target(struct hc_script *s, const struct hc_way *way);
/* Notes the object that a way leads to, if there are several pointers. */
void hc_deltas_script_note_way(struct hc_script *s, const struct hc_way *way);
/* Notes all that a new object leads to, before anything changes. */
void hc_deltas_script_note_aims(struct hc_script *s, guint32 object);
/* Makes a new object; fills it, once all of them are made. */
void hc_deltas_script_make(struct hc_script *s, guint32 object);
void hc_deltas_script_fill(struct hc_script *s, guint32 object);

/* ---- The rest of a set, by what it is about */

/* script-pointers.c: pointers, with the new objects that they lead to. */
void hc_deltas_script_pointers(
	struct hc_script *s, const struct dd_set *set, const GArray *needed);
/* script-environment.c: variables that are in one run only; after all other
 * pointers. */
void hc_deltas_script_environment(
	struct hc_script *s, const struct dd_set *set);
/* script-file.c: an open file. */
void hc_deltas_script_file(struct hc_script *s, const struct mg_change *change);

#endif
