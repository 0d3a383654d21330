"""howcome input: what of the input makes a program fail."""
import json
import os
import re
import signal
import subprocess

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

# Reads all of a file, stdin, an argument or a variable, and does what stands
# there.
EATER = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
static char text[1 << 20];
static size_t size;
static int has(const char *word)
{
	return memmem(text, size, word, strlen(word)) != NULL;
}
static void first(void)
{
	abort();
}
static void second(void)
{
	abort();
}
static void eat(int fd)
{
	ssize_t n;
	size = 0;
	while ((n = read(fd, text + size, sizeof text - size)) > 0)
		size += (size_t) n;
}
int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "variable";
	if (strcmp(how, "file") == 0) {
		for (int i = 2; i < argc; i++) {
			size_t before = size;
			int fd = open(argv[i], O_RDONLY);
			size_t n = (size_t) read(fd, text + before, 4096);
			size = before + n;
			close(fd);
		}
	} else if (strcmp(how, "twice") == 0) {
		int fd = open(argv[2], O_RDWR);
		eat(fd);
		lseek(fd, 0, SEEK_SET);
		eat(fd);
		if (size) {
			char *map = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);
			memcpy(text, map, size);
		}
		/* Writes it back, and more. */
		lseek(fd, 0, SEEK_SET);
		if (write(fd, "gone", 4) != 4 || ftruncate(fd, 4) != 0)
			return 3;
	} else if (strcmp(how, "child") == 0) {
		int status;
		pid_t pid = fork();
		if (pid == 0) {
			eat(open(argv[2], O_RDONLY));
			_exit(has("BAD"));
		}
		waitpid(pid, &status, 0);
		if (WEXITSTATUS(status))
			first();
		return 0;
	} else if (strcmp(how, "stdin") == 0) {
		eat(0);
	} else {
		const char *word = strcmp(how, "argument") == 0
			? argv[2] : getenv("EATEN");
		size = strlen(word);
		memcpy(text, word, size);
	}
	if (has("SECOND"))
		second();
	if (has("BAD"))
		first();
	if (has("\x01\x02\x03\x04"))
		return 7;
	while (has("LOOP"))
		;
	if (has("SOMETIMES") && getpid() % 3)
		first();
	return 0;
}
"""


def _compiler(bench, text, *options):
    bench.write("fail.c", text)
    bench.write("fail.args", "./debuggee-compiler fail.c")
    return bench.run("input", "-q", *options, "fail.args")


def _json(result):
    expect(result, 0)
    return json.loads(result.out)


def _difference(result):
    return [(c["fail"].strip(), c["pass"].strip())
            for c in _json(result)["input"]["difference"]]


def _eater(bench, command, *options, fail="one BAD two", name="in.txt",
           passing=()):
    if not os.path.exists(bench.path("eater")):
        bench.compile("eater", EATER)
    bench.write(name, fail)
    bench.write("fail.args", command)
    return bench.run("input", "-q", "--format", "json", *options, "fail.args",
                     *passing)


def the_cause_in_the_paper_is_found_in_at_most_33_tests(bench):
    result = _compiler(bench, MULT)
    expect(result, 0, r"^fail\.c:7:23:$", r"^ +\^{5}$",
           r'With "\+ 1\.0", the program is killed by SIGSEGV in an endless '
           r"recursion of fold; without, it exits with status 0\.",
           "while it passes on an empty input",
           "The whole failing input passes without it, too")
    tests = int(re.search(r"Proven by (\d+) tests", result.out).group(1))
    assert tests <= 33, tests


def one_cause_among_14000_tokens_takes_at_most_50_tests(bench):
    other = MULT.replace("1.0", "j").replace("mult", "f%d")
    functions = [other % i for i in range(200)]
    functions.insert(123, MULT)
    report = _json(_compiler(bench, "\n".join(functions), "--format", "json"))
    found = report["input"]
    assert found["difference"][0]["fail"].strip() == "+ 1.0", found
    assert found["deltas"] > 11000, found["deltas"]
    assert found["tests"]["total"] <= 50, found["tests"]


def a_program_without_symbols_will_do(bench):
    source = os.path.join(os.path.dirname(__file__), "..", "debuggees",
                          "compiler.c")
    subprocess.run(["cc", "-O1", "-s", "-o", bench.path("bare"), source],
                   check=True)
    bench.write("fail.c", MULT)
    bench.write("fail.args", "./bare fail.c")
    assert _difference(bench.run("input", "-q", "--format", "json",
                                 "fail.args")) == [("+ 1.0", "")]


def the_report_is_the_same_for_any_number_of_jobs(bench):
    reports = []
    for jobs in ("1", "2", "5"):
        report = _json(_compiler(bench, MULT, "--format", "json", "--jobs",
                                 jobs))
        del report["seconds"]
        reports.append(report)
    assert reports[0] == reports[1] == reports[2], reports


def the_input_may_come_by_a_file_stdin_an_argument_or_a_variable(bench):
    for command in ("./eater file in.txt", "./eater stdin < in.txt",
                    "./eater argument 'one BAD two' --input arg:2",
                    "EATEN='one BAD two' ./eater", "./eater child in.txt"):
        command, _, named = command.partition(" --input ")
        options = ("--input", named) if named else ()
        assert _difference(_eater(bench, command, *options)) == \
            [("BAD", "")], command


def programs_may_read_twice_map_and_write_back_their_input(bench):
    result = _eater(bench, "./eater twice in.txt")
    assert _difference(result) == [("BAD", "")]
    with open(bench.path("in.txt")) as file:
        assert file.read() == "one BAD two"


def several_files_are_one_input(bench):
    bench.write("a.txt", "x y z\n")
    result = _eater(bench, "./eater file a.txt in.txt")
    expect(result, 2, "has several inputs", "--input a.txt, --input in.txt")
    result = _eater(bench, "./eater file a.txt in.txt", "--input", "a.txt",
                    "--input", "in.txt")
    assert _difference(result) == [("BAD", "")]
    assert [p["name"] for p in _json(result)["input"]["closest"]] == \
        ["a.txt", "in.txt"]


def with_a_passing_command_only_what_differs_is_in_question(bench):
    bench.write("good.txt", "one good two\nthree\n")
    bench.write("pass.args", "./eater file good.txt")
    result = _eater(bench, "./eater file in.txt", passing=["pass.args"],
                    fail="one BAD two\nthree four\n")
    report = _json(result)
    assert report["input"]["deltas"] <= 4, report
    assert _difference(result) == [("BAD", "good")], report


def a_binary_input_is_told_by_its_bytes(bench):
    good = bytes(range(256)) * 2
    bad = good[:300] + b"\1\2\3\4" + good[304:]
    good = good[:1] + b"\0\0\0\0" + good[5:]
    bad = bad[:1] + b"\0\0\0\0" + bad[5:]
    good = good.replace(b"\1\2\3\4", b"\1\2\0\4")
    bad = bad.replace(b"\1\2\3\4", b"\1\2\0\4", 0)
    bench.write("good.bin", good)
    bench.write("pass.args", "./eater file good.bin")
    report = _json(_eater(bench, "./eater file in.bin", fail=bad,
                          name="in.bin", passing=["pass.args"]))
    change, = report["input"]["difference"]
    assert "line" not in change and report["input"]["closest"][0]["binary"]
    assert report["input"]["tests"]["total"] < 20, report


def another_crash_is_not_the_failure(bench):
    report = _json(_eater(bench, "./eater file in.txt",
                          fail="BAD SECOND other words"))
    assert report["input"]["difference"][0]["fail"].strip() == "SECOND"
    assert "second" in report["failure"]["text"], report


def a_hang_is_a_failure_by_its_processor_time(bench):
    assert _difference(_eater(bench, "./eater file in.txt",
                              fail="a LOOP b")) == [("LOOP", "")]


def the_user_may_say_what_a_failure_is(bench):
    for options in (("--fail-if", "^2 functions"),
                    ("--test", 'grep -q "^2 " "$HOWCOME_STDOUT" && exit 1; '
                               'exit $HOWCOME_STATUS')):
        good = MULT.replace(" + 1.0", "")
        result = _compiler(bench, good + good.replace("mult", "copy"),
                           *options, "--format", "json")
        assert _json(result)["input"]["status"] == "isolated", result


def what_fails_now_and_then_wants_repeat(bench):
    result = _eater(bench, "./eater file in.txt", "--repeat", "12",
                    "--timeout", "5", fail="a SOMETIMES b")
    if result.status == 3:
        return "did not fail in three runs"
    report = _json(result)
    assert report["input"]["repeat"] == 12
    assert report["input"]["difference"][0]["fail"].strip() == "SOMETIMES"


def the_closest_pair_is_written_for_howcome(bench):
    result = _compiler(bench, MULT, "--pair", "pair")
    expect(result, 0, "howcome pair/pass.args pair/fail.args")
    with open(bench.path("pair/pass.args")) as file:
        assert file.read() == "./debuggee-compiler pair/pass/fail.c\n"
    status = [subprocess.run(
        ["sh", "-c", "ulimit -s 8192; exec $(cat pair/%s.args)" % side],
        cwd=bench.folder, stdout=subprocess.DEVNULL, check=False).returncode
        for side in ("pass", "fail")]
    assert status == [0, -signal.SIGSEGV], status


def what_makes_no_sense_is_told(bench):
    bench.write("empty.c", "")
    bench.write("fine.c", MULT.replace(" + 1.0", ""))
    bench.write("fail.c", MULT)
    os.mkfifo(bench.path("fifo"))
    os.mkdir(bench.path("folder"))
    cases = (
        ("./debuggee-compiler fine.c", (), 3, "does not fail: .*--fail-if"),
        ("./debuggee-compiler empty.c", (), 2, "the input is empty"),
        ("./debuggee-compiler missing.c", (), 2, "--input arg:N"),
        ("./debuggee-compiler", (), 2, "--input arg:N or --input env:NAME"),
        ("./debuggee-compiler fifo", ("--input", "fifo"), 2,
         "not a regular file"),
        ("./debuggee-compiler folder", ("--input", "folder"), 2, "a folder"),
        ("./debuggee-compiler fail.c", ("--input", "other"), 2,
         "has no input 'other'"),
        ("./debuggee-compiler fail.c", ("--repeat", "0"), 2, "--repeat takes"),
        ("./missing fail.c", (), 4, "missing"),
        ("./debuggee-compiler fail.c", ("fail.args",), 2,
         "the two commands are the same"),
    )
    for command, options, status, words in cases:
        bench.write("fail.args", command)
        expect(bench.run("input", "-q", *options, "fail.args") if
               options != ("fail.args",) else
               bench.run("input", "-q", "fail.args", "fail.args"),
               status, words)
    expect(bench.run("input"), 2, "an args file is needed")


def a_limit_on_tests_leaves_the_closest_pair_so_far(bench):
    result = _compiler(bench, MULT, "--limit-tests", "5", "--format", "json")
    found = _json(result)["input"]
    assert found["limited"] and "1.0" in found["closest"][0]["fail"]["text"]


def one_bracket_is_found_in_a_round_of_its_own(bench):
    bench.write("in.txt", "one (two) three\nfour [five] (six)\n"
                          "eight BAD (nine) ten\n")
    bench.write("fail.args", "/bin/cat in.txt")
    result = bench.run("input", "-q", "--fail-if", r"BAD.*\)", "--format",
                       "json", "fail.args")
    change, = _json(result)["input"]["difference"]
    assert (change["line"], change["column"]) == (3, 16), change
    assert _difference(result) == [(")", "")], result
    assert _json(result)["input"]["confirmed"] == "both", result


def a_long_text_is_narrowed_by_its_lines_first(bench):
    lines = [f"the quick brown fox {i} jumps\n" for i in range(320000)]
    lines[234567] = "some are BAD, I think (really)\n"
    bench.write("in.txt", "".join(lines))
    bench.write("fail.args", "/bin/cat in.txt")
    found = _json(bench.run("input", "-q", "--fail-if", "BAD", "--format",
                            "json", "fail.args"))["input"]
    change, = found["difference"]
    assert (change["line"], change["column"]) == (234568, 10), change
    assert change["fail"] == "BAD" and found["deltas"] == 320000, found
    assert found["tests"]["total"] <= 50, found["tests"]


def a_script_fails_by_the_message_below_its_traceback(bench):
    document = {f"k{i}": [i, {"list": [1, 2]}] for i in range(40)}
    document["k30"] = [0, {"list": None}]
    bench.write("in.json", json.dumps(document, indent=1))
    bench.write("sum.py", "#!/usr/bin/env python3\nimport json, sys\n"
                "with open(sys.argv[1]) as file:\n"
                "    for pair in json.load(file).values():\n"
                "        sum(pair[1]['list'])\n")
    os.chmod(bench.path("sum.py"), 0o755)
    bench.write("fail.args", "./sum.py in.json")
    result = bench.run("input", "-q", "--format", "json", "fail.args")
    found = _json(result)["input"]
    assert "null" in found["difference"][0]["fail"], found["difference"]


def an_input_that_needs_its_brackets_is_narrowed_between_them(bench):
    bench.write("fail.json", '{"a": [1, 2, {"b": "BAD"}], "c": null}\n')
    bench.write("check.sh", "#!/bin/sh\n"
                "grep -q '^{' $1 || exit 3\ngrep -q BAD $1 && kill -ABRT $$\n"
                "exit 0\n")
    os.chmod(bench.path("check.sh"), 0o755)
    bench.write("fail.args", "./check.sh fail.json")
    result = bench.run("input", "-q", "fail.args")
    expect(result, 0, "passes on its outermost brackets alone", "BAD")


# ---- Interrupted ----------------------------------------------------------

SLOW = """#!/bin/sh
# %s
sleep 0.05
grep -q BAD $1 && kill -ABRT $$
exit 0
"""


def _slow(bench):
    mark = os.path.basename(bench.folder)
    bench.write("slow.sh", SLOW % mark)
    os.chmod(bench.path("slow.sh"), 0o755)
    bench.write("in.txt", "".join(f"word{i} " for i in range(64)) + "BAD x\n")
    bench.write("fail.args", "./slow.sh in.txt")


def _folders(bench):
    return os.listdir(bench.path("tmp"))


def _start(bench, *options):
    os.makedirs(bench.path("tmp"), exist_ok=True)
    return bench.start("input", "-v", *options, "fail.args",
                       env={**os.environ, "TMPDIR": bench.path("tmp")})


TEST = b"howcome: test "


def _wait_for(process, words, times=1):
    for line in process.stderr:
        times -= words in line
        if times == 0:
            return
    raise AssertionError("it ended before")


def interrupted_in_any_phase_it_leaves_nothing(bench):
    _slow(bench)
    for words, times in ((b"passing run", 1), (b"failing run", 1), (TEST, 1),
                         (TEST, 4)):
        process = _start(bench, "--jobs", "2")
        _wait_for(process, words, times)
        process.send_signal(signal.SIGINT)
        result = bench.finish(process)
        expect(result, 130, "Interrupted", "What makes")
        assert not _folders(bench), words
        left = left_behind(bench.path("tmp"))
        assert not left, left


def interrupted_it_tells_and_keeps_the_closest_pair_so_far(bench):
    _slow(bench)
    process = _start(bench, "--jobs", "1", "--pair", "pair")
    _wait_for(process, TEST, 5)
    process.send_signal(signal.SIGINT)
    expect(bench.finish(process), 130, "the difference may get smaller", "BAD")
    with open(bench.path("pair/fail/in.txt")) as file:
        assert "BAD" in file.read()
    with open(bench.path("pair/pass/in.txt")) as file:
        assert "BAD" not in file.read()


def killed_it_leaves_nothing(bench):
    _slow(bench)
    for words in (b"passing run", TEST):
        process = _start(bench, "--jobs", "1")
        _wait_for(process, words)
        process.kill()
        process.communicate()
        wait_until(lambda: not _folders(bench))
        left = left_behind(bench.path("tmp"))
        assert not left, left


def with_a_journal_it_goes_on_without_repeating_a_test(bench):
    _slow(bench)
    os.makedirs(bench.path("tmp"), exist_ok=True)
    whole = _json(bench.run("input", "-q", "--format", "json", "--jobs", "1",
                            "fail.args"))
    process = _start(bench, "--jobs", "1", "--journal", "j")
    _wait_for(process, TEST, 5)
    process.send_signal(signal.SIGINT)
    expect(bench.finish(process), 130)
    with open(bench.path("j")) as file:
        known = len(re.findall("^test ", file.read(), re.MULTILINE))
    result = bench.run("input", "--format", "json", "--jobs", "1",
                       "--journal", "j", "fail.args")
    expect(result, 0, f"which has the outcome of {known} test")
    again = json.loads(result.out)
    for report in (whole, again):
        del report["seconds"]
    assert whole == again, (whole, again)
    with open(bench.path("j")) as file:
        tests = [line.split()[1] for line in file if line[:5] == "test "]
    assert known >= 4 and len(tests) == len(set(tests)), tests


main(globals())
