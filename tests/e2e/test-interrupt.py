"""howcome and memgraph, interrupted in the middle of a large state: they end
soon, whatever they are doing, with what they know, and leave nothing behind.

    python3 tests/e2e/test-interrupt.py BUILD [TIMES ENTRIES]

Moments are spread over each phase, by a fixed seed. An entry is about eight
vertices.
"""
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

from e2e import is_awake, main, processes_with, wait_until

TIMES = int(sys.argv[2]) if len(sys.argv) > 2 else 12
ENTRIES = int(sys.argv[3]) if len(sys.argv) > 3 else 30000

# Catches a hang, asserts no speed.
SOON = 20


class _Run:
    """A program that is watched line by line."""

    def __init__(self, bench, mark, *command):
        name, value = mark.split("=")
        self.lines, self.mark = [], mark
        self.process = subprocess.Popen(
            command, cwd=bench.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, name: value, "TMPDIR": bench.path("scratch")},
            start_new_session=True)
        self.out = None
        self.readers = [threading.Thread(target=self._read_err),
                        threading.Thread(target=self._read_out)]
        for reader in self.readers:
            reader.start()

    def _read_err(self):
        for line in self.process.stderr:
            self.lines.append((time.monotonic(), line.rstrip()))

    def _read_out(self):
        self.out = self.process.stdout.read()

    def wait(self, seconds):
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        for reader in self.readers:
            reader.join()
        return True

    def end(self):
        if not self.wait(600):
            self.process.kill()
            raise AssertionError("it does not end by itself")
        return self.process.returncode


def _phases(run, begin):
    """When each began, and when it all was over: from the progress lines."""
    starts = [(begin, "start")]
    for when, line in run.lines:
        if re.match(r"howcome: (moment|the \w+ing run|looking)", line):
            starts.append((when, line))
    starts.append((time.monotonic(), "end"))
    return [(when - begin, after[0] - begin, what)
            for (when, what), after in zip(starts, starts[1:])]


def _strike(bench, run, number, status):
    """Interrupts it; returns how long it takes to end, or None if it was over
    before that."""
    if run.wait(0):
        return None
    sent = time.monotonic()
    run.process.send_signal(number)
    if not run.wait(SOON):
        os.killpg(run.process.pid, signal.SIGKILL)
        run.wait(SOON)
        raise AssertionError(f"still there after {SOON} s: {run.lines[-3:]}")
    took = time.monotonic() - sent
    code = run.process.returncode
    if code != status:
        # It came to its end just before.
        assert code == 0, (code, run.lines[-3:])
        return None
    assert run.lines[-1][1].endswith(": interrupted"), run.lines[-3:]
    wait_until(lambda: not processes_with(run.mark))
    assert os.listdir(bench.path("scratch")) == []
    return took


def _begin(bench):
    os.mkdir(bench.path("scratch"))
    bench.write("pass.args", f"./debuggee-hoard {ENTRIES} 0")
    bench.write("fail.args", f"./debuggee-hoard {ENTRIES} 7777")


def _tell(what, slowest):
    for phase, seconds in sorted(slowest.items()):
        print(f"# {what}, {phase}: {seconds:.2f} s")


def _check_files(bench, report):
    """What there is belongs to an event that was told."""
    for name in ("graphs", "pictures"):
        folder = bench.path(name)
        left = os.listdir(folder) if os.path.exists(folder) else []
        assert not any(file.startswith(".") for file in left), left
        assert not left or report["events"], left
        shutil.rmtree(folder, ignore_errors=True)


def an_interrupt_in_any_phase_ends_it_soon(bench):
    _begin(bench)
    command = [bench.howcome, "-v", "--format=json", "--at", "check", "--gxl",
               "graphs", "--dot", "pictures", "pass.args", "fail.args"]
    begin = time.monotonic()
    whole = _Run(bench, f"HOWCOME_TEST_MARK={os.getpid()}-whole", *command)
    assert whole.end() == 0, whole.lines
    told = json.loads(whole.out)
    assert "interrupted" not in told
    phases = _phases(whole, begin)
    assert any("stopping" in what for _, _, what in phases), phases
    assert any("comparing" in what for _, _, what in phases), phases
    _check_files(bench, told)

    seeded = random.Random(2)
    struck, slowest = 0, {}
    for i in range(TIMES):
        start, end, what = phases[i % len(phases)]
        number, status = [(signal.SIGINT, 130), (signal.SIGTERM, 143)][i % 2]
        run = _Run(bench, f"HOWCOME_TEST_MARK={os.getpid()}-{i}", *command)
        wait_until(lambda: is_awake(run.process.pid))
        run.wait(seeded.uniform(start, end))
        took = _strike(bench, run, number, status)
        if took is None:
            _check_files(bench, json.loads(run.out))
            continue
        struck += 1
        phase = re.sub(r".*: |\d+ \w+.*", "", what)
        slowest[phase] = max(took, slowest.get(phase, 0))
        report = json.loads(run.out) if run.out else None
        # Before the runs are known there is nothing to report, and after the
        # last test all of it.
        assert report or "moment" not in what, run.lines
        assert not report or report.get("interrupted") is True or \
            report["steps"] == told["steps"], report
        _check_files(bench, report)
    assert struck > TIMES / 2, struck
    _tell("howcome", slowest)


def _remove_made(bench):
    for name in ("made.gxl", "made.json"):
        if os.path.exists(bench.path(name)):
            os.remove(bench.path(name))


def memgraph_does_too_and_leaves_no_file(bench):
    _begin(bench)
    memgraph = os.path.join(bench.build, "src", "memgraph")
    at = ["--at", "check", "--format=gxl", "-o"]
    for name in ("pass", "fail"):
        run = _Run(bench, "HOWCOME_TEST_MARK=whole", memgraph, *at,
                   name + ".gxl", name + ".args")
        assert run.end() == 0, run.lines
    seeded = random.Random(3)
    for words in (at + ["made.gxl", "pass.args"],
                  ["diff", "--format=json", "-o", "made.json", "pass.gxl",
                   "fail.gxl"],
                  ["diff", "--format=gxl", "-o", "made.gxl", "pass.gxl",
                   "fail.gxl"]):
        begin = time.monotonic()
        run = _Run(bench, "HOWCOME_TEST_MARK=whole", memgraph, *words)
        assert run.end() == 0, run.lines
        seconds = time.monotonic() - begin
        _remove_made(bench)
        slowest = {}
        for i in range(max(TIMES // 4, 2)):
            mark = f"HOWCOME_TEST_MARK={os.getpid()}-{words[0]}-{i}"
            run = _Run(bench, mark, memgraph, *words)
            wait_until(lambda: is_awake(run.process.pid))
            run.wait(seeded.uniform(0, 0.9 * seconds))
            took = _strike(bench, run, signal.SIGINT, 130)
            if took is None:
                _remove_made(bench)
                continue
            slowest[words[0]] = max(took, slowest.get(words[0], 0))
            assert run.out == "", run.out
            left = [name for name in os.listdir(bench.folder)
                    if name.startswith("made")]
            assert left == [], left
        _tell("memgraph", slowest)


main(globals())
