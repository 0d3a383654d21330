"""Faults are seeded where they should be, and what is known of them is true.

A test is a function whose name says what is true. Prints TAP.
"""
import os
import subprocess
import sys
import tempfile
import traceback

from inputs import GENERATORS, Input, inputs_of
from mutate import Mutator, mutants_of
from reveal import Original, Revealed, distance
from run import HERE, in_turn
from score import ARGUMENT, names_variable

PROGRAM = """\
struct item {
	char name[8];
	int count;
	int price;
	struct item *next;
};

static int worth(const struct item *item, int limit)
{
	int sum = 0;

	while (item != NULL && sum < limit) {
		sum += item->count * item->price;
		item = item->next;
	}
	return sum;
}

static void fill(int *to, int from)
{
	*to = from + 1;
}

int main(void)
{
	struct item *item = malloc(sizeof(struct item));
	int total = worth(item, 10);
	int other;
	char line[64];

	fill(&other, 3);
	strcpy(item->name,
	       "a");
	if (total > other)
		item->price = total;
	return total;
}
"""


def _mutants(rule):
    mutants = Mutator(PROGRAM).all()
    return [mutant for mutant in mutants if mutant.rule == rule]


def _one(rule, change):
    found = [m for m in _mutants(rule) if m.change.startswith(change)]
    assert len(found) == 1, [m.change for m in _mutants(rule)]
    return found[0]


def each_rule_seeds_something():
    for rule in ("operator", "off-by-one", "constant", "missing-branch",
                 "wrong-variable", "missing-init", "missing-copy",
                 "wrong-size"):
        assert _mutants(rule), rule


def a_fault_keeps_all_lines_in_their_places():
    for mutant in Mutator(PROGRAM).all():
        assert mutant.text.count("\n") == PROGRAM.count("\n"), mutant.change
        lines = zip(mutant.text.splitlines(), PROGRAM.splitlines())
        changed = [n for n, (a, b) in enumerate(lines, 1) if a != b]
        assert changed[0] == mutant.line, (mutant.change, changed)
        assert changed[-1] <= mutant.lines[1], (mutant.change, changed)


def stars_of_pointers_are_not_multiplied():
    changes = [m.change for m in _mutants("operator")]
    assert changes.count("'*' -> '+'") == 1, changes


def an_assignment_makes_what_it_assigns_wrong():
    mutant = _one("operator", "'*' -> '+'")
    assert ("sum", "worth") in mutant.variables()
    assert ("price", None) not in mutant.variables()


def a_test_makes_what_it_tests_wrong():
    variables = _one("off-by-one", "'<'").variables()
    assert {("sum", "worth"), ("limit", "worth")} <= set(variables)


def a_missing_branch_makes_what_it_assigns_wrong():
    variables = _one("missing-branch", "'total > other'").variables()
    assert {("price", None), ("other", "main")} <= set(variables)


def what_is_returned_is_wrong_where_it_goes():
    returned = [m for m in _mutants("missing-init")
                if m.change.startswith("'= 0'")]
    assert ("total", "main") in returned[0].variables()


def an_array_that_is_too_small_is_wrong():
    assert _one("wrong-size", "'64'").variables() == [("line", "main")]


def what_is_written_through_a_pointer_is_wrong():
    variables = _one("operator", "'+' -> '-'").variables()
    assert {("to", "fill"), ("other", "main")} <= set(variables)


def a_wrong_argument_makes_the_parameter_wrong():
    assert ("limit", "worth") in _one("constant", "'10'").variables()


def a_wrong_variable_is_of_the_same_type():
    for mutant in _mutants("wrong-variable"):
        old, new = mutant.change.replace("'", "").split(" -> ")
        assert (old in ("item", "next")) == (new in ("item", "next"))


def names_are_told_from_names_inside_others():
    price = ("price", None)
    assert names_variable("list->next->price", "main", price)
    assert names_variable("(*(struct item *) list).price", "main", price)
    assert names_variable("shop.price[3].high", "main", price)
    assert not names_variable("list->price->next", "main", price)
    assert not names_variable("list->prices", "main", price)


def locals_belong_to_their_functions():
    total = ("sum", "worth")
    assert names_variable("sum", "worth", total)
    assert names_variable("worth::sum", "main", total)
    assert not names_variable("sum", "main", total)
    assert not names_variable("main::sum", "worth", total)
    assert not names_variable("list->sum", "worth", total)


def arguments_are_not_past_main():
    for expression in ("argc", "argv[1]", "main::argv[2]", "<fd 0>",
                       "(*(struct _IO_FILE *) &_IO_2_1_stdin_)._flags"):
        assert ARGUMENT.search(expression), expression
    for expression in ("arguments", "path", "parser.argv_count"):
        assert not ARGUMENT.search(expression), expression


def distances_count_edits():
    assert distance("", "") == 0
    assert distance("kitten", "sitting") == 3
    assert distance("ab", "xaxb") == 2


def names_and_inputs_are_always_the_same():
    path = os.path.join(HERE, "programs", "calc.c")
    first, second = mutants_of(path), mutants_of(path)
    assert [m.name for m in first] == [m.name for m in second]
    assert len({m.name for m in first}) == len(first)
    order = [m.name for m in in_turn(first)]
    assert order == [m.name for m in in_turn(reversed(second))]
    assert ([each.key() for each in inputs_of("calc")] ==
            [each.key() for each in inputs_of("calc")])


def every_program_has_inputs_and_no_fault_of_its_own():
    folder = os.path.join(HERE, "programs")
    names = [name.removesuffix(".c") for name in os.listdir(folder)]
    assert sorted(names) == sorted(GENERATORS)
    with tempfile.TemporaryDirectory() as place:
        for name in names:
            subprocess.run(
                ["cc", "-g", "-Wall", "-Wextra", "-Werror",
                 "-fsanitize=address,undefined",
                 "-fno-sanitize-recover=undefined",
                 os.path.join(folder, name + ".c"), "-o", name],
                cwd=place, check=True)
            for given in inputs_of(name):
                done = subprocess.run(
                    ["./" + name, *given.words], cwd=place,
                    input=given.text, capture_output=True, text=True,
                    env={"ASAN_OPTIONS": "detect_leaks=0"}, check=False)
                assert done.returncode in (0, 1), (name, given.key())
                assert not done.stderr, done.stderr


def the_nearest_pair_is_taken():
    text = ("#include <stdio.h>\n#include <stdlib.h>\n"
            "int main(int c, char **v)\n"
            "{\n\tint n = atoi(v[1]);\n\n\tif (n > 7)\n\t\tn = 7;\n"
            "\tprintf(\"%d\\n\", n);\n\treturn 0;\n}\n")
    inputs = [Input([word], None) for word in ("12345", "5", "8", "123")]
    with tempfile.TemporaryDirectory() as place:
        original = Original(os.path.join(place, "o"), "p", text, inputs)
        mutant = next(m for m in Mutator(text).all()
                      if m.rule == "missing-branch")
        pair = Revealed(original, mutant, os.path.join(place, "m")).pair
        assert (pair.passing.words, pair.failing.words) == (("5",), ("8",))
        assert (pair.kind(), pair.edits) == ("output", 1)


TESTS = [each for name, each in list(globals().items())
         if callable(each) and getattr(each, "__module__", "") == __name__ and
         not name.startswith("_")]


def main():
    failed = 0
    print(f"1..{len(TESTS)}")
    for number, test in enumerate(TESTS, 1):
        try:
            test()
            word = "ok"
        except (AssertionError, subprocess.CalledProcessError):
            failed += 1
            word = "not ok"
            for line in traceback.format_exc().splitlines():
                print("# " + line)
        print(f"{word} {number} - {test.__name__.replace('_', ' ')}",
              flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
