/* The tokens of a text, without a grammar: words, numbers, strings, comments,
 * operators, brackets that match. It is enough that they are right most of the
 * time: a wrong one costs tests, never a wrong answer. Internal to input. */
#ifndef HC_INPUT_TOKENS_H
#define HC_INPUT_TOKENS_H

#include <glib.h>

/* Stands for what is not there. */
#define HC_INPUT_NONE G_MAXUINT32

struct hc_input_token {
	guint32 start; /* in the text; it ends where the next one starts … */
	guint32 blanks; /* … with the blanks behind it, from here on */
	guint32 mate; /* of a bracket: the token of the other one, else none */
	guint32 indent; /* columns before it, if it is its line's first */
	guint8 lines; /* newlines among its blanks: 0, 1, 2 or more */
	char first; /* its first byte */
};

/* Texts that are longer are cut into lines first. */
enum { HC_INPUT_LONG = 8 << 20 };

/* What a text is cut into. */
enum hc_input_unit {
	HC_INPUT_TOKENS,
	HC_INPUT_LINES, /* and long ones in pieces */
	HC_INPUT_BYTES, /* one by one, or in blocks of one size */
};

/* struct hc_input_token: all of the text, in its order, and one at its end that
 * has nothing in it. `size` is that of a block of bytes. Linear in the text. */
GArray *hc_input_tokens(
	const char *text, gsize n, enum hc_input_unit unit, gsize size);

/* Whether the bytes are no text that people write. */
gboolean hc_input_is_binary(const char *bytes, gsize n);

/* Whether two words would become one, were the bytes side by side. */
gboolean hc_input_is_letter(char byte);

#endif
