/* One change between two states, in words for people.
 *
 *	g_auto(mg_words) words = {0};
 *	mg_change_words(diff, change, &words);
 *	printf("%s: %s → %s\n", words.name, words.before, words.after);
 *
 * Of an array only the part that differs is shown: "a[2]: 7 → 0", or, with
 * GDB's operator for parts of arrays, "a[2]@3: {7, 8, 9} → {0, 0, 0}". Where
 * both would read the same (padding, or what follows the NUL of a string), the
 * bytes are shown: "01 00 at byte 12". Strings are escaped as in C, but names
 * may contain any bytes. */
#ifndef MG_CHANGE_H
#define MG_CHANGE_H

#include "diff.h"

struct mg_words {
	char *name, *before, *after;
	/* For an array: the first element, and how many; else n is 0. */
	guint64 first, n;
};

void mg_change_words(const struct mg_diff *diff, const struct mg_change *change,
	struct mg_words *words);
/* The same without the name, which deep inside a list is long and takes long to
 * make. */
void mg_change_values(const struct mg_diff *diff,
	const struct mg_change *change, struct mg_words *words);
void mg_words_clear(struct mg_words *words);

/* "value", "link", "gone", "new", or "padding". */
const char *mg_change_kind_name(const struct mg_change *change);

typedef struct mg_words mg_words; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(mg_words, mg_words_clear)

#endif
