"""memgraph RUN.args: the state of a program, and all that can be wrong."""
import json
import os
import stat
import subprocess

from e2e import expect, main, processes_with

LIST = r"""
#include <stdlib.h>
struct node { int value; struct node *next; };
struct node *list;
static int deeper(int n) { return n; }
static void work(int n)
{
	struct node *node = malloc(sizeof *node);
	node->value = n;
	node->next = list;
	list = node;
	deeper(n);
}
int main(int argc, char **argv)
{
	for (int i = 0; i < 5; i++)
		work(i);
	return argc > 1;
}
"""


def _memgraph(bench, *options, command="./list", **kwargs):
    bench.howcome = os.path.join(bench.build, "src", "memgraph")
    bench.write("run.args", command)
    return bench.run(*options, "run.args", **kwargs)


def the_summary_tells_what_the_graph_has(bench):
    bench.compile("list", LIST)
    result = _memgraph(bench, "--at", "deeper#5")
    expect(result, 0, r"^\./list, stopped in deeper \(list\.c:5\)$",
           r"^\d+ vertices, \d+ edges, in \d+ objects; \d+ bytes read$",
           r"^ +\d+  struct$", r"to start, .* to stop, .* to extract$")
    assert result.err == "", result


def json_has_the_keys_of_the_contract(bench):
    bench.compile("list", LIST)
    result = _memgraph(bench, "--at", "deeper#5", "--format", "json")
    expect(result, 0)
    report = json.loads(result.out)
    assert set(report) == {"program", "location", "vertices", "edges", "bytes",
                           "kinds", "optimised_out", "not_followed",
                           "seconds"}, report
    assert set(report["seconds"]) == {"start", "stop", "extract"}, report
    assert report["program"] == "./list", report
    assert report["kinds"]["struct"] == 5, report


def dot_and_gxl_are_what_other_programs_read(bench):
    bench.compile("list", LIST)
    expect(_memgraph(bench, "--at", "deeper#3", "--format", "dot", "-o",
                     "graph.dot"), 0)
    drawn = subprocess.run(["dot", "-Tsvg", "graph.dot"], cwd=bench.folder,
                           capture_output=True, check=True)
    assert b"list" in drawn.stdout, drawn
    expect(_memgraph(bench, "--at", "deeper#3", "--format", "gxl", "-o",
                     "graph.gxl"), 0)
    subprocess.run(["xmllint", "--noout", "graph.gxl"], cwd=bench.folder,
                   check=True)


def a_file_that_cannot_be_written_is_named(bench):
    bench.compile("list", LIST)
    expect(_memgraph(bench, "-o", "none/out"), 4, "'none/out'")
    expect(_memgraph(bench, "--format", "gxl", "-o", "/dev/full"), 4,
           "/dev/full|No space")
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode), "no device any more"


def each_time_a_place_is_reached_has_its_own_state(bench):
    bench.compile("list", LIST)
    for n in range(1, 6):
        result = _memgraph(bench, "--at", f"deeper#{n}", "--format", "json")
        assert json.loads(result.out)["kinds"]["struct"] == n, result


def without_a_place_it_stops_in_main(bench):
    bench.compile("list", LIST)
    expect(_memgraph(bench), 0, r"stopped in main \(list\.c:\d+\)")
    line = LIST.split("\n").index("\tdeeper(n);") + 1
    expect(_memgraph(bench, "--at", f"list.c:{line}"), 0,
           rf"stopped in work \(list\.c:{line}\)")


def a_source_that_changed_since_is_a_note(bench):
    bench.compile("list", LIST)
    assert _memgraph(bench).err == ""
    os.utime(bench.path("list.c"))
    expect(_memgraph(bench), 0, "note: '/.*/list.c' is newer than the program")


def a_place_never_reached_ends_with_1(bench):
    bench.compile("list", LIST)
    expect(_memgraph(bench, "--at", "deeper#6"), 1,
           "does not reach 'deeper#6' before it exits")


def usage_errors_end_with_2(bench):
    bench.compile("list", LIST)
    expect(_memgraph(bench, "--at", "nowhere"), 2, "no place 'nowhere'")
    expect(_memgraph(bench, "--at", "deeper#x"), 2, "'deeper#x' is no place")
    expect(_memgraph(bench, "--at", "list.c:0"), 2, "is no place")
    expect(_memgraph(bench, "--format", "pdf"), 2, "--format takes")
    expect(_memgraph(bench, command="./list | cat"), 2, "run.args:1:8")
    expect(bench.run(), 2, "one args file is needed")


def the_environment_ends_with_4(bench):
    bench.compile("list", LIST, "-g0")
    expect(_memgraph(bench), 4, "no debug information")
    expect(_memgraph(bench, command="./none"), 4, "was not found")
    bench.compile("list", LIST)
    expect(_memgraph(bench, "--gdb", "/nonexistent/gdb"), 4,
           "/nonexistent/gdb")


def it_writes_to_the_file_that_is_named_and_leaves_nothing_else(bench):
    bench.compile("list", LIST)
    before = set(os.listdir(bench.folder)) | {"run.args", "out"}
    result = _memgraph(bench, "-o", "out")
    expect(result, 0)
    assert result.out == "", result
    with open(bench.path("out")) as file:
        assert "vertices" in file.read()
    assert set(os.listdir(bench.folder)) == before
    assert processes_with(bench.folder) == []


def a_program_whose_first_thread_is_over_has_a_state(bench):
    result = _memgraph(bench, "--at", "finish", "--format", "gxl",
                       command="./debuggee-crew-main-first 9")
    expect(result, 0, r"<string>level</string>", r"&lt;fd 0&gt;")


main(globals())
