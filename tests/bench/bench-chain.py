"""How long a whole analysis takes, and where the time goes.

    python3 tests/bench/bench-chain.py HOWCOME SAMPLE PROGRAMS

GNU diff and bison are looked for below PROGRAMS and left out where they were
not built. Each figure is the best of three runs: the machine may be shared.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

HOWCOME, SAMPLE, PROGRAMS = (os.path.abspath(path) for path in sys.argv[1:4])
TIMES = 3


def _bench(name, value, unit):
    print(f"BENCH {name} {value:.4g} {unit}", flush=True)


def _seconds(command):
    start = time.monotonic()
    result = subprocess.run(command, stdout=subprocess.PIPE, check=False,
                            timeout=300)
    return time.monotonic() - start, result


def _analyse(options):
    """The best time, and that run's report."""
    best = None
    for _ in range(TIMES):
        seconds, result = _seconds([HOWCOME, "-q", "--format", "json",
                                    *options, "pass.args", "fail.args"])
        if result.returncode != 0:
            sys.exit(f"howcome ended with {result.returncode}")
        if best is None or seconds < best[0]:
            best = seconds, json.loads(result.stdout)
    return best


def _args(passing, failing):
    for name, command in (("pass", passing), ("fail", failing)):
        with open(f"{name}.args", "w", encoding="utf-8") as file:
            file.write(command + "\n")


def _tell(name, options):
    seconds, report = _analyse(options)
    _bench(f"chain.{name}_s", seconds, "s")
    for phase in ("stop", "extract", "compare", "narrow"):
        spent = sum(event["seconds"][phase] for event in report["events"])
        _bench(f"chain.{name}_{phase}_s", spent, "s")
    tests = sum(event["tests"]["total"] for event in report["events"])
    _bench(f"chain.{name}_tests", tests, "tests")
    _bench(f"chain.{name}_events", len(report["events"]), "events")
    return seconds, tests


def _sample():
    _args(f"{SAMPLE} 9 8 7", f"{SAMPLE} 11 14")
    seconds, tests = _tell("sample", ["--fail-if", "^0 "])
    native = min(_seconds([SAMPLE, "9", "8", "7"])[0] for _ in range(20))
    _bench("chain.sample_over_native", seconds / (native * tests), "ratio")


def _diff(program):
    lines = [f"line {i}\n" for i in range(200)]
    for name, changed in (("a", None), ("b", None), ("c", 100)):
        with open(name, "w", encoding="utf-8") as file:
            file.writelines("other\n" if i == changed else line
                            for i, line in enumerate(lines))
    _args(f"{program} a b", f"{program} a c")
    _tell("diff", [])


def _bison(program):
    for name, line in (("pass", "%left"), ("fail", "%token")):
        with open(f"{name}.y", "w", encoding="utf-8") as file:
            file.write(f"%token NUM\n{line} '+'\n%%\ne: e '+' e | NUM ;\n")
    _args(f"{program} -fsyntax-only pass.y", f"{program} -fsyntax-only fail.y")
    _tell("bison", ["--fail-if", "shift/reduce"])


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    _sample()
    for tell, path in ((_diff, "diffutils/src/diff"),
                       (_bison, "bison/src/bison")):
        program = os.path.join(PROGRAMS, path)
        if os.path.exists(program):
            tell(program)
        else:
            print(f"# {path} was not built", flush=True)
