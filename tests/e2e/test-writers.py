"""Who gave a cause its value: the report names the line."""
import json
import re

from e2e import expect, main

SOURCE = r"""
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct flags {
	unsigned quick : 3, level : 9, other : 8;
} flags;
static char input[16], name[16];
static int size;

static int finish(void)
{
	return flags.level > 200 || input[0] == 'b' || name[2] == 'x' ||
	       size > 7;
}

static void set_level(unsigned level)
{
	flags.level = level; /* MARK: level */
	flags.quick = 1;
	flags.other = 3;
}

static void set_name(const char *to)
{
	strcpy(name, to); /* MARK: name */
}

int main(int argc, char **argv)
{
	const char *what = argv[1];
	if (read(0, input, sizeof input - 1) < 0) /* MARK: read */
		return 2;
	set_level(strcmp(what, "level") == 0 ? 300 : 3);
	set_name(strcmp(what, "name") == 0 ? "six" : "one");
	if (strcmp(what, "size") == 0)
		for (int i = 0; i < 9; i++)
			size = i; /* MARK: size */
	return finish();
}
"""


def _line(mark):
    before = SOURCE[:SOURCE.index(f"MARK: {mark} ")]
    return before.count("\n") + 1


def _cause(bench, what, *options, files=("a", "a")):
    """The one at finish(), and the report."""
    bench.compile("who", SOURCE)
    bench.write("a", "a")
    bench.write("b", "b")
    runs = f"./who none < {files[0]}", f"./who {what} < {files[1]}"
    text = bench.runs(*runs, "--at", "finish", *options)
    expect(text, 0)
    result = bench.runs(*runs, "--at", "finish", "--format", "json", *options)
    expect(result, 0)
    causes = json.loads(result.out)["events"][0]["cause"]
    assert len(causes) == 1, causes
    return causes[0], text.out


def a_bit_field_is_written_apart_from_those_beside_it(bench):
    cause, text = _cause(bench, "level")
    assert cause["written"]["fail"]["line"] == _line("level"), cause
    assert cause["written"]["fail"]["count"] == 1, cause
    assert cause["written"]["pass"]["line"] == _line("level"), cause
    assert re.search(r"flags\.level was last written by set_level \(who\.c:"
                     rf"{_line('level')}\)\.\n", text), text


def a_text_is_written_by_a_library_that_a_line_called(bench):
    cause, text = _cause(bench, "name")
    written = cause["written"]["fail"]
    assert written["how"] == "library", written
    assert written["library"] == "strcpy", written
    assert written["line"] == _line("name"), written
    assert [re.sub(r":\d+", "", call) for call in written["backtrace"]] == [
        "set_name (who.c)", "main (who.c)"], written
    assert "name was last written by strcpy, called by set_name" in text, text


def what_only_the_failing_run_writes_is_told(bench):
    cause, text = _cause(bench, "size")
    assert cause["written"]["pass"] == {"how": "never"}, cause
    assert cause["written"]["fail"]["count"] == 9, cause
    assert (f"size was last written by main (who.c:{_line('size')}); in the "
            "passing run, it was never written.\n") in text, text


def what_the_kernel_wrote_is_told_by_the_line_that_asked_it_to(bench):
    cause, text = _cause(bench, "none", files=("a", "b"))
    written = cause["written"]["fail"]
    assert written["how"] == "library" and written["library"] == "read", written
    assert written["line"] == _line("read"), written
    assert re.search(r"input(\[0\])? was last written by read, called by main "
                     rf"\(who\.c:{_line('read')}\)\.\n", text), text


def it_is_the_same_in_every_way(bench):
    for what, files in (("level", "aa"), ("name", "aa"), ("size", "aa"),
                        ("none", "ab")):
        first, _ = _cause(bench, what, "--engine", "fork", files=files)
        for options in (("--engine", "rerun"), ("--jobs", "2")):
            other, _ = _cause(bench, what, *options, files=files)
            assert first["written"] == other["written"], (first, other)


# Between what is as intended and what is not, there is a long way.
FAR = r"""
#include <stdio.h>
#include <stdlib.h>

static int value = 1, other;

int main(int argc, char **argv)
{
	int given = argc > 1 ? atoi(argv[1]) : 0;
	@BEFORE@
	@WRITE@
	given = 0; /* MARK: behind */
	@BEHIND@
	puts(value > 20 ? "much" : "little");
	return 0;
}
"""
BEFORE, BEHIND = 83, 37


def _look_between(bench, write):
    """Marks between which the cause of step 2 moves, and how many moments were
    looked at to find these."""
    source = FAR.replace("@WRITE@", write)
    source = source.replace("@BEFORE@", "\n\t".join(BEFORE * ["other += 1;"]))
    source = source.replace("@BEHIND@", "\n\t".join(BEHIND * ["other += 2;"]))
    bench.compile("far", source)
    result = bench.runs("./far 3", "./far 9", "--events", "2", "--intended",
                        "2", "--faulty", "3", "--format", "json")
    expect(result, 0)
    report, lines = json.loads(result.out), source.split("\n")
    step = report["steps"][1]
    ends = [lines[report["events"][step[end]]["location"]["line"] - 1]
            for end in ("holds_to", "moves_to")]
    return [re.findall(r"MARK: (\w+)", end) for end in ends], len(
        report["events"])


def the_moment_before_the_last_write_is_looked_at(bench):
    ends, moments = _look_between(
        bench, "value = 3 * given; /* MARK: write */")
    assert ends == [["write"], ["behind"]], ends
    # By halves, there would be 14.
    assert moments <= 12, moments


def where_only_one_run_writes_it_is_the_branch_that_decided(bench):
    ends, moments = _look_between(
        bench, "if (given > 5) /* MARK: branch */\n\t\tvalue = 30;")
    assert ends == [["branch"], ["behind"]], ends
    # By halves, there would be 13.
    assert moments <= 11, moments


main(globals())
