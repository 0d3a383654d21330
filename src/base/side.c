#include "side.h"

const char *hc_side_name(enum hc_side side)
{
	return side == HC_PASSING ? "passing" : "failing";
}
