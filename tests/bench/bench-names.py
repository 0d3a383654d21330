"""How readable the names are that chains tell.

    python3 tests/bench/bench-names.py HOWCOME DEBUGGEES SAMPLES PROGRAMS \
        [CHAIN...]

DEBUGGEES is what their paths begin with; SAMPLES has a folder for each sample,
PROGRAMS their programs. Each name of a cause or its context counts once a
chain. It is readable if it has no cast, no offset and no address, is no longer
than 60 characters, and if GDB, stopped at each moment where the passing run is
told to have it, can evaluate the expression that goes with it. (A file has
none.)
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HOWCOME, DEBUGGEES, SAMPLES, PROGRAMS = (
    os.path.abspath(path) for path in sys.argv[1:5])
LONGEST = 60
# A type in parentheses, with a star; a distance; an address.
UGLY = re.compile(r"\((?:[\w: ]+[ *])?\*\)|\([\w: ]+ \*+\)|[-+] \d|0x|"
                  r"\d+ bytes (?:before|after)")
GOAL = 95
KINDS = ("payload", "around", "nodes", "cycle", "bytes", "calls", "functions",
         "alike", "texts", "arrays", "table", "pool", "header", "variant",
         "rows", "far", "blocks", "handle", "edits", "typed")
# What the interpreter does with its world of tables.
SCRIPT = """world rate
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


def _check_in_gdb(script, expressions):
    """Which of them GDB can evaluate where the script changes the program."""
    with open(script, encoding="utf-8") as file:
        text = file.read()
    # All up to the stop, and nothing of what follows.
    start = text[:text.index("handle SIGSEGV")]
    with open("check.gdb", "w", encoding="utf-8") as file:
        file.write(start)
        file.write("python\n")
        for expression in expressions:
            file.write("try:\n"
                       f"  gdb.parse_and_eval({expression!r}).fetch_lazy()\n"
                       "  print('NAME valid')\n"
                       "except gdb.error as error:\n"
                       "  print('NAME', error)\n")
        file.write("end\nkill\n")
    done = subprocess.run(["gdb", "-nx", "-batch", "-x", "check.gdb"],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=120, check=False)
    said = re.findall(r"^NAME (.*)$", done.stdout.decode("utf-8", "replace"),
                      re.MULTILINE)
    assert len(said) == len(expressions), done.stdout
    return said


def _why_not(name, expression, said):
    if len(name) > LONGEST:
        return "long"
    if UGLY.search(name):
        return "cast or offset"
    if not expression.startswith("<fd ") and said != "valid":
        return f"not valid in GDB: {said}"
    return None


def _names(options):
    """The names of a chain, and what is wrong with each, or None."""
    shutil.rmtree("scripts", ignore_errors=True)
    done = subprocess.run(
        [HOWCOME, "-q", "--format", "json", "--gdb-script", "scripts",
         *options], stdout=subprocess.PIPE, timeout=300, check=False)
    if done.returncode != 0:
        sys.exit(f"howcome {options} ended with {done.returncode}")
    names = {}
    for i, event in enumerate(json.loads(done.stdout)["events"], 1):
        if event["status"] != "isolated":
            continue
        causes = event["cause"] + event["context"]
        script, = glob.glob(f"scripts/{i:02}-*.gdb")
        said = _check_in_gdb(script, [c["variable"] for c in causes])
        for c, valid in zip(causes, said):
            why = _why_not(c["name"], c["variable"], valid)
            names[c["name"]] = names.get(c["name"]) or why
    return names


def _of_samples():
    for args in sorted(glob.glob(os.path.join(SAMPLES, "*", "fail.args"))):
        folder = os.path.dirname(args)
        for path in glob.glob(os.path.join(folder, "*")):
            if not path.endswith(".c"):
                shutil.copy(path, ".")
        yield os.path.basename(folder), ["pass.args", "fail.args"]


def _of_debuggees():
    program = DEBUGGEES + "names"
    for kind in KINDS:
        yield kind, ["--", program, kind, "3", "--", program, kind, "30"]
    for name, rate in (("good", "3"), ("bad", "30." + 29 * "0")):
        with open(f"{name}.txt", "w", encoding="utf-8") as file:
            file.write(f"set limit 10\nset rate {rate}\n{SCRIPT}")
    program = DEBUGGEES + "interpreter"
    yield "interpreter", ["--", program, "200", "good.txt", "--", program,
                          "200", "bad.txt"]
    for name, height in (("good", 5), ("bad", 50)):
        with open(f"{name}.rules", "w", encoding="utf-8") as file:
            file.write(f"section 3\nitem {height}\nlist 4\ntotal 4\n")
    program = DEBUGGEES + "document"
    if os.path.exists(program):
        yield "document", ["--", program, "200", "good.rules", "--", program,
                           "200", "bad.rules"]


def _main():
    for path in os.listdir(PROGRAMS):
        path = os.path.join(PROGRAMS, path)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            os.symlink(path, os.path.basename(path))
    good = total = 0
    wanted = sys.argv[5:]
    for chains in (_of_samples, _of_debuggees):
        for title, options in chains():
            if wanted and title not in wanted:
                continue
            names = _names(options)
            readable = sum(not why for why in names.values())
            print(f"BENCH names.{title} {readable} of {len(names)}",
                  flush=True)
            for name, why in names.items():
                if why:
                    print(f"# {title}: {name}: {why}", flush=True)
            good += readable
            total += len(names)
    print(f"BENCH names.goal {GOAL} %")
    print(f"BENCH names.readable {100 * good / total:.4g} %", flush=True)


with tempfile.TemporaryDirectory() as place:
    os.chdir(place)
    _main()
