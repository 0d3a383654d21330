"""howcome on programs with threads: it ends, tells no false cause, and leaves
nothing behind.

    python3 tests/e2e/test-threads.py BUILD [TIMES]

With TIMES, everything that often, and what takes long, too: without a place in
all ways of running tests, and what hangs.
"""
import json
import os
import random
import re
import signal
import sys
import time

from e2e import DEADLINE, is_awake, left_behind, main, wait_until

TIMES = int(sys.argv[2]) if len(sys.argv) > 2 else 0
CREW = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..",
                    "debuggees", "crew")

ENGINES = ("auto", "fork", "rerun")
# What a fork can't copy, said by --engine fork, or by auto with -v.
UNSOUND = (r"the program has (\d+ threads|children of its own|signals waiting)"
           r"|memory is shared with others")
# A thread that main gave an untyped pointer to its own stack, and what it finds
# there: nothing of that is in the state.
UNSEEN = r"still passes with (the one difference|all \d+ differences)"
# The same with what the threads happened to do so far. Put into another run,
# where they did something else, a lock that nobody holds is waited for.
MIXED = UNSEEN + (r"|the passing run does something else"
                  r"|the passing run does not pass from here on"
                  r"|the two states do not differ|ended before it got"
                  r"|by different calls|ended while it was stopped")


class _Case:
    """A program, its two arguments, and what may be said about it."""

    def __init__(self, name, passing, failing, causes, places, must=1):
        self.name = name
        self.passing = f"./debuggee-crew-{name} {passing}"
        self.failing = f"./debuggee-crew-{name} {failing}"
        # Of an analysis without a place: all that are true, and one of the
        # first few must be told.
        self.causes = causes
        self.must = causes[:must]
        # Functions and marks, each with the causes that are true there, or
        # with a pattern: why there may be none.
        self.places = places

    def where(self, place):
        """A function is its own name, a mark a line of the source."""
        if not place.startswith("MARK"):
            return place
        with open(os.path.join(CREW, self.name + ".c")) as file:
            for i, line in enumerate(file, 1):
                if f"/* {place} */" in line:
                    return f"{self.name}.c:{i}"
        raise AssertionError(f"no {place} in {self.name}.c")


EVENT = _Case("event", "7", "70", ["given", "made", "argv[1]"],
             {"work": ["given"], "MARK: work": ["given", "*from"]})
CRASH = _Case("crash", "7", "70",
             ["job.result", "job->result", "number", "argv[1]"],
             {"work": (["job->result"], UNSEEN),
              "MARK: crash": ["job->result"]})
THREAD_FIRST = _Case("thread-first", "3", "9",
                    ["level", "seen", "number", "*amount", "argv[1]"],
                    {"work": (["*amount"], UNSEEN), "MARK: work": ["*amount"],
                     "look": ["level"]})
MAIN_FIRST = _Case("main-first", "3", "9", ["level", "argv[1]"],
                  {"work": ["level"], "finish": ["level"]})
DETACHED = _Case("detached", "7", "170", ["said", "given", "argv[1]"],
                {"work": ["given"], "judge": ["said"]})
# How far other threads have come is another matter each time, and what one of
# them has not done yet makes the sum wrong as well.
MANY = _Case("many", "50", "20", ["parts[20]", "wrong", "sum", "argv[1]"] +
             [f"parts[{i}]" for i in range(50)],
            {"work": ["wrong"], "add": ["parts[20]"]})
FORKS = _Case("forks", "3", "9",
             ["level", "number", "status", "work::answer", "argv[1]"],
             {"work": ["level"], "ask": ["number"]})
LOOPS = _Case("loops", "4", "8", ["step", "argv[1]"],
             {"work": (["step", "*(unsigned *) data"], UNSEEN),
              "MARK: turn": ["step"]})
WAITS = _Case("waits", "3", "9",
             ["level", "bad", "number", "*amount", "argv[1]"],
             {"work": (["*amount"], MIXED), "MARK: locked": ["*amount"],
              "judge": ["level"]})
# Main may be past all moments that both runs share before the thread begins.
KEEPS = _Case("waits", "3 drop", "3 keep",
             ["keep", "lock.__data.__lock", "argv[2]"],
             {"work": (["keep"], MIXED), "MARK: locked": ["keep"]}, must=3)
RACES = _Case("races", "3", "7", ["number", "argv[1]"],
             {"work": (["number"], MIXED), "MARK: append": (["number"], MIXED),
              "judge": ["number"]})


def _start(bench, mark, *args):
    name, value = mark.split("=")
    return bench.start(*args, "pass.args", "fail.args",
                       env={**os.environ, name: value},
                       start_new_session=True)


def _run(bench, case, *args):
    """An analysis that ends by itself, and takes all it started with it."""
    bench.write("pass.args", case.passing)
    bench.write("fail.args", case.failing)
    mark = f"HOWCOME_TEST_MARK={os.getpid()}-{time.monotonic_ns()}"
    result = bench.finish(_start(bench, mark, "-v", "--format", "json", *args))
    left = left_behind(mark)
    assert not left, f"left by {args}:\n{left}"
    return result


def _plain(variable):
    """ "argv[1]" for "*main::argv[1]@3": its length is that of its text."""
    return re.sub(r"^\*(argv\[\d\])@\d+$", r"\1",
                  variable.replace("main::", ""))


def _causes(result):
    """The variables of all events with a cause."""
    return [_plain(cause["variable"])
            for event in json.loads(result.out)["events"]
            if event["status"] == "isolated" for cause in event["cause"]]


def _reasons(result):
    return [event["reason"] for event in json.loads(result.out)["events"]
            if event["status"] != "isolated"]


def _check(result, causes, why_none, must):
    """A true cause; or none, for a reason that may be."""
    assert result.status in (0, 1), result
    if result.status == 1 and not result.out:
        assert why_none and re.search(why_none, result.err), result
        return
    found = _causes(result)
    assert set(found) <= set(causes), f"{found} in {result}"
    if result.status == 0:
        assert not must or set(found) & set(must), f"{found} in {result}"
        return
    assert why_none and not found, result
    for reason in _reasons(result):
        assert re.search(why_none, reason), result


def _look_at(bench, case, place, engine):
    expected = case.places[place]
    causes, why_none = expected if isinstance(expected, tuple) else (
        expected, None)
    result = _run(bench, case, "--engine", engine, "--at", case.where(place))
    if engine == "fork" and result.status == 4:
        assert re.search("^howcome: tests can't be forked here: "
                         f"({UNSOUND})", result.err, re.MULTILINE), result
        return
    _check(result, causes, why_none, causes)
    if engine == "auto" and result.status == 0:
        assert re.search(f": (fork: a fork is sound|rerun: ({UNSOUND}))$",
                         result.err, re.MULTILINE), result


def _at(bench, case):
    """At each of its places; each way of running tests at least once."""
    for place in case.places:
        for engine in ENGINES if TIMES else ("auto",):
            _look_at(bench, case, place, engine)
    if not TIMES:
        _look_at(bench, case, list(case.places)[0], "fork")
        _look_at(bench, case, list(case.places)[-1], "rerun")


def _anywhere(bench, case):
    """Without a place."""
    for engine in ENGINES if TIMES else ("auto",):
        result = _run(bench, case, "--engine", engine)
        # Where nothing can be forked, that is all there is to say.
        if engine == "fork" and result.status != 0:
            assert re.search(f"can't be forked here: ({UNSOUND})",
                             result.out + result.err), result
            continue
        _check(result, case.causes, None, case.must)


def _interrupt(bench, case, seconds, *args):
    """Struck on its way, it ends at once."""
    bench.write("pass.args", case.passing)
    bench.write("fail.args", case.failing)
    mark = f"HOWCOME_TEST_MARK={os.getpid()}-{time.monotonic_ns()}"
    process = _start(bench, mark, "-q", *args)
    wait_until(lambda: is_awake(process.pid))
    time.sleep(seconds)
    over = process.poll() is not None
    process.send_signal(signal.SIGINT)
    start = time.monotonic()
    result = bench.finish(process)
    assert over or result.status == 130 or result.status in (0, 1), result
    assert time.monotonic() - start < DEADLINE / 4, \
        f"{time.monotonic() - start} s from the signal to the end"
    left = left_behind(mark)
    assert not left, f"left after {seconds} s:\n{left}"
    return result.status


def _both(bench, case):
    for _ in range(max(TIMES, 1)):
        _at(bench, case)
        _anywhere(bench, case)


def an_event_in_a_thread_has_a_cause(bench):
    _both(bench, EVENT)


def a_crash_in_a_thread_has_a_cause(bench):
    _both(bench, CRASH)


def a_thread_that_ends_before_main_has_left_the_cause(bench):
    _both(bench, THREAD_FIRST)


def a_thread_that_outlives_main_has_a_cause(bench):
    _both(bench, MAIN_FIRST)


def a_thread_that_nobody_joins_has_a_cause(bench):
    _both(bench, DETACHED)


def one_of_fifty_threads_has_done_wrong(bench):
    _both(bench, MANY)


def moments_that_can_not_be_forked_are_passed_over(bench):
    """As long as the fifty are there; before and after, it can be."""
    result = _run(bench, MANY, "--engine", "fork")
    _check(result, MANY.causes, None, ["parts[20]"])
    assert result.status == 0, result
    for reason in _reasons(result):
        assert re.search(f"can't be forked here: ({UNSOUND})", reason), result
    assert _reasons(result), result


def a_child_of_a_thread_tells_what_its_cause_makes_it(bench):
    _both(bench, FORKS)


def a_thread_that_holds_what_main_waits_for_has_a_cause(bench):
    _both(bench, WAITS)


def what_threads_do_in_any_order_is_no_cause(bench):
    _both(bench, RACES)


def what_happens_by_chance_is_no_failure_or_has_a_true_cause(bench):
    """Who comes first differs from run to run, and decides."""
    case = _Case("order", "3", "7", ["number", "first", "argv[1]"], {})
    for _ in range(max(TIMES, 1)):
        for engine in ("auto", "rerun"):
            result = _run(bench, case, "--engine", engine)
            if result.status == 3:
                assert re.search("not repeatable|does not fail", result.err), \
                    result
            else:
                _check(result, case.causes, ".", ())


def a_thread_that_loops_has_a_cause(bench):
    result = _run(bench, LOOPS, "--at", LOOPS.where("MARK: turn"))
    _check(result, ["step"], None, ["step"])


# What hangs takes seconds each time.
if TIMES:
    def a_thread_that_loops_has_a_cause_however_it_is_looked_for(bench):
        _both(bench, LOOPS)

    def a_thread_that_keeps_what_main_waits_for_has_a_cause(bench):
        _both(bench, KEEPS)


def an_interrupt_ends_an_analysis_of_threads(bench):
    seeded = random.Random(17)
    # These take longer than that, on any machine.
    for case in (MANY, LOOPS):
        for _ in range(1 + TIMES):
            status = _interrupt(bench, case, seeded.uniform(0.1, 1.5),
                                "--engine", "rerun")
            assert status == 130, status
    for case in (EVENT, CRASH, THREAD_FIRST, MAIN_FIRST, DETACHED, FORKS,
                 WAITS, KEEPS, RACES) if TIMES else (CRASH, FORKS):
        for _ in range(1 + TIMES):
            _interrupt(bench, case, seeded.uniform(0, 1), "--engine",
                       seeded.choice(("auto", "rerun")))


main(globals())
