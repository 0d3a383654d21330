"""--memory: states that are larger than that are cut, and the report says so."""
import json
import os
import re
import subprocess

from e2e import expect, main

ENTRIES = 20000
SAYS = r"^The state is larger than --memory allows: (\d+) pointers were not " \
    r"followed\.$"


def _runs(bench, wrong, *options):
    return bench.runs(f"./debuggee-hoard {ENTRIES} 0",
                      f"./debuggee-hoard {ENTRIES} {wrong}", *options)


def a_cause_in_the_part_that_is_kept_is_found(bench):
    result = _runs(bench, 77, "--memory", "10M", "--at", "check")
    expect(result, 0, SAYS,
           r"table\[77\]->number is now -1 \(was \d+\)",
           "the cause is confirmed both ways")


def so_is_the_whole_chain(bench):
    result = _runs(bench, 77, "--memory=20M")
    expect(result, 0, SAYS, r'argv\[2\] is now "77" \(was "0"\)',
           r"wrong is now 77 \(was 0\)",
           r"table\[77\]->number is now -1 \(was \d+\)")


def what_is_left_out_is_no_cause(bench):
    result = _runs(bench, ENTRIES - 1, "--memory", "10M", "--at", "check")
    expect(result, 1, SAYS, "^No cause was found")
    assert "number" not in result.out, result


def enough_memory_is_not_worth_a_word(bench):
    whole = _runs(bench, ENTRIES - 1, "--at", "check")
    expect(whole, 0, r"->number is now -1 \(was \d+\)")
    assert "--memory" not in whole.out, whole
    same = _runs(bench, ENTRIES - 1, "--memory", "1G", "--at", "check")
    assert same.out == whole.out, same


def json_says_it_too(bench):
    part = json.loads(_runs(bench, 77, "--memory", "10M", "--at", "check",
                            "--format=json").out)
    assert part["not_followed"] > 1000, part
    whole = json.loads(_runs(bench, 77, "--at", "check",
                             "--format=json").out)
    assert "not_followed" not in whole, whole
    for side in ("pass", "fail"):
        now, before = (report["events"][0]["graph"][side]["vertices"]
                       for report in (part, whole))
        assert 100 < now < before / 2, (now, before)


def _memgraph(bench, *options):
    bench.write("run.args", f"./debuggee-hoard {ENTRIES} 0")
    return subprocess.run(
        [os.path.join(bench.build, "src", "memgraph"), "--at", "check",
         *options, "run.args"], cwd=bench.folder, capture_output=True,
        text=True)


def memgraph_counts_what_it_left_out(bench):
    text = _memgraph(bench, "--memory", "3M").stdout
    said = re.search(SAYS, text, re.MULTILINE)
    assert said, text
    assert re.search(rf"^ +{said[1]}  left out for lack of room$", text,
                     re.MULTILINE), text
    assert "left out" not in _memgraph(bench).stdout
    assert "no-room" in _memgraph(bench, "--memory=3M", "--format=gxl").stdout


def sizes_have_letters_or_none(bench):
    for size in ("3000000", "3000k", "3M", "3m", "1G", "17179869183G"):
        assert _memgraph(bench, "--memory", size).returncode == 0, size
    for size in ("", "0", "-1", "M", "3MB", "3 M", "1.5G", "17179869184G", "x"):
        done = _memgraph(bench, f"--memory={size}")
        assert done.returncode == 2, (size, done)
        assert "--memory takes a size" in done.stderr, done
    expect(_runs(bench, 7, "--memory", "many"), 2, "--memory takes a size")


main(globals())
