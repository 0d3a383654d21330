"""What a failure is: by itself, by --fail-if, by --test; and failures that
don't come each time."""
import json
import os
import signal
import time

from e2e import VALID, expect, main, processes_with

SAMPLE = ("./sample 9 8 7", "./sample 11 14")

# What a run can see of its surroundings.
AROUND = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <time.h>
#include <unistd.h>
static int traced(void)
{
	char line[200];
	int pid = 0;
	FILE *file = fopen("/proc/self/status", "r");
	while (file && fgets(line, sizeof line, file))
		sscanf(line, "TracerPid: %d", &pid);
	if (file)
		fclose(file);
	return pid != 0;
}
static int randomised(void)
{
	return !(personality(0xffffffff) & ADDR_NO_RANDOMIZE);
}
/* How often it was called before, by a file. */
static int times(void)
{
	int n = 0;
	FILE *file = fopen("times", "r");
	if (file && fscanf(file, "%d", &n) != 1)
		n = 0;
	if (file)
		fclose(file);
	file = fopen("times", "w");
	fprintf(file, "%d\n", n + 1);
	fclose(file);
	return n;
}
int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	if (strcmp(how, "traced") == 0)
		return traced();
	if (strcmp(how, "untraced") == 0)
		return !traced();
	if (strcmp(how, "randomised") == 0)
		return randomised();
	if (strcmp(how, "odd") == 0)
		return times() % 2;
	if (strcmp(how, "even-or-traced") == 0)
		return times() % 2 == 0 || traced();
	if (strcmp(how, "status-traced") == 0)
		return traced() ? 7 : 5;
	if (strcmp(how, "pid") == 0)
		fprintf(stderr, "%d\n", (int) getpid());
	if (strcmp(how, "pid-only") == 0)
		printf("%d\n", (int) getpid());
	if (strcmp(how, "time") == 0)
		fprintf(stderr, "%ld: ready\n", (long) time(NULL));
	if (argc > 2)
		puts(argv[2]);
	return 0;
}
"""

# Crashes in functions that were inlined, some at their very first instruction.
INLINED = r"""
#include <stdlib.h>
#define ALWAYS static inline __attribute__((always_inline))
volatile int by;
int sum;
ALWAYS void store(int *at, int value)
{
	*at = value;
}
ALWAYS void check(int *at, int value)
{
	sum += value;
	if (!at)
		abort();
	store(at, value);
}
ALWAYS int part(int value)
{
	return 100 / value;
}
__attribute__((noinline)) static void call(void (*function)(int), int value)
{
	function(value);
	sum++;
}
int main(int argc, char **argv)
{
	static int room;
	int mode = argc > 1 ? atoi(argv[1]) : 0, value = argc > 2;
	int *at = value ? NULL : &room;
	sum = mode;
	switch (mode) {
	case 0:
		store(at, value);
		break;
	case 1:
		check(at, value);
		break;
	case 2:
		by = 1 - value;
		sum += part(by);
		break;
	default:
		call(value ? NULL : (void (*)(int)) srand, mode);
	}
	return 0;
}
"""

# Nothing is known of where it crashes, nor of who called that.
LOST = r"""
#include <stdlib.h>
int main(int argc, char **argv)
{
	unsigned long to = argc > 1 ? atol(argv[1]) : 0;
	if (to)
		__asm__ volatile("xor %%ebp, %%ebp\n\tmov $64, %%rsp\n\t"
				 "jmp *%0" : : "r"(to));
	return 0;
}
"""


def _around(bench, passing, failing, *options):
    """With notes, and with what the runs do."""
    bench.compile("around", AROUND)
    bench.write("pass.args", f"./around {passing}")
    bench.write("fail.args", f"./around {failing}")
    return bench.run("-v", "--at", "main", *options, "pass.args", "fail.args")


def a_crash_in_an_inlined_function_is_known_again(bench):
    for level in ("-O0", "-O1", "-O2"):
        bench.compile("inlined", INLINED, "-g", level)
        for mode in range(4):
            result = bench.runs(f"./inlined {mode}", f"./inlined {mode} x",
                                "--at", "main")
            expect(result, 0, "argc|value|argv")


# Two ways to fail with one status.
REASONS = r"""
#include <stdio.h>
#include <stdlib.h>
static void check(int size, int kind)
{
	if (kind == 1 && size == 0) {
		fprintf(stderr, "there is no size\n");
		exit(2);
	}
	if (kind == 3) {
		fprintf(stderr, "kind %d is not known\n", kind);
		exit(2);
	}
}
int main(int argc, char **argv)
{
	check(atoi(argv[1]), atoi(argv[2]));
	return 0;
}
"""


def another_message_with_the_same_status_is_another_failure(bench):
    bench.compile("reasons", REASONS)
    result = bench.runs("./reasons 5 1", "./reasons 0 3", "--at", "check")
    expect(result, 0, "kind is now 3 \\(was 1\\)\\.$",
           "confirmed both ways")


# Prints what it was given, and then what is wrong.
TWICE = r"""
#include <stdio.h>
#include <stdlib.h>
static int sum;
static void add(int n)
{
	sum += n > 9 ? 0 : n;
}
int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		printf("with %s\n", argv[i]);
	fflush(stdout);
	for (int i = 1; i < argc; i++)
		add(atoi(argv[i]));
	printf("sum %d\n", sum);
	return 0;
}
"""


def the_last_sentence_tells_what_the_last_cause_leads_to(bench):
    bench.compile("twice", TWICE)
    runs = ("./twice 5 6", "./twice 5 11")
    result = bench.runs(*runs, "--at", "add#2")
    expect(result, 0, "the program prints \"sum 5\"\\. The program fails")
    # Both lines follow from the argument; the first one is told.
    result = bench.runs(*runs, "--at", "main")
    expect(result, 0, "the program prints \"with 11\"\\. The program fails")


def a_crash_at_a_place_without_a_name_is_known_again(bench):
    bench.compile("lost", LOST)
    expect(bench.runs("./lost 0", "./lost 16", "--at", "main"), 0,
           "argv\\[1\\] is now \"16\"")


def a_pattern_says_what_a_failure_is(bench):
    expect(bench.runs(*SAMPLE, "--fail-if", "^0 11"), 0, "0 11")
    expect(bench.runs(*SAMPLE, "--fail-if=^0"), 0)


def _told(bench, *options):
    """What the report says a failure is, and the causes."""
    result = bench.runs(*SAMPLE, "--format", "json", *options)
    expect(result, 0)
    report = json.loads(result.out)
    causes = [[(cause["variable"], cause["fail"]) for cause in event["cause"]]
              for event in report["events"]]
    return report["failure"].get("fail_if"), causes


def where_the_whole_output_says_too_little_a_part_of_it_does(bench):
    taken, causes = _told(bench)
    assert taken == r"^0(\s|$)", taken
    assert _told(bench, "--fail-if", taken) == (None, causes), causes
    assert all(len(cause) < 2 for cause in causes), causes
    expect(bench.runs(*SAMPLE), 0, r"so --fail-if '\^0\(\\s\|\$\)' was taken.*"
           r"another one, say so: --fail-if '\^0 11 \$'\.")


# A switch makes it go wrong, whatever it has to add up.
SWITCH = r"""
#include <stdio.h>
#include <stdlib.h>
static int rate, first, second;
static void show(void)
{
	printf("%d and %d\n", first, second);
	printf("%d\n", rate ? (first + second) / rate : 0);
}
int main(int argc, char **argv)
{
	first = atoi(argv[1]);
	second = atoi(argv[2]);
	rate = argc > 3 ? 2 : 1;
	show();
	return 0;
}
"""


def what_leads_to_the_right_output_passes(bench):
    bench.compile("switch", SWITCH)
    runs = ("./switch 3 5", "./switch 8 9 x")
    bench.write("right", "8 and 9\n17\n")
    result = bench.runs(*runs, "--at", "show", "--expect", "right")
    expect(result, 0, r"x', rate is now 2 \(was 1\)\.$",
           r"the program prints \"8\"\. The program fails",
           "all causes|is confirmed both ways")
    # Without it, all that is written counts.
    expect(bench.runs(*runs, "--at", "show"), 0,
           r"first is now 8 .*second is now 9 .*rate is now 2|"
           r"rate is now 2 .*first is now 8 .*second is now 9|--fail-if")


def the_right_output_is_that_of_the_failing_command(bench):
    bench.compile("switch", SWITCH)
    bench.write("right", "8 and 9\n8\n")
    expect(bench.runs("./switch 3 5", "./switch 8 9 x", "--expect", "right"),
           3, "does not fail: ./switch 8 9 x exits with status 0 and writes "
           "what --expect has")
    expect(bench.runs(*SAMPLE, "--expect", "nowhere"), 2, "--expect: .*nowhere")


# Prints what it was given, and what it makes of that.
BILL = r"""
#include <stdio.h>
#include <stdlib.h>
static int count[9], price[9], n;
static int discount(int i)
{
	return count[i] >= 10 ? price[i] : 0;
}
static int total(void)
{
	int all = 0;
	for (int i = 0; i < n; i++)
		all += count[i] * price[i] - discount(i) * count[i];
	return all;
}
int main(int argc, char **argv)
{
	for (int i = 1; i + 1 < argc; i += 2, n++) {
		count[n] = atoi(argv[i]);
		price[n] = atoi(argv[i + 1]);
	}
	int all = total();
	for (int i = 0; i < n; i++)
		printf("%d x %d\n", count[i], price[i]);
	printf("total %d\n", all);
	return 0;
}
"""


def what_the_program_was_given_is_not_taken_for_the_failure(bench):
    bench.compile("bill", BILL)
    runs = ("./bill 5 3 2 4", "./bill 12 6 2 5")
    result = bench.runs(*runs)
    expect(result, 0, r"so --fail-if '\^total 10\$' was taken",
           r"say so: --fail-if .*'\^12", "count\\[0\\] to be 12")


# Prints what it makes of the numbers in a file, then the numbers.
READS = r"""
#include <stdio.h>
static int rate, first, second;
static void show(void)
{
	printf("%d\n", rate ? (first + second) / rate : 0);
	printf("%d and %d\n", first, second);
}
int main(int argc, char **argv)
{
	FILE *in = argc > 1 ? fopen(argv[1], "r") : stdin;
	if (fscanf(in, "%d %d %d", &first, &second, &rate) == 3)
		show();
	return 0;
}
"""


def nor_is_what_it_reads(bench):
    bench.compile("reads", READS)
    bench.write("pass.txt", "3 4 1\n")
    bench.write("fail.txt", "8 11 2\n")
    for runs in (("./reads < pass.txt", "./reads < fail.txt"),
                 ("./reads pass.txt", "./reads fail.txt")):
        expect(bench.runs(*runs, "--at", "show"), 0,
               r"so --fail-if '\^9\$' was taken",
               r"say so: --fail-if .*'\^8")


# Checks what it has made, and says so.
CHECKED = r"""
#include <stdio.h>
#include <stdlib.h>
static int a, b, doubled;
static int twice(int x)
{
	return x > 9 ? x : 2 * x;
}
int main(int argc, char **argv)
{
	a = atoi(argv[1]);
	b = atoi(argv[2]);
	doubled = twice(b);
	printf("%d of %d: %s\n", a + b, a * doubled,
		doubled == 2 * b ? "good" : "BAD");
	return 0;
}
"""


def a_word_that_only_the_failing_run_has_is_taken_first(bench):
    bench.compile("checked", CHECKED)
    expect(bench.runs("./checked 5 6", "./checked 8 11"), 0,
           r"so --fail-if '\\bBAD\\b' was taken")


def where_it_is_known_what_is_right_a_wrong_word_is_taken(bench):
    bench.compile("bill", BILL)
    bench.write("right", "12 x 3\n2 x 5\ntotal 43\n")
    result = bench.runs("./bill 5 3 2 4", "./bill 12 3 2 5", "--expect",
                        "right")
    expect(result, 0, "the program prints \"total 10\"")
    assert "x 5" not in result.out, result


def nothing_is_taken_where_the_whole_output_is_clear(bench):
    bench.compile("twice", TWICE)
    result = bench.runs("./twice 5 6", "./twice 5 11")
    expect(result, 0)
    assert "taken for the failure" not in result.out, result


def a_pattern_must_tell_the_runs_apart(bench):
    expect(bench.runs(*SAMPLE, "--fail-if", "^11"), 3,
           "the failing run does not fail: its output does not match "
           "--fail-if '\\^11'")
    expect(bench.runs(*SAMPLE, "--fail-if", r"\d"), 3,
           "the passing run does not pass: its output matches --fail-if")


def a_crash_may_pass_where_a_pattern_decides(bench):
    expect(bench.runs("./debuggee-finish signal 11",
                      "./debuggee-finish exit 0", "--fail-if", "x"), 3,
           "the failing run does not fail")


def a_pattern_that_is_none_ends_with_2_before_anything_runs(bench):
    result = bench.runs("./debuggee-spin", "./debuggee-spin block",
                        "--fail-if", "a(b")
    expect(result, 2, "--fail-if: .*a\\(b")


def a_command_says_what_a_failure_is(bench):
    test = 'case $(cat "$HOWCOME_STDOUT") in 0*) exit 1;; esac; ' \
           'test $HOWCOME_STATUS = 0'
    before = set(os.listdir(bench.folder)) | {"pass.args", "fail.args"}
    expect(bench.runs(*SAMPLE, "--test", test), 0,
           "fails the test")
    assert set(os.listdir(bench.folder)) == before, "files left behind"


# What it writes to a file is what is right or wrong.
LEAVES = r"""
#include <stdio.h>
#include <stdlib.h>
static void leave(int n)
{
	FILE *file = fopen("left", "w");
	fprintf(file, "%d\n", n * n);
	fclose(file);
}
int main(int argc, char **argv)
{
	leave(argc > 1 ? atoi(argv[1]) : 0);
	puts("done");
	return 0;
}
"""


def a_command_sees_the_files_of_each_run_before_the_next_one(bench):
    bench.compile("leaves", LEAVES)
    expect(bench.runs("./leaves 3", "./leaves 4", "--test",
                      "test $(cat left) != 16"), 0, "n is now 4 \\(was 3\\)",
           "causes? (is )?confirmed both ways")
    expect(bench.runs("./leaves 4", "./leaves 3", "--test",
                      "test $(cat left) != 16"), 3, "wrong order")


def a_command_must_tell_the_runs_apart(bench):
    expect(bench.runs(*SAMPLE, "--test", "true"), 3,
           "the failing run does not fail: the test command 'true' says that "
           "it passes")
    expect(bench.runs(*SAMPLE, "--test", "exit 3"), 3,
           "the passing run does not pass: the test command 'exit 3' says "
           "that it fails")


def a_command_that_cannot_run_ends_with_2(bench):
    expect(bench.runs(*SAMPLE, "--test", "frobnicate"), 2,
           "'frobnicate' ends with status 127", "not found")
    bench.write("script", "exit 0\n")
    expect(bench.runs(*SAMPLE, "--test", "./script"), 2, "status 126")


def a_pattern_and_a_command_contradict_each_other(bench):
    expect(bench.runs(*SAMPLE, "--test", "true", "--fail-if", "x"), 2,
           "--fail-if and --test")


def ctrl_c_ends_a_command_and_all_that_it_started(bench):
    bench.write("pass.args", SAMPLE[0])
    bench.write("fail.args", SAMPLE[1])
    process = bench.start(
        "--test", f"echo {bench.folder} >started; setsid sleep 1000 & "
        "sleep 1000", "pass.args", "fail.args")
    end = time.monotonic() + 60
    while not os.path.exists(bench.path("started")):
        assert time.monotonic() < end, "never started"
        time.sleep(0.01)
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    expect(bench.finish(process), 130, "interrupted")
    assert processes_with(bench.folder) == [], "left running"


def a_failure_that_comes_every_second_time_ends_with_3(bench):
    expect(_around(bench, "x", "odd"), 3, "the outcome is not repeatable",
           "exits with status [01], and another time exits with status [01]",
           "--fail-if or --test")


def a_failure_that_is_certain_under_gdb_alone_will_do(bench):
    expect(_around(bench, "x", "even-or-traced"), VALID,
           "note: natively the outcome varies from run to run; under GDB "
           "it does not")


def a_failure_that_gdb_hides_ends_with_3(bench):
    expect(_around(bench, "x", "untraced"), 3,
           "the failing run does not fail under GDB: ./around untraced exits "
           "with status 0")


def another_failure_under_gdb_is_noted(bench):
    expect(_around(bench, "x", "status-traced"), VALID,
           "note: under GDB the runs do not behave as they do natively",
           "Under GDB it behaves differently: it exits with status 7")


def a_failure_that_needs_randomised_addresses_gets_them(bench):
    expect(_around(bench, "x", "randomised"), VALID,
           "the failing run under GDB, with address space randomisation",
           "note: .*address space randomisation is off, so it stays on")


def a_stream_that_varies_is_not_compared(bench):
    result = _around(bench, "pid a", "pid b")
    expect(result, VALID,
           "note: what the program writes to stderr varies")


def so_it_is_with_one_that_varies_by_the_second(bench):
    expect(_around(bench, "time a", "time b"), 0,
           "note: what the program writes to stderr varies",
           "argv\\[2\\] is now \"b\" \\(was \"a\"\\)")


def runs_that_differ_in_what_varies_alone_end_with_3(bench):
    expect(_around(bench, "pid-only", "pid-only"), 3,
           "the outcome is not repeatable", "writes something else")


main(globals())
