"""How long a whole analysis takes, and where the time goes.

    python3 tests/bench/bench-chain.py HOWCOME MEMGRAPH SAMPLE DEBUGGEES \
        PROGRAMS

DEBUGGEES is what their paths begin with. GNU diff and bison are looked for
below PROGRAMS; they, and the debuggee in C++, are left out where they were not
built. Each figure is the best of three runs, of two for large states: the
machine may be shared.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

HOWCOME, MEMGRAPH, SAMPLE, DEBUGGEES, PROGRAMS = (
    os.path.abspath(path) for path in sys.argv[1:6])
TIMES = 3
TIMES_BIG = 2
# Of each program: tests, and links of the chain that they made.
LINKS = []


def _bench(name, value, unit):
    print(f"BENCH {name} {value:.4g} {unit}", flush=True)


def _seconds(command):
    """How long it takes, its exit status, stdout, and the peak memory of the
    largest of its processes, in bytes."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as out:
        with subprocess.Popen(command, stdout=out) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - start
        out.seek(0)
        return seconds, process.returncode, out.read(), 1024 * usage.ru_maxrss


def _analyse(options, times=TIMES):
    """The best time, and that run's report and peak memory."""
    best = None
    for _ in range(times):
        seconds, status, out, peak = _seconds([
            HOWCOME, "-q", "--format", "json", *options, "pass.args",
            "fail.args"])
        if status != 0:
            sys.exit(f"howcome ended with {status}")
        if best is None or seconds < best[0]:
            best = seconds, json.loads(out), peak
    return best


def _args(passing, failing):
    for name, command in (("pass", passing), ("fail", failing)):
        with open(f"{name}.args", "w", encoding="utf-8") as file:
            file.write(command + "\n")


def _tell(name, options, times=TIMES):
    seconds, report, peak = _analyse(options, times)
    _bench(f"chain.{name}_s", seconds, "s")
    for phase in ("stop", "extract", "compare", "narrow"):
        spent = sum(event["seconds"][phase] for event in report["events"])
        _bench(f"chain.{name}_{phase}_s", spent, "s")
    tests = sum(event["tests"]["total"] for event in report["events"])
    _bench(f"chain.{name}_tests", tests, "tests")
    _bench(f"chain.{name}_events", len(report["events"]), "events")
    LINKS.append((tests, len(report["steps"])))
    vertices = max(event["graph"]["pass"]["vertices"]
                   for event in report["events"])
    return seconds, tests, peak / vertices


def _sample():
    _args(f"{SAMPLE} 9 8 7", f"{SAMPLE} 11 14")
    seconds, tests, _ = _tell("sample", ["--fail-if", "^0 "])
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


def _extract(where):
    """The time of one extraction there, in the passing run."""
    best = None
    for _ in range(TIMES):
        _, status, out, _ = _seconds([MEMGRAPH, "--format", "json", "--at",
                                      where, "pass.args"])
        if status != 0:
            sys.exit(f"memgraph ended with {status}")
        seconds = json.loads(out)["seconds"]["extract"]
        best = seconds if best is None else min(best, seconds)
    return best


def _tell_big(name, where):
    """The state is largest at that place. Goals: a whole chain in the time of
    60 extractions, and 300 bytes a vertex."""
    extract = _extract(where)
    seconds, _, size = _tell(name, [], TIMES_BIG)
    extract = min(extract, _extract(where))
    _bench(f"chain.{name}_one_extract_s", extract, "s")
    _bench(f"chain.{name}_over_extract", seconds / extract, "ratio")
    _bench(f"chain.{name}_peak_bytes_per_vertex", size, "B")


def _interpreter(program, objects=200000):
    """What a world of tables is made of decides; much of it differs."""
    rest = """world rate
load got t8 weight
add sum got limit
store t7 weight sum
text note sum
call t7 weight 2
call t8 weight rate
load got t7 weight
add total got 5
text last total
store t9 id total
load end t9 id
check end 40
"""
    for name, rate in (("good", "3"), ("bad", "30." + 29 * "0")):
        with open(f"{name}.txt", "w", encoding="utf-8") as file:
            file.write(f"set limit 10\nset rate {rate}\n{rest}")
    _args(f"{program} {objects} good.txt", f"{program} {objects} bad.txt")
    _tell_big("big", "report")


def _document(program, nodes=20000):
    """A fifth of all nodes differs, and many are needed together."""
    for name, height in (("good", 5), ("bad", 50)):
        with open(f"{name}.rules", "w", encoding="utf-8") as file:
            file.write(f"section 3\nitem {height}\nlist 4\ntotal 4\n")
    _args(f"{program} {nodes} good.rules", f"{program} {nodes} bad.rules")
    _tell_big("document", "check")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    _sample()
    for tell, path in ((_interpreter, DEBUGGEES + "interpreter"),
                       (_document, DEBUGGEES + "document"),
                       (_diff, os.path.join(PROGRAMS, "diffutils/src/diff")),
                       (_bison, os.path.join(PROGRAMS, "bison/src/bison"))):
        if os.path.exists(path):
            tell(path)
        else:
            print(f"# {path} was not built", flush=True)
    _bench("chain.tests_per_link", sum(tests for tests, _ in LINKS) /
           sum(links for _, links in LINKS), "tests")
