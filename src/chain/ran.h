/* Internal to chain: which lines each of two runs executes, and when, as far as
 * their traces know.
 *
 *	g_autoptr(hc_ran) ran = hc_ran_new(pass, fail);
 *	struct hc_span span = {{from_pass, from_fail}, {to_pass, to_fail}};
 *	hc_ran_only(ran, &span, &only);
 *
 * The lines of both traces have common numbers. A line that is executed very
 * often has no entries, only a count: of it one does not know when. */
#ifndef HC_RAN_H
#define HC_RAN_H

#include "suspect.h"
#include "trace.h"

struct hc_ran_line {
	const struct hc_trace_line *line; /* of one of the traces */
	const char *function;
	const char *folder; /* where the file was compiled; NULL: unknown */
	guint64 count[HC_SIDES];
	gboolean hot; /* in one of the runs */
};

struct hc_ran {
	const struct hc_trace *trace[HC_SIDES];
	GArray *lines; /* struct hc_ran_line */
	guint *number[HC_SIDES]; /* of each line of a trace */
	guint *order; /* numbers, by function and line … */
	guint *rank; /* … and where each one is there */
};

/* A part of both runs: entries from and up to which. */
struct hc_span {
	guint32 from[HC_SIDES], to[HC_SIDES];
};

/* The traces must outlive it. */
struct hc_ran *hc_ran_new(
	const struct hc_trace *pass, const struct hc_trace *fail);
void hc_ran_free(struct hc_ran *ran);

const struct hc_ran_line *hc_ran_line(const struct hc_ran *ran, guint number);

/* The entries of one run in a span that are lines, in its order, by their
 * numbers: guint. Lines that are hot are left out. */
GArray *hc_ran_sequence(const struct hc_ran *ran, const struct hc_span *span,
	enum hc_side side);

/* Fills in what each of them alone executes there. Of hot lines that is known
 * only if the other one never does. */
void hc_ran_only(const struct hc_ran *ran, const struct hc_span *span,
	struct hc_only *only);
/* The same of the whole runs. */
void hc_ran_only_ever(const struct hc_ran *ran, struct hc_only *only);

typedef struct hc_ran hc_ran; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_ran, hc_ran_free)

#endif
