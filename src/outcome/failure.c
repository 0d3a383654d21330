#include "failure.h"

#include <stddef.h>

const char *hc_failure_kind_name(enum hc_failure_kind kind)
{
	static const char *const names[] = {
		[HC_FAILURE_UNKNOWN] = NULL,
		[HC_FAILURE_SIGNAL] = "signal",
		[HC_FAILURE_EXIT] = "exit",
		[HC_FAILURE_OUTPUT] = "output",
		[HC_FAILURE_HANG] = "hang",
		[HC_FAILURE_LIMIT] = "limit",
		[HC_FAILURE_TEST] = "test",
	};
	return names[kind];
}
