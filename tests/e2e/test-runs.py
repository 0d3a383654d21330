"""howcome PASS.args FAIL.args: what the two runs do, and all that can be wrong
with them."""
import os
import signal
import stat
import struct
import subprocess
import time

from e2e import DEADLINE, VALID, expect, main, processes_with, wait_until

# Ends as its first argument says.
ENDS = r"""
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void fall(int depth)
{
	if (depth == 0)
		*(volatile int *) 0 = 1;
	fall(depth - 1);
}
static int sink(int n)
{
	volatile char room[1000];
	room[0] = (char) n;
	return sink(n + 1) + room[0];
}
int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "exit";
	int number = argc > 2 ? atoi(argv[2]) : 0;
	if (strcmp(how, "exit") == 0)
		return number;
	if (strcmp(how, "raise") == 0)
		raise(number);
	if (strcmp(how, "crash") == 0)
		fall(number);
	if (strcmp(how, "sink") == 0)
		return sink(0);
	if (strcmp(how, "hang") == 0)
		for (;;)
			pause();
	if (strcmp(how, "spin") == 0)
		for (volatile int i = 0;; i++)
			;
	if (strcmp(how, "print") == 0)
		for (int i = 2; i < argc; i++)
			printf("%s\n", argv[i]);
	if (strcmp(how, "complain") == 0)
		fprintf(stderr, "%s: bad\n", argv[0]);
	if (strcmp(how, "getenv") == 0)
		printf("%s\n", getenv(argv[2]) ? getenv(argv[2]) : "unset");
	if (strcmp(how, "cat") == 0) {
		int c;
		while ((c = getchar()) != EOF)
			putchar(c);
	}
	if (strcmp(how, "flood") == 0) {
		char block[4096];
		memset(block, 'x', sizeof block);
		for (int i = 0; i < number; i++)
			fwrite(block, 1, sizeof block, stdout);
	}
	if (strcmp(how, "close") == 0) {
		close(0);
		close(1);
		close(2);
		return number;
	}
	if (strcmp(how, "daemon") == 0 && fork() == 0) {
		setsid();
		if (fork() == 0)
			for (;;)
				pause();
		_exit(0);
	}
	return 0;
}
"""


def _ends(bench):
    bench.compile("ends", ENDS)


def what_both_runs_do_is_told_on_request(bench):
    result = bench.told("./sample 9 8 7", "./sample 11 14")
    expect(result, 0)
    assert (
        "The passing run, ./sample 9 8 7\n"
        "  exits with status 0.\n"
        "    stdout: \"7 8 9 \\n\"\n"
        "The failing run, ./sample 11 14\n"
        "  exits with status 0.\n"
        "    stdout: \"0 11 \\n\"\n"
        "Both reach main (sample.c:27).\n") in result.err, result


def every_exit_status_is_told_natively_and_under_gdb(bench):
    _ends(bench)
    for status in (1, 2, 77, 127, 128, 255):
        result = bench.told("./ends exit 0", f"./ends exit {status}")
        expect(result, VALID, f"exits with status {status}\\.")
        assert "otherwise" not in result.err, result


def a_crash_is_told_with_its_place_and_its_callers(bench):
    _ends(bench)
    result = bench.told("./ends", "./ends crash 2")
    expect(result, VALID, r"is killed by SIGSEGV \(Segmentation fault\)\.",
           r"^    in fall \(ends\.c:\d+\)\n"
           r"    called by fall \(ends\.c:\d+\)\n"
           r"    called by fall \(ends\.c:\d+\)\n"
           r"    called by main \(ends\.c:\d+\)$")


def death_by_each_common_signal_is_told(bench):
    _ends(bench)
    for name in ("HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE",
                 "KILL", "USR1", "SEGV", "PIPE", "ALRM", "TERM"):
        number = getattr(signal, "SIG" + name)
        result = bench.told("./ends", f"./ends raise {number:d}")
        expect(result, VALID, f"is killed by SIG{name} ")
        assert "otherwise" not in result.err, (name, result)


def an_endless_recursion_is_a_crash_with_a_short_backtrace(bench):
    _ends(bench)
    result = bench.told("./ends", "./ends sink")
    expect(result, VALID, "is killed by SIGSEGV", r"in sink \(ends\.c:\d+\)",
           "called by others")


def a_hang_is_told_with_its_place(bench):
    _ends(bench)
    for how in ("hang", "spin"):
        result = bench.told("./ends", f"./ends {how}", "--timeout", "0.5")
        expect(result, VALID, "does not end in time", r"main \(ends\.c:\d+\)")
        assert "otherwise" not in result.err, result


def stdout_and_stderr_are_told_apart(bench):
    _ends(bench)
    result = bench.told("./ends print 'a \"b\"' '\t'", "./ends complain")
    expect(result, VALID, r'stdout: "a \\"b\\"\\n\\t\\n"',
           r'stderr: "/.*/ends: bad\\n"')
    assert "otherwise" not in result.err, result


def long_output_is_cut_with_its_length(bench):
    _ends(bench)
    result = bench.told("./ends", "./ends flood 25600")
    expect(result, VALID, r'stdout: "x{200}"\.\.\. \(104857600 bytes\)')
    assert "otherwise" not in result.err, "differs under GDB"


def output_past_the_limit_is_told(bench):
    _ends(bench)
    result = bench.told("./ends", "./ends flood 80000")
    expect(result, VALID, "runs into the limit on file size")


def bytes_that_are_not_utf_8_are_escaped(bench):
    _ends(bench)
    bench.write("pass.args", "./ends")
    bench.write("fail.args", b"./ends print '\xff\x1b[2J'")
    result = bench.run("-v", "--at", "main", "pass.args", "fail.args")
    expect(result, VALID, r'stdout: "\\377\\033\[2J\\n"',
           r"^The failing run, ./ends print '\\xff\\x1b\[2J'$")


def stdin_comes_from_the_file_or_is_empty(bench):
    _ends(bench)
    bench.write("in put", "hello\n")
    result = bench.told("./ends cat", "./ends cat < 'in put'")
    expect(result, VALID, r'failing run, ./ends cat < .in put.\n.*\n'
                      r'    stdout: "hello\\n"')
    assert "otherwise" not in result.err, result


def variables_are_set_and_the_size_of_the_terminal_is_not(bench):
    _ends(bench)
    env = dict(os.environ, LINES="7", COLUMNS="9")
    result = bench.told("X=1 ./ends getenv X", "./ends getenv LINES", env=env)
    expect(result, VALID, r'stdout: "1\\n"', r'stdout: "unset\\n"')
    assert "otherwise" not in result.err, result


def a_program_that_closes_its_streams_is_followed(bench):
    _ends(bench)
    expect(bench.told("./ends", "./ends close 3"), VALID,
           "exits with status 3")


def what_a_run_leaves_behind_is_killed(bench):
    _ends(bench)
    env = dict(os.environ, HOWCOME_STRAY=bench.folder)
    result = bench.runs("./ends", "./ends daemon", env=env)
    assert processes_with(bench.folder) == [], "left running"
    expect(result, 3, "writes the same")


def a_report_goes_to_the_file_that_is_named(bench):
    result = bench.runs("./sample 9 8 7", "./sample 11 14", "--at", "main",
                        "-o", "report")
    expect(result, 0)
    assert result.out == "", result
    with open(bench.path("report")) as file:
        assert file.read().startswith("Why does"), "no report"


def a_report_that_cannot_be_written_is_an_error(bench):
    runs = ("./sample 9 8 7", "./sample 11 14")
    expect(bench.runs(*runs, "--at", "main", "-o", "none/report"), 4, "'none/report'")
    expect(bench.runs(*runs, "--at", "main", "-o", "/dev/full"), 4, "'/dev/full'")
    closed = subprocess.run(
        ["sh", "-c", 'exec "$0" -q --at main pass.args fail.args >&-',
         bench.howcome], cwd=bench.folder, stderr=subprocess.PIPE,
        timeout=DEADLINE, check=False)
    assert closed.returncode == 4, closed
    assert b"cannot write to 'stdout'" in closed.stderr, closed
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode), "no device any more"


def progress_is_plain_lines_off_a_terminal_and_none_with_q(bench):
    runs = ("./sample 9 8 7", "./sample 11 14")
    quiet = bench.runs(*runs, "--at", "main")
    assert quiet.err == "", quiet
    result = bench.run("--at", "main", "pass.args", "fail.args")
    assert result.err.startswith(
        "howcome: the passing run natively\n"
        "howcome: the failing run natively\n"
        "howcome: the passing run under GDB\n"
        "howcome: the failing run under GDB\n"), result
    expect(result, 0, r"^howcome: moment 1 of 1: stopping both runs$",
           r"^howcome: found: at main \(sample\.c:27\), ")
    verbose = bench.told(*runs)
    expect(verbose, 0, r"GDB \d+\.\d+", r"^howcome: test 1: deltas ")


def help_and_version_go_to_stdout(bench):
    expect(bench.run("--version"), 0, r"^howcome \d+\.\d+\.\d+$")
    result = bench.run("--help")
    expect(result, 0, r"\[PASS.args\.\.\.\] FAIL.args", "Exit status:")
    assert result.err == "", result
    # The locale has nothing to say in this.
    plain = bench.run("--help", env=dict(os.environ, LC_ALL="C"))
    assert plain.out == result.out, plain
    assert plain.out.startswith(
        "Usage:\n  howcome [OPTION...] [PASS.args...] FAIL.args\n"), plain


def help_lists_the_commands_and_tells_about_each(bench):
    result = bench.run("help")
    expect(result, 0, "^  states  ", "^  help  ")
    assert result.err == "", result
    for words in (("help", "help"), ("help", "--help")):
        assert bench.run(*words).out == result.out, words
    assert bench.run("help", "states").out == bench.run("--help").out
    expect(bench.run("help", "frob"), 2,
           "^howcome: there is no command 'frob'; see 'howcome help'$")
    expect(bench.run("help", "states", "help"), 2, "one command")


def a_file_that_is_called_like_a_command_is_reachable(bench):
    bench.write("help", "./sample 9 8 7")
    bench.write("states", "./sample 11 14")
    for words in (("./help", "states"), ("states", "help", "states"),
                  ("-q", "help", "states")):
        expect(bench.run("--at", "main", *words) if words[0] != "states"
               else bench.run(*words, "--at", "main"), 0,
               r"^Why does './sample 11 14' fail")


# ---- Commands without files ----

def commands_may_be_given_as_words(bench):
    files = bench.runs("./sample 9 8 7", "./sample 11 14", "--at", "main")
    words = bench.run("-q", "--at", "main", "--", "./sample", "9", "8", "7",
                      "--", "./sample", "11", "14")
    expect(words, 0)
    assert words.out == files.out, words


def words_are_taken_as_they_are(bench):
    _ends(bench)
    result = bench.run(
        "-v", "--at", "main", "--", "A=x y", "./ends", "getenv", "A", "--",
        "./ends", "print", "a  b", "$A", "<", "'", "-q")
    expect(result, VALID,
           r"^The passing run, A='x y' \./ends getenv A$",
           r'^    stdout: "x y\\n"$',
           r'^    stdout: "a  b\\n\$A\\n<\\n\'\\n-q\\n"$')


def words_that_are_no_two_commands_end_with_2(bench):
    sample = ("./sample", "9")
    expect(bench.run("--", *sample, "--"), 2,
           "failing run: the command names no program")
    expect(bench.run("--", "--", *sample), 2,
           "passing run: the command names no program")
    expect(bench.run("--", "A=1", "--", *sample), 2,
           "passing run: the command names no program")
    expect(bench.run("--", *sample, "--", *sample, "--", *sample), 2,
           "more '--' than commands")
    expect(bench.run("pass.args", "--", *sample, "--", *sample), 2, "not both")
    expect(bench.run("--", *sample, "--", "./none"), 4,
           "failing run: './none' was not found")


def usage_errors_end_with_2(bench):
    _ends(bench)
    expect(bench.run(), 2, "an args file is needed", "--help")
    expect(bench.run("a"), 2, "'a': No such file")
    expect(bench.run("--frob", "a", "b"), 2, "--frob")
    expect(bench.run("--timeout", "-1", "a", "b"), 2, "--timeout takes")
    expect(bench.run("-q", "none", "none"), 2, "'none': No such file")
    expect(bench.runs("./ends", "./ends 'x"), 2, r"fail\.args:1:8: ")
    expect(bench.runs("./ends | wc", "./ends"), 2, r"pass\.args:1:8: ")
    expect(bench.runs("./ends", "./sample"), 2, "are different programs")
    expect(bench.runs("./ends", "./ends < nothing"), 2,
           "failing run: cannot open 'nothing' for stdin: No such file")


def runs_that_are_not_as_claimed_end_with_3(bench):
    _ends(bench)
    expect(bench.runs("./ends", "./ends"), 3,
           "the failing run does not fail: ./ends exits with status 0 and "
           "writes the same")
    expect(bench.runs("./ends crash", "./ends"), 3,
           "the passing run does not pass: ./ends crash is killed by SIGSEGV")
    expect(bench.runs("./ends hang", "./ends exit 1", "--timeout", "0.3"), 3,
           "the passing run does not pass: ./ends hang does not end in time; "
           "if it just needs more time, use --timeout$")


def swapped_args_files_get_a_hint(bench):
    _ends(bench)
    hint = r"; are the two commands in the wrong order\?$"
    for passing, failing, *options in (
            ("./ends crash", "./ends"),
            ("./ends hang", "./ends", "--timeout", "0.3"),
            ("./ends print 0", "./ends print 1", "--fail-if", "^0$"),
            ("./ends exit 3", "./ends", "--test",
             "test $HOWCOME_STATUS = 0")):
        expect(bench.runs(passing, failing, *options), 3, hint)
    for passing, failing, *options in (
            ("./ends", "./ends"),
            ("./ends crash", "./ends exit 1"),
            ("./ends print 0", "./ends print 0", "--fail-if", "^0$"),
            ("./ends print 1", "./ends print 1", "--fail-if", "^0$")):
        result = bench.runs(passing, failing, *options)
        expect(result, 3)
        assert "wrong order" not in result.err, result


def a_failing_run_that_exits_with_0_is_noted(bench):
    _ends(bench)
    expect(bench.told("./ends exit 3", "./ends exit 0"), VALID,
           r"^howcome: note: the passing run exits with status 3, the failing "
           r"run with 0; are the two commands in the wrong order\?$")
    result = bench.told("./ends exit 3", "./ends exit 4")
    assert "wrong order" not in result.err, result


def a_program_that_cannot_be_debugged_ends_with_4(bench):
    _ends(bench)
    bench.compile("bare", ENDS, "-g0")
    expect(bench.runs("./bare", "./bare exit 1"), 4,
           "no debug information", "-g")
    expect(bench.runs("./nowhere", "./nowhere 1"), 4,
           "passing run: './nowhere' was not found")
    expect(bench.runs("no-such-program", "no-such-program 1"), 4, "PATH")
    bench.write("script", "#!/bin/sh\nexit 0\n")
    os.chmod(bench.path("script"), 0o755)
    expect(bench.runs("./script", "./script 1"), 4, "script", "/bin/sh")
    bench.write("text", "just text\n")
    os.chmod(bench.path("text"), 0o755)
    expect(bench.runs("./text", "./text 1"), 4, "'./text'")
    bench.write("plain", open(bench.path("ends"), "rb").read())
    expect(bench.runs("./plain", "./plain 1"), 4, "not executable", "chmod")


def a_program_for_another_machine_ends_with_4(bench):
    _ends(bench)
    image = bytearray(open(bench.path("ends"), "rb").read())
    image[18:20] = struct.pack("<H", 183)  # EM_AARCH64
    bench.write("foreign", bytes(image))
    os.chmod(bench.path("foreign"), 0o755)
    expect(bench.runs("./foreign", "./foreign 1"), 4, "aarch64|AArch64|ARM")


def a_missing_or_wrong_gdb_ends_with_4(bench):
    runs = ("./sample 9 8 7", "./sample 11 14")
    expect(bench.runs(*runs, "--gdb", "/nonexistent/gdb"), 4,
           "/nonexistent/gdb")
    expect(bench.runs(*runs, "--gdb", "/bin/true"), 4, "GDB|gdb")
    expect(bench.runs(*runs, "--gdb", "/bin/cat"), 4, "GDB|gdb")
    env = dict(os.environ, PATH=bench.folder)
    expect(bench.runs(*runs, env=env), 4, "gdb")


def _refused(bench, call):
    """On a system that refuses GDB this system call."""
    return bench.runs("./sample 9 8 7", "./sample 11 14", "--gdb",
                      "./debuggee-deny", env=dict(os.environ, DENY=call))


def a_refused_ptrace_ends_with_4_and_says_what_to_do(bench):
    expect(_refused(bench, "ptrace"), 4, "trace")


def a_refused_personality_is_a_note_and_no_error(bench):
    bench.write("pass.args", "./sample 9 8 7")
    bench.write("fail.args", "./sample 11 14")
    result = bench.run("--gdb", "./debuggee-deny", "--at", "main", "pass.args", "fail.args",
                       env=dict(os.environ, DENY="personality"))
    expect(result, 0, "note: .*address space randomisation", "0 11")


def a_refused_pidfd_open_ends_with_4_and_is_named(bench):
    env = dict(os.environ, DENY="pidfd_open", DENIED=bench.howcome)
    expect(bench.runs("./sample 9 8 7", "./sample 11 14", env=env,
                      executable=bench.path("debuggee-deny")),
           4, "passing run: .*watch GDB.*pidfd_open: Operation not permitted")


def a_filter_around_howcome_is_none_of_the_programs_own(bench):
    """As in a container."""
    env = dict(os.environ, DENY="nothing", DENIED=bench.howcome)
    result = bench.runs("./sample 9 8 7", "./sample 11 14", "--at", "main",
                        "--fail-if", "^0 ", "--engine", "fork", env=env,
                        executable=bench.path("debuggee-deny"))
    expect(result, 0, "argc is now 3")


def _interrupt(bench, number, status):
    _ends(bench)
    bench.write("pass.args", "./ends")
    bench.write("fail.args", "./ends spin")
    for moment in (b"the failing run natively", b"the failing run under GDB"):
        process = bench.start("--timeout", "5", "pass.args", "fail.args")
        for line in process.stderr:
            if moment in line:
                break
        time.sleep(0.2)
        sent = time.monotonic()
        process.send_signal(number)
        result = bench.finish(process)
        # A second is promised; a busy machine gets some more.
        assert time.monotonic() - sent < 10, "took too long"
        expect(result, status, "interrupted")
        assert processes_with(bench.folder) == [], "left running"


def ctrl_c_ends_it_soon_and_leaves_nothing(bench):
    _interrupt(bench, signal.SIGINT, 130)


def sigterm_ends_it_soon_and_leaves_nothing(bench):
    _interrupt(bench, signal.SIGTERM, 143)


def killed_it_leaves_no_process_behind(bench):
    _ends(bench)
    bench.write("pass.args", "./ends")
    bench.write("fail.args", "./ends spin")
    for moment in (b"the failing run natively", b"the failing run under GDB"):
        process = bench.start("--timeout", "5", "pass.args", "fail.args")
        for line in process.stderr:
            if moment in line:
                break
        time.sleep(0.2)
        process.kill()
        bench.finish(process)
        wait_until(lambda: processes_with(bench.folder) == [])


def a_log_of_what_was_said_to_gdb_is_kept_on_request(bench):
    env = dict(os.environ, HOWCOME_MI_LOG=bench.path("log"))
    expect(bench.runs("./sample 9 8 7", "./sample 11 14", "--at", "main",
                      env=env), 0)
    with open(bench.path("log")) as file:
        assert "-gdb-version" in file.read()


main(globals())
