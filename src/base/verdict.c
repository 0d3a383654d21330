#include "verdict.h"

const char *hc_verdict_name(enum hc_verdict verdict)
{
	static const char *const names[] = {
		[HC_PASS] = "PASS",
		[HC_FAIL] = "FAIL",
		[HC_UNRESOLVED] = "UNRESOLVED",
	};

	return names[verdict];
}
