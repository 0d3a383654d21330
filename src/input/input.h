/* What of its input makes a program fail? One failing command is enough: what
 * passes is found by leaving out parts of its input (FSE 2002, section 2).
 *
 *	g_autoptr(hc_input) input = hc_input_new(fail, NULL, &options, &error);
 *	g_autoptr(hc_result_input) result = hc_result_input_new();
 *	if (!input || !hc_input_observe(input, &error) ||
 *		!hc_input_find(input, NULL, result, &error))
 *		return FALSE;
 *
 * Programs need no debug information. Tests work on copies of the input, never
 * on the files that the command names. */
#ifndef HC_INPUT_H
#define HC_INPUT_H

#include "journal.h"
#include "result-input.h"
#include "runs.h"

struct hc_input_options {
	char **names; /* what the input is, as --input takes it; NULL: look */
	const char *fail_if, *test; /* what a failure is, as for runs */
	GBytes *expect;
	double timeout; /* seconds; 0: by the runs' own time */
	guint jobs; /* tests at a time; 0: one */
	guint repeat; /* runs of a test: one that fails is enough; 0: one */
	guint64 limit_tests; /* 0: no limit */
	double limit_seconds;
	hc_stop_flag stop;
	/* Are told how far it is; each may be NULL. */
	void (*progress)(const char *what, gpointer data);
	void (*step)(const struct dd_step *step, guint64 tests, gpointer data);
	gpointer data;
};

#define HC_INPUT_ERROR (hc_input_error_quark())
GQuark hc_input_error_quark(void);
enum hc_input_error {
	HC_INPUT_ERROR_CHANNEL, /* the user must say what the input is */
	HC_INPUT_ERROR_CLAIM, /* it does not fail, or nothing passes */
	HC_INPUT_ERROR_SYSTEM,
};

struct hc_input;
/* Takes both commands, also if it fails; `pass` may be NULL. Reads all of the
 * input. The options must outlive it. */
struct hc_input *hc_input_new(struct hc_command *fail, struct hc_command *pass,
	const struct hc_input_options *options, GError **error);
void hc_input_free(struct hc_input *input);

/* Runs the program on the failing input, and on the passing one, or else on
 * parts of the failing one until one of them passes. */
gboolean hc_input_observe(struct hc_input *input, GError **error);
/* Both runs, once they have been observed; and what was found to pass, in words
 * ("an empty input"), NULL if it was given. The input's own. */
const struct hc_runs *hc_input_runs(const struct hc_input *input);
const char *hc_input_passing(const struct hc_input *input);
/* A digest of both inputs, for journals. The caller frees it. */
char *hc_input_digest(const struct hc_input *input);

/* Narrows the difference. The result is right on an error, too, as far as it
 * goes: the closest inputs so far. */
gboolean hc_input_find(struct hc_input *input, struct hc_journal *journal,
	struct hc_result_input *result, GError **error);

/* Writes the closest inputs into the folder, which is made if it is not there,
 * and pass.args and fail.args, which name them. */
gboolean hc_input_write_pair(const struct hc_input *input,
	const struct hc_result_input *result, const char *folder,
	GError **error);

/* Whether the input is in files, which hc_input_runs_on_pair() writes. */
gboolean hc_input_is_in_files(const struct hc_input *input);
/* Two runs that are as near to each other as can be: the failing command as it
 * was given, and the same on all of the input but the difference, or if that
 * does not pass, on the closest one that does. Files of that go into the folder
 * `pass` in the folder; both are made if they are not there. The caller frees
 * the runs. */
struct hc_runs *hc_input_runs_on_pair(const struct hc_input *input,
	const struct hc_result_input *result, const char *folder,
	GError **error);

typedef struct hc_input hc_input; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_input, hc_input_free)

#endif
