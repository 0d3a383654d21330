"""The whole program: its report, the files that go with it, what it says on a
terminal, how it ends, and how it is interrupted."""
import glob
import json
import os
import pty
import re
import select
import signal
import subprocess
import time

from e2e import DEADLINE, expect, main, processes_with

SAMPLE = ("./sample 9 8 7", "./sample 11 14")
SHARP = ("--fail-if", "^0 ", "--at", "main", "--at", "shell_sort")

# Takes its time where its arguments say so; each test of it does.
SLOW = r"""
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int work(int a, int b, int c, int d)
{
	usleep(1000 * (useconds_t) d);
	return a * 1000 + b * 100 + c;
}
int main(int argc, char **argv)
{
	if (argc != 5)
		return 2;
	int n = work(atoi(argv[1]), atoi(argv[2]), atoi(argv[3]),
		atoi(argv[4]));
	printf("%d\n", n);
	return n > 5000;
}
"""

# Crashes in a function that it calls from here or from there.
CALLS = r"""
#include <stdio.h>
struct box {
	int value;
};
static int use(const struct box *box)
{
	int twice = 2;
	twice *= box->value;
	return twice;
}
static int left(const struct box *box)
{
	return use(box);
}
static int right(const struct box *box)
{
	return use(box) + 1;
}
int main(int argc, char **argv)
{
	struct box one = {7};
	const struct box *box = argc > 2 ? NULL : &one;
	printf("%d\n", argv[1][0] == 'l' ? left(box) : right(box));
	return 0;
}
"""

# Ends if it was told to.
TURNS = r"""
#include <stdlib.h>
int main(int argc, char **argv)
{
	for (volatile int left = 1; argc > 1 && left > 0;)
		left -= atoi(argv[1]);
	return 0;
}
"""

# Keeps what it was told in a file alone.
OUTSIDE = r"""
#include <string.h>
#include <fcntl.h>
#include <unistd.h>
static int check(void)
{
	return access("flag", F_OK) == 0;
}
int main(int argc, char **argv)
{
	if (argv[1][0] == '1')
		close(open("flag", O_CREAT | O_WRONLY, 0666));
	else
		unlink("flag");
	memset(argv[1], 'x', strlen(argv[1]));
	return check();
}
"""

# Two ways to the same function.
WAYS = r"""
#include <stdlib.h>
static int leaf(int n) { return n; }
static int left(int n) { return leaf(n); }
static int right(int n) { return leaf(n); }
int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	return n ? right(n) : left(n);
}
"""

# Decided by nlines alone, but `again` hides that, unless `broken`.
HIDDEN = r"""
#include <stdlib.h>
static int broken;
static int count(int nlines, int again)
{
	if (again && !broken)
		nlines++;
	return nlines;
}
int main(int argc, char **argv)
{
	int few = atoi(argv[1]) < 10;
	broken = few;
	return count(few ? 0 : 1, few) == 0;
}
"""


def _files(bench, folder):
    return sorted(os.listdir(bench.path(folder)))


# ---- The report ----

def json_is_one_object_on_stdout(bench):
    result = bench.runs(*SAMPLE, *SHARP, "--format", "json")
    expect(result, 0)
    report = json.loads(result.out)
    assert [e["cause"][0]["variable"] for e in report["events"]] == \
        ["argc", "a[2]"], report
    assert report["failure"] == {"kind": "output", "text": 'prints "0 11"'}


def colours_are_there_only_if_asked_for_off_a_terminal(bench):
    assert "\033" not in bench.runs(*SAMPLE, *SHARP).out
    assert "\033[" in bench.runs(*SAMPLE, *SHARP, "--color", "always").out
    expect(bench.runs(*SAMPLE, "--color", "blue"), 2, "--color takes")


def options_that_mean_nothing_end_with_2(bench):
    for option in ("--format=xml", "--events=-1", "--events=0", "--match=x", "--engine=x",
                   "--jobs=-1", "--limit-tests=-1", "--limit-time=-1"):
        expect(bench.runs(*SAMPLE, option), 2, "^howcome: .*--help")
    expect(bench.run("-q", "-v", "a", "b"), 2, "contradict")


def all_options_are_in_the_help_and_in_the_manual(bench):
    text = bench.run("--help").out
    page = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                        "..", "..", "docs", "howcome.1")
    with open(page) as file:
        manual = file.read().replace("\\-", "-")
    for option in ("at", "events", "match", "fail-if", "test", "jobs",
                   "timeout", "limit-tests", "limit-time", "format", "output",
                   "dot", "gxl", "gdb-script", "engine", "gdb", "color",
                   "quiet", "verbose", "version", "help"):
        assert f"--{option}" in text, f"no --{option} in the help"
        assert f"--{option}" in manual, f"no --{option} in the manual"


def _keys(value):
    if isinstance(value, dict):
        return set(value).union(*map(_keys, value.values()))
    return set().union(*map(_keys, value)) if isinstance(value, list) else set()


def all_keys_of_the_report_are_in_the_manual(bench):
    result = bench.runs(*SAMPLE, *SHARP, "--format", "json")
    expect(result, 0)
    report = json.loads(result.out)
    assert report["schema"] == 2 and report["steps"], report
    page = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                        "..", "..", "docs", "howcome.1")
    with open(page) as file:
        manual = file.read().split(".SH JSON\n")[1].split(".SH ")[0]
    words = set(re.findall(r"\w+", manual))
    assert _keys(report) <= words, _keys(report) - words


# ---- Files ----

def a_script_shows_a_hang_and_ends(bench):
    bench.compile("turns", TURNS)
    result = bench.runs("./turns 1", "./turns 0", "--at", "main",
                        "--gdb-script", "d")
    expect(result, 0, "does not end in time")
    said = bench.replay("d/01-main.gdb")
    assert "replay: the program does not end\n" in said, said


def files_that_go_with_the_report_are_named_by_event(bench):
    result = bench.runs(*SAMPLE, *SHARP, "--dot", "a", "--gxl", "b/c",
                        "--gdb-script", "d")
    expect(result, 0, "^   Try it: gdb -x d/02-shell_sort.gdb$")
    for folder, ending in (("a", "dot"), ("b/c", "gxl"), ("d", "gdb")):
        assert _files(bench, folder) == [f"01-main.{ending}",
                                         f"02-shell_sort.{ending}"], folder
    for name in glob.glob(bench.path("a/*.dot")):
        subprocess.run(["dot", "-Tsvg", "-o", "/dev/null", name], check=True)
    for name in glob.glob(bench.path("b/c/*.gxl")):
        subprocess.run(["xmllint", "--noout", "--nonet", name], check=True,
                       stdout=subprocess.DEVNULL)


def folders_that_cannot_be_written_are_an_error(bench):
    bench.write("file", "")
    for option in ("--dot", "--gxl", "--gdb-script"):
        expect(bench.runs(*SAMPLE, *SHARP, option, "file/x"), 4, "'file/x'")


def an_analysis_that_fails_leaves_no_file(bench):
    expect(bench.runs(*SAMPLE, "--dot", "a", "--gdb-script", "b",
                      "--at", "sample.c:1000"), 2, "no place 'sample.c:1000'")
    assert not os.path.exists(bench.path("a")), "a folder is left"
    assert not os.path.exists(bench.path("b")), "a folder is left"


def a_script_sets_variables_arguments_and_input_as_the_run_has_them(bench):
    bench.compile("show", r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
	char line[100] = "";
	if (!fgets(line, sizeof line, stdin))
		return 2;
	printf("%s|%s|%s|%s", getenv("A"), argv[1], argv[2], line);
	printf("%d\n", getenv("LINES") || getenv("COLUMNS"));
	return strcmp(argv[3], "x") != 0;
}
""")
    bench.write("in put", "one\n")
    words = "A='b \"c' ./show 'it'\\''s %d \\' 'two\nlines'"
    result = bench.runs(f"{words} x < 'in put'", f"{words} y < 'in put'",
                        "--at", "main", "--gdb-script", "scripts")
    expect(result, 0)
    out = bench.replay(bench.path("scripts/01-main.gdb"), "/")
    assert "b \"c|it's %d \\|two\nlines|one\n0\n" in out, out
    assert "replay: the program exits with status 1" in out, out


# ---- Places ----

def places_may_be_named_in_any_order(bench):
    places = ["main", "shell_sort", "sample.c:37"]
    told = set()
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        named = [word for i in order for word in ("--at", places[i])]
        result = bench.runs(*SAMPLE, "--fail-if", "^0 ", *named)
        expect(result, 0)
        told.add(result.out)
    assert len(told) == 1, told


def places_in_another_order_in_each_run_are_an_error(bench):
    bench.compile("order", r"""
#include <stdlib.h>
static int n;
static void first(void) { n++; }
static void second(void) { n += 2; }
int main(int argc, char **argv)
{
	int k = atoi(argv[1]);
	if (k > 5) {
		second();
		first();
		second();
	} else {
		first();
		second();
	}
	return k > 5;
}
""")
    expect(bench.runs("./order 3", "./order 7", "--at", "second", "--at",
                      "first"), 2, "the passing run comes to 'first' before "
           "'second', but the failing run after it")
    expect(bench.runs("./order 3", "./order 7", "--at", "second#1/2", "--at",
                      "first"), (0, 1))


def the_time_of_each_run_can_be_named(bench):
    result = bench.runs(*SAMPLE, "--at", "sample.c:32#3/2")
    expect(result, (0, 1))
    result = bench.runs(*SAMPLE, "--at", "sample.c:32#3/2",
                        "--format", "json")
    hit = json.loads(result.out)["events"][0]["location"]["hit"]
    assert hit == {"pass": 3, "fail": 2}, hit
    expect(bench.runs(*SAMPLE, "--at", "main#1/"), 2, "is no place")
    expect(bench.runs(*SAMPLE, "--at", "main#"), 2, "is no place")


def places_that_are_written_wrongly_are_refused_before_any_run(bench):
    bench.compile("marks", r"""
#include <stdio.h>
int main(int argc, char **argv)
{
	fclose(fopen("ran", "w"));
	return argc > 1;
}
""")
    for place in ("main#0", "main#x", "main#3/", "main#/2", "marks.c:x"):
        expect(bench.runs("./marks", "./marks 1", "--at", "main", "--at",
                          place), 2, f"'{place}' is no place: .*#P/F")
        assert not os.path.exists(bench.path("ran")), place


def all_places_are_looked_for_before_the_first_is_analysed(bench):
    bench.write("pass.args", SAMPLE[0])
    bench.write("fail.args", SAMPLE[1])
    result = bench.run("-v", "--at", "main", "--at", "nowhere", "pass.args",
                       "fail.args")
    expect(result, 2, "no place 'nowhere'")
    assert "test 1" not in result.err, result


def a_named_place_that_is_not_reached_is_told(bench):
    expect(bench.runs(*SAMPLE, "--at", "main", "--at",
                      "shell_sort#3"), 0, "^   At shell_sort#3 no cause was "
           "isolated: .* does not reach 'shell_sort#3'")


# ---- Exit statuses ----

def a_place_that_the_program_lacks_ends_with_2(bench):
    expect(bench.runs(*SAMPLE, "--at", "nowhere"), 2,
           "the program has no place 'nowhere'")
    expect(bench.runs(*SAMPLE, "--at", "main#x"), 2, "'main#x' is no place")


def a_place_that_is_never_reached_ends_with_1(bench):
    expect(bench.runs(*SAMPLE, "--at", "shell_sort#2"), 1,
           "does not reach 'shell_sort#2'")


def runs_whose_states_do_not_differ_end_with_1(bench):
    bench.compile("outside", OUTSIDE)
    result = bench.runs("./outside 0", "./outside 1", "--at", "check")
    expect(result, 1, "^No cause was found",
           r"At check \(outside\.c:\d+\) no cause was isolated: the two "
           "states do not differ here")


def what_a_cause_takes_does_nothing_alone(bench):
    bench.compile("hidden", HIDDEN)
    result = bench.runs("./hidden 12", "./hidden 7", "--at", "count",
                        "--format", "json")
    expect(result, 0)
    event = json.loads(result.out)["events"][0]
    assert [c["variable"] for c in event["cause"]] == ["nlines"], event["cause"]
    assert event["context"] == [], event["context"]
    assert event["confirmed"] == "both", event["confirmed"]


def next_to_a_crash_the_calls_may_differ(bench):
    bench.compile("calls", CALLS)
    result = bench.runs("./calls l", "./calls r 1")
    expect(result, 0, r"^\d\. Execution reaches use \(calls.c:\d+\).\n"
           r"   Since main::box was NULL, use::box is now NULL \(was &main::one\).\n"
           r"   use::box was passed by right \(calls.c:\d+\); in the passing "
           r"run, by left \(calls.c:\d+\).\n"
           r"   \(The runs get here by different calls")


def runs_that_come_by_different_calls_end_with_1(bench):
    bench.compile("ways", WAYS)
    result = bench.runs("./ways 0", "./ways 1", "--at", "leaf")
    expect(result, 1, "^No cause was found",
           r"At leaf \(ways\.c:3\) no cause was isolated: .*different calls")


# ---- Interrupted ----

def _interrupt(bench, number, status, moment, *options):
    """In a phase, told by what is on stderr."""
    bench.compile("slow", SLOW)
    bench.write("pass.args", "./slow 1 2 3 150")
    bench.write("fail.args", "./slow 7 5 4 151")
    process = bench.start("-v", *options, "--gdb-script", "scripts", "--gxl",
                          "graphs", "pass.args", "fail.args")
    seen = b""
    for line in process.stderr:
        seen += line
        if moment in line:
            break
    else:
        raise AssertionError(f"never came to {moment!r}: {seen.decode()}")
    time.sleep(0.1)
    sent = time.monotonic()
    process.send_signal(number)
    result = bench.finish(process)
    # A second is promised; a busy machine gets some more.
    assert time.monotonic() - sent < 20, "took too long"
    expect(result, status, "^howcome: interrupted$")
    assert processes_with(bench.folder) == [], "left running"
    left = glob.glob(bench.path("graphs/.*"))
    assert left == [], left
    return result


def ctrl_c_in_each_phase_gives_what_was_found_and_leaves_nothing(bench):
    for moment in (b"the passing run natively", b"the failing run under GDB",
                   b"stopping both runs", b"comparing", b"test 1:",
                   b"test 3:"):
        result = _interrupt(bench, signal.SIGINT, 130, moment,
                            "--at", "main", "--at", "work")
        expect(result, 130, r"^Why does './slow 7 5 4 151' fail",
               r"^Interrupted: there may be more to find\.$")


def ctrl_c_after_the_first_event_reports_it(bench):
    result = _interrupt(bench, signal.SIGINT, 130, b"confirming the cause",
                        "--at", "main", "--at", "work")
    expect(result, 130, "^Interrupted")
    bench.write("go", "")
    process = bench.start("-v", "--at", "main", "--at", "work", "pass.args",
                          "fail.args")
    confirmed = False
    for line in process.stderr:
        confirmed = confirmed or b"confirming the cause" in line
        if confirmed and b"stopping both runs" in line:
            break
    process.send_signal(signal.SIGINT)
    expect(bench.finish(process), 130, r"^1\. Execution reaches main",
           "^Interrupted: there may be more")


def sigterm_gives_json_of_what_was_found(bench):
    result = _interrupt(bench, signal.SIGTERM, 143, b"test 1:",
                        "--format", "json")
    report = json.loads(result.out)
    assert report["interrupted"] and report["steps"] == [], result
    # The moment was compared, and that is told, but not narrowed down.
    assert [event["reason"] for event in report["events"]] == \
        ["interrupted"], result


# ---- On a terminal ----

def _on_terminal(bench, *args):
    """What comes to a terminal, and the longest silence."""
    master, slave = pty.openpty()
    env = dict(os.environ, TERM="xterm")
    process = subprocess.Popen(
        [bench.howcome, *args], cwd=bench.folder, env=env,
        stdin=subprocess.DEVNULL, stdout=slave, stderr=slave)
    os.close(slave)
    out, silence, last = b"", 0, time.monotonic()
    while True:
        ready, _, _ = select.select([master], [], [], DEADLINE)
        assert ready, "silent for ever"
        try:
            data = os.read(master, 65536)
        except OSError:
            data = b""
        now = time.monotonic()
        silence, last = max(silence, now - last), now
        if not data:
            break
        out += data
    os.close(master)
    process.wait(DEADLINE)
    return out.decode("utf-8", "replace"), silence


def a_terminal_has_a_live_line_that_ticks_and_colours(bench):
    """Also: a failing run that is only slow is no hang."""
    bench.compile("slow", SLOW)
    bench.write("pass.args", "./slow 1 2 3 20")
    bench.write("fail.args", "./slow 7 5 4 2300")
    out, silence = _on_terminal(bench, "--at", "work", "--jobs", "1",
                                "pass.args", "fail.args")
    assert re.search("\r\033\\[Kthe failing run natively ... [1-9] s", out), out
    assert "\033[1mWhy does" in out, out
    assert "exits with status 1" in out, out
    # Two seconds are promised; a busy machine gets some more.
    assert silence < 6, f"silent for {silence} s"


main(globals())
