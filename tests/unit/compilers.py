#!/usr/bin/env python3
"""The scripts that make debuggees take a compiler of several words.

    compilers.py SOURCE_DIRECTORY

meson's compiler is `ccache cc` where ccache is installed. Here it is two words
as well, and does nothing but copy a program to where -o says.
"""
import os
import subprocess
import sys
import tempfile

COMPILER = """\
#!/bin/sh
while [ "$1" != -o ]; do
	[ $# -gt 0 ] || exit 1
	shift
done
cp /bin/true "$2"
"""

# The script, its input, one of the programs that it makes.
SCRIPTS = [
    ("make-graphs.sh", "graph/graph.c", "graph-compressed"),
    ("make-programs.sh", None, "identified.debug"),
    ("make-traces.sh", "trace/trace.c", "trace-shared"),
    ("make-zoo.sh", "zoo", "c-identified-optimised.debug"),
]


def run(source, script, subject, program):
    """What went wrong, or nothing."""
    unit = os.path.join(source, "tests", "unit")
    with tempfile.TemporaryDirectory(prefix="howcome-compilers-") as folder:
        # Those that a script calls by their names are not the matter here.
        for name in ("compiler", "c++", "clang", "clang++"):
            with open(os.path.join(folder, name), "w") as file:
                file.write(COMPILER)
            os.chmod(os.path.join(folder, name), 0o755)
        made = os.path.join(folder, "made")
        words = ["sh", os.path.join(unit, script),
                 os.path.join(folder, "stamp"), made]
        if subject:
            words.append(os.path.join(source, "tests", "debuggees", subject))
        words += ["env", os.path.join(folder, "compiler")]
        done = subprocess.run(
            words, cwd=folder, text=True, capture_output=True,
            env=dict(os.environ, PATH=folder + ":" + os.environ["PATH"]))
        if done.returncode:
            return f"status {done.returncode}: {done.stderr.strip()}"
        for name in ("stamp", os.path.join("made", program)):
            if not os.path.exists(os.path.join(folder, name)):
                return f"it has not made {name}"
    return ""


def main(source):
    unit = os.path.join(source, "tests", "unit")
    known = sorted(script for script, _, _ in SCRIPTS)
    there = sorted(name for name in os.listdir(unit)
                   if name.startswith("make-"))
    results = [("all scripts are known here",
                "" if known == there else f"there are {there}")]
    for script, subject, program in SCRIPTS:
        results.append((f"{script} takes a compiler of two words",
                        run(source, script, subject, program)))
    print(f"1..{len(results)}")
    for i, (title, wrong) in enumerate(results, 1):
        print(f"{'not ok' if wrong else 'ok'} {i} - compilers: {title}")
        for line in wrong.splitlines():
            print(f"# {line}")
    return 1 if any(wrong for _, wrong in results) else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
