/* Deltas put into programs that go on: a fork of the stopped program does what
 * a run from its beginning does. */
#include "pair-proofs.h"
#include "pair-subjects.h"
#include "runner.h"

#include <stdio.h>

static void fork_and_rerun_give_the_same_outcomes(void)
{
	guint n = 0;
	for (guint i = 0; i < n_pair_subjects; i++) {
		g_auto(pair_t) pair = {0};
		g_autofree char *what = pair_subject_text(&pair_subjects[i]);
		if (!pair_subjects[i].unlike &&
			pair_compare_subject(&pair, &pair_subjects[i], i % 2))
			n += proof_of_engines(&pair, what, 5, 1 + i / 2 % 2);
	}
	pair_remove_files();
	printf("# %u outcomes compared\n", n);
	CU_ASSERT(n >= 100);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(fork_and_rerun_give_the_same_outcomes),
	};
	return run_tests("deltas in engines", tests, G_N_ELEMENTS(tests));
}
