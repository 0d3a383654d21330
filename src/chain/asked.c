/* The analysis with somebody to ask. */
#include "asked.h"

#include "criterion.h"

static gboolean has_criteria(const struct hc_oracle *oracle)
{
	g_autoptr(GPtrArray) criteria = hc_oracle_criteria(oracle, NULL);
	return criteria->len > 0;
}

/* The same again, by what a failure was taken to be. */
static struct hc_result *find_again(const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, struct hc_result *found,
	GError **error)
{
	g_autoptr(hc_result) before = found;
	g_autoptr(hc_oracle) oracle =
		found->criterion
			? hc_oracle_go_by(debuggees->oracle, found->criterion)
			: NULL;
	struct hc_debuggees by = *debuggees;
	struct hc_chain_options how = *options;
	if (oracle) {
		by.oracle = oracle;
		/* Its tests are about another question. */
		how.look.journal = NULL;
	}

	struct hc_result *result = hc_chain_find_by(&by, &how, error);
	if (result && oracle) {
		result->criterion = g_steal_pointer(&before->criterion);
		result->other_criteria =
			g_steal_pointer(&before->other_criteria);
	}
	return result;
}

struct hc_result *hc_chain_find_asked(const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, GError **error)
{
	struct hc_chain_options alone = *options;
	if (!has_criteria(debuggees->oracle))
		return hc_chain_find_by(debuggees, options, error);

	/* Whoever is asked should be asked about one chain only, so it has to
	 * be known first by what a failure is recognised. */
	alone.asker.ask = NULL;
	struct hc_result *found = hc_chain_find(debuggees, &alone, error);
	if (!found || found->interrupted || !hc_result_n_isolated(found))
		return found;
	return find_again(debuggees, options, found, error);
}
