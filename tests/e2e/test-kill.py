"""howcome, ended at any moment, leaves nothing behind.

    python3 tests/e2e/test-kill.py BUILD [TIMES]

Moments are spread over a whole analysis, by a fixed seed.
"""
import os
import random
import signal
import sys
import time

from e2e import is_awake, left_behind, main, wait_until

TIMES = int(sys.argv[2]) if len(sys.argv) > 2 else 4


def _seconds(bench):
    """How long a whole analysis takes."""
    start = time.monotonic()
    result = bench.run("-q", "pass.args", "fail.args")
    assert result.status == 0, result
    return time.monotonic() - start


def _child(pid):
    """The only one of howcome's first process, and of its warden."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            return int((file.read().split() or [pid])[0])
    except FileNotFoundError:
        return pid


def _kill_any(process, i):
    """One of its three processes, or all in the user's process group."""
    warden = _child(process.pid)
    try:
        if i % 4 == 3:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            os.kill([process.pid, warden, _child(warden)][i % 4],
                    signal.SIGKILL)
    except ProcessLookupError:
        pass  # It has come to its end.


def _end(bench, seed, strike, statuses):
    bench.write("pass.args", "./sample 9 8 7")
    bench.write("fail.args", "./sample 11 14")
    scratch = bench.path("scratch")
    os.mkdir(scratch)
    whole = _seconds(bench)
    seeded = random.Random(seed)
    for i in range(TIMES):
        mark = f"HOWCOME_TEST_MARK={os.getpid()}-{seed}-{i}"
        name, value = mark.split("=")
        process = bench.start("-q", "pass.args", "fail.args",
                              env={**os.environ, name: value,
                                   "TMPDIR": scratch},
                              start_new_session=True)
        wait_until(lambda: is_awake(process.pid))
        time.sleep(seeded.uniform(0, whole))
        strike(process, i)
        result = bench.finish(process)
        assert result.status in statuses, result
        left = left_behind(mark)
        assert not left, f"left in round {i}:\n{left}"
        assert os.listdir(scratch) == [], os.listdir(scratch)


def an_interrupt_ends_it_and_all_it_started(bench):
    _end(bench, 2, lambda process, i: process.send_signal(signal.SIGINT),
         (0, 130))


def a_request_to_end_does_too(bench):
    _end(bench, 15, lambda process, i: process.send_signal(signal.SIGTERM),
         (0, 143))


def a_kill_does_too_whichever_process_it_hits(bench):
    _end(bench, 9, _kill_any, (0, -signal.SIGKILL))


main(globals())
