"""What is left in memory that was freed, if a program reads it."""
import json
import os
import re
import subprocess

from e2e import expect, main

# A session is written to after it was closed, through another pointer.
SESSION = r"""
#include <stdlib.h>
#include <string.h>

struct session {
	char *name;
	struct session *next;
	int level;
};
static struct session *current;
static int shown;

static void open_session(const char *name)
{
	current = calloc(1, sizeof *current);
	current->name = strdup(name);
}

static void close_session(struct session *s)
{
	free(s->name);
	free(s);
}

static void work(struct session *s, int level)
{
	s->level = level;
	shown++;
}

static void report(void)
{
	shown = 7;
	if (current->level > 10)
		abort();
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	open_session("a");
	struct session *mine = current;
	close_session(mine);
	work(mine, n);
	mine = NULL;
	n = 0;
	argv[1] = "";
	report();
	return 0;
}
"""

# What a freed structure points to, which is alive, decides.
RULES = r"""
#include <stdlib.h>

struct rule {
	int limit;
};
struct user {
	long number, age;
	struct rule *rule;
};
static struct rule strict = {1}, lax = {100};
static struct user *first, *second;

static int check(int n)
{
	int limit = second->rule->limit;
	return n > limit;
}

int main(int argc, char **argv)
{
	second = first = calloc(1, sizeof *first);
	first->rule = argv[1][0] == 's' ? &strict : &lax;
	argv[1] = NULL;
	free(first);
	first = NULL;
	if (check(50))
		return 3;
	return 0;
}
"""

# An array that is too large for the lists of small blocks: when it is freed,
# malloc may join it with others.
NUMBERS = r"""
#include <stdlib.h>

static int *numbers, bad;
static char *guard;

static void check(void)
{
	for (int i = 40; i < 60; i++)
		if (numbers[i] == 77)
			bad++;
	if (bad)
		abort();
}

int main(int argc, char **argv)
{
	numbers = calloc(1000, sizeof *numbers);
	guard = malloc(16);
	numbers[50] = atoi(argv[1]);
	argv[1] = NULL;
	free(numbers);
	check();
	return 0;
}
"""

# What was freed differs, and nobody reads it; where malloc puts the next block
# decides.
UNREAD = r"""
#include <stdlib.h>

struct box {
	long first, second;
	int value;
};
static struct box *old;
static char *block;

static void check(void)
{
	char *other = malloc(100);
	if (other - block > 1000)
		abort();
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	old = malloc(sizeof *old);
	old->value = n;
	block = malloc(24);
	void *gap = malloc(n * 100);
	argv[1] = NULL;
	free(old);
	gap = NULL;
	n = 0;
	check();
	return 0;
}
"""


def _chain(bench, name, source, passing, failing, *options):
    """The events that have a cause, and the text."""
    bench.compile(name, source)
    # What is left is what free() leaves.
    runs = [f"MALLOC_PERTURB_=0 ./{name} {run}" for run in (passing, failing)]
    result = bench.runs(*runs, "--format", "json", *options)
    expect(result, 0)
    text = bench.runs(*runs, *options)
    expect(text, 0)
    return [e for e in json.loads(result.out)["events"]
            if e["status"] == "isolated"], text.out


def _at(events, function):
    return [cause for e in events if e["location"]["function"] == function
            for cause in e["cause"]]


def what_was_written_after_free_is_told(bench):
    events, text = _chain(bench, "session", SESSION, "3", "30")
    there = _at(events, "report")
    assert [c["variable"] for c in there] == ["current->level"], text
    assert there[0]["fail"] == "30", text
    assert "current->level (freed memory) was 30" in text, text


def it_is_so_with_runs_that_start_anew(bench):
    _, text = _chain(bench, "session", SESSION, "3", "30")
    _, other = _chain(bench, "session", SESSION, "3", "30", "--engine",
                      "rerun")
    assert text == other, other


def a_script_puts_it_into_the_program(bench):
    _chain(bench, "session", SESSION, "3", "30", "--at", "report",
           "--gdb-script", "scripts")
    scripts = os.listdir(bench.path("scripts"))
    assert len(scripts) == 1, scripts
    done = subprocess.run(["gdb", "-nx", "-batch", "-x",
                           f"scripts/{scripts[0]}"], cwd=bench.folder,
                          capture_output=True, text=True)
    assert "SIGABRT" in done.stdout, done


def a_pointer_in_freed_memory_is_told(bench):
    events, text = _chain(bench, "rules", RULES, "lax", "strict")
    assert [c["variable"] for c in _at(events, "check")][:1] == [
        "second->rule"], text
    assert re.search(r"second->rule \(freed memory\) was &strict", text), text


def a_large_block_is_read_after_free(bench):
    events, text = _chain(bench, "numbers", NUMBERS, "3", "77")
    assert "numbers[50]" in [c["variable"] for c in _at(events, "check")], text
    assert "numbers[50] (freed memory) was 77" in text, text


def what_nobody_reads_is_in_no_chain(bench):
    _, text = _chain(bench, "unread", UNREAD, "1", "30")
    text = text.partition("Where to look")[0]
    assert "freed memory" not in text and "old" not in text, text


if __name__ == "__main__":
    main(globals())
