"""Runs that differ in their environment alone: the chain begins with the
variable, by its name, whatever it is that differs."""
import glob
import re

from e2e import expect, main

# Asks for variables early and late, and walks through all of them.
SOURCE = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int limit = 10, listed;
static const char *mode;
static void configure(void)
{
	const char *text = getenv("APP_LIMIT");
	if (text)
		limit = atoi(text);
	mode = getenv("APP_MODE");
}
static int work(int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += i > limit ? 100 : i;
	return sum;
}
static int is_late(void)
{
	const char *late = getenv("APP_LATE");
	return late && *late;
}
int main(int argc, char **argv, char **envp)
{
	configure();
	for (char **e = envp; *e; e++)
		listed += strncmp(*e, "APP_LISTED", 10) == 0;
	int sum = work(argc > 1 ? atoi(argv[1]) : 8);
	if (mode && strcmp(mode, "broken and long") == 0)
		sum = -sum;
	if (is_late() || listed == 1)
		sum += 1000;
	return sum < 0 ? 2 : sum > 120;
}
"""

# What the first cause is, and what follows from it some time.
CASES = {
    "value": (("APP_LIMIT=9 ./app", "APP_LIMIT=2 ./app"),
              'APP_LIMIT is now "2" (was "9")', r"limit is now 2 \(was 9\)"),
    "longer": (("APP_MODE=ok ./app", "APP_MODE='broken and long' ./app"),
               'APP_MODE is now "broken and long" (was "ok")',
               r'mode is now "broken and long" \(was "ok"\)'),
    "added": (("./app", "APP_LIMIT=3 ./app"),
              'APP_LIMIT is now "3" (was unset)',
              r"limit is now 3 \(was 10\)"),
    "filled": (("APP_A=1 APP_LATE= APP_Z=26 ./app",
                 "APP_LATE=yes APP_A=1 APP_Z=26 ./app"),
                'APP_LATE is now "yes" (was "")', "sum is now"),
    "removed": (("APP_LIMIT=90 APP_B=2 ./app 15", "APP_B=2 ./app 15"),
             'APP_LIMIT is now unset (was "90")',
             r"limit is now 10 \(was 90\)"),
    # Found through main's own pointer to the array.
    "listed": (("APP_B=2 ./app", "APP_B=2 APP_LISTED=1 ./app"),
               'APP_LISTED is now "1" (was unset)',
               r"listed is now 1 \(was 0\)"),
    "several": (("APP_B=2 APP_C=1 ./app",
                 "APP_C=much_longer APP_LATE=1 ./app"),
                'APP_LATE is now "1" (was unset)', "sum is now"),
}


def _tell(bench, case, *options):
    (passing, failing), cause, then = CASES[case]
    bench.compile("app", SOURCE)
    result = bench.runs(passing, failing, *options)
    expect(result, 0)
    first = re.search(r"^1\. (?:.*\n)*?\n?(?=2\.)", result.out, re.MULTILINE)
    assert first and f", environment variable {cause}.\n" in first.group(), \
        f"the first cause is not that {cause}:\n{result}"
    assert re.search(then, result.out), f"no '{then}':\n{result}"


def _replay(bench, case):
    """Each cause makes the passing run fail in plain GDB; or, if it was found
    in the failing run, that one pass."""
    _tell(bench, case, "--gdb-script", "scripts")
    scripts = sorted(glob.glob(bench.path("scripts/*.gdb")))
    assert scripts
    for script in scripts:
        said = bench.replay(script, "/")
        with open(script) as file:
            passes = file.readline().endswith(" pass\n")
        status = "0" if passes else "[12]"
        assert re.search(f"exits with status {status}$", said,
                         re.MULTILINE), f"{script}:\n{said}"


for _case in CASES:
    def _both(bench, case=_case):
        _tell(bench, case, "--engine", "fork")
        _tell(bench, case, "--engine", "rerun")

    def _script(bench, case=_case):
        _replay(bench, case)

    for _function, _name in ((_both, f"{_case}_is_told_by_each_engine"),
                             (_script, f"{_case}_can_be_replayed")):
        _function.__name__ = _name
        globals()[_name] = _function


main(globals())
