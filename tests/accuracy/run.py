"""How near howcome comes to faults that are known.

    python3 tests/accuracy/run.py BUILD [--each N] [--floor SET]
    python3 tests/accuracy/run.py BUILD NAME

Seeds faults into the programs, finds for each the nearest passing and failing
input, runs howcome with nothing but these, and tells what it found: N mutants
of each program. With --floor, as a test: the figures of the SET in the file
`floor` must be reached. With the NAME of one mutant, prints its fault and the
chain. See docs/testing.md.
"""
import argparse
import collections
import glob
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile

from inputs import inputs_of
from mutate import digest, mutants_of
from reveal import Original, Revealed
from score import NEAR, Analysis, Score

HERE = os.path.dirname(os.path.abspath(__file__))
FLOOR = os.path.join(HERE, "floor")
PROCESSES = 2
HALVES = ("training", "held-out")
# What is not initialised depends on the environment, and so does the heap:
# meson sets MALLOC_PERTURB_ to another number each time.
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C"}
# What may only rise, in percent.
RATES = ("found", "variable", "within5", "line", "top1", "top5")

Row = collections.namedtuple(
    "Row", "name half kind edits status found variable distance bracketed "
    "early rank function causes both tests unresolved seconds")


def half_of(name):
    return HALVES[digest("half " + name) % 2]


def in_turn(mutants):
    """One of each rule in turn, always in the same order: what comes first
    does not depend on other programs."""
    ranks = collections.Counter()
    ranked = []
    for mutant in sorted(mutants, key=lambda m: digest(m.name)):
        ranked.append((ranks[mutant.rule],
                       digest(f"{mutant.program} {mutant.rule}"), mutant))
        ranks[mutant.rule] += 1
    return [mutant for _, _, mutant in sorted(ranked, key=lambda r: r[:2])]


class Program:
    """One of the programs, in a folder where its mutants are made."""

    def __init__(self, name, folder):
        self.path = os.path.join(HERE, "programs", name + ".c")
        self.folder = folder
        with open(self.path, encoding="utf-8") as file:
            text = file.read()
        self.original = Original(os.path.join(folder, "original"), name, text,
                                 inputs_of(name))

    def reveal(self, mutant):
        return Revealed(self.original, mutant,
                        os.path.join(self.folder, mutant.name))

    def choose(self, wanted):
        """The first mutants that inputs reveal, no two doing the same."""
        seen, chosen = set(), 0
        for mutant in in_turn(mutants_of(self.path)):
            if chosen == wanted:
                return
            revealed = self.reveal(mutant)
            if (revealed.pair and revealed.key() not in seen and
                    mutant.variables()):
                seen.add(revealed.key())
                chosen += 1
                yield mutant, revealed


def measure(howcome, mutant, revealed):
    pair = revealed.pair
    analysis = Analysis(howcome, revealed.folder, mutant.program, pair)
    score = Score(mutant, analysis)
    return Row(mutant.name, half_of(mutant.name), pair.kind(), pair.edits,
               score.status, score.found, score.variable, score.distance,
               score.bracketed, score.early, score.rank, score.function_rank,
               score.causes, score.both,
               score.tests, score.unresolved, score.seconds)


def _work(task):
    """All that is measured on one program; in a process of its own."""
    howcome, name, wanted, folder = task
    program = Program(name, os.path.join(folder, name))
    rows = []
    for mutant, revealed in program.choose(wanted):
        rows.append(measure(howcome, mutant, revealed))
        shutil.rmtree(revealed.folder)
    return rows


def _print_row(row):
    distance = "-" if row.distance is None else row.distance
    print(f"# {row.name:48} {row.half:8} {row.kind:6} "
          f"{row.edits:3} apart, status {row.status} "
          f"{'found' if row.found else '-':5} "
          f"{'variable' if row.variable else '-':8} distance {distance:>3} "
          f"{'bracketed' if row.bracketed else '-':9} "
          f"{'early' if row.early else '-':5} suspect {row.rank or '-':>1} "
          f"{row.both}/{row.causes} both, {row.tests} tests, "
          f"{row.unresolved} unresolved, {row.seconds:.2f} s", flush=True)


def sums_of(rows):
    """Rates in percent, and means."""
    count = max(len(rows), 1)

    def rate(values):
        return 100 * sum(values) / count

    causes = sum(row.causes for row in rows)
    ranks = [row.rank for row in rows if row.rank]
    near = [row.distance for row in rows if row.distance is not None]
    return {
        "found": rate(row.found for row in rows),
        "variable": rate(row.variable for row in rows),
        "within5": 100 * sum(d <= NEAR for d in near) / count,
        "line": 100 * sum(d == 0 for d in near) / count,
        "bracketed": rate(row.bracketed for row in rows),
        "early": rate(row.early for row in rows),
        "top1": 100 * sum(rank <= 1 for rank in ranks) / count,
        "top3": 100 * sum(rank <= 3 for rank in ranks) / count,
        "top5": 100 * len(ranks) / count,
        "function": rate(row.function is not None for row in rows),
        "confirmed": 100 * sum(row.both for row in rows) / max(causes, 1),
        "unresolved": 100 * sum(row.unresolved for row in rows) / max(
            sum(row.tests for row in rows), 1),
        "tests": sum(row.tests for row in rows) / count,
        "seconds": sum(row.seconds for row in rows) / count}


def _apart(row):
    return "1-3 apart" if row.edits <= 3 else (
        "4-15 apart" if row.edits <= 15 else "over 15 apart")


def _groups(rows):
    """All, each half, and by how they fail, how far the inputs are apart, by
    rule and by program."""
    yield "all", rows
    for key in (lambda row: row.half, lambda row: row.kind, _apart,
                lambda row: row.name.split(".")[2],
                lambda row: row.name.split(".")[0]):
        for name in sorted({key(row) for row in rows}, reverse=True):
            yield name, [row for row in rows if key(row) == name]


def print_sums(rows, comment):
    names = list(sums_of(rows))
    print(f"# {'':14} mutants" + "".join(f"{name:>10}" for name in names))
    for name, group in _groups(rows):
        figures = sums_of(group)
        print(f"# {name:14} {len(group):7}" +
              "".join(f"{figures[key]:10.1f}" for key in names))
    for name, figure in sums_of(rows).items():
        unit = {"tests": "tests", "seconds": "s"}.get(name, "%")
        print(f"{comment}BENCH accuracy.{name} {figure:.1f} {unit}")


def read_floor(name):
    """The figures of one set, from a line `NAME RATE=FIGURE...`."""
    with open(FLOOR, encoding="utf-8") as file:
        for line in file:
            words = line.split()
            if words[:1] == [name]:
                pairs = (word.split("=") for word in words[1:])
                return {rate: float(figure) for rate, figure in pairs}
    return {}


def check_floor(name, rows):
    """As TAP: no figure may be lower than the one in the file."""
    figures, floor = sums_of(rows), read_floor(name)
    failed = 0
    print(f"1..{len(floor)}")
    for number, rate in enumerate(floor, 1):
        low = round(figures[rate], 1) < floor[rate]
        failed += low
        print(f"{'not ok' if low else 'ok'} {number} - {rate} is "
              f"{figures[rate]:.1f} %, at least {floor[rate]:.1f} %")
    print(f"# as a line of the floor: {name} " +
          " ".join(f"{rate}={figures[rate]:.1f}" for rate in RATES))
    return failed


def run_all(howcome, each, folder):
    names = sorted(os.path.basename(path).removesuffix(".c") for path in
                   glob.glob(os.path.join(HERE, "programs", "*.c")))
    tasks = [(howcome, name, each, folder) for name in names]
    rows = []
    with multiprocessing.Pool(PROCESSES) as pool:
        for some in pool.imap(_work, tasks):
            for row in some:
                _print_row(row)
            rows += some
    return rows


def show_one(howcome, name, folder):
    program = Program(name.split(".")[0], folder)
    mutant = next((m for m in mutants_of(program.path) if m.name == name),
                  None)
    if not mutant:
        sys.exit(f"no mutant '{name}'; tests/accuracy/mutate.py lists them")
    revealed = program.reveal(mutant)
    variables = " ".join(f"{owner}::{variable}" if owner else variable
                         for variable, owner in mutant.variables())
    print(f"{mutant.program}.c:{mutant.line}: {mutant.change}\n"
          f"wrong: {variables}", flush=True)
    if not revealed.pair:
        sys.exit("no input reveals it, or the runs do not repeat")
    row = measure(howcome, mutant, revealed)
    subprocess.run([howcome, "-q", "pass.args", "fail.args"],
                   cwd=revealed.folder, check=False)
    _print_row(row)
    print(f"its files are in {revealed.folder}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("name", nargs="?")
    parser.add_argument("--each", type=int, default=14)
    parser.add_argument("--floor")
    options = parser.parse_args()
    howcome = os.path.abspath(os.path.join(options.build, "src", "howcome"))
    # Looks at TMPDIR once.
    tempfile.gettempdir()
    os.environ.clear()
    os.environ.update(ENVIRONMENT)
    if options.name:
        show_one(howcome, options.name, tempfile.mkdtemp(prefix="accuracy-"))
        return 0
    with tempfile.TemporaryDirectory(prefix="accuracy-") as folder:
        rows = run_all(howcome, options.each, folder)
    # What a test prints is TAP.
    print_sums(rows, "# " if options.floor else "")
    return 1 if options.floor and check_floor(options.floor, rows) else 0


if __name__ == "__main__":
    sys.exit(main())
