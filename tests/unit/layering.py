#!/usr/bin/env python3
"""A module sees what docs/architecture.md lets it include, and nothing else.

    layering.py SOURCE_DIRECTORY BUILD_DIRECTORY

Takes the table of modules from the page and the compiler's command from the
build: what the page allows must compile, all the rest must not.
"""
import json
import os
import re
import shlex
import subprocess
import sys

NOT_PASSED_ON = "(not passed on)"


def read_table(page):
    """Folder, and {module: passed on} that it may include, for each module."""
    modules = {}
    for line in page.splitlines():
        match = re.match(r"\| (\S+)/ \|.*\| ([^|]*) \|$", line)
        if not match:
            continue
        allowed = {}
        for word in match.group(2).split(","):
            name = word.replace(NOT_PASSED_ON, "").strip()
            if name != "–":
                allowed[name] = NOT_PASSED_ON not in word
        modules[os.path.basename(match.group(1))] = (match.group(1), allowed)
    return modules


def visible(modules, name):
    """All that a module may include: its row, and what that passes on."""
    seen = set()
    todo = list(modules[name][1])
    while todo:
        other = todo.pop()
        if other not in seen:
            seen.add(other)
            todo += [n for n, passed in modules[other][1].items() if passed]
    return seen


def compile_command(commands, folder):
    """The preprocessor's command for the module's first source file."""
    for entry in commands:
        path = os.path.normpath(os.path.join(entry["directory"], entry["file"]))
        if os.path.dirname(path) != folder:
            continue
        words = shlex.split(entry["command"])
        kept = []
        skip = 0
        for word in words:
            if skip:
                skip -= 1
            elif word in ("-o", "-MQ", "-MF", "-c"):
                skip = 1
            elif word != "-MD":
                kept.append(word)
        return kept + ["-E", "-x", "c", "-"], entry["directory"]
    raise SystemExit(f"no source file of {folder} is compiled")


def includes(command, directory, header):
    run = subprocess.run(command, cwd=directory, text=True, capture_output=True,
                         input=f'#include "{header}"\n')
    if run.returncode != 0 and f"{header}: No such file" not in run.stderr:
        raise SystemExit(run.stderr)
    return run.returncode == 0


def upward_includes(source):
    """Files that would get around the build by a path with `..`."""
    found = []
    for top in ("gdbmi", "memgraph", "src"):
        for folder, _, files in os.walk(os.path.join(source, top)):
            for name in files:
                path = os.path.join(folder, name)
                if not name.endswith((".c", ".h")):
                    continue
                with open(path, encoding="utf-8") as text:
                    if re.search(r'#include\s+"[^"]*/', text.read()):
                        found.append(path)
    return found


def main(source, build):
    with open(os.path.join(source, "docs/architecture.md"),
              encoding="utf-8") as page:
        modules = read_table(page.read())
    with open(os.path.join(build, "compile_commands.json"),
              encoding="utf-8") as file:
        commands = json.load(file)
    results = []
    for name, (folder, _) in modules.items():
        command, directory = compile_command(
            commands, os.path.join(os.path.realpath(source), folder))
        allowed = visible(modules, name)
        wrong = [other for other in modules if other != name and
                 includes(command, directory, other + ".h") !=
                 (other in allowed)]
        results.append((f"{name} sees {', '.join(sorted(allowed)) or 'no other'}",
                        wrong))
        if not includes(command, directory, name + ".h"):
            results.append((f"{name} sees its own header", [name]))
    results.append(("no include has a path", upward_includes(source)))
    print(f"1..{len(results)}")
    for i, (title, wrong) in enumerate(results, 1):
        print(f"{'not ok' if wrong else 'ok'} {i} - layering: {title}")
        for other in wrong:
            print(f"# not so: {other}")
    return 1 if any(wrong for _, wrong in results) or len(modules) < 2 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
