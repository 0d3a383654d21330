/* Where to look for the error, and what only one of the runs executes: plain
 * data, a part of the result.
 *
 *	for (guint i = 0; i < result->suspects->len; i++)
 *		tell(g_ptr_array_index(result->suspects, i));
 *
 * Strings and arrays belong to the structs that hold them; the free functions
 * free all of it. */
#ifndef HC_SUSPECT_H
#define HC_SUSPECT_H

#include "side.h"

#include <glib.h>

/* Consecutive lines of a function: no other of its lines that have code lies
 * between them. */
struct hc_passage {
	char *function, *file; /* file: as compiled */
	int first, last;
	guint n; /* those of them that have code */
};

/* What only one of the runs executes, in the order in which it does, by the
 * run: struct hc_passage *. */
struct hc_only {
	GPtrArray *by[HC_SIDES];
	gint from, to; /* events between which; to: -1, the failure */
};

/* Why a place is suspected. */
enum hc_suspicion {
	/* It wrote the value that decides: seen, not read off the text. */
	HC_SUSPICION_WRITES,
	/* The same in the passing run, for the value that it has there. */
	HC_SUSPICION_WROTE,
	HC_SUSPICION_APART, /* only in one of them was it written there */
	HC_SUSPICION_ONLY, /* only the failing run executes it */
	HC_SUSPICION_SETS, /* its text gives a variable that decides a value … */
	HC_SUSPICION_LAST, /* … and no other that does is executed later */
	HC_SUSPICION_MOVES, /* up to here, the cause is still the old one */
	HC_SUSPICION_DECIDES, /* its text decides where the run goes on */
	HC_SUSPICION_CALLS, /* its text does nothing but call a function */
	HC_SUSPICION_BETWEEN, /* it is executed while the cause moves … */
	HC_SUSPICION_BOTH, /* … to one that is confirmed both ways */
	HC_SUSPICIONS,
};

/* Where the text of a source file comes from. */
enum hc_source_state {
	HC_SOURCE_THERE,
	HC_SOURCE_MISSING,
	HC_SOURCE_NEWER, /* than the program: it need not be its source */
};

struct hc_suspect {
	struct hc_passage lines;
	guint reasons; /* a bit for each enum hc_suspicion of one of them … */
	guint shared; /* … and of all of them */
	/* The events between which the cause moves there. from: -1, none; to:
	 * -1, it leads to the failure. */
	gint from, to;
	enum hc_source_state source;
	char **text; /* a line each; NULL unless it is there */
};

struct hc_passage *hc_passage_new(
	const char *function, const char *file, int first, int last);
void hc_passage_free(struct hc_passage *lines);

void hc_only_init(struct hc_only *only);
void hc_only_clear(struct hc_only *only);

struct hc_suspect *hc_suspect_new(void);
void hc_suspect_free(struct hc_suspect *suspect);
/* "moves", "only-failing": as in the JSON report. */
const char *hc_suspicion_name(enum hc_suspicion suspicion);

typedef struct hc_suspect hc_suspect; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_suspect, hc_suspect_free)

#endif
