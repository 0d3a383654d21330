"""howcome, ended at any moment, leaves nothing behind.

    python3 tests/e2e/test-kill.py BUILD [TIMES]

Moments are spread over a whole analysis, by a fixed seed.
"""
import os
import random
import signal
import sys
import time

from e2e import main, processes_with, wait_until

TIMES = int(sys.argv[2]) if len(sys.argv) > 2 else 3


def _seconds(bench):
    """How long a whole analysis takes."""
    start = time.monotonic()
    result = bench.run("-q", "pass.args", "fail.args")
    assert result.status == 0, result
    return time.monotonic() - start


def _end(bench, number, statuses, most_left=0):
    bench.write("pass.args", "./sample 9 8 7")
    bench.write("fail.args", "./sample 11 14")
    scratch = bench.path("scratch")
    os.mkdir(scratch)
    whole = _seconds(bench)
    seeded = random.Random(number)
    survivors = 0
    for i in range(TIMES):
        mark = f"HOWCOME_TEST_MARK={os.getpid()}-{number}-{i}"
        name, value = mark.split("=")
        process = bench.start("-q", "pass.args", "fail.args",
                              env={**os.environ, name: value,
                                   "TMPDIR": scratch})
        time.sleep(seeded.uniform(0, whole))
        process.send_signal(number)
        result = bench.finish(process)
        assert result.status in statuses, result
        try:
            wait_until(lambda: not processes_with(mark))
        except AssertionError:
            survivors += 1
            for pid in processes_with(mark):
                os.kill(pid, signal.SIGKILL)
        assert os.listdir(scratch) == [], os.listdir(scratch)
    assert survivors <= most_left, f"{survivors} of {TIMES} left something"


def an_interrupt_ends_it_and_all_it_started(bench):
    _end(bench, signal.SIGINT, (0, 130))


def a_request_to_end_does_too(bench):
    _end(bench, signal.SIGTERM, (0, 143))


def even_a_kill_leaves_nothing_but_what_gdb_was_starting(bench):
    """GDB forks a program and then tells the kernel to end it with GDB; in
    between nobody else could (docs/using.md)."""
    _end(bench, signal.SIGKILL, (0, -signal.SIGKILL), (TIMES + 9) // 10)


main(globals())
