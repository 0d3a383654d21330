/* What kind of failure a program's failing run shows: in words for programs,
 * that the JSON report has. */
#ifndef HC_FAILURE_H
#define HC_FAILURE_H

enum hc_failure_kind {
	HC_FAILURE_UNKNOWN, /* nobody has looked yet */
	HC_FAILURE_SIGNAL, /* it crashes */
	HC_FAILURE_EXIT, /* it exits with another status */
	HC_FAILURE_OUTPUT, /* it writes something else */
	HC_FAILURE_HANG,
	HC_FAILURE_LIMIT, /* it runs into a limit */
	HC_FAILURE_TEST, /* the user's command says so */
};

/* "signal", "exit", …; NULL if it is not known. */
const char *hc_failure_kind_name(enum hc_failure_kind kind);

#endif
