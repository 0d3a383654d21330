"""Each sample's chain, as text and as JSON, compared with tests/data/samples;
and each cause tried again by its replay script, in plain GDB.

    python3 tests/e2e/test-samples.py BUILD             compares
    python3 tests/e2e/test-samples.py BUILD --write     writes the files anew
    python3 tests/e2e/test-samples.py BUILD --long      tells each more often

What depends on the machine is set aside: seconds, the engine, the folder.
"""
import difflib
import glob
import json
import os
import re
import shlex
import shutil
import sys

from e2e import expect, main

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
SAMPLES = os.path.join(SOURCE, "samples")
GOLDENS = os.path.join(SOURCE, "tests", "data", "samples")

# In every way: which engine, how many tests at a time, and where addresses are
# other ones in each run: since GDB may not switch that off, which it says, and
# since it does not, which it doesn't say. Under the first, no test is forked.
FIXED, DENIED, RANDOM = [], ["--gdb", "./debuggee-deny"], ["--gdb", "./random"]
WAYS = [("fork", "1", FIXED), ("fork", "2", FIXED), ("rerun", "1", FIXED),
        ("rerun", "2", FIXED), ("rerun", "1", DENIED), ("rerun", "2", DENIED),
        ("auto", "2", DENIED), ("fork", "1", RANDOM), ("fork", "2", RANDOM),
        ("auto", "2", FIXED)]
FEW_WAYS = [("fork", "1", FIXED), ("rerun", "2", FIXED), ("auto", "2", DENIED),
            ("fork", "2", RANDOM)]
LONG = "--long" in sys.argv

# The story, its name here if it is told twice, options, and what plain GDB
# must show when a cause is put into the passing run.
STORIES = {
    "sort-plain": (["--fail-if", "^0 "], r"^0 "),
    "route-plain": ([], r"exits with status 1$"),
    "members-plain": ([], r"stopped by signal 11\n#0 .* print_members "),
    "lint-plain": ([], r"exits with status 1$"),
    "expenses-plain": ([], r"^total 132\.20$"),
    "simplify-plain": ([], r"stopped by signal 11\n#0 .* evaluate "),
    "sort": (["--at", "main", "--at", "shell_sort", "--at", "sample.c:37"],
             r"^0 "),
    "sort-fail-if": (["--fail-if", "^0 ", "--at", "main", "--at",
                      "shell_sort", "--at", "sample.c:37"], r"^0 "),
    "route": (["--at", "main", "--at", "drive"],
              r"^out of fuel[^$]*exits with status 1$"),
    "members": (["--at", "main", "--at", "copy_name#2", "--at",
                 "sort_members", "--at", "print_members"],
                r"stopped by signal 11\n#0 .* print_members "),
    "lint": (["--at", "main", "--at", "read_flag#2", "--at", "check_text",
              "--at", "complain"], r"exits with status 1$"),
    "expenses": (["--at", "main", "--at", "read_line#2", "--at",
                  "read_amount#2", "--at", "add_up", "--at", "print_book"],
                 r"^total 132\.20$"),
    "simplify": (["--at", "main", "--at", "simplify", "--at", "evaluate"],
                 r"stopped by signal 11\n#0 .* evaluate "),
}


def _folder(story):
    return os.path.join(SAMPLES, story.split("-")[0])


def _set_up(bench, story):
    """The sample's files beside its program, as a user has them."""
    for path in glob.glob(os.path.join(_folder(story), "*")):
        if not path.endswith(".c"):
            shutil.copy(path, bench.folder)


def _tell(bench, story, *options, deny=""):
    # The environment is state: always as many variables.
    names = ("PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS")
    env = {name: os.environ.get(name, "") for name in names}
    result = bench.run("-q", *STORIES[story][0], *options, "pass.args",
                       "fail.args", env=dict(env, DENY=deny))
    expect(result, 0)
    return result.out


def _stable(bench, text):
    """A JSON report without what depends on the machine."""
    def strip(value):
        if isinstance(value, dict):
            return {key: strip(item) for key, item in value.items()
                    if key not in ("seconds", "engine", "version")}
        if isinstance(value, list):
            return [strip(item) for item in value]
        return value
    text = text.replace(bench.folder, "DIR").replace(
        os.path.realpath(os.path.join(bench.build, "samples")), "DIR")
    # How the compiler was called is the build's business.
    text = re.sub(r'"file" : "[^"]*/([^"/]*)"', r'"file" : "\1"', text)
    return json.dumps(strip(json.loads(text)), indent=2,
                      ensure_ascii=False) + "\n"


def _compare(name, actual, write=False):
    path = os.path.join(GOLDENS, name)
    if write and "--write" in sys.argv:
        os.makedirs(GOLDENS, exist_ok=True)
        with open(path, "w") as file:
            file.write(actual)
    with open(path) as file:
        expected = file.read()
    assert actual == expected, "\n".join(difflib.unified_diff(
        expected.split("\n"), actual.split("\n"), name, "now", "", "", 2, ""))


def _compare_readme(story, text):
    """The story's page shows the same session."""
    folder = SOURCE if story == "sort-plain" else _folder(story)
    path = os.path.join(folder, "README.md")
    words = ["howcome", *STORIES[story][0], "pass.args", "fail.args"]
    lines = ["$ " + shlex.join(words), *text.rstrip("\n").split("\n")]
    session = "".join(f"    {line}".rstrip() + "\n" for line in lines)
    with open(path) as file:
        page = file.read()
    if "--write" in sys.argv:
        # A session that is not written yet has the story's name for options.
        for start in (lines[0], f"$ howcome {story} pass.args fail.args"):
            page = re.sub("^    " + re.escape(start) + r"\n(    .*\n|\n(?=    ))*",
                          lambda _: session, page, flags=re.MULTILINE)
        with open(path, "w") as file:
            file.write(page)
    assert session in page, f"{path} does not show\n{session}"


def _json(bench, story, *options, **kwargs):
    return _stable(bench, _tell(bench, story, "--format", "json", *options,
                                **kwargs))


def _same_json(bench, story, *options, **kwargs):
    _compare(story + ".json", _json(bench, story, *options, **kwargs))


def _replay(bench, story):
    """Each cause makes the passing run fail, with nothing of ours."""
    _set_up(bench, story)
    events = json.loads(_tell(bench, story, "--format", "json",
                              "--gdb-script", "scripts"))["events"]
    scripts = sorted(glob.glob(bench.path("scripts/*.gdb")))
    assert len(scripts) == sum(e["status"] == "isolated" for e in events)
    for script in scripts:
        # From another folder: the script says where the program runs.
        out = bench.replay(script, "/")
        assert re.search(STORIES[story][1], out, re.MULTILINE), \
            f"{os.path.basename(script)} shows no failure:\n{out}"


# One test a story and question, named by what is true.
for _story in STORIES:
    def _golden(bench, story=_story):
        _set_up(bench, story)
        text = _tell(bench, story)
        _compare(story + ".txt", text, write=True)
        _compare_readme(story, text)
        _compare(story + ".json", _json(bench, story), write=True)

    def _every_way(bench, story=_story):
        _set_up(bench, story)
        bench.write("random", "#!/bin/sh\nexec gdb \"$@\" "
                              "-ex 'set disable-randomization off'\n")
        os.chmod(bench.path("random"), 0o755)
        for engine, jobs, gdb in WAYS if LONG else FEW_WAYS:
            _same_json(bench, story, "--engine", engine, "--jobs", jobs, *gdb,
                       deny="personality" if gdb == DENIED else "")

    def _script(bench, story=_story):
        _replay(bench, story)

    _word = _story.replace("-", "_")
    for _function, _name in (
            (_golden, f"{_word}_is_told_as_expected"),
            (_every_way, f"{_word}_is_told_the_same_in_every_way"),
            (_script, f"{_word}_fails_by_its_scripts_in_plain_gdb")):
        # Many moments, and many ways, take their time.
        _many = _function is not _golden and "plain" in _story
        if not (_many or _function is _every_way if LONG else not _many):
            continue
        _function.__name__ = _name
        globals()[_name] = _function

main(globals())
