/* What of its input makes a program fail: plain data, as in result.h. */
#ifndef HC_RESULT_INPUT_H
#define HC_RESULT_INPUT_H

#include "failure.h"
#include "isolate.h"

/* A file, or another part of the input. */
struct hc_result_part {
	char *said; /* for people: "fail.c", "the standard input" */
	gboolean binary;
	/* What the difference is told about: the failing input as it was given,
	 * and a passing one. */
	GBytes *base_pass, *base_fail;
	/* As near as they got; NULL: nobody has looked. */
	GBytes *pass, *fail;
};

/* Something that differs between the closest inputs: what the failing one has
 * there, and what the passing one has in its place; either may be empty. */
struct hc_result_change {
	guint part;
	guint64 pass_from, pass_length; /* in base_pass */
	guint64 fail_from, fail_length; /* in base_fail */
};

struct hc_result_input {
	char *program; /* its path */
	char *command; /* the failing one, as a line of shell */
	char **argv;
	char *passing; /* what passes: "an empty input", "./sample 1" */
	char **pass_argv; /* of the passing command; NULL: there is none */
	GPtrArray *parts; /* struct hc_result_part * */
	GArray *changes; /* struct hc_result_change, in the order of the input;
			    empty if nothing was found */
	gboolean narrowed; /* the closest inputs are known … */
	gboolean limited; /* … but there may be closer ones: a limit came */
	gboolean interrupted; /* … or the user did */
	gboolean doubtful; /* made once more, they did something else */
	enum hc_confirmed confirmed; /* without the difference, all else */
	enum hc_failure_kind failure_kind;
	char *failure_text; /* the rest of a sentence */
	char *passes_text; /* the same of the passing run */
	guint32 deltas;
	struct dd_counts tests;
	guint repeat; /* runs of a test */
	/* Why nothing is known of the program's state, which was to be told as
	 * well; NULL: that was not so. */
	char *no_chain;
	double seconds;
};

struct hc_result_input *hc_result_input_new(void);
void hc_result_input_free(struct hc_result_input *result);
/* Bytes of all parts, of the closest passing or failing input. */
guint64 hc_result_input_size(
	const struct hc_result_input *result, gboolean failing);

typedef struct hc_result_input hc_result_input; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_result_input, hc_result_input_free)

#endif
