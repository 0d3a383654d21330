"""--ask: somebody who knows the program says what is as intended."""
import json
import os
import re
import signal
import subprocess

from e2e import DEADLINE, expect, main, wait_until

RUNS = ("./sample 9 8 7", "./sample 11 14")
SHARP = ("--fail-if", "^0 ")
# What is wrong with the sample: it reads an element that nobody gave it.
BETWEEN = (r"By your word it is as intended that argc is 3 at main "
           r"\(sample\.c:32#2\), but not that a\[2\] is 0 at main "
           r"\(sample\.c:34\): the error is between these two\.")


def _ask(bench, answers, *options):
    """howcome, with somebody at stdin."""
    bench.write("pass.args", RUNS[0])
    bench.write("fail.args", RUNS[1])
    done = subprocess.run(
        [bench.howcome, "-q", *options, "pass.args", "fail.args"],
        cwd=bench.folder, input=answers, text=True, capture_output=True,
        timeout=DEADLINE, check=False)
    assert done.returncode == 0, done
    return done


def _expect(text, *parts):
    for part in parts:
        assert re.search(part, text), f"no match for {part!r} in {text}"


def steps_are_asked_about_by_halves(bench):
    done = _ask(bench, "n\ny\n", *SHARP, "--ask")
    _expect(done.stdout, BETWEEN)
    assert done.stderr.index("Step 2 of 4") < done.stderr.index("Step 1 of 4")


def what_is_asked_about_is_told_in_full_if_wanted(bench):
    done = _ask(bench, "s\nn\ny\n", *SHARP, "--ask")
    _expect(done.stderr, r"a\[2\] is now 0 \(was 7\)\n",
                r"in main \(sample\.c:34\)")
    _expect(done.stdout, BETWEEN)


def what_is_no_answer_is_asked_again(bench):
    done = _ask(bench, "\nwhat\nn\ny\n", *SHARP, "--ask")
    assert done.stderr.count("As intended?") == 3, done.stderr
    _expect(done.stdout, BETWEEN)


# A value that is handed on, and is wrong from the eleventh variable on.
HANDED_ON = "#include <stdio.h>\n#include <stdlib.h>\n" + """
int main(int argc, char **argv)
{
	int v0 = argc > 1 ? atoi(argv[1]) : 0;
%s
	puts(v40 > 100 ? "much" : "little");
	return v40 > 100;
}
""" % "\n".join(f"\tint v{i} = v{i - 1} + {9 if i == 11 else 1};"
                for i in range(1, 41))


def _talk(bench, answer, *options):
    """The same with answers that depend on the questions."""
    process = subprocess.Popen(
        [bench.howcome, "-q", *options, "pass.args", "fail.args"],
        cwd=bench.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True)
    said = ""
    while letter := process.stderr.read(1):
        said += letter
        if re.search(r"\(y/n/d/s/q\):? \Z", said):
            process.stdin.write(answer(said) + "\n")
            process.stdin.flush()
    out, _ = process.communicate(timeout=DEADLINE)
    return out, said


def moments_between_are_opened_until_nothing_is_left(bench):
    bench.compile("handed", HANDED_ON)
    bench.write("pass.args", "./handed 5")
    bench.write("fail.args", "./handed 70")

    def answer(said):
        name = re.findall(r", (\S+) is now", said)[-1]
        return "n" if re.match(r"v(1[1-9]|[234][0-9])", name) else "y"

    few = ("--events", "2")
    before, _ = _talk(bench, answer, *few)
    assert "v10 is" not in before and "v11 is" not in before, before
    out, said = _talk(bench, answer, *few, "--ask")
    assert "Between them: at main" in said, said
    _expect(out, r"as intended that v10 is 80 at main \(handed\.c:\d+\), but "
            r"not that v11 is 89 at main")


def the_end_of_the_input_is_an_answer(bench):
    done = _ask(bench, "", *SHARP, "--ask")
    assert "By your word" not in done.stdout, done.stdout
    assert "Since a[0] was 0" in done.stdout, done.stdout


def nobody_has_to_know_everything(bench):
    done = _ask(bench, "d\ny\nn\n", *SHARP, "--ask")
    _expect(done.stdout, "By your word it is as intended")


def answers_can_be_given_beforehand(bench):
    done = _ask(bench, "", *SHARP, "--intended", "1", "--faulty", "2")
    _expect(done.stdout, BETWEEN)
    assert not done.stderr, done.stderr

    report = json.loads(_ask(bench, "", *SHARP, "--intended", "1", "--faulty",
                             "2", "--format", "json").stdout)
    judged = [e["judged"] for e in report["events"] if "judged" in e]
    assert judged == ["intended", "intended", "faulty"], judged


def where_all_is_intended_the_error_comes_later(bench):
    done = _ask(bench, "", *SHARP, "--intended", "4")
    _expect(done.stdout, r"still as intended that a\[0\] is 0 .*: the "
                r"error comes after that\.")


def where_nothing_is_the_error_comes_before(bench):
    done = _ask(bench, "", *SHARP, "--faulty", "1")
    _expect(done.stdout, r"not as intended any more that argc is 3 .*: "
                r"the error comes before that\.")


def a_failure_that_had_to_be_found_is_asked_about_once(bench):
    done = _ask(bench, "n\ny\n", "--ask")
    assert done.stderr.count("\nStep ") == 2, done.stderr
    _expect(done.stdout, BETWEEN, "--fail-if .* was taken for the failure")


def a_journal_keeps_the_answers(bench):
    first = _ask(bench, "n\ny\n", *SHARP, "--ask", "--journal", "j")
    again = _ask(bench, "", *SHARP, "--ask", "--journal", "j")
    assert not again.stderr, again.stderr
    assert again.stdout == first.stdout, again.stdout


def a_signal_ends_the_wait_for_an_answer(bench):
    bench.write("pass.args", RUNS[0])
    bench.write("fail.args", RUNS[1])
    process = subprocess.Popen(
        [bench.howcome, "-q", *SHARP, "--ask", "pass.args", "fail.args"],
        cwd=bench.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE)
    os.set_blocking(process.stderr.fileno(), False)
    said = b""

    def asked():
        nonlocal said
        said += process.stderr.read() or b""
        return b"(y/n/d/s/q): " in said

    wait_until(asked)
    process.send_signal(signal.SIGINT)
    out = process.stdout.read()
    assert process.wait(DEADLINE) == 130, process.returncode
    assert b"Since a[0] was 0" in out and b"Interrupted" in out, out
    process.stdin.close()
    process.stdout.close()
    process.stderr.close()


def options_that_contradict_each_other_end_with_2(bench):
    for words in (("--ask", "--at", "main"), ("--intended", "-1"),
                  ("--intended", "3", "--faulty", "3"), ("--faulty", "x")):
        expect(bench.runs(*RUNS, *words), 2, "--")


main(globals())
