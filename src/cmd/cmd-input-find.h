/* What of the input decides, for those commands that want to know: the search,
 * with its journal and its progress.
 *
 *	g_auto(hc_cmd_input_search) search = {
 *		.common = &options.common, .repeat = 1, .stop = stop,
 *		.line = line};
 *	g_autoptr(hc_result_input) result = hc_cmd_input_find(&search, &error);
 *	use(result, search.input);
 */
#ifndef HC_CMD_INPUT_FIND_H
#define HC_CMD_INPUT_FIND_H

#include "input.h"
#include "options-common.h"
#include "progress.h"

struct hc_cmd_input_search {
	const struct hc_common_options *common;
	char **names; /* what the input is; NULL: look */
	guint repeat; /* runs of a test */
	const char *journal; /* the file, or NULL */
	hc_stop_flag stop;
	struct hc_progress *line;
	/* Ours; `input` is for the caller to use, and there until it is all
	 * cleared. */
	struct hc_input_options how;
	struct hc_input *input;
};

/* Of the first command, which fails, and the second one, if there is one. What
 * was found until the user stopped it is a result, too; NULL: an error. */
struct hc_result_input *hc_cmd_input_find(
	struct hc_cmd_input_search *search, GError **error);
void hc_cmd_input_search_clear(struct hc_cmd_input_search *search);

typedef struct hc_cmd_input_search hc_cmd_input_search; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(hc_cmd_input_search, hc_cmd_input_search_clear)

#endif
