/* What the files of this module share with each other and with nobody else. */
#ifndef GDBMI_PRIVATE_H
#define GDBMI_PRIVATE_H

#include "gdbmi.h"

/* ---- escape.c: C strings ---------------------------------------------- */

/* Decodes the C string behind its opening quote, in place. The byte at end
 * must be a '"' of the caller's: the loops run into it instead of counting.
 * Returns what follows the closing quote; on an error NULL, with *cursor at
 * the place and *why set. */
char *mi_unescape(
	char **cursor, char *end, struct mi_value *value, const char **why);

/* Bytes as printable ASCII, at most n of them, for messages. */
char *mi_excerpt(const char *bytes, gsize n);

/* ---- record.c: one line to one record --------------------------------- */

/* A line without its newline. On an error *at is its offset in the line. */
struct mi_record *mi_record_parse(
	const char *line, gsize length, gsize *at, const char **why);

#endif
