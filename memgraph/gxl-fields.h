/* The attributes of a node or edge, read by a table. Internal to memgraph.
 *
 *	guint64 size = 0;
 *	struct mg_gxl_field fields[] = {
 *		{"size", MG_GXL_U64, &size, .needed = TRUE},
 *		{"bytes", MG_GXL_CALL, me, .call = take_bytes},
 *	};
 *	mg_gxl_fields_read(in, strings, fields, G_N_ELEMENTS(fields), error)
 *
 * Reads up to and including the MG_GXL_END. An attribute that is unknown,
 * repeated, missing although it is needed, or has an impossible value is an
 * error. */
#ifndef MG_GXL_FIELDS_H
#define MG_GXL_FIELDS_H

#include "gxl-in.h"

enum mg_gxl_field_kind {
	MG_GXL_U64, /* guint64 */
	MG_GXL_UINT, /* guint */
	MG_GXL_BOOL, /* gboolean */
	MG_GXL_STRING, /* const char *, in `strings` */
	MG_GXL_ADDRESS, /* guint64 */
	MG_GXL_WORD, /* guint: which of `words` */
	MG_GXL_TYPE_OF, /* guint32: of <type>; has no name */
	MG_GXL_CALL, /* calls `call` for each of its values */
};

typedef gboolean (*mg_gxl_field_func)(
	struct mg_gxl_in *in, gpointer data, GError **error);

struct mg_gxl_field {
	const char *name;
	enum mg_gxl_field_kind kind;
	gpointer value;
	gboolean needed;
	const char *const *words;
	guint n_words;
	mg_gxl_field_func call;
	gboolean seen;
};

gboolean mg_gxl_fields_read(struct mg_gxl_in *in, GStringChunk *strings,
	struct mg_gxl_field *fields, guint n, GError **error);

/* "t12" → 12, if the letter is right and the number below `end`. */
gboolean mg_gxl_reference(const char *id, char letter, guint32 end, guint32 *n);
/* A string of in->text, kept in `strings`. */
const char *mg_gxl_keep_string(
	struct mg_gxl_in *in, GStringChunk *strings, GError **error);
/* Fails because of the value in in->text. */
gboolean mg_gxl_fail_value(struct mg_gxl_in *in, GError **error);

#endif
