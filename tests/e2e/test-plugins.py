"""Libraries that a program loads by itself."""
import os

from e2e import expect, main

PASS, FAIL = "100 200 300", "100 200 200 100"


def _runs(bench, mode, *options):
    return bench.runs(f"./debuggee-loader {mode} {PASS}",
                      f"./debuggee-loader {mode} {FAIL}", *options)


def the_work_of_a_plugin_is_looked_at(bench):
    for mode in ("keep", "close", "again", "fork"):
        expect(_runs(bench, mode), 0,
               r"^\d+\. Execution reaches rebate_of \(plugin\.c:",
               r"percent is now 100 \(was 0\)",
               r"^\d+\. Execution reaches main \(loader\.c:")


def tests_that_start_anew_say_the_same(bench):
    assert _runs(bench, "close").out == _runs(
        bench, "close", "--engine", "rerun").out


def addresses_may_vary(bench):
    bench.write("random", "#!/bin/sh\nexec gdb -iex 'set "
                "disable-randomization off' \"$@\"\n")
    os.chmod(bench.path("random"), 0o755)
    expect(_runs(bench, "close", "--gdb", "./random"), 0,
           r"^\d+\. Execution reaches rebate_of \(plugin\.c:",
           r"percent is now 100 \(was 0\)")


def _marked(mark):
    source = os.path.join(os.path.dirname(__file__), "..", "debuggees",
                          "library", "plugin.c")
    with open(source) as file:
        return next(i for i, line in enumerate(file, 1)
                    if f"MARK: {mark} " in line)


def a_place_in_a_plugin_can_be_named(bench):
    """GDB forgets a plugin that was removed before the program ended."""
    line = _marked("percent")
    for mode in ("keep", "close"):
        expect(_runs(bench, mode, "--at", "rebate_of", "--at",
                     f"plugin.c:{line}"), 0,
               r"items is now 4 \(was 3\)", r"percent is now 100")


def a_place_that_never_comes_is_told(bench):
    expect(_runs(bench, "close", "--at", "nothing_of_that_name"), 1)
    result = bench.runs("./debuggee-library 100 200 300",
                        "./debuggee-library 100 200 200 100", "--at",
                        "nothing_of_that_name")
    expect(result, 2)
    assert "has no place 'nothing_of_that_name'" in result.err, result


def a_plugin_that_is_not_there_is_no_harm(bench):
    result = bench.runs("./debuggee-loader none 100",
                        "./debuggee-loader none 0")
    expect(result, 0, "cents is now 0")
    assert "plugin.c" not in result.out, result


def a_plugin_that_only_one_run_loads_is_no_harm(bench):
    result = bench.runs("./debuggee-loader none 100 200 200 100",
                        "./debuggee-loader close 100 200 200 100")
    expect(result, 0, r"is now .close")


if __name__ == "__main__":
    main(globals())
