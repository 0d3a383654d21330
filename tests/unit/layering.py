#!/usr/bin/env python3
"""docs/architecture.md says who may include whom, and that is how it is.

    layering.py SOURCE_DIRECTORY BUILD_DIRECTORY

Takes the table of modules from the page and holds it against the sources and
the build:
- what a module includes is in its row, and what is in its row it includes;
- the build agrees: what a row does not allow, not even through what others
  pass on, does not compile;
- a private header (its first comment says "Internal to") is included by its
  own folder alone;
- no two headers have the same name, and none has the name of one of libc's;
- what is exported begins with words that are the module's own: hc_NOUN_, or
  mi_, mg_ and dd_ in the modules that could stand alone.
"""
import json
import os
import re
import shlex
import subprocess
import sys

NOT_PASSED_ON = "(not passed on)"
TOPS = ("gdbmi", "memgraph", "src")


def read_table(page):
    """{module: (folder, {module that it may include: passed on})}"""
    modules = {}
    for line in page.splitlines():
        match = re.match(r"\| (\S+)/ \|.*\| ([^|]*) \|$", line)
        if not match or match.group(2) == "all":
            continue
        allowed = {}
        for word in match.group(2).split(","):
            name = word.replace(NOT_PASSED_ON, "").strip()
            if name != "–":
                allowed[name] = NOT_PASSED_ON not in word
        modules[os.path.basename(match.group(1))] = (match.group(1), allowed)
    return modules


def visible(modules, name):
    """All that the build lets a module include."""
    seen = set()
    todo = list(modules[name][1])
    while todo:
        other = todo.pop()
        if other not in seen:
            seen.add(other)
            todo += [n for n, passed in modules[other][1].items() if passed]
    return seen


class Tree:
    """Our sources: which header is whose, and who includes what."""

    def __init__(self, source):
        self.headers = {}   # name → [folder]
        self.private = set()
        self.includes = []  # (folder, file, header)
        for top in TOPS:
            for folder, _, files in os.walk(os.path.join(source, top)):
                for name in sorted(files):
                    if name.endswith((".c", ".h")):
                        self.read(os.path.relpath(folder, source), name,
                                  os.path.join(folder, name))

    def read(self, folder, name, path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if name.endswith(".h"):
            self.headers.setdefault(name, []).append(folder)
            opening = re.match(r"/\*.*?\*/", text, re.DOTALL)
            words = opening.group(0).replace("\n *", "") if opening else ""
            if "Internal to" in words:
                self.private.add(name)
        for header in re.findall(r'^#include\s+"([^"]+)"', text, re.MULTILINE):
            self.includes.append((folder, name, header))

    def direct(self, folder):
        """Folders whose headers the folder's own files include."""
        return {owner for where, _, header in self.includes
                if where == folder
                for owner in self.headers.get(header, []) if owner != folder}

    def public_header(self, folder):
        return next((name for name, folders in sorted(self.headers.items())
                     if folder in folders and name not in self.private), None)


def compile_command(commands, folder):
    """The preprocessor's command for the module's first source file."""
    for entry in commands:
        path = os.path.normpath(os.path.join(entry["directory"], entry["file"]))
        if os.path.dirname(path) != folder:
            continue
        kept = []
        skip = 0
        for word in shlex.split(entry["command"]):
            if skip:
                skip -= 1
            elif word in ("-o", "-MQ", "-MF", "-c"):
                skip = 1
            elif word != "-MD":
                kept.append(word)
        return kept + ["-E", "-x", "c", "-"], entry["directory"]
    raise SystemExit(f"no source file of {folder} is compiled")


def compiles(command, directory, header):
    run = subprocess.run(command, cwd=directory, text=True, capture_output=True,
                         input=f'#include "{header}"\n')
    if run.returncode != 0 and f"{header}: No such file" not in run.stderr:
        raise SystemExit(run.stderr)
    return run.returncode == 0


def check_rows(modules, tree):
    """What the sources include is what the table says, both ways."""
    names = {folder: name for name, (folder, _) in modules.items()}
    for name, (folder, allowed) in modules.items():
        real = {names[f] for f in tree.direct(folder) if f in names}
        wrong = [f"{other} is included, but not in the table"
                 for other in sorted(real - set(allowed))]
        wrong += [f"{other} is in the table, but not included"
                  for other in sorted(set(allowed) - real)]
        yield (f"{name} includes {', '.join(sorted(allowed)) or 'no other'}",
               wrong)


def check_build(modules, tree, commands, source):
    """What must not be included does not compile."""
    for name, (folder, _) in modules.items():
        command, directory = compile_command(
            commands, os.path.join(os.path.realpath(source), folder))
        allowed = visible(modules, name) | {name}
        wrong = [other for other, (where, _) in modules.items()
                 if compiles(command, directory, tree.public_header(where)) !=
                 (other in allowed)]
        yield f"the build lets {name} see just that", wrong


def check_names(tree):
    yield ("no two headers have the same name",
           [name for name, folders in tree.headers.items() if len(folders) > 1])
    yield ("no header has the name of one of libc's",
           [name for name in tree.headers
            if os.path.exists(os.path.join("/usr/include", name))])
    yield ("private headers are included by their own folder alone",
           [f"{where}/{file} includes {header}"
            for where, file, header in tree.includes
            if header in tree.private and where not in tree.headers[header]])
    yield ("no include has a path",
           [f"{where}/{file}" for where, file, header in tree.includes
            if "/" in header])


def exported(library):
    """Names that a static library offers to others."""
    run = subprocess.run(["nm", "--extern-only", "--defined-only", library],
                         text=True, capture_output=True, check=True)
    return {line.split()[2] for line in run.stdout.splitlines()
            if len(line.split()) == 3}


def check_prefixes(modules, build):
    """A name tells whose it is."""
    alone = {"gdbmi": "mi_", "memgraph": "mg_", "dd": "dd_"}
    owners = {}
    strangers = []
    for name, (folder, _) in modules.items():
        for symbol in exported(os.path.join(build, folder, f"lib{name}.a")):
            if not symbol.startswith(alone.get(name, "hc_")):
                strangers.append(f"{symbol} of {name}")
            if name not in alone:
                prefix = "_".join(symbol.split("_")[:2])
                owners.setdefault(prefix, set()).add(name)
    yield "what is exported has the project's prefix", strangers
    yield ("no two modules share a prefix",
           [f"{prefix}_ is of {', '.join(sorted(names))}"
            for prefix, names in sorted(owners.items()) if len(names) > 1])


def main(source, build):
    with open(os.path.join(source, "docs/architecture.md"),
              encoding="utf-8") as page:
        modules = read_table(page.read())
    with open(os.path.join(build, "compile_commands.json"),
              encoding="utf-8") as file:
        commands = json.load(file)
    tree = Tree(source)
    folders = {folder for owners in tree.headers.values() for folder in owners}
    missing = folders - {folder for folder, _ in modules.values()} - {"src/cmd"}
    results = [("every folder is in the table", sorted(missing))]
    results += check_rows(modules, tree)
    results += check_build(modules, tree, commands, source)
    results += check_names(tree)
    results += check_prefixes(modules, build)
    print(f"1..{len(results)}")
    for i, (title, wrong) in enumerate(results, 1):
        print(f"{'not ok' if wrong else 'ok'} {i} - layering: {title}")
        for other in wrong:
            print(f"# not so: {other}")
    return 1 if any(wrong for _, wrong in results) or len(modules) < 2 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
