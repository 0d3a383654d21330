/* Deltas put into the samples at many moments: a fork of the stopped program
 * does what a run from its beginning does, for hundreds of different sets. */
#include "pair-proofs.h"
#include "pair-subjects.h"
#include "runner.h"

#include <stdio.h>

enum { SETS = 20, LEAST = 500 };

/* One story of the samples, and its moments. */
struct story {
	struct pair_subject subject;
	const char *const *places;
};

#define PLACES(...)                                                            \
	(const char *const[])                                                  \
	{                                                                      \
		__VA_ARGS__, NULL                                              \
	}

static const struct story stories[] = {
	{{.program = SAMPLES "sample",
		 .pass = {"9", "8", "7"},
		 .fail = {"11", "14"}},
		PLACES("main", "shell_sort", "sample.c:12", "sample.c:13",
			"sample.c:36")},
	{{.program = SAMPLES "sample",
		 .pass = {"5", "4", "3", "2", "1", "12", "7"},
		 .fail = {"31", "4", "15", "92", "6", "53", "58"}},
		PLACES("shell_sort", "sample.c:14#3", "sample.c:16#2")},
	{{.program = SAMPLES "route",
		 .pass = {NULL},
		 .fail = {"--via", "ford", "--avoid", "pump"}},
		PLACES("main", "usual_route", "new_stop#3", "drive",
			"free_route")},
	{{.program = SAMPLES "members",
		 .pass = {"dora:staff", "carl:guests", "anna:staff"},
		 .fail = {"dora:staff", "constantin-john:guests",
			 "anna:staff"}},
		PLACES("main", "enter#2", "copy_name#2", "find_group#3",
			"sort_members", "compare", "compare#2", "print_groups",
			"print_members")},
	{{.program = SAMPLES "members",
		 .pass = {"eva:a", "max:b", "ida:a", "leo:c"},
		 .fail = {"ulf:b", "max:b", "zoe:c", "leo:c"}},
		PLACES("enter#3", "find_group#4", "sort_members", "compare#2",
			"print_groups")},
	{{.program = SAMPLES "lint",
		 .pass = {SAMPLE_SOURCES "lint/no.conf",
			 SAMPLE_SOURCES "lint/novel.txt"},
		 .fail = {SAMPLE_SOURCES "lint/off.conf",
			 SAMPLE_SOURCES "lint/novel.txt"}},
		PLACES("main", "read_config", "trim#5", "read_flag",
			"read_flag#2", "check_text")},
	{{.program = SAMPLES "expenses",
		 .input_pass = "train 31.20\nlunch 12.50\nhotel 89.00\n",
		 .input_fail = "train 31.20\nlunch 12,50\nhotel 89.00\n"},
		PLACES("read_book", "read_line", "read_amount#2", "read_line#3",
			"add_up", "print_book")},
	{{.program = SAMPLES "simplify",
		 .pass = {"(1*2)*3"},
		 .fail = {"(1+2)*3"}},
		PLACES("main", "parse_sum", "parse_factor#3", "simplify",
			"evaluate")},
	{{.program = SAMPLES "simplify",
		 .pass = {"(4*2)*(3*5)"},
		 .fail = {"(1+2)*(7+5)"}},
		PLACES("parse_factor#2", "simplify", "simplify#2", "evaluate")},
};

/* With addresses as they come and fixed, one and two tests at a time. */
static guint try_moment(const struct pair_subject *subject, guint i)
{
	g_auto(pair_t) pair = {0};
	g_autofree char *text = pair_subject_text(subject);
	g_autofree char *what =
		g_strdup_printf("%s at %s", text, subject->place);
	guint n = 0;
	if (pair_compare_subject(&pair, subject, i % 2))
		n = proof_of_engines(&pair, what, SETS, 1 + i / 2 % 2);
	printf("# %s: %u\n", what, n);
	return n;
}

static void fork_and_rerun_give_the_same_outcomes(void)
{
	guint n = 0, moments = 0;
	for (guint i = 0; i < G_N_ELEMENTS(stories); i++) {
		struct pair_subject subject = stories[i].subject;
		const char *const *place = stories[i].places;
		for (; *place; place++) {
			subject.place = *place;
			n += try_moment(&subject, moments++);
		}
	}
	pair_remove_files();
	printf("# %u outcomes compared at %u moments\n", n, moments);
	CU_ASSERT(n >= LEAST);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(fork_and_rerun_give_the_same_outcomes),
	};
	return run_tests("deltas in the samples", tests, G_N_ELEMENTS(tests));
}
