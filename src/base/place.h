/* A place in the program, and which of the times that it is reached.
 *
 *	g_auto(hc_place) place = {0};
 *	if (!hc_place_parse(&place, "parse.c:120#3", &error))
 *		return FALSE;
 */
#ifndef HC_PLACE_H
#define HC_PLACE_H

#include "side.h"

#include <glib.h>

struct hc_place {
	char *function; /* or … */
	char *file; /* … file and line */
	int line;
	guint hit; /* from 1 */
};

#define HC_PLACE_ERROR (hc_place_error_quark())
GQuark hc_place_error_quark(void);
enum hc_place_error {
	HC_PLACE_ERROR_SYNTAX, /* not the way to write a place */
	HC_PLACE_ERROR_ORDER, /* two runs come to them in another order */
};

/* Reads FUNCTION[#N] or FILE:LINE[#N]; an error is the user's. */
gboolean hc_place_parse(
	struct hc_place *place, const char *text, GError **error);
/* The same of two runs: #P/F where it is not the same time in both, the Pth in
 * the passing and the Fth in the failing run. */
gboolean hc_place_parse_both(
	struct hc_place places[HC_SIDES], const char *text, GError **error);
void hc_place_clear(struct hc_place *place);

/* Whether a source file is one of the system's headers: templates and inline
 * functions of theirs are compiled into the program, but nobody looks for an
 * error there. NULL is none. */
gboolean hc_place_is_foreign(const char *file);

typedef struct hc_place hc_place; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(hc_place, hc_place_clear)

#endif
