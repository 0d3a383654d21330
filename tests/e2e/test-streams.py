"""Chains of programs that read: a stream of stdio is one difference, told by
what is left to read of it."""
import json
import os
import subprocess

from e2e import expect, main

# Adds numbers, one a line, and fails if the sum is too large. Between two lines
# the rest of the input is all that will decide.
ADD = r"""
#include <stdio.h>
#include <stdlib.h>

static int sum;

static void add(const char *line)
{
	sum += atoi(line);
}

static void add_all(FILE *input)
{
	char line[80];
	while (fgets(line, sizeof line, input))
		add(line);
}

int main(int argc, char **argv)
{
	FILE *input = argc > 1 ? fopen(argv[1], "r") : stdin;
	add_all(input);
	return sum > 100;
}
"""

# Writes what it was given to a file, and fails by what it was given.
KEEP = r"""
#include <stdio.h>
#include <stdlib.h>

static int level;

static void keep(FILE *output, const char *word)
{
	fprintf(output, "%s\n", word);
	level = atoi(word);
}

static int judge(void)
{
	return level > 10;
}

int main(int argc, char **argv)
{
	FILE *output = fopen("/dev/null", "w");
	keep(output, argc > 1 ? argv[1] : "");
	int bad = judge();
	fclose(output);
	return bad;
}
"""


def _chain(bench, source, passing, failing, *options):
    bench.write("program.c", source)
    subprocess.run(["cc", "-g", "-O0", "-o", bench.path("program"),
                    bench.path("program.c")], check=True)
    bench.write("pass.txt", "1\n2\n3\n4\n")
    bench.write("fail.txt", "1\n2\n300\n4\n")
    return bench.runs(f"./program {passing}", f"./program {failing}", *options)


def what_is_left_of_stdin_is_one_cause(bench):
    result = _chain(bench, ADD, "< pass.txt", "< fail.txt", "--at", "add#2")
    expect(result, 0,
           r'the rest of stdin is now "300\\n4\\n" \(was "3\\n4\\n"\)')
    assert "_IO_" not in result.out, result


def so_is_what_is_left_of_a_file(bench):
    result = _chain(bench, ADD, "pass.txt", "fail.txt", "--at", "add#2")
    expect(result, 0,
           r'the rest of (\w+::)?input is now "300\\n4\\n" '
           r'\(was "3\\n4\\n"\)')
    assert "_IO_" not in result.out, result


def it_stays_the_cause_until_it_is_read(bench):
    result = _chain(bench, ADD, "< pass.txt", "< fail.txt")
    expect(result, 0, r"the rest of stdin is now", r"sum is now 303 \(was 6\)")
    chain = result.out.partition("Where to look")[0]
    assert chain.count("the rest of stdin is now") == 1, result


def gdb_puts_it_in_as_well(bench):
    result = _chain(bench, ADD, "< pass.txt", "< fail.txt", "--at", "add#2",
                    "--gdb-script", "scripts")
    expect(result, 0)
    scripts = os.listdir(bench.path("scripts"))
    assert len(scripts) == 1, scripts
    said = bench.replay(os.path.join("scripts", scripts[0]))
    assert "exited with code 01" in said, said


def what_is_written_is_no_input(bench):
    result = _chain(bench, KEEP, "3", "70", "--at", "judge", "--format",
                    "json")
    expect(result, 0)
    event, = json.loads(result.out)["events"]
    assert [c["variable"] for c in event["cause"]] == ["level"], result


main(globals())
