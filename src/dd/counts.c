#include "dd.h"

void dd_counts_add(struct dd_counts *sum, const struct dd_counts *counts)
{
	sum->tests += counts->tests;
	sum->pass += counts->pass;
	sum->fail += counts->fail;
	sum->unresolved += counts->unresolved;
	sum->cached += counts->cached;
	sum->predicted += counts->predicted;
	sum->in_vain += counts->in_vain;
}

void dd_counts_add_test(struct dd_counts *counts, enum hc_verdict outcome)
{
	counts->tests++;
	switch (outcome) {
	case HC_PASS:
		counts->pass++;
		break;
	case HC_FAIL:
		counts->fail++;
		break;
	case HC_UNRESOLVED:
		counts->unresolved++;
		break;
	}
}
