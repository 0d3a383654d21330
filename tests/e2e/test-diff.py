"""memgraph diff A.gxl B.gxl: two states that were saved, compared."""
import json
import os
import re
import subprocess

from e2e import expect, main

LIST = r"""
#include <stdlib.h>
struct node { int value; struct node *next; };
struct node *list;
char *title;
int table[4];
static int stop(int n) { return n; }
static void fill(int argc, char **argv)
{
	struct node **end = &list;
	title = argv[1];
	for (int i = 2; i < argc; i++) {
		struct node *node = malloc(sizeof *node);
		node->value = atoi(argv[i]);
		node->next = NULL;
		*end = node;
		end = &node->next;
		table[node->value % 4]++;
	}
}
int main(int argc, char **argv)
{
	fill(argc, argv);
	return stop(argc) == 0;
}
"""


# Two points, and which is the left one depends on the argument; below them, a
# list of N nodes that all say the same.
POINTS = r"""
#include <stdlib.h>
struct point { int x, y; };
struct node { int value; struct node *next; };
struct point *left, *right;
struct node *list;
static int stop(int n) { return n; }
static struct point *new_point(int x, int y)
{
	struct point *point = malloc(sizeof *point);
	point->x = x;
	point->y = y;
	return point;
}
static void fill(int swapped, int n)
{
	struct point *near = new_point(1, 2), *far = new_point(300, 400);
	left = swapped ? far : near;
	right = swapped ? near : far;
	for (; n > 0; n--) {
		struct node *node = calloc(1, sizeof *node);
		node->next = list;
		list = node;
	}
}
int main(int argc, char **argv)
{
	fill(atoi(argv[1]), atoi(argv[2]));
	return stop(argc) == 0;
}
"""


def _save(bench, name, command):
    bench.howcome = os.path.join(bench.build, "src", "memgraph")
    bench.write("run.args", command)
    expect(bench.run("--at", "stop", "--format", "gxl", "-o", name,
                     "run.args"), 0)


def _two(bench, first="./list a 14 18 20 22", second="./list a 14 15 18 22"):
    bench.compile("list", LIST)
    _save(bench, "a.gxl", first)
    _save(bench, "b.gxl", second)


def _two_points(bench, nodes=0):
    bench.compile("points", POINTS)
    _save(bench, "a.gxl", f"./points 0 {nodes}")
    _save(bench, "b.gxl", f"./points 1 {nodes}")


def _diff(bench, *options):
    return bench.run("diff", *options, "a.gxl", "b.gxl")


def the_summary_counts_and_lists_changes(bench):
    _two(bench)
    result = _diff(bench)
    expect(result, 0, r"^Before: \d+ vertices, \d+ edges, in \d+ objects$",
           r"^ +\d+  vertices say the same in both$",
           r"^ +1  object inserted$", r"^ +1  object deleted$",
           r"^list->next: list->next → a struct node$",
           r"^list->next->next: a struct node → list->next->next->next$",
           r"^table\[0\]@4: \{1, 0, 3, 0\} → \{0, 0, 3, 1\}$")
    assert result.err == "", result


def a_state_has_no_difference_from_itself(bench):
    _two(bench, second="./list a 14 18 20 22")
    result = bench.run("diff", "a.gxl", "a.gxl")
    expect(result, 0, r"^ +0  values changed$", r"^ +0  objects inserted$")
    assert "→" not in result.out, result


def json_has_the_keys_of_the_contract(bench):
    _two(bench)
    result = _diff(bench, "--format=json")
    expect(result, 0)
    report = json.loads(result.out)
    assert set(report) == {"a", "b", "common", "changes", "list"}, report
    assert set(report["a"]) == set(report["b"]) == {"vertices", "edges"}
    assert set(report["common"]) == {"vertices"}, report
    assert set(report["changes"]) == {"values", "links", "inserted",
                                      "deleted"}, report
    assert report["changes"]["inserted"] == 1, report
    for change in report["list"]:
        assert set(change) == {"name", "before", "after", "kind"}, change
    assert {"name": "list->next", "before": "list->next",
            "after": "a struct node", "kind": "link"} in report["list"], report


def bytes_that_are_no_text_are_escaped(bench):
    _two(bench, b"./list 'caf\xc3\xa9' 1", b"./list '\xff\x01\x1b[2J' 1")
    result = _diff(bench, "--format=json")
    expect(result, 0)
    texts = [c["after"] for c in json.loads(result.out)["list"]]
    assert '"\\377\\001\\033[2J"' in texts, texts
    expect(_diff(bench), 0, r"café")


def the_list_is_as_long_as_wanted(bench):
    _two(bench)
    expect(_diff(bench, "--most=1"), 0, r"^… \d+ more$")
    report = json.loads(_diff(bench, "--format=json", "--most=2").out)
    assert len(report["list"]) == 2, report


def dot_draws_the_difference(bench):
    _two(bench)
    expect(_diff(bench, "--format=dot", "-o", "diff.dot"), 0)
    drawn = subprocess.run(["dot", "-Tsvg", "diff.dot"], cwd=bench.folder,
                           capture_output=True, check=True)
    assert drawn.stderr == b"", drawn
    svg = drawn.stdout.decode()
    for text in ("+ .next", "− .next", "+ inserted", "struct node"):
        assert text in svg, text
    expect(_diff(bench, "--format=dot", "--whole", "-o", "whole.dot"), 0)
    with open(bench.path("diff.dot")) as part, \
            open(bench.path("whole.dot")) as whole:
        part, whole = part.read(), whole.read()
    assert len(part) < len(whole)
    assert re.search("0x[0-9a-f]{5}", part) is None, part
    assert "env HOME" in whole and "env HOME" not in part


def gxl_has_both_graphs_and_their_pairs(bench):
    _two(bench)
    expect(_diff(bench, "--format=gxl", "-o", "both.gxl"), 0)
    subprocess.run(["xmllint", "--noout", "both.gxl"], cwd=bench.folder,
                   check=True)
    with open(bench.path("both.gxl")) as file:
        text = file.read()
    for graph in ("types", "state", "types-b", "state-b", "match"):
        assert f'<graph id="{graph}"' in text, graph
    assert re.search('<edge from="o0" to="o0-b">', text), text[-500:]


def clique_finds_objects_that_changed_places(bench):
    _two_points(bench)
    for way in ("auto", "traversal"):
        expect(_diff(bench, f"--match={way}"), 0,
               r"^ +5  values changed$", r"^ +0  pointers lead elsewhere$",
               r"^left->x: 1 → 300$", r"^right->x: 300 → 1$")
    result = _diff(bench, "--match=clique")
    expect(result, 0, r"^ +1  value changed$",
           r"^ +2  pointers lead elsewhere$", r"^left: left → right$",
           r"^right: right → left$")
    assert "cut off" not in result.out + result.err, result


def auto_is_the_default_way(bench):
    _two_points(bench)
    assert _diff(bench).out == _diff(bench, "--match=auto").out


def clique_says_when_graphs_are_too_large_for_it(bench):
    _two_points(bench, nodes=1500)
    result = _diff(bench, "--match=clique")
    expect(result, 0, r"^left: left → right$", "the search was cut off")
    assert result.err == "", result
    result = _diff(bench, "--match=clique", "--format=json")
    expect(result, 0)
    assert json.loads(result.out)["changes"]["links"] == 2, result
    assert re.fullmatch("memgraph diff: note: .* cut off.*\n",
                        result.err), result
    for way in ("auto", "traversal"):
        result = _diff(bench, f"--match={way}", "--format=json")
        expect(result, 0)
        assert result.err == "", result


def usage_errors_end_with_2(bench):
    _two(bench)
    expect(bench.run("diff", "a.gxl"), 2, "two graph files are needed")
    expect(_diff(bench, "--format=pdf"), 2, "--format takes")
    expect(_diff(bench, "--match=guess"), 2, "--match takes")
    expect(_diff(bench, "--most=-1"), 2, "--most takes")
    expect(bench.run("diff", "a.gxl", "none.gxl"), 2,
           "none.gxl: No such file or directory")
    bench.write("bad.gxl", "<gxl><graph id='types'/></gxl>")
    expect(bench.run("diff", "bad.gxl", "a.gxl"), 2, r"bad\.gxl:1: ")


def a_file_that_cannot_be_written_ends_with_4(bench):
    _two(bench)
    expect(_diff(bench, "-o", "none/out"), 4, "'none/out'")
    for form in ("summary", "json", "dot", "gxl"):
        expect(_diff(bench, "--format", form, "-o", "/dev/full"), 4,
               "No space")


def help_says_how_in_any_locale(bench):
    bench.howcome = os.path.join(bench.build, "src", "memgraph")
    for locale in ("C", "C.UTF-8"):
        env = dict(os.environ, LC_ALL=locale)
        result = bench.run("diff", "--help", env=env)
        expect(result, 0, r"^  memgraph diff \[OPTION\.\.\.\] A.gxl B.gxl$",
               "--whole", r"^  clique ", r"^  -h, --help ")
        assert result.out.isascii() and result.err == "", result
        assert bench.run("diff", "-h", env=env).out == result.out
        result = bench.run("--help", env=env)
        expect(result, 0, r"^  memgraph \[OPTION\.\.\.\] RUN.args$",
               "memgraph diff A.gxl B.gxl", r"^  -h, --help ")
        assert result.out.isascii() and result.err == "", result


main(globals())
