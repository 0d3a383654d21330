"""Which inputs reveal a mutant: runs it and the original, and finds the passing
and the failing input that are nearest to each other.
"""
import collections
import ctypes
import os
import resource
import shutil
import signal
import subprocess

# Of processor time, a hundred times what a run takes.
HANG_SECONDS = 0.3
# Catches a run that sleeps.
DEADLINE = 60
# So many hangs tell enough.
MAX_HANGS = 2
TIMES = 3
WRITES = 1 << 18
MEMORY = 1 << 30
STACK = 8 << 20
# What a fault reads that was never written is the same each time.
ADDR_NO_RANDOMIZE = 0x0040000


def limit_stack():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_STACK, (STACK, STACK))


def _limit_run():
    limit_stack()
    ctypes.CDLL(None).personality(ADDR_NO_RANDOMIZE)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (WRITES, WRITES))
    signal.setitimer(signal.ITIMER_PROF, HANG_SECONDS)


class Outcome:
    """What one run did."""

    def __init__(self, status, out, err):
        self.status = status
        self.key = (status, out, err)
        self.hangs = status in (-signal.SIGPROF, -signal.SIGXFSZ)


def compile_program(folder, name, text):
    """Returns false if the compiler refuses it."""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name + ".c"), "w",
              encoding="utf-8") as file:
        file.write(text)
    compiled = subprocess.run(
        ["cc", "-g", "-O0", "-w", "-o", name, name + ".c", "-lm"],
        cwd=folder, stderr=subprocess.DEVNULL, check=False)
    return compiled.returncode == 0


def run_once(folder, name, given):
    paths = [os.path.join(folder, part) for part in ("in", "out", "err")]
    with open(paths[0], "w", encoding="utf-8") as file:
        file.write(given.text or "")
    with (open(paths[0], "rb") as stdin, open(paths[1], "w+b") as out,
          open(paths[2], "w+b") as err):
        process = subprocess.Popen(
            ["./" + name, *given.words], cwd=folder, stdin=stdin, stdout=out,
            stderr=err, preexec_fn=_limit_run)
        try:
            process.wait(DEADLINE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        out.seek(0)
        err.seek(0)
        return Outcome(process.returncode, out.read(), err.read())


def distance(a, b):
    """How many letters must be put in, taken out or replaced."""
    while a and b and a[0] == b[0]:
        a, b = a[1:], b[1:]
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, other in enumerate(b, 1):
            before, row[j] = row[j], min(
                row[j] + 1, row[j - 1] + 1, before + (letter != other))
    return row[-1]


def _least_distance(a, b):
    """What it is at least, since each part that only one has costs an edit."""
    common = sum((a & b).values())
    return max(sum(a.values()), sum(b.values())) - common


def _nearest(passing, failing):
    """The numbers of the two inputs that are nearest, and the edits between
    them. A hang takes long to test: only where nothing else fails."""
    bags = [[collections.Counter(case[0].parts()) for case in cases]
            for cases in (passing, failing)]
    pairs = [(bad[1].hangs, _least_distance(bags[0][p], bags[1][f]), p, f)
             for f, bad in enumerate(failing)
             for p, good in enumerate(passing)
             if good[1].key != bad[1].key]
    best = None
    for hangs, least, p, f in sorted(pairs):
        if best and (hangs, least) > best[:2]:
            break
        edits = distance(passing[p][0].letters(), failing[f][0].letters())
        if not best or (hangs, edits) < best[:2]:
            best = hangs, edits, p, f
    return best[1:] if best else None


class Original:
    """A program without a fault, and its outcomes on the inputs it accepts."""

    def __init__(self, folder, name, text, inputs):
        self.folder, self.name = folder, name
        assert compile_program(folder, name, text), name
        outcomes = [run_once(folder, name, given) for given in inputs]
        accepted = [(given, outcome) for given, outcome
                    in zip(inputs, outcomes) if outcome.status == 0]
        self.inputs = [given for given, _ in accepted]
        self.outcomes = [outcome for _, outcome in accepted]


class Pair:
    def __init__(self, passing, failing, outcome, edits):
        self.passing, self.failing = passing, failing
        self.outcome, self.edits = outcome, edits

    def kind(self):
        if self.outcome.hangs:
            return "hang"
        if self.outcome.status < 0:
            return "crash"
        return "status" if self.outcome.status else "output"


class Revealed:
    """What the inputs tell of one mutant."""

    def __init__(self, original, mutant, folder):
        self.folder, self.name = folder, original.name
        self.outcomes = self.pair = None
        if compile_program(folder, self.name, mutant.text):
            self._run(original)
            self._choose(original)
        if not self.pair:
            shutil.rmtree(folder)

    def _run(self, original):
        hangs, self.outcomes = 0, []
        for given in original.inputs:
            outcome = None
            if hangs < MAX_HANGS:
                outcome = run_once(self.folder, self.name, given)
                hangs += outcome.hangs
            self.outcomes.append(outcome)

    def key(self):
        """Equal for two mutants that do the same."""
        return tuple(outcome and outcome.key for outcome in self.outcomes)

    def _choose(self, original):
        cases = list(zip(original.inputs, self.outcomes, original.outcomes))
        passing = [(given, mine) for given, mine, right in cases
                   if mine and mine.key == right.key]
        failing = [(given, mine) for given, mine, right in cases
                   if mine and mine.key != right.key]
        nearest = _nearest(passing, failing)
        if nearest:
            edits, good, bad = nearest[0], passing[nearest[1]], failing[
                nearest[2]]
            if self._repeats(good) and self._repeats(bad):
                self.pair = Pair(good[0], bad[0], bad[1], edits)

    def _repeats(self, case):
        given, outcome = case
        return all(run_once(self.folder, self.name, given).key == outcome.key
                   for _ in range(TIMES - 1))
