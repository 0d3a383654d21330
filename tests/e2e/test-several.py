"""Several passing runs: the one that is most like the failing run is taken."""
import json

from e2e import expect, main

SHARP = ("--fail-if", "^0 ")


def _runs(bench, passing, failing, *options):
    files = [bench.write(f"pass-{i}.args", command)
             for i, command in enumerate(passing)]
    files.append(bench.write("fail.args", failing))
    return bench.run(*options, *files)


def the_nearest_is_taken_wherever_it_stands(bench):
    commands = ["./sample 7", "./sample 9 8 7",
                "./sample 1 2 3 4 5 6 7 8 9 10"]
    for _ in commands:
        result = _runs(bench, commands, "./sample 11 14", "-q", *SHARP)
        expect(result, 0,
               r"^Why does './sample 11 14' fail while './sample 9 8 7' pass",
               "^Of 3 passing runs, this is the one that is most like the "
               r"failing run\.$")
        commands = commands[1:] + commands[:1]


def a_single_one_is_not_spoken_of(bench):
    result = _runs(bench, ["./sample 9 8 7"], "./sample 11 14", "-q", *SHARP)
    expect(result, 0)
    assert "passing runs" not in result.out, result


# With y it does what it does with x, and fails with x alone; with z it does more.
MANY = r"""
#include <stdio.h>
#include <string.h>

static int more(int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += i * n;
	return sum;
}

int main(int argc, char **argv)
{
	int bad = strcmp(argv[1], "x") == 0, sum = 0;
	if (strcmp(argv[1], "z") == 0)
		for (int i = 0; i < 20; i++)
			sum += more(i);
	puts(sum < 0 ? "never" : "done");
	return bad;
}
"""
# Nine arguments differ, or one.
NEAR, FAR, FAILS = ("./many y 9 9 9 9 9 9 9 9", "./many z 1 2 3 4 5 6 7 8",
                    "./many x 1 2 3 4 5 6 7 8")


def with_nothing_found_the_next_one_is_taken(bench):
    bench.compile("many", MANY)
    limits = ("--limit-tests", "3")
    expect(_runs(bench, [NEAR], FAILS, "-q", *limits), 1)
    result = _runs(bench, [FAR, NEAR], FAILS, *limits)
    expect(result, 0, f"no cause was found with '{NEAR}'; trying the next",
           f"^Why does '{FAILS}' fail while '{FAR}' passes",
           "^Of 2 passing runs, one is more like the failing run, but with it "
           r"no cause was found\.$")
    report = json.loads(_runs(bench, [FAR, NEAR], FAILS, "-q", *limits,
                              "--format", "json").out)
    assert report["passing_runs"] == {"given": 2, "nearer": 1}, report
    assert report["pass"]["command"][1] == "z", report


def where_little_is_found_both_runs_are_pointed_at(bench):
    bench.compile("many", MANY)
    result = _runs(bench, [NEAR, FAR], FAILS, "-q", "--events", "1")
    expect(result, 0, "The fault may do the same in the passing run")


def each_of_them_must_be_there_and_pass(bench):
    expect(_runs(bench, ["./sample 7", "./nothing"], "./sample 11 14"), 4,
           "passing run: './nothing' was not found")
    expect(_runs(bench, ["./sample 7", "./bench-many 1"], "./sample 11 14"), 4)
    expect(_runs(bench, ["./sample 11 14", "./sample 7"], "./sample 11 14",
                 *SHARP), 3, "the passing run")
    expect(_runs(bench, ["./sample 7", "./sample 9 8 7"], "./sample 11 14",
                 "--journal", "j"), 2, "--journal is about one passing run")


main(globals())
