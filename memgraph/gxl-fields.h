/* The attributes of a node or edge, taken by a table. Internal to memgraph.
 *
 *	guint64 size = 0;
 *	struct gxl_field fields[] = {
 *		{"size", GXL_U64, &size, .needed = TRUE},
 *		{"bytes", GXL_CALL, me, .call = take_bytes},
 *	};
 *	gxl_fields_read(in, strings, fields, G_N_ELEMENTS(fields), error)
 *
 * Reads up to and with the GXL_END. An attribute that is unknown, comes twice,
 * lacks though it is needed, or has a value that can't be, is an error. */
#ifndef MG_GXL_FIELDS_H
#define MG_GXL_FIELDS_H

#include "gxl-in.h"

enum gxl_field_kind {
	GXL_U64, /* guint64 */
	GXL_UINT, /* guint */
	GXL_BOOL, /* gboolean */
	GXL_STRING, /* const char *, in `strings` */
	GXL_ADDRESS, /* guint64 */
	GXL_WORD, /* guint: which of `words` */
	GXL_TYPE_OF, /* guint32: of <type>; has no name */
	GXL_CALL, /* calls for each of its values */
};

typedef gboolean (*gxl_field_func)(
	struct gxl_in *in, gpointer data, GError **error);

struct gxl_field {
	const char *name;
	enum gxl_field_kind kind;
	gpointer value;
	gboolean needed;
	const char *const *words;
	guint n_words;
	gxl_field_func call;
	gboolean seen;
};

gboolean gxl_fields_read(struct gxl_in *in, GStringChunk *strings,
	struct gxl_field *fields, guint n, GError **error);

/* "t12" → 12, if the letter is right and the number below `end`. */
gboolean gxl_reference(const char *id, char letter, guint32 end, guint32 *n);
/* A string of in->text, kept in `strings`. */
const char *gxl_keep_string(
	struct gxl_in *in, GStringChunk *strings, GError **error);
/* Fails because of the value in in->text. */
gboolean gxl_fail_value(struct gxl_in *in, GError **error);

#endif
