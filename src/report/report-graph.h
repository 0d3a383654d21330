/* What there is to say about one memory graph, as text and as JSON. */
#ifndef HC_REPORT_GRAPH_H
#define HC_REPORT_GRAPH_H

#include "snapshot.h"
#include "vertex.h"

struct hc_graph_report {
	const char *command; /* printable */
	const char *location; /* "main (sample.c:27)" */
	struct mg_summary summary;
	struct hc_snapshot_facts facts;
	double start, stop, extract; /* seconds */
};

/* The caller frees both. */
char *hc_report_graph_text(const struct hc_graph_report *report);
char *hc_report_graph_json(const struct hc_graph_report *report);

#endif
