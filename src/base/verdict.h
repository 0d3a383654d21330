/* What a test says of an execution, or of a configuration: PASS, FAIL or
 * UNRESOLVED. A verdict is a result, never an error. */
#ifndef HC_VERDICT_H
#define HC_VERDICT_H

enum hc_verdict { HC_PASS, HC_FAIL, HC_UNRESOLVED };

const char *hc_verdict_name(enum hc_verdict verdict); /* "PASS" … */

#endif
