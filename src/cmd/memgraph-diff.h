/* `memgraph diff A.gxl B.gxl`: two saved graphs compared, without a program.
 *
 *	struct hc_memgraph_diff diff = {0};
 *	if (hc_memgraph_diff_parse(&diff, &argc, &argv, &error))
 *		hc_memgraph_diff_run(&diff, NULL, &note, &error);
 *	hc_memgraph_diff_clear(&diff);
 */
#ifndef HC_MEMGRAPH_DIFF_H
#define HC_MEMGRAPH_DIFF_H

#include "stop-flag.h"

#define HC_MEMGRAPH_DIFF_ERROR hc_memgraph_diff_error_quark()
GQuark hc_memgraph_diff_error_quark(void);

enum hc_memgraph_diff_error {
	HC_MEMGRAPH_DIFF_ERROR_INPUT, /* a file is no graph */
};

struct hc_memgraph_diff {
	char *match;
	char *format;
	char *output;
	int most; /* 0: the default of each format */
	gboolean whole;
	char *help; /* the text, if it was asked for */
	char **files; /* A.gxl, B.gxl */
};

/* Reads the command line behind `diff`. An error is the user's. */
gboolean hc_memgraph_diff_parse(struct hc_memgraph_diff *options, int *argc,
	char ***argv, GError **error);
/* Reads both files, compares and writes; nothing is left of the output if the
 * user wants it to end. In *note is what the user should know
 * and the format can't say, for the caller to free; NULL: nothing. */
gboolean hc_memgraph_diff_run(const struct hc_memgraph_diff *options,
	hc_stop_flag stop, char **note, GError **error);
void hc_memgraph_diff_clear(struct hc_memgraph_diff *options);

#endif
