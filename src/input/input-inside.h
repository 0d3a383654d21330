/* What the files of input share. Internal to input. */
#ifndef HC_INPUT_INSIDE_H
#define HC_INPUT_INSIDE_H

#include "input-channel.h"
#include "input-crash.h"
#include "input-mix.h"
#include "input.h"
#include "oracle.h"
#include "problem.h"

struct hc_input {
	const struct hc_input_options *options;
	struct hc_command *fail, *pass; /* as given; pass: or NULL */
	GPtrArray *channels; /* struct hc_input_channel * */
	char *folder; /* for files of tests; NULL: none is needed */
	/* Both commands on copies of the input, observed. */
	struct hc_runs *runs;
	struct hc_oracle *crash_oracle; /* knows where it crashes; or NULL */
	struct hc_input_crash crash;
	char *passing; /* a neighbour of the failing input; NULL: given */
	struct hc_input_pair *pairs; /* one for each channel: both inputs */
	guint folders; /* that were made for tests so far */
};

/* ---- observe.c ----------------------------------------------------------- */

/* What judges tests. */
const struct hc_oracle *hc_input_oracle(const struct hc_input *input);

/* ---- neighbour.c --------------------------------------------------------- */

/* A part of the failing input that may pass: which tokens stay, for each
 * channel (NULL: none), and what that is, in words. The caller frees both. FALSE
 * if there is no such neighbour any more; `number` counts from 0. */
gboolean hc_input_neighbour(const struct hc_input *input, guint number,
	guint8 **kept, char **words);

/* The passing input that consists of these tokens. */
GBytes *hc_input_keep(GBytes *fail, const guint8 *kept);

/* ---- input.c ------------------------------------------------------------- */

/* One part of the failing input as it was given, but with what the passing input
 * has for each change. */
GBytes *hc_input_without(const struct hc_result_input *result, guint number);

/* ---- problem.c ----------------------------------------------------------- */

/* Takes the mix; the input must outlive it. */
struct hc_problem *hc_input_problem_new(
	struct hc_input *input, struct hc_input_mix *mix);

/* One run on this input, with times as long. */
gboolean hc_input_run_once(struct hc_input *input, GBytes *const *mixed,
	double patience, enum hc_verdict *verdict, GError **error);

#endif
