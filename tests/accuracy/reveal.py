"""Which inputs reveal a mutant: runs it and the original, and finds the passing
and the failing input that are nearest to each other.
"""
import functools
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


def limit_stack():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_STACK, (STACK, STACK))


def _limit_run():
    limit_stack()
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


@functools.lru_cache(maxsize=None)
def distance(a, b):
    """How many parts must be put in, taken out or replaced."""
    row = list(range(len(b) + 1))
    for i, part in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, other in enumerate(b, 1):
            before, row[j] = row[j], min(
                row[j] + 1, row[j - 1] + 1, before + (part != other))
    return row[-1]


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
    def __init__(self, passing, failing, outcome):
        self.passing, self.failing, self.outcome = passing, failing, outcome

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
        # A hang takes long to test: only where nothing else fails.
        failing.sort(key=lambda case: case[1].hangs)
        pairs = [(bad[1].hangs, distance(good[0].parts(), bad[0].parts()), p,
                  f) for f, bad in enumerate(failing)
                 for p, good in enumerate(passing)
                 if good[1].key != bad[1].key]
        for _, _, p, f in sorted(pairs)[:1]:
            pair = Pair(passing[p][0], failing[f][0], failing[f][1])
            if self._repeats(passing[p]) and self._repeats(failing[f]):
                self.pair = pair

    def _repeats(self, case):
        given, outcome = case
        return all(run_once(self.folder, self.name, given).key == outcome.key
                   for _ in range(TIMES - 1))
