"""Where to look, and what only one of the runs executes, on a real program.

    python3 tests/e2e/test-suspects.py BUILD
"""
import json
import os
import re

from e2e import expect, main

# Half of a discount is forgotten where it is large.
SHOP = """\
#include <stdio.h>
#include <stdlib.h>

static int discount(int price)
{
	int percent = 0;
	if (price > 100) {
		percent = 10;
		percent /= 2; /* MARK: error */
	}
	return price * percent / 100;
}

int main(int argc, char *argv[])
{
	int price = atoi(argv[1]);
	int off = discount(price);
	int rest = price - off;
	printf("%s\\n", rest % 10 ? "odd" : "even");
	return 0;
}
"""
ERROR = 1 + [i for i, line in enumerate(SHOP.split("\n"))
             if "MARK: error" in line][0]


def _tell(bench, *options):
    result = bench.runs("./shop 100", "./shop 110", *options)
    expect(result, 0)
    return result.out


def _suspects(bench, *options):
    return json.loads(_tell(bench, "--format", "json", *options))


def what_only_the_failing_run_executes_is_told_and_suspected_first(bench):
    bench.compile("shop", SHOP)
    text = _tell(bench)
    assert "Only the failing run executes shop.c:8-9 here." in text, text
    first = text.partition("Where to look, best first:\n")[2]
    lines = first.split("\n")
    assert lines[0].startswith("1. discount (shop.c:"), text
    assert re.search(rf"{ERROR} +percent /= 2; /\* MARK: error \*/", first), text
    assert "Only the failing run executes" in first, text


def json_has_the_same(bench):
    bench.compile("shop", SHOP)
    report = _suspects(bench)
    suspect = report["suspects"][0]
    first, last = suspect["lines"]
    assert suspect["rank"] == 1 and suspect["function"] == "discount", suspect
    assert first <= ERROR <= last and last - first < 5, suspect
    assert "only-failing" in suspect["reasons"], suspect
    assert "MARK: error" in suspect["text"][ERROR - first], suspect
    assert [only["lines"] for only in report["only"]["fail"]] == [[8, 9]]
    assert report["only"]["pass"] == []


def places_that_were_named_have_suspects_too(bench):
    bench.compile("shop", SHOP)
    suspect = _suspects(bench, "--at", "main")["suspects"][0]
    assert suspect["lines"][0] <= ERROR <= suspect["lines"][1], suspect


def source_that_is_newer_than_the_program_is_not_shown(bench):
    bench.compile("shop", SHOP)
    later = os.stat(bench.path("shop")).st_mtime + 10
    os.utime(bench.path("shop.c"), (later, later))
    text = _tell(bench)
    assert "MARK" not in text, text
    assert "Source that is newer than the program is not shown." in text, text
    report = _suspects(bench)
    assert report["suspects"][0]["source"] == "newer", report["suspects"]
    assert report["suspects"][0]["text"] == [], report["suspects"]


def source_that_is_gone_is_not_guessed(bench):
    bench.compile("shop", SHOP)
    os.remove(bench.path("shop.c"))
    text = _tell(bench)
    assert "Where to look, best first:\n1. discount (shop.c:" in text, text
    assert "no longer where the program was compiled" in text, text
    assert _suspects(bench)["suspects"][0]["source"] == "missing"


def source_is_found_from_another_folder(bench):
    """It was compiled with a relative name."""
    bench.compile("shop", SHOP)
    os.mkdir(bench.path("else"))
    bench.write("else/pass.args", "../shop 100")
    bench.write("else/fail.args", "../shop 110")
    old, bench.folder = bench.folder, bench.path("else")
    result = bench.run("-q", "pass.args", "fail.args")
    bench.folder = old
    expect(result, 0)
    assert "MARK: error" in result.out, result


def runs_that_go_the_same_way_have_nothing_of_their_own(bench):
    bench.compile("shop", SHOP)
    result = bench.runs("./shop 10", "./shop 11")
    expect(result, 0)
    assert "Only the" not in result.out, result
    report = json.loads(bench.runs("./shop 10", "./shop 11", "--format",
                                   "json").out)
    assert report["only"] == {"pass": [], "fail": []}, report["only"]


main(globals())
