"""The case studies of FSE 2002, Table 4, on today's GNU diff and GNU bison.

    HOWCOME_PROGRAMS=FOLDER python3 tests/e2e/test-cases.py BUILD

diff compares two equal files, and two that differ in a line. bison reads a
grammar with a line that gives its operator a precedence, and one without.
"""
import json
import os

from e2e import expect, main

PROGRAMS = os.environ["HOWCOME_PROGRAMS"]
DIFF = os.path.join(PROGRAMS, "diffutils/src/diff")
BISON = os.path.join(PROGRAMS, "bison/src/bison")

# What is asked besides dd: the two ends, is it needed, does the failing run
# pass without it, does it take more than it.
BESIDES = 5
# And what it takes besides, where it takes something, at most.
CONTEXT = 40


def _diff(bench, *options):
    lines = [f"line {i}\n" for i in range(200)]
    bench.write("a", "".join(lines))
    bench.write("b", "".join(lines))
    lines[100] = "other\n"
    bench.write("c", "".join(lines))
    return _chain(bench, f"{DIFF} a b", f"{DIFF} a c", *options)


def _bison(bench, *options):
    for name, line in (("pass", "%left"), ("fail", "%token")):
        bench.write(f"{name}.y",
                    f"%token NUM\n{line} '+'\n%%\ne: e '+' e | NUM ;\n")
    return _chain(bench, f"{BISON} -fsyntax-only pass.y",
                  f"{BISON} -fsyntax-only fail.y",
                  "--fail-if", "shift/reduce", *options)


def _chain(bench, passing, failing, *options):
    """The events that have a cause."""
    result = bench.runs(passing, failing, "--format", "json", *options)
    expect(result, 0)
    events = json.loads(result.out)["events"]
    return [event for event in events if event["status"] == "isolated"]


def _variables(events):
    return [cause["variable"] for event in events for cause in event["cause"]]


def _assert_one_of(events, *parts):
    """Some cause is about one of these."""
    names = _variables(events)
    assert any(part in name for name in names for part in parts), \
        f"none of {parts} in {names}"


def _assert_small(event, most):
    assert len(event["cause"]) == 1, event["cause"]
    most += BESIDES + (CONTEXT if event["context"] else 0)
    assert event["tests"]["total"] <= most, event["tests"]


def _line_of(source, text):
    with open(source, encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            if text in line:
                return number
    raise AssertionError(f"no '{text}' in {source}")


def a_chain_of_diff_names_changes_and_ends_in_the_exit_status(bench):
    events = _diff(bench)
    _assert_one_of(events[:1], "argv")
    _assert_one_of(events, "changes", "changed")
    _assert_one_of(events[-1:], "status")


def diff_says_that_there_are_changes_where_they_are_known(bench):
    source = os.path.join(os.path.dirname(DIFF), "analyze.c")
    line = _line_of(source, "changes = (script != 0);")
    events = _diff(bench, "--at", f"analyze.c:{line}")
    _assert_small(events[0], 10)
    _assert_one_of(events, "script", "changes")


def a_chain_of_bison_goes_from_the_grammar_to_the_conflict(bench):
    events = _bison(bench)
    _assert_one_of(events[:1], "argv")
    _assert_one_of(events, "prec")
    _assert_one_of(events, "conflicts", "transitions")


def bison_says_that_the_token_has_no_precedence(bench):
    events = _bison(bench, "--at", "main", "--at", "reduce_grammar", "--at",
                    "conflicts_solve")
    _assert_small(events[0], 2)
    for event in events[1:]:
        _assert_small(event, 42)
        _assert_one_of([event], "prec")


main(globals())
