/* Strings, bytes and numbers as text that XML can hold. Internal to memgraph;
 * docs/gxl.md says what the text looks like. */
#ifndef MG_GXL_TEXT_H
#define MG_GXL_TEXT_H

#include <glib.h>

/* Appends a string of any bytes, escaped so that it has only characters that
 * XML allows and does not change. */
void mg_gxl_escape(GString *text, const char *string);
/* Undoes that, in place. FALSE if it can't have come from mg_gxl_escape. */
gboolean mg_gxl_unescape(char *text);

/* Appends bytes as hexadecimal digits; long runs of one byte stay short. */
void mg_gxl_encode(GString *text, const guint8 *bytes, gsize n);
/* Decodes at most `room` bytes. FALSE if the text is wrong or has more. */
gboolean mg_gxl_decode(
	const char *text, guint8 *bytes, gsize room, gsize *n_bytes);
/* How many bytes there would be, without making them. */
gboolean mg_gxl_decoded_size(const char *text, guint64 most, guint64 *size);

/* Decimal, without sign, blanks or leading zeros. */
gboolean mg_gxl_number(const char *text, guint64 most, guint64 *number);
/* The same, with a sign where it is negative. */
gboolean mg_gxl_signed(const char *text, gint64 *number);
/* "0x" and hexadecimal digits, as printf's %#lx writes them. */
gboolean mg_gxl_address(const char *text, guint64 *address);

#endif
