"""What things are called in a chain, and that GDB knows what is meant."""
import glob
import json
import os
import re
import subprocess

from e2e import expect, main

PROGRAM = "./debuggee-names"


def _carved(bench, kind, place):
    program = "./debuggee-carved"
    result = bench.runs(f"{program} {kind} 3", f"{program} {kind} 30", "--at",
                        place)
    expect(result, 0)
    return result.out


def _tell(bench, kind, *options):
    result = bench.runs(f"{PROGRAM} {kind} 3", f"{PROGRAM} {kind} 30",
                        *options)
    expect(result, 0)
    return result.out


def _line(name, text, more=0):
    """Where a text is in the program's source, or lines behind it."""
    source = os.path.join(os.path.dirname(os.path.dirname(
        os.path.abspath(__file__))), "debuggees", name)
    with open(source, encoding="utf-8") as file:
        lines = file.read().split("\n")
    return f"{name}:{lines.index(text) + 1 + more}"


def _expect_in(text, *parts):
    for part in parts:
        assert part in text, f"no {part!r} in {text}"


def _replay(bench, what):
    """All scripts make the passing run fail in plain GDB."""
    scripts = sorted(glob.glob(bench.path("scripts/*.gdb")))
    assert scripts
    for script in scripts:
        out = bench.replay(script)
        assert re.search(what, out), f"{script}: {out}"


def a_new_object_is_told_by_the_members_that_differ(bench):
    told = _tell(bench, "nodes", "--at", "is_bad", "--gdb-script", "scripts")
    _expect_in(told, "rtx is now a new struct rtx {code = PLUS, mode = DF, …} "
                     "(was {code = MEM, mode = SI, …})")
    _replay(bench, r"exits with status 1")
    told = _tell(bench, "alike", "--at", "is_too_far")
    _expect_in(told, "wide is now a new struct wide {at.y = 30, limit = 30, …} "
                     "(was {at.y = 3, limit = 3, …})")


def a_pointer_in_a_union_is_called_by_its_member(bench):
    told = _tell(bench, "nodes", "--at", _line("names.c", "\tother = NULL;"),
                 "--gdb-script", "scripts")
    _expect_in(told, "insn.pattern->fld[1].rtx is now a new struct rtx "
                     "{code = PLUS, mode = DF, …} (was {code = MEM, ")
    _replay(bench, r"exits with status 1")


def arrays_are_told_by_their_elements_and_texts_where_they_differ(bench):
    told = _tell(bench, "arrays", "--at", "sum_up")
    _expect_in(told, "numbers is now a new array of 6 int {0, 30, 0, 0, 0, 0} "
                     "(was {0, 3, 0, 0, 0, 0})",
               "Since numbers was a new array of 6 int, the program")
    told = _tell(bench, "texts", "--at", "has_b")
    pair = re.search(r'text is now "…a+Ba+"\.\.\. \(was "…a+Aa+"\.\.\.\)', told)
    assert pair, told


def what_a_program_hands_out_to_itself_has_texts(bench):
    told = _carved(bench, "arena", "is_short")
    _expect_in(told, 'text is now "number 30" (was "number 3")',
               "confirmed both ways")
    told = _carved(bench, "reused", _line(
        "carved.c", "\tcheck(strlen(label) < 11);"))
    _expect_in(told, 'label is now "a label: 30" (was "a label: 3")')


def an_array_of_char_that_could_not_be_read_is_told_as_numbers(bench):
    told = _carved(bench, "numbers", "sum_of_digits")
    _expect_in(told, "digits is now {3, 0, …} (was {0, 3, …})")
    told = _carved(bench, "escapes", "is_dull")
    _expect_in(told, r'escaped is now "\033[1m30" (was "\033[1m3")')


def what_a_call_may_not_have_written_yet_names_nothing(bench):
    told = _carved(bench, "pending", _line(
        "carved.c", "\tn = strlen(words->text); /* MARK: pending */"))
    _expect_in(told, 'word.text is now "30" (was "3")')


def a_circle_is_told_as_one(bench):
    told = _tell(bench, "cycle", "--at", "count")
    _expect_in(told, "list->next->next->next now points back to list (was NULL)",
               "Since list->next->next->next pointed back to list, the program")


def what_takes_a_cast_is_told_in_words_and_for_gdb(bench):
    places = {"far": ("sum_ring", "value of the struct ring 290 pointers away "
                                  "from ring is now 30 (was 3)"),
              "table": (_line("names.c", "\tcheck(is_rich(\"b\"));"),
                        "bytes 16 to 23 of *table.buckets[2]->value are now "
                        "0x1e (were 0x3)")}
    for kind, (place, part) in places.items():
        told = _tell(bench, kind, "--at", place, "--gdb-script", "scripts")
        _expect_in(told, part)
        _replay(bench, r"exits with status 1")
    # Where no cast is needed, it is the same name.
    report = json.loads(_tell(bench, "rows", "--at", "trace_of", "--format",
                              "json"))
    cause, = report["events"][0]["cause"]
    assert cause["name"] == cause["variable"] == "rows[1][1]", cause


def a_way_that_says_what_it_leads_to_is_worth_a_longer_name(bench):
    told = _tell(bench, "typed", "--at", _line(
        "names.c", "\tcheck(office.holder->account->balance > 10); "
                   "/* MARK: typed */"))
    _expect_in(told, "office.holder->account->balance is now 30 (was 3)")
    told = _tell(bench, "payload", "--at", "new_box")
    _expect_in(told, "payload::account->balance is now 30 (was 3)")


def two_edits_of_a_list_at_one_place_are_told_once(bench):
    told = _tell(bench, "edits", "--at", "is_swapped", "--gdb-script",
                 "scripts")
    _expect_in(told, "list->next is now a new struct ring {value = 8, ")
    assert "also needs" not in told, told
    _replay(bench, r"exits with status 1")


def a_variable_of_an_outer_call_says_which_call(bench):
    told = _tell(bench, "calls", "--at", "check")
    _expect_in(told, "depth_of::kept (3 calls up) is now 30 (was 3)")


def locals_of_the_same_name_are_told_with_their_functions(bench):
    told = _tell(bench, "functions", "--at",
                 _line("names.c", "\tlong result = amount * 2;", 1), "--at",
                 _line("names.c", "\tlong result = amount + 1;", 1))
    _expect_in(told, "scale::result is now 60 (was 6)",
               "Since scale::result was 60, shift::result is now 61 (was 7)")
    # What is handed on under the same name is the same thing.
    told = bench.runs("./sample 9 8 7", "./sample 11 14", "--fail-if", "^0 ",
                      "--at", "main", "--at", "shell_sort", "--at",
                      "sample.c:37").out
    _expect_in(told, "Since a[2] was 0, a[0] is now 0 (was 7).")


def a_name_is_kept_as_long_as_it_leads_to_the_same_thing(bench):
    told = _tell(bench, "handed", "--at",
                 _line("names.c", "\tcheck(is_high(stack)); /* MARK: handed */"),
                 "--at", "is_high", "--format", "json")
    names = [event["cause"][0]["name"] for event in json.loads(told)["events"]]
    assert names == ["stack->points", "stack->points"], told
    told = _tell(bench, "handed", "--at", "is_high")
    _expect_in(told, "card->points is now 30 (was 3)")


def what_is_called_otherwise_later_is_told_by_both_names(bench):
    below = "\tcheck(stack->next->points > 10); /* MARK: below */"
    told = _tell(bench, "pushed", "--at",
                 _line("names.c", "\tpush(1); /* MARK: pushed */"),
                 "--at", _line("names.c", below))
    _expect_in(told, "stack->points is now 30 (was 3)",
               "), as stack->next->points.\n",
               "Since stack->next->points was 30, the program exits")


def scripts_find_variables_of_methods_and_saved_registers(bench):
    for passing, failing in (
            ("./debuggee-pairs-cc methods 3", "./debuggee-pairs-cc methods 30"),
            ("./debuggee-pairs saved 1 2 3", "./debuggee-pairs saved 1 5 30")):
        if not os.path.exists(bench.path(passing.split()[0])):
            continue
        result = bench.runs(passing, failing, "--at", "stop", "--gdb-script",
                            "scripts")
        expect(result, 0)
        assert "_Z" not in result.out, result
        out = subprocess.run(failing.split(), cwd=bench.folder,
                             stdout=subprocess.PIPE, check=True).stdout
        _replay(bench, re.escape(out.decode().split("\n", maxsplit=1)[0]))


def scripts_keep_clear_of_freed_memory_but_not_of_any_number(bench):
    for kind, wary in (("garbage", False), ("dangling", True)):
        _tell(bench, kind, "--at", "count", "--gdb-script", "scripts")
        with open(bench.path("scripts/01-count.gdb")) as file:
            assert ("$freed" in file.read()) == wary, kind
        _replay(bench, r"exits with status 1")


def a_long_variable_of_the_environment_is_told_where_it_differs(bench):
    bench.compile("reads", r"""
#include <stdlib.h>
#include <string.h>
int main(void)
{
	const char *text = getenv("LONG_TEXT");
	return text && strchr(text, 'B') ? 1 : 0;
}
""")
    many = 300 * "a"
    result = bench.runs(f"LONG_TEXT={many}A{many} ./reads",
                        f"LONG_TEXT={many}B{many} ./reads", "--at", "main")
    expect(result, 0)
    assert re.search(r'LONG_TEXT is now "…a{24}Ba+"\.\.\. '
                     r'\(was "…a{24}Aa+"\.\.\.\)', result.out), result


def a_long_command_is_cut(bench):
    many = 2000 * "w"
    result = bench.runs(f"./debuggee-names rows 3 {many}",
                        f"./debuggee-names rows 30 {many}", "--at", "trace_of")
    expect(result, 0)
    assert max(map(len, result.out.split("\n"))) < 600, result


if __name__ == "__main__":
    main(globals())
