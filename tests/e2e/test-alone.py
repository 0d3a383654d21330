"""howcome FAIL.args: of a failing run alone, what of its input decides, and what
that does in the program."""
import json
import os
import re
import signal

from e2e import expect, left_behind, main, wait_until

# FSE 2002, Figure 1, in our words.
MULT = """double mult(double z[], int n)
{
	int i, j;
	i = 0;
	for (j = 0; j < n; j = j + 1) {
		i = i + j + 1;
		z[i] = z[i] * (z[0] + 1.0);
	}
	return z[n];
}
"""

# Three semicolons in an argument, a variable or the standard input are too many.
COUNTER = r"""
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static char text[4096];
static int count(const char *s)
{
	int n = 0;
	for (; *s; s++)
		n += *s == ';';
	return n;
}
int main(int argc, char **argv)
{
	const char *s = argc > 1 ? argv[1] : getenv("COUNTED");
	if (getenv("SLOW"))
		usleep(50000);
	if (!s) {
		text[fread(text, 1, sizeof text - 1, stdin)] = '\0';
		s = text;
	}
	int n = count(s);
	int *half = n > 2 ? NULL : &n;
	printf("%d\n", *half);
	return 0;
}
"""
WORDS = "a; b; c; d e f"


def _mult(bench, *options):
    bench.write("fail.c", MULT)
    bench.write("fail.args", "./debuggee-compiler fail.c")
    return bench.run("-q", *options, "fail.args")


def _counter(bench, *flags):
    bench.compile("counter", COUNTER, *flags)
    bench.write("in.txt", WORDS + "\n")


def _json(result, status=0):
    expect(result, status)
    return json.loads(result.out)


def _no_seconds(report):
    if isinstance(report, dict):
        return {key: _no_seconds(value) for key, value in report.items()
                if key != "seconds"}
    if isinstance(report, list):
        return [_no_seconds(value) for value in report]
    return report


def one_report_goes_from_the_input_to_the_failure(bench):
    result = _mult(bench)
    expect(result, 0, r"^fail\.c:7:23:$", r'^With "\+ 1\.0", the program',
           r"^howcome-pair has the failing input without the difference while "
           r"howcome runs; --pair DIR keeps it\.$",
           r"^Why does './debuggee-compiler fail\.c' fail while "
           r"'./debuggee-compiler howcome-pair/pass/fail\.c' passes\?$",
           r"left->right is now a new struct node \{kind = 43 '\+'",
           r"killed by SIGSEGV in an endless recursion of fold\. The program "
           r"fails\.$", r"^1\. fold \(compiler\.c:")
    assert bench.folder not in result.out, result
    assert not os.path.exists(bench.path("howcome-pair"))


def the_json_report_has_the_input_beside_the_chain_each_time(bench):
    report, again = (_json(_mult(bench, "--format", "json", "--jobs", jobs))
                     for jobs in ("1", "3"))
    assert _no_seconds(report) == _no_seconds(again), (report, again)
    assert report["input"]["difference"][0]["fail"].strip() == "+ 1.0"
    assert report["input"]["confirmed"] == "both", report["input"]
    assert report["events"] and report["steps"] and report["suspects"]
    assert report["pass"]["command"][1] == "howcome-pair/pass/fail.c", report
    assert report["fail"]["command"][1] == "fail.c", report
    assert "no_chain" not in report, report


def the_input_may_be_stdin_an_argument_or_a_variable(bench):
    _counter(bench)
    for command, options, folder in (
            ("./counter < in.txt", (), True),
            (f"./counter '{WORDS}'", (), False),
            (f"COUNTED='{WORDS}' ./counter", (), False),
            ("./counter 'x;;;' < in.txt", ("--input", "arg:1"), False)):
        bench.write("fail.args", command)
        result = bench.run("-q", *options, "fail.args")
        expect(result, 0, "n is now 3 \\(was 2\\)",
               "half is now NULL \\(was &n\\)")
        assert ("howcome-pair" in result.out) == folder, result
    words = bench.run("-q", "--", "./counter", WORDS)
    expect(words, 0, "half is now NULL")
    bench.write("fail.args", f"./counter '{WORDS}'")
    assert bench.run("-q", "fail.args").out == words.out


def an_args_file_may_be_a_pipe(bench):
    _counter(bench)
    out, into = os.pipe()
    os.write(into, f"./counter '{WORDS}'\n".encode())
    os.close(into)
    result = bench.run("-q", f"/dev/fd/{out}", pass_fds=[out])
    os.close(out)
    expect(result, 0, "half is now NULL")


def the_passing_input_can_be_kept(bench):
    result = _mult(bench, "--pair", "kept", "--gdb-script", "scripts")
    expect(result, 0, r"^kept has the failing input without the difference\.$")
    with open(bench.path("kept/pass/fail.c")) as file:
        assert file.read() == MULT.replace("+ 1.0", ""), result
    again = bench.run("-q", "kept/pass.args", "kept/fail.args")
    expect(again, 0, "^Why does './debuggee-compiler fail.c' fail")
    assert result.out.count(re.search("^1\\. .*\n.*$", again.out,
                                      re.MULTILINE).group(0)) == 1, result
    script, *_ = sorted(os.listdir(bench.path("scripts")))
    assert "SIGSEGV" in bench.replay("scripts/" + script)


def where_there_is_more_that_fails_the_closest_input_passes(bench):
    _counter(bench)
    bench.write("in.txt", "a; b; c; d; e; f; g\n")
    bench.write("fail.args", "./counter < in.txt")
    expect(bench.run("-q", "fail.args"), 0,
           "there is more that makes it fail",
           "^howcome-pair has the closest input that passes while",
           "n is now 6 \\(was 2\\)")


def without_debug_information_the_input_is_told(bench):
    _counter(bench, "-g0", "-s")
    bench.write("fail.args", "./counter < in.txt")
    result = bench.run("-q", "fail.args")
    expect(result, 4, r'^With ";", the program is killed by SIGSEGV',
           r"^What that does in the program is not known: passing run: "
           r"'./counter' has no debug information",
           "^howcome: passing run: './counter' has no debug information")
    assert "Why does" not in result.out, result
    report = _json(bench.run("-q", "--format", "json", "fail.args"), 4)
    assert report["input"]["status"] == "isolated", report
    assert "no debug information" in report["no_chain"], report
    assert not os.path.exists(bench.path("howcome-pair"))


def without_a_chain_the_input_is_told(bench):
    _counter(bench)
    bench.write("fail.args", "./counter < in.txt")
    expect(bench.run("-q", "--at", "exit", "fail.args"), 1,
           r'^With ";", the program is killed by SIGSEGV',
           "^What that does in the program is not known: .* does not reach")


def what_makes_no_sense_is_told(bench):
    _counter(bench)
    bench.write("fine.txt", "a; b\n")
    bench.write("fail.args", "./counter < in.txt")
    bench.write("fine.args", "./counter < fine.txt")
    expect(bench.run("-q"), 2, "an args file is needed", "howcome --help")
    expect(bench.run("-q", "--"), 2, "names no program")
    expect(bench.run("-q", "fine.args"), 3, "does not fail: .*--fail-if")
    expect(bench.run("-q", "--fail-if", "[0-9]|^$", "fine.args"), 3,
           "no part of the input was found that .* passes on")
    expect(bench.run("-q", "--gdb-script", "s", "fail.args"), 2, "--pair DIR")
    for option in (("--input", "stdin"), ("--pair", "p"), ("--repeat", "2")):
        expect(bench.run("-q", *option, "fine.args", "fail.args"), 2,
               "for a failing run alone")
    for number in ("0", "1001"):
        expect(bench.run("-q", "--repeat", number, "fail.args"), 2,
               "--repeat takes")
    os.mkdir(bench.path("howcome-pair"))
    expect(bench.run("-q", "fail.args"), 2, "'howcome-pair'.*--pair DIR")
    assert os.listdir(bench.path("howcome-pair")) == []


# ---- Interrupted ----------------------------------------------------------

def _start(bench, *options):
    _counter(bench)
    os.makedirs(bench.path("tmp"), exist_ok=True)
    bench.write("fail.args", "SLOW=1 ./counter < in.txt")
    return bench.start("-v", "--jobs", "1", *options, "fail.args",
                       env={**os.environ, "TMPDIR": bench.path("tmp")})


def _wait_for(process, words):
    for line in process.stderr:
        if words in line:
            return
    raise AssertionError("it ended before")


def _nothing_is_left(bench):
    assert not os.listdir(bench.path("tmp"))
    assert not os.path.exists(bench.path("howcome-pair"))
    left = left_behind(bench.path("tmp"))
    assert not left, left


IN_THE_INPUT, IN_THE_STATE = b"howcome: test ", b"howcome: moment 1 "


def interrupted_in_either_half_it_tells_what_it_knows(bench):
    for words, parts, others in (
            (IN_THE_INPUT, ("^Interrupted", "What makes"), "Why does"),
            (IN_THE_STATE, ('^With ";"', "^Why does",
                            "^Interrupted: there may be more"), "none")):
        process = _start(bench)
        _wait_for(process, words)
        process.send_signal(signal.SIGINT)
        result = bench.finish(process)
        expect(result, 130, *parts)
        assert others not in result.out, result
        _nothing_is_left(bench)


def killed_in_either_half_it_leaves_nothing(bench):
    for words in (IN_THE_INPUT, IN_THE_STATE):
        process = _start(bench)
        _wait_for(process, words)
        process.kill()
        process.communicate()
        wait_until(lambda: not os.listdir(bench.path("tmp")))
        wait_until(lambda: not os.path.exists(bench.path("howcome-pair")))
        _nothing_is_left(bench)


def with_a_journal_both_halves_go_on(bench):
    _counter(bench)
    bench.write("fail.args", "./counter < in.txt")
    whole = _json(bench.run("-q", "--format", "json", "--jobs", "1",
                            "fail.args"))
    options = ("--format", "json", "--jobs", "1", "--journal", "j",
               "fail.args")
    process = bench.start("-v", *options)
    _wait_for(process, b"howcome: found: ")
    process.send_signal(signal.SIGINT)
    expect(bench.finish(process), 130)
    result = bench.run(*options)
    expect(result, 0, "going on from 'j.input', which has the outcome of",
           "going on from 'j', which has the outcome of")
    again = _json(result)
    assert _no_seconds(whole) == _no_seconds(again), (whole, again)


main(globals())
