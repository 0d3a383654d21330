"""What `meson install` leaves: programs that run, manual pages, completion; and
that help, manual and completion tell of the same options."""
import json
import os
import re
import subprocess

from e2e import DEADLINE, expect, main

# A program or a subcommand of one, and its section of the manual.
COMMANDS = [
    (("howcome",), "OPTIONS"),
    (("howcome", "input"), "OPTIONS OF HOWCOME INPUT"),
    (("memgraph",), "OPTIONS"),
    (("memgraph", "diff"), "OPTIONS OF MEMGRAPH DIFF"),
]


class _Installed:
    """A fresh installation of the build, below the test's folder."""

    def __init__(self, bench):
        options = {o["name"]: o["value"] for o in json.loads(_output(
            ["meson", "introspect", "--buildoptions", bench.build]))}
        self.root = bench.path("root")
        _output(["meson", "install", "-C", bench.build, "--no-rebuild",
                 "--quiet", "--destdir", self.root])
        top = self.root + options["prefix"]
        data = os.path.join(top, options["datadir"])
        self.bin = os.path.join(top, options["bindir"])
        self.man = os.path.join(top, options["mandir"], "man1")
        self.bash = os.path.join(data, "bash-completion", "completions")
        self.zsh = os.path.join(data, "zsh", "site-functions")

    def help(self, command):
        return _output([os.path.join(self.bin, command[0]), *command[1:],
                        "--help"])

    def complete(self, *words):
        """What bash offers for the last word."""
        script = ('source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
                  '"_$1"; printf "%s\\n" "${COMPREPLY[@]}"')
        file = os.path.join(self.bash, words[0])
        return _output(["bash", "-c", script, file, *words],
                       cwd=self.root).split()


def _output(command, **kwargs):
    done = subprocess.run(command, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=DEADLINE, **kwargs)
    assert done.returncode == 0 and not done.stderr, f"{command}: {done}"
    return done.stdout


def _read(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


def _in_help(text):
    """Options and their descriptions."""
    found = {}
    for line in text.splitlines():
        match = re.match(r"  (-\w)?(?:, )?(--[\w-]+)?(?:=\S+)?  +(.*)", line)
        for option in match.groups()[:2] if match else ():
            if option:
                found[option] = match.group(3)
    return found


def _in_manual(page, section):
    text = re.search(rf"^\.SH {section}\n(.*?)(?=^\.SH |\Z)", page,
                     re.MULTILINE | re.DOTALL).group(1)
    found = set()
    for line in re.findall(r"^\.TP\n(.*)", text, re.MULTILINE):
        found |= set(re.findall(r"--?[a-z][a-z-]*", line.replace("\\-", "-")))
    return found


def _in_zsh(text, command):
    """Options and what is offered as their values."""
    name = "_".join(command) + "_options"
    lines = re.search(rf"^{name}=\(\n(.*?)^\)", text,
                      re.MULTILINE | re.DOTALL).group(1)
    found = {}
    for line in lines.splitlines():
        # Before it, in parentheses, stands what it excludes.
        spec = re.match(r"\t'(?:\([^)]*\)'|\*)?(.*?)\[(.*)", line)
        words = re.search(r":\(([^)]*)\)'$", spec.group(2))
        for option in re.findall(r"--?[a-z][a-z-]*", spec.group(1)):
            found[option] = words.group(1).split() if words else []
    return found


def _same(one, other, what):
    assert set(one) == set(other), \
        f"{what}: only the help has {sorted(set(one) - set(other))}, " \
        f"and lacks {sorted(set(other) - set(one))}"


def programs_manuals_and_completions_are_where_they_belong(bench):
    to = _Installed(bench)
    wanted = [os.path.join(folder, name) for folder, name in (
        (to.bin, "howcome"), (to.bin, "memgraph"), (to.man, "howcome.1"),
        (to.man, "memgraph.1"), (to.bash, "howcome"), (to.bash, "memgraph"),
        (to.zsh, "_howcome"))]
    there = [os.path.join(folder, name)
             for folder, _, names in os.walk(to.root) for name in names]
    assert sorted(wanted) == sorted(there), there


def installed_howcome_tells_why_the_sample_fails(bench):
    bench.howcome = os.path.join(_Installed(bench).bin, "howcome")
    result = bench.runs("./sample 9 8 7", "./sample 11 14", "--fail-if", "^0 ")
    expect(result, 0, r"Since argc was 3, a\[2\] is now 0 \(was 7\)\.",
           'prints "0 11"')


def installed_memgraph_shows_the_sample(bench):
    bench.write("run.args", "./sample 9 8 7")
    text = _output([os.path.join(_Installed(bench).bin, "memgraph"),
                    "--format=dot", "run.args"], cwd=bench.folder)
    assert "argc" in text, text


def manual_pages_have_no_warnings(bench):
    to = _Installed(bench)
    for name in sorted(os.listdir(to.man)):
        text = _output(["groff", "-man", "-Tutf8", "-ww",
                        os.path.join(to.man, name)])
        assert "User Commands" in text, text


def bash_completes_options_values_and_files(bench):
    to = _Installed(bench)
    for name in ("one.args", "other.args"):
        with open(os.path.join(to.root, name), "w"):
            pass
    os.makedirs(os.path.join(to.root, "usr"), exist_ok=True)
    for words, offered in (
            (("howcome", "--mat"), ["--match"]),
            (("howcome", "--match", ""), ["auto", "traversal", "clique"]),
            (("howcome", "--format", "=", "j"), ["json"]),
            (("howcome", "--format", "="), ["text", "json"]),
            (("howcome", "--color=al"), ["--color=always"]),
            (("howcome", "--quiet", "o"), ["one.args", "other.args"]),
            (("howcome", "one.args", "ot"), ["other.args"]),
            (("howcome", "-o", "on"), ["one.args"]),
            (("howcome", "--dot", "on"), []),
            (("howcome", "--dot", "us"), ["usr"]),
            (("howcome", "--at", "o"), []),
            (("howcome", "inp"), ["input"]),
            (("howcome", "input", "--pa"), ["--pair"]),
            (("howcome", "input", "--at"), []),
            (("memgraph", "d"), ["diff"]),
            (("memgraph", "one.args", "d"), []),
            (("memgraph", "--wh"), []),
            (("memgraph", "diff", "--wh"), ["--whole"]),
            (("memgraph", "diff", "o"), ["one.args", "other.args"])):
        assert sorted(to.complete(*words)) == sorted(offered), \
            f"{words}: {to.complete(*words)}"
    for name in ("howcome", "memgraph"):
        file = os.path.join(to.bash, name)
        said = _output(["bash", "-c", f'source "$0"; complete -p {name}',
                        file])
        assert f"-F _{name} {name}" in said, said


def help_manual_and_completion_have_the_same_options(bench):
    to = _Installed(bench)
    zsh = _read(to.zsh, "_howcome")
    for command, section in COMMANDS:
        what = " ".join(command)
        options = _in_help(to.help(command))
        assert len(options) > 5 and "-o" in options, options
        _same(options, _in_manual(_read(to.man, command[0] + ".1"), section),
              f"the manual of {what}")
        _same(options, _in_zsh(zsh, command), f"zsh's completion of {what}")
        _same(options, to.complete(*command, "-"),
              f"bash's completion of {what}")


def values_in_the_help_are_those_that_are_completed(bench):
    to = _Installed(bench)
    zsh = _read(to.zsh, "_howcome")
    seen = set()
    for command, _ in COMMANDS:
        by_zsh = _in_zsh(zsh, command)
        for option, text in _in_help(to.help(command)).items():
            match = re.search(r"(?:^|: )((?:\w+, )*\w+ or \w+)(?: \(|$)", text)
            words = re.split(", | or ", match.group(1)) if match else []
            assert sorted(by_zsh[option]) == sorted(words), (option, words)
            if words:
                seen.add(option)
                offered = to.complete(*command, option, "")
                assert sorted(offered) == sorted(words), (option, offered)
    assert seen == {"--match", "--format", "--engine", "--color"}, seen


main(globals())
