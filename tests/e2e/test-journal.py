"""--journal: an analysis that was interrupted goes on where it was."""
import json
import re
import signal

from e2e import expect, main

SAMPLE = ("./sample 9 8 7", "./sample 11 14")
ARGS = ("--fail-if", "^0 ", "--jobs", "1", "pass.args", "fail.args")

# Takes 20 ms for a test, so that there is time to interrupt it.
SLOW = r"""
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int sum(const int *values, int n)
{
	int all = 0;
	for (int i = 0; i < n; i++)
		all += values[i];
	usleep(20000);
	return all;
}
int main(int argc, char **argv)
{
	int values[8] = {0};
	for (int i = 1; i < argc && i < 8; i++)
		values[i] = atoi(argv[i]);
	int all = sum(values, 8);
	printf("%d\n", all);
	return all > 100;
}
"""
TIMES = re.compile(r'"(stop|extract|compare|narrow|seconds)" : [0-9.e-]+,?\n')


def _begin(bench, passing=SAMPLE[0], failing=SAMPLE[1]):
    bench.write("pass.args", passing)
    bench.write("fail.args", failing)


def _tests(result):
    """Those that were really run: -v tells each."""
    return len(re.findall(r"^howcome: test \d+:", result.err, re.MULTILINE))


def _known(result):
    match = re.search(r"which has the outcome of (\d+) test", result.err)
    return int(match.group(1)) if match else 0


def _interrupt_after(bench, n, *options):
    """One try, interrupted as soon as it has told its n-th test."""
    process = bench.start("-v", *options)
    seen = b""
    for line in process.stderr:
        seen += line
        if seen.count(b"\nhowcome: test ") == n:
            process.send_signal(signal.SIGINT)
            break
    result = bench.finish(process)
    result.err = seen.decode() + result.err
    return result


def a_finished_analysis_is_told_again_without_a_test(bench):
    _begin(bench)
    first = bench.run("-v", "--journal", "j", *ARGS)
    again = bench.run("-v", "--journal", "j", *ARGS)
    expect(first, 0)
    assert first.out == again.out, again
    assert _tests(first) > 50 and _tests(again) == 0, again


def interrupted_again_and_again_it_ends_with_the_same_report(bench):
    bench.compile("slow", SLOW)
    _begin(bench, "./slow 1 2 3", "./slow 1 200 3")
    options = ("--jobs", "1", "--events", "4", "pass.args", "fail.args")
    whole = bench.run("-v", *options)
    expect(whole, 0)
    tests = run = tries = 0
    while True:
        result = _interrupt_after(bench, 9, "--journal", "j", *options)
        tries += 1
        run += _tests(result)
        if result.status != 130:
            break
        assert tries < 60, result
    assert result.out == whole.out, f"{result}\n--- not\n{whole.out}"
    assert tries > 2, tries
    # The one that was under way each time may be run again, and no other.
    assert run <= _tests(whole) + 2 * tries, (run, _tests(whole), tries)


def the_json_report_is_the_same_too(bench):
    _begin(bench)
    plain = bench.run("-q", "--format", "json", *ARGS)
    bench.run("-q", "--journal", "j", *ARGS)
    resumed = bench.run("-q", "--format", "json", "--journal", "j", *ARGS)
    assert TIMES.sub("", plain.out) == TIMES.sub("", resumed.out), resumed
    json.loads(resumed.out)


def places_without_a_cause_say_the_same_reason_again(bench):
    _begin(bench, "./sample 1 2", "./sample 11 14")
    options = ("-q", "-v")[1:] + ("--at", "main", "--at", "shell_sort",
                                  "--fail-if", "^11", "--journal", "j",
                                  "pass.args", "fail.args")
    first = bench.run(*options)
    again = bench.run(*options)
    assert first.out == again.out, again


def another_build_of_the_program_is_refused(bench):
    bench.compile("slow", SLOW)
    _begin(bench, "./slow 1 2 3", "./slow 1 200 3")
    options = ("--at", "main", "--journal", "j", "pass.args", "fail.args")
    expect(bench.run("-q", *options), 0)
    bench.compile("slow", SLOW.replace("20000", "10000"))
    expect(bench.run("-q", *options), 2,
           r"^howcome: journal 'j' is about something else: the program is "
           r"not the same \([0-9a-f]+ there, [0-9a-f]+ now\)")


def other_runs_and_another_failure_are_refused(bench):
    _begin(bench)
    expect(bench.run("-q", "--journal", "j", *ARGS), 0)
    _begin(bench, SAMPLE[0], "./sample 11 14 ")
    expect(bench.run("-q", "--journal", "j", *ARGS), 0)
    _begin(bench, SAMPLE[0], "./sample 11 15")
    expect(bench.run("-q", "--journal", "j", *ARGS), 2,
           "the failing command is not the same")
    _begin(bench)
    expect(bench.run("-q", "--journal", "j", "--fail-if", "^0 11", *ARGS[2:]),
           2, "what counts as a failure is not the same")


def changed_input_is_refused(bench):
    bench.compile("read", r"""
#include <stdio.h>
int main(void)
{
	int n = 0;
	if (scanf("%d", &n) != 1)
		return 2;
	return n > 5;
}
""")
    bench.write("small", "3\n")
    bench.write("large", "30\n")
    _begin(bench, "./read < small", "./read < large")
    options = ("-q", "--at", "main", "--journal", "j", "pass.args",
               "fail.args")
    expect(bench.run(*options), (0, 1))
    bench.write("large", "31\n")
    expect(bench.run(*options), 2, "the failing command's input is not the "
                                   "same")


def a_damaged_journal_is_used_as_far_as_it_goes(bench):
    _begin(bench)
    first = bench.run("-v", "--journal", "j", *ARGS)
    with open(bench.path("j"), "r+b") as file:
        text = file.read()
        file.seek(len(text) // 2)
        file.write(b"\0\0\0")
        file.truncate(len(text) - 5)
    again = bench.run("-v", "--journal", "j", *ARGS)
    expect(again, 0, r"^howcome: note: 2 lines of 'j' are damaged and not "
                     "used$")
    assert first.out == again.out and 0 < _tests(again) < 5, again


def a_file_that_is_no_journal_is_kept_as_it_is(bench):
    _begin(bench)
    bench.write("j", "my only copy\n")
    expect(bench.run("-q", "--journal", "j", *ARGS), 2,
           "^howcome: 'j' is no journal")
    with open(bench.path("j"), encoding="utf-8") as file:
        assert file.read() == "my only copy\n"
    expect(bench.run("-q", "--journal", "no/such/folder", *ARGS), 2,
           "cannot open journal 'no/such/folder'")


if __name__ == "__main__":
    main(globals())
