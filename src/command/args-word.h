/* Internal to command: one word of a command, quotes removed. */
#ifndef HC_ARGS_WORD_H
#define HC_ARGS_WORD_H

#include "args-scan.h"

struct hc_args_word {
	GString *text;
	gsize start; /* where it begins in the scanned text */
	gboolean quoted; /* some of it was quoted: no keyword, no number */
	gboolean assignment; /* NAME=value, the NAME= unquoted */
};

void hc_args_word_init(struct hc_args_word *word);
void hc_args_word_clear(struct hc_args_word *word);

/* Reads the word at the scan's place, up to a blank, line end or operator.
 * Only where may_assign can it be an assignment, which changes what in it
 * would be expanded. */
gboolean hc_args_word_read(struct hc_args_word *word, struct hc_args_scan *scan,
	gboolean may_assign, GError **error);

/* Whether c ends a word as (the start of) an operator: | & ; ( ) < > */
gboolean hc_args_word_is_operator(int c);

/* Whether text up to length could be the NAME of NAME=value. */
gboolean hc_args_word_is_name(const char *text, gsize length);

#endif
