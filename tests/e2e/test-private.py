"""--private: runs write to layers of their own, and nothing else changes."""
import hashlib
import os
import random
import shutil
import signal
import time

from e2e import VALID, expect, is_awake, left_behind, main, wait_until

SAMPLE = ("./sample 9 8 7", "./sample 11 14")
NOBODY = 65534

# What the debuggee scribe does to files; those of the system's are left out.
ACTS = ("input", "changed", "appended", "renamed", "moved", "folders", "modes",
        "times", "unlinked", "mapped_before", "temporary", "home", "command",
        "many")

WRITER = r"""
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int put(int fd, int blocks)
{
	static const char block[1024];
	int written = 0;
	while (written < blocks && write(fd, block, sizeof block) > 0)
		written++;
	return written;
}
int main(int argc, char **argv)
{
	int blocks = argc > 1 ? atoi(argv[1]) : 0;
	int fd = open("log", O_WRONLY | O_CREAT | O_TRUNC, 0644);
	int written = put(fd, blocks);
	puts(written < blocks ? "full" : "fine");
	return written < blocks;
}
"""


class _User:
    """Who runs howcome: ourselves, or anybody else."""

    def __init__(self, bench, other):
        self.kwargs = {"env": {**os.environ, "HOME": bench.folder}}
        if other:
            self.kwargs.update(user=NOBODY, group=NOBODY, extra_groups=[])

    def take(self, folder):
        """The folder and all below it becomes the user's."""
        for place, _, names in os.walk(folder):
            for name in (".", *names):
                if "user" in self.kwargs:
                    os.lchown(os.path.join(place, name), NOBODY, NOBODY)


def _refusal(bench, **kwargs):
    """Why the machine makes no view; None if it does."""
    result = bench.runs(*SAMPLE, "--private", "--at", "main", **kwargs)
    if result.status == 4 and "no private view" in result.err:
        return result.err.strip()
    expect(result, VALID)
    return None


def _digest(folder):
    """Names, modes, owners, times and contents."""
    found = []
    for place, folders, names in os.walk(folder):
        for name in (".", *folders, *names):
            path = os.path.join(place, name)
            status = os.lstat(path)
            text = b""
            if os.path.isfile(path) and not os.path.islink(path):
                with open(path, "rb") as file:
                    text = file.read()
            found.append((path, status.st_mode, status.st_uid, status.st_size,
                          status.st_nlink, status.st_mtime_ns,
                          status.st_ctime_ns, hashlib.md5(text).digest()))
    return sorted(found)


def _mounts():
    with open("/proc/self/mountinfo") as file:
        return file.read()


def _strange():
    """Files of the debuggee's where all programs write."""
    return sorted(name for folder in ("/tmp", "/dev/shm")
                  for name in os.listdir(folder) if "scribe" in name)


def _make_tree(bench):
    """What the debuggee scribe works on."""
    tree = bench.path("tree")
    for name in ("tree/sub", "tree/locked", "home", "scratch"):
        os.makedirs(bench.path(name))
    bench.write("tree/input", "one two\n")
    bench.write("tree/sub/note", "note\n")
    os.symlink("input", os.path.join(tree, "link"))
    os.chmod(os.path.join(tree, "locked"), 0o500)
    return tree


def _scribe(bench, other):
    user = _User(bench, other)
    user.take(bench.folder)
    refusal = _refusal(bench, **user.kwargs)
    if refusal:
        return refusal
    top, tree = bench.folder, _make_tree(bench)
    before = f"HOME={top}/home SCRATCH={top}/scratch {top}/debuggee-scribe "
    bench.write("pass.args", before + "nothing")
    for act in ACTS:
        bench.write(act + ".args", before + act)
    user.take(top)
    digest, strange, mounts = _digest(top), _strange(), _mounts()
    bench.folder = tree
    for i, act in enumerate(ACTS):
        result = bench.run(
            "-q", "--private", "--at", "main", "--at", "list", "--engine",
            ("fork", "rerun")[i % 2], "../pass.args", f"../{act}.args",
            **user.kwargs)
        # Tests at main do what the failing run does.
        expect(result, 0, rf"argv\[1\] is now \"{act}\"")
        after = _digest(top)
        assert after == digest, \
            f"{act}: {sorted(set(after) ^ set(digest))} {result}"
    assert _strange() == strange, _strange()
    assert _mounts() == mounts, "mounts differ"
    return None


def whatever_runs_write_the_files_stay_as_they_were(bench):
    return _scribe(bench, False)


def that_is_so_for_an_ordinary_user_too(bench):
    if os.geteuid() != 0:
        return "we are one"
    return _scribe(bench, True)


def the_report_is_the_same(bench):
    refusal = _refusal(bench)
    if refusal:
        return refusal
    for options in (("--full", "--engine", "fork"), ("--engine", "rerun")):
        one = bench.runs(*SAMPLE, *options)
        other = bench.runs(*SAMPLE, "--private", *options)
        expect(one, 0)
        assert (one.status, one.out) == (other.status, other.out), \
            f"{options}: {one}\n{other}"
    return None


def the_files_of_howcome_itself_are_real(bench):
    refusal = _refusal(bench)
    if refusal:
        return refusal
    result = bench.runs(*SAMPLE, "--private", "-o", "report", "--dot", "dot",
                        "--gxl", "gxl", "--gdb-script", "scripts",
                        "--journal", "journal")
    expect(result, 0)
    for name in ("report", "journal"):
        assert os.path.getsize(bench.path(name)) > 0, name
    for name in ("dot", "gxl", "scripts"):
        assert os.listdir(bench.path(name)), name
    result = bench.runs(*SAMPLE, "--journal", "journal")
    expect(result, 2, r"where runs write is not the same \(layers there, the "
                      "real files now\)")
    return None


def several_passing_runs_are_private(bench):
    refusal = _refusal(bench)
    if refusal:
        return refusal
    bench.compile("writer", WRITER)
    for name, words in (("p", "1"), ("q", "2"), ("f", "9000")):
        bench.write(name + ".args", f"./writer {words}")
    result = bench.run("-q", "--private", "--layer-limit", "2M", "p.args",
                       "q.args", "f.args")
    expect(result, VALID)
    assert not os.path.exists(bench.path("log"))
    return None


def layers_have_the_size_that_was_given(bench):
    refusal = _refusal(bench)
    if refusal:
        return refusal
    bench.compile("writer", WRITER)
    runs = ("./writer 1", "./writer 900")
    expect(bench.runs(*runs, "--private", "--layer-limit", "500K"), 0,
           "blocks is now 900 ")
    expect(bench.runs(*runs, "--private"), 3)
    assert not os.path.exists(bench.path("log"))
    return None


def where_the_kernel_refuses_it_is_an_error(bench):
    """In a user namespace that may have no mount namespace."""
    if not shutil.which("unshare"):
        return "there is no unshare"
    bench.write("pass.args", SAMPLE[0])
    bench.write("fail.args", SAMPLE[1])
    bench.write("limited", "#!/bin/sh\nexec unshare -Ur sh -c '"
                "echo 0 >/proc/sys/user/max_mnt_namespaces || exit 99\n"
                f'exec {bench.howcome} "$@"\' sh "$@"\n')
    os.chmod(bench.path("limited"), 0o755)
    bench.howcome = bench.path("limited")
    result = bench.run("-q", "--private", "pass.args", "fail.args")
    if result.status in (1, 99):
        return "no user namespace can be made"
    expect(result, 4, "^howcome: --private: no private view of the files: ")
    assert result.out == "", result
    return None


def what_makes_no_sense_is_refused(bench):
    for options, sentence in (
            (("--private", "--test", "true"),
             "--private and --test don't go together: the command could not "
             "see what a run wrote"),
            (("--layer-limit", "1G"), "use it with --private"),
            (("--private", "--layer-limit", "big"),
             "--layer-limit takes a size")):
        expect(bench.runs(*SAMPLE, *options), 2, sentence)
    bench.write("fail.args", SAMPLE[-1] + "\n")
    expect(bench.run("--private", "fail.args"), 2,
           "--private needs a run that passes as well")


def _strike(bench, seed, number, statuses):
    refusal = _refusal(bench)
    if refusal:
        return refusal
    bench.compile("writer", WRITER)
    bench.write("pass.args", "./writer 1")
    bench.write("fail.args", "./writer 900")
    scratch = bench.path("scratch")
    os.mkdir(scratch)
    arguments = ("-q", "--private", "--layer-limit", "500K", "pass.args",
                 "fail.args")
    start, mounts = time.monotonic(), _mounts()
    expect(bench.run(*arguments), 0)
    whole, seeded = time.monotonic() - start, random.Random(seed)
    names = sorted(os.listdir(bench.folder))
    for i in range(4):
        mark = f"{os.getpid()}-private-{seed}-{i}"
        process = bench.start(*arguments, start_new_session=True, env={
            **os.environ, "HOWCOME_TEST_MARK": mark, "TMPDIR": scratch})
        wait_until(lambda: is_awake(process.pid))
        time.sleep(seeded.uniform(0, whole))
        process.send_signal(number)
        expect(bench.finish(process), statuses)
        left = left_behind("HOWCOME_TEST_MARK=" + mark)
        assert not left, f"left in round {i}:\n{left}"
        assert os.listdir(scratch) == [], os.listdir(scratch)
        assert sorted(os.listdir(bench.folder)) == names
        assert _mounts() == mounts, "mounts differ"
    return None


def nothing_is_left_after_an_interrupt(bench):
    return _strike(bench, 2, signal.SIGINT, (0, 130))


def nothing_is_left_after_sigkill(bench):
    return _strike(bench, 9, signal.SIGKILL, (0, -signal.SIGKILL))


if __name__ == "__main__":
    main(globals())
