"""What the end-to-end tests share: running the real program, TAP output.

A test is a function whose name says what is true; it raises AssertionError if
it is not. Each gets a folder of its own, with the debuggees linked into it.
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback

# The analysis was made, whatever it found.
VALID = (0, 1)

# Longer than anything here may take: catches a hang, asserts no speed.
DEADLINE = 60


class Result:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def __repr__(self):
        return (f"status {self.status}\n--- stdout\n{self.out}"
                f"--- stderr\n{self.err}")


class Bench:
    """One test's folder, and the programs of the build."""

    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        self.howcome = os.path.join(build, "src", "howcome")
        for place in ("tests/debuggees", "samples"):
            self._link(os.path.join(build, place))

    def _link(self, place):
        for name in os.listdir(place):
            path = os.path.join(place, name)
            if os.path.isfile(path) and os.access(path, os.X_OK):
                os.symlink(path, os.path.join(self.folder, name))

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        mode = "wb" if isinstance(text, bytes) else "w"
        with open(self.path(name), mode) as file:
            file.write(text)
        return name

    def compile(self, name, source, *options):
        """A debuggee that only one test needs."""
        self.write(name + ".c", source)
        subprocess.run(["cc", *(options or ("-g", "-O0")), "-o", name,
                        name + ".c"], cwd=self.folder, check=True)
        # Not newer than the program, whatever the clock's grain.
        os.utime(self.path(name + ".c"), (1, 1))

    def start(self, *args, **kwargs):
        return subprocess.Popen(
            [self.howcome, *args], cwd=self.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **kwargs)

    def finish(self, process):
        try:
            out, err = process.communicate(timeout=DEADLINE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise AssertionError(f"still running after {DEADLINE} s")
        return Result(process.returncode, out.decode("utf-8"),
                      err.decode("utf-8", "backslashreplace"))

    def run(self, *args, **kwargs):
        return self.finish(self.start(*args, **kwargs))

    def runs(self, passing, failing, *options, **kwargs):
        """howcome on two commands."""
        self.write("pass.args", passing)
        self.write("fail.args", failing)
        return self.run("-q", *options, "pass.args", "fail.args", **kwargs)

    def replay(self, script, cwd=None):
        """What plain GDB says when it runs a script of ours."""
        done = subprocess.run(
            [os.path.join(self.build, "tests", "e2e", "plain-gdb"), "-nx",
             "-batch", "-x", script], cwd=cwd or self.folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=DEADLINE, check=False)
        return done.stdout.decode("utf-8", "backslashreplace")

    def told(self, passing, failing, *options, **kwargs):
        """The same where only the two runs matter: -v tells what they do."""
        self.write("pass.args", passing)
        self.write("fail.args", failing)
        return self.run("-v", "--at", "main", *options, "pass.args",
                        "fail.args", **kwargs)


def processes_with(text):
    """Processes whose command line or environment has the text."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        for kind in ("cmdline", "environ"):
            try:
                with open(f"/proc/{pid}/{kind}", "rb") as file:
                    if text.encode() in file.read():
                        found.append(int(pid))
                        break
            except OSError:
                pass
    return [pid for pid in found if pid != os.getpid()]


def wait_until(condition):
    end = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def _describe(pid):
    """What /proc tells of a process that should not be there."""
    texts = []
    for name in ("cmdline", "wchan", "status"):
        try:
            with open(f"/proc/{pid}/{name}") as file:
                texts.append(file.read().replace("\0", " "))
        except OSError:
            pass
    return "\n".join(texts)


def left_behind(mark):
    """None, or what is left after some time, which is then killed."""
    try:
        wait_until(lambda: not processes_with(mark))
    except AssertionError:
        left = processes_with(mark)
        texts = [_describe(pid) for pid in left]
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        return "\n".join(texts)


def is_awake(pid):
    """Whether it has come to catching SIGTERM, the first thing it does. What
    strikes before main, strikes the loader, or the sanitizer's start."""
    with open(f"/proc/{pid}/status") as file:
        caught = re.search(r"^SigCgt:\s*(\w+)", file.read(), re.MULTILINE)
    return int(caught[1], 16) >> (signal.SIGTERM - 1) & 1


def expect(result, status, *parts):
    """The status, or one of several, and regular expressions that stdout or
    stderr must match."""
    statuses = status if isinstance(status, tuple) else (status,)
    assert result.status in statuses, f"not status {status} but {result}"
    for part in parts:
        assert re.search(part, result.out + result.err, re.MULTILINE), \
            f"no match for {part!r} in {result}"


def main(tests):
    """Runs the test functions of a module; sys.argv[1] is the build."""
    build = os.path.abspath(sys.argv[1])
    chosen = [t for name, t in tests.items() if callable(t) and
              getattr(t, "__module__", "") == "__main__" and
              name[0] != "_"]
    print(f"1..{len(chosen)}")
    failed = 0
    for i, test in enumerate(chosen, 1):
        title = test.__name__.replace("_", " ")
        folder = tempfile.mkdtemp(prefix="howcome-e2e-")
        start = time.monotonic()
        try:
            skip = test(Bench(build, folder))
            print(f"ok {i} - {title}{' # SKIP ' + skip if skip else ''}")
        except Exception:
            failed += 1
            print(f"not ok {i} - {title}")
            print("# " + traceback.format_exc().replace("\n", "\n# "))
        print(f"# {time.monotonic() - start:.1f} s")
        sys.stdout.flush()
        shutil.rmtree(folder)
    sys.exit(1 if failed or not chosen else 0)
