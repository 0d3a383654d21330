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


# It fails if there is a flag and no bonus. With x and y it keeps in a file alone
# which of them it was; with z it goes another way, to a bonus.
FLAG = r"""
#include <fcntl.h>
#include <unistd.h>

static int bonus;

static int earn(int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += i * n;
	return sum > 0;
}

static int late(void)
{
	return access("flag", F_OK) == 0 && !bonus;
}

int main(int argc, char **argv)
{
	char mode = argv[1][0];
	if (mode == 'y')
		unlink("flag");
	else
		close(open("flag", O_CREAT | O_WRONLY, 0600));
	if (mode == 'z')
		for (int i = 0; i < 20; i++)
			bonus |= earn(i);
	mode = argv[1][0] = '-';
	return late();
}
"""
NEAR, FAR, FAILS = "./kept y", "./kept z", "./kept x"


def with_nothing_found_the_next_one_is_taken(bench):
    bench.compile("kept", FLAG)
    at = ("--at", "late")
    expect(_runs(bench, [NEAR], FAILS, "-q", *at), 1)
    result = _runs(bench, [FAR, NEAR], FAILS, *at)
    expect(result, 0, f"no cause was found with '{NEAR}'; trying the next",
           f"^Why does '{FAILS}' fail while '{FAR}' passes",
           r"bonus is now 0 \(was 1\)",
           "^Of 2 passing runs, one is more like the failing run, but with it "
           r"no cause was found\.$")
    report = json.loads(_runs(bench, [FAR, NEAR], FAILS, "-q", *at,
                              "--format", "json").out)
    assert report["passing_runs"] == {"given": 2, "nearer": 1}, report
    assert report["pass"]["command"][1] == "z", report


def where_little_is_found_both_runs_are_pointed_at(bench):
    result = _runs(bench, ["./sample 9 8 7", "./sample 7"], "./sample 11 14",
                   "-q", "--events", "1", *SHARP)
    expect(result, 0, "The fault may do the same in the passing run")


def each_of_them_must_be_there_and_pass(bench):
    expect(_runs(bench, ["./sample 7", "./nothing"], "./sample 11 14"), 4,
           "passing run: './nothing' was not found")
    expect(_runs(bench, ["./sample 7", "./sample-not 1"], "./sample 11 14"), 4)
    expect(_runs(bench, ["./sample 11 14", "./sample 7"], "./sample 11 14",
                 *SHARP), 3, "the passing run")
    expect(_runs(bench, ["./sample 7", "./sample 9 8 7"], "./sample 11 14",
                 "--journal", "j"), 2, "--journal is about one passing run")


main(globals())
