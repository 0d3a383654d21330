"""Chains of small programs, with no place given: what they must have in them,
and what not."""
import json
import os
import re

from e2e import expect, main

# A number that each process has of its own comes and goes: what was put into
# another process would end that.
OWNER = r"""
#include <stdlib.h>
#include <sys/auxv.h>

static unsigned long owner;
static int level, seen;

static unsigned long self(void)
{
	return *(unsigned long *) getauxval(AT_RANDOM);
}

static void look(void)
{
	seen = level;
}

static int work(int n)
{
	owner = self();
	level = 2 * n;
	look();
	if (owner != self())
		exit(3);
	owner = 0;
	return seen > 10;
}

int main(int argc, char **argv)
{
	int result = work(argc > 1 ? atoi(argv[1]) : 0);
	level = seen = 0;
	return result;
}
"""

# A global leads to the wrong element while others go along the list: whatever
# they lead to, it is one cause.
WALK = r"""
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};
static struct node *root, *best;

static void put(int value)
{
	struct node *node = malloc(sizeof *node);
	node->value = value;
	node->next = root;
	root = node;
}

static void choose(int value)
{
	for (struct node *n = root; n; n = n->next)
		if (n->value <= value)
			best = n;
}

static int count(void)
{
	int all = 0;
	for (struct node *n = root; n; n = n->next)
		all += n->value;
	return all;
}

int main(int argc, char **argv)
{
	for (int i = 5; i > 0; i--)
		put(i);
	choose(argc > 1 ? atoi(argv[1]) : 0);
	return count() == 15 && best->value > 2 ? 0 : 1;
}
"""

# All elements of a table are needed, or it does something third.
TABLE = r"""
#include <stdlib.h>

enum { N = 24 };
static long table[N];

static long add(void)
{
	long sum = 0;
	for (int i = 0; i < N; i++)
		sum += (i + 1) * table[i];
	return sum;
}

int main(int argc, char **argv)
{
	long step = argc > 1 ? atoi(argv[1]) : 0;
	for (int i = 0; i < N; i++)
		table[i] = i * step;
	step = 0;
	argv[1][0] = '-';
	long sum = add();
	return sum == 4600 ? 0 : sum == 9200 ? 1 : 2;
}
"""

# What it prints waits in a buffer while much else happens, not the same in
# both runs.
TIDY = r"""
#include <stdio.h>
#include <stdlib.h>

static int left;

static void tidy(int n)
{
	left -= n;
}

static void tidy_all(int n)
{
	for (int i = 0; i < 40; i++) {
		if (i % n == 0)
			tidy(2);
		tidy(1);
	}
}

static int twice(int n)
{
	return 2 * n;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1;
	printf("%d\n", twice(n));
	tidy_all(n);
	return 0;
}
"""

# One item less, and all turns of the loop look alike: in the middle the runs are
# out of step.
STEPS = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
	const char *text;
	struct item *next;
};
static char out[200];
static size_t length;

static void append(const char *text)
{
	memcpy(out + length, text, strlen(text));
	length += strlen(text);
}

static void render(struct item *first)
{
	for (struct item *i = first; i; i = i->next)
		append(i->text);
}

int main(int argc, char **argv)
{
	struct item *items = NULL;
	for (int i = argc - 1; i > 1; i--) {
		struct item *item = malloc(sizeof *item);
		*item = (struct item){argv[i], items};
		items = item;
	}
	int drop = strcmp(argv[1], "drop") == 0;
	argv[1][0] = '-';
	if (drop)
		items = items->next;
	drop = 0;
	render(items);
	puts(out);
	return 0;
}
"""

# Calls back from a template of the library's, which has names of its own for
# what main has.
BACK = r"""
#include <algorithm>
#include <cstdlib>
#include <vector>

static int most;

static void look(int n)
{
	if (n > most)
		most = n;
}

int main(int argc, char **argv)
{
	std::vector<int> all;
	for (int i = 1; i < argc; i++)
		all.push_back(atoi(argv[i]));
	std::for_each(all.begin(), all.end(), look);
	return most > 5;
}
"""
CXX = ("-g", "-O0", "-x", "c++", "-Wl,--no-as-needed", "-lstdc++")

# Says what it reads as it goes along, has its fault in normalise, and tidies up
# behind what it says.
SPELL = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
	char text[16];
	struct word *next;
};
static struct word *words;
static int freed;

static void add(const char *text)
{
	struct word *word = malloc(sizeof *word);
	strcpy(word->text, text);
	word->next = words;
	words = word;
}

static int known(const char *text)
{
	for (struct word *w = words; w; w = w->next)
		if (strcmp(w->text, text) == 0)
			return 1;
	return 0;
}

static void normalise(char *to, const char *from)
{
	size_t n = strlen(from);
	memcpy(to, from, n);
	if (n > 3 && to[n - 1] == 's')
		n--;
	to[n] = '\0';
}

static void check(const char *text)
{
	char word[16] = "";
	normalise(word, text);
	int fine = known(word);
	printf("%s: %s\n", text, fine ? "fine" : "misspelled");
	fflush(stdout);
}

static void clear(void)
{
	while (words) {
		struct word *next = words->next;
		free(words);
		words = next;
		freed++;
	}
}

int main(int argc, char **argv)
{
	static const char *const all[] = {"house", "tree", "grass", "stone",
		"river", "cloud", "glass", "bird"};
	for (int i = 0; i < 8; i++)
		add(all[i]);
	for (int i = 1; i < argc; i++) {
		printf("checking %s\n", argv[i]);
		fflush(stdout);
		check(argv[i]);
	}
	clear();
	printf("%d words\n", freed);
	return 0;
}
"""

# Nothing can be found in the last few moments: the system knows what decides,
# and the program no longer does.
JUMP = r"""
#include <stdlib.h>
#include <sys/stat.h>

static int first, second, third, steps;

static void step(void)
{
	steps++;
}

static void work(int n)
{
	first = n;
	step();
	second = first + n;
	first = 0;
	step();
	third = second;
	second = 0;
	umask(third > 10 ? 077 : 022);
	third = 0;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	argv[1][0] = '-';
	work(n);
	n = 0;
	step();
	step();
	return umask(0) == 077;
}
"""

# The system knows what decides before main is there, and the stack is not the
# same, so that the jump buffer is not.
BUFFER = r"""
#include <setjmp.h>
#include <stdlib.h>
#include <sys/stat.h>

static jmp_buf back;
static int steps;

static void step(void)
{
	steps++;
}

__attribute__((constructor)) static void early(int argc, char **argv)
{
	umask(argv[1][0] > '5' ? 077 : 022);
	argv[1][0] = '-';
}

int main(int argc, char **argv)
{
	if (setjmp(back))
		return 9;
	step();
	step();
	return umask(0) == 077;
}
"""


def _chain(bench, name, source, passing, failing, *options, cc=()):
    """The events that have a cause, in JSON, and the text."""
    bench.compile(name, source, *cc)
    result = bench.runs(f"./{name} {passing}", f"./{name} {failing}",
                        "--format", "json", *options)
    expect(result, 0)
    events = [e for e in json.loads(result.out)["events"]
              if e["status"] == "isolated"]
    text = bench.runs(f"./{name} {passing}", f"./{name} {failing}", *options)
    expect(text, 0)
    return events, text.out


def _variables(events):
    return [cause["variable"] for e in events for cause in e["cause"]]


def what_varies_only_in_between_is_no_cause(bench):
    events, text = _chain(bench, "owner", OWNER, "3", "7")
    found = _variables(events)
    assert "level" in found or "seen" in found, text
    assert "owner" not in found, text


def a_test_of_the_failing_run_is_told_by_what_it_takes_out(bench):
    """What varies is among its differences, and not among the others."""
    bench.compile("owner", OWNER)
    bench.write("pass.args", "./owner 3")
    bench.write("fail.args", "./owner 7")
    result = bench.run("-v", "--at", "look", "pass.args", "fail.args")
    tests = re.findall(r"test \d+: deltas \S+ \((.*?)\)", result.err)
    expect(result, 0, r"level is now 14 \(was 6\)", "confirmed both ways")
    assert tests[-1] == "level", result


def what_a_pointer_leads_to_is_the_same_whatever_it_is_called(bench):
    line = 1 + WALK[:WALK.index("all += ")].count("\n")
    places = [word for i in range(1, 6)
              for word in ("--at", f"walk.c:{line}#{i}")]
    events, text = _chain(bench, "walk", WALK, "4", "2", *places)
    assert _variables(events) == 5 * ["best"], text
    assert text.count("best is now") == 1, text


def an_array_that_is_needed_as_a_whole_is_one_cause(bench):
    events, text = _chain(bench, "table", TABLE, "1", "2")
    assert re.search(r"^   Since .*, table is now \{0, 2, 4, .*\} \(was "
                     r"\{0, 1, 2, .*\}\)", text, re.MULTILINE), text
    assert ["table"] in [_variables([e]) for e in events], text


def what_comes_after_the_difference_is_written_is_hardly_looked_at(bench):
    bench.compile("tidy", TIDY)
    result = bench.runs("./tidy 3", "./tidy 4", "--format", "json")
    expect(result, 0)
    late = [e for e in json.loads(result.out)["events"]
            if "already been written" in (e.get("reason") or "")]
    # Back from the end in growing steps: 1, 2, 4 … of some 200.
    assert len(late) <= 8, [e["location"] for e in late]


def _spell(bench, *options):
    """The variables of the chain, its events, the text."""
    words = "house {} bird"
    events, text = _chain(bench, "spell", SPELL, words.format("trees"),
                          words.format("grass"), *options)
    return " ".join(_variables(events)), text


def who_says_what_a_failure_is_learns_no_less(bench):
    for options in (["--fail-if", "misspelled"],
                    ["--test", "! grep -q misspelled $HOWCOME_STDOUT"]):
        names, text = _spell(bench, *options)
        assert "word" in names and "fine" in names, text
        assert re.search(r"fine is now 0 \(was 1\)", text), text


def nothing_is_looked_for_behind_what_is_called_a_failure(bench):
    bench.compile("spell", SPELL)
    result = bench.runs("./spell house trees", "./spell house grass", "--test",
                        "! grep -q misspelled $HOWCOME_STDOUT",
                        "--format", "json")
    expect(result, 0)
    places = [e["location"]["function"]
              for e in json.loads(result.out)["events"]]
    assert places.count("clear") == 0, places


def what_was_jumped_over_is_looked_at(bench):
    """Back from the end by 1, 2, 4 … it comes to a cause that is far away."""
    bench.compile("jump", JUMP)
    result = bench.runs("./jump 3", "./jump 7")
    expect(result, 0, r"third is now 14 \(was 6\)")


def a_jump_buffer_is_not_to_blame(bench):
    bench.compile("buffer", BUFFER)
    result = bench.runs("./buffer 3", "./buffer 7 x" + 40 * "x",
                        "--at", "step")
    expect(result, 1, "the passing run still passes with .*: the failure "
           "depends on something outside", "^Take a passing run")
    assert "back" not in result.out, result
    assert "--fail-if" not in result.out, result


def the_work_of_a_library_of_the_program_is_looked_at(bench):
    bench.write("random", "#!/bin/sh\nexec gdb -iex 'set "
                "disable-randomization off' \"$@\"\n")
    os.chmod(bench.path("random"), 0o755)
    for options in ([], ["--gdb", "./random"]):
        result = bench.runs("./debuggee-library 100 200 300",
                            "./debuggee-library 100 200 200 100", *options)
        expect(result, 0, r"^\d+\. Execution reaches rebate_of \(library\.c:",
               r"percent is now 100 \(was 0\)",
               r"^\d+\. Execution reaches main \(main\.c:")


def a_place_in_a_library_of_the_program_can_be_named(bench):
    result = bench.runs("./debuggee-library 100 200 300",
                        "./debuggee-library 100 200 200 100",
                        "--at", "rebate_of", "--at", "library.c:25")
    expect(result, 0, r"items is now 4 \(was 3\)", r"percent is now 100")


def what_has_a_name_of_the_program_is_not_called_by_the_library_s(bench):
    events, text = _chain(bench, "back", BACK, "1 2 3", "1 2 9", "--at",
                          "look", cc=CXX)
    assert _variables(events) == ["main::all._M_impl._M_start[2]"], text


def where_runs_are_out_of_step_there_is_no_link_of_the_chain(bench):
    words = "one three eleven five fourteen six thirty"
    events, text = _chain(bench, "steps", STEPS, "keep " + words,
                          "drop " + words)
    assert all(len(e["cause"]) < 3 for e in events), text
    assert "items is now" in text, text


# Writes past the end of a block. Only in the failing run does something that
# matters lie behind it.
OVERRUN = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 8 };
struct total {
	int *sum;
};
static int sum;
static int *cells;
static char *title;
static struct total *total;

/* Counts a sign as a number of its own. */
static int count(const char *list)
{
	int n = 0;
	for (const char *c = list; *c; c++)
		n += *c == '-' || c == list || c[-1] == ' ' || c[-1] == '-';
	return n;
}

static void make(int argc, char **argv)
{
	cells = malloc(ROOM * sizeof *cells);
	title = argc > 2 ? strdup(argv[2]) : NULL;
	total = malloc(sizeof *total);
	total->sum = &sum;
}

static void fill(int n)
{
	for (int i = 0; i < n; i++)
		cells[i] = i;
}

static void add(void)
{
	for (int i = 0; i < ROOM; i++)
		*total->sum += cells[i];
}

int main(int argc, char **argv)
{
	make(argc, argv);
	int used = count(argv[1]);
	argv[1][0] = '\0';
	fill(used);
	add();
	printf("%s%d\n", title ? title : "", sum > 0);
	return 0;
}
"""
OVERRUN_RUNS = ("'1 2 3' 'a title above all of it'", "'1 -2 -3 -4 -5 -6 -7 -8'")


def what_writes_past_a_block_is_named_although_the_heap_is_another(bench):
    events, text = _chain(bench, "overrun", OVERRUN, *OVERRUN_RUNS)
    found = [(e["location"]["function"], _variables([e]), e["confirmed"])
             for e in events]
    assert ("fill", ["n"], "reverse") in found, text
    assert re.search(r"n is now 15 \(was 3\)\.\n   n was last written by "
                     r"count \(overrun\.c:\d+\)\.\n   Without the cause, the "
                     r"failing run passes; but the cause alone can't make "
                     r"the passing run fail\.\n", text), text
    assert re.search(r"   total->sum was last written by fill \(overrun\.c:"
                     r"\d+\); in the passing run, by make \(", text), text
    # What the overrun does can be put into the passing run.
    assert ("add", ["total->sum"], "both") in found, text
    both, reverse = ([e["confirmed"] for e in events].count(way)
                     for way in ("both", "reverse"))
    assert (f"{both} of {len(events)} causes confirmed both ways, {reverse} in "
            "the failing run only.\n") in text, text


def what_is_found_in_the_failing_run_is_the_same_in_every_way(bench):
    events, text = _chain(bench, "overrun", OVERRUN, *OVERRUN_RUNS)
    for options in (["--engine", "rerun"], ["--jobs", "1"], ["--jobs", "3"]):
        assert _chain(bench, "overrun", OVERRUN, *OVERRUN_RUNS,
                      *options)[1] == text, options


def a_script_makes_the_failing_run_pass(bench):
    bench.compile("overrun", OVERRUN)
    passing, failing = (f"./overrun {run}" for run in OVERRUN_RUNS)
    result = bench.runs(passing, failing, "--at", "fill", "--gdb-script",
                        "scripts")
    expect(result, 0, "the cause is confirmed in the failing run only")
    scripts = os.listdir(bench.path("scripts"))
    assert len(scripts) == 1, scripts
    said = bench.replay(f"scripts/{scripts[0]}")
    assert "replay: the program exits with status 0" in said, said


# Finds what it has found before through a pointer that outlives it. Another
# pointer dangles, too, but nobody uses it.
CACHE = r"""
#include <stdlib.h>
#include <string.h>

struct entry {
	const char *name;
	struct entry *next;
	long value;
};
static struct entry *all;
static struct entry *last; /* found; outlives what it leads to */
static struct entry *dropped; /* dangles, and is never used */

static int same(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

static void put(const char *name)
{
	struct entry *entry = malloc(sizeof *entry);
	*entry = (struct entry){name, all, 7};
	all = entry;
}

static struct entry *find(const char *name)
{
	if (last && same(last->name, name))
		return last;
	for (struct entry *e = all; e; e = e->next)
		if (same(e->name, name))
			return last = e;
	return NULL;
}

static void drop(const char *name)
{
	struct entry **link = &all;
	while (*link && !same((*link)->name, name))
		link = &(*link)->next;
	if (!*link)
		return;
	dropped = *link;
	*link = dropped->next;
	free(dropped);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		const char *name = argv[i] + 1;
		if (argv[i][0] == '+')
			put(name);
		else if (argv[i][0] == '-')
			drop(name);
		else if (!find(name))
			return 2;
	}
	return 0;
}
"""


def a_pointer_to_what_was_freed_is_the_cause_if_it_is_used(bench):
    events, text = _chain(bench, "cache", CACHE, "+a +b =a -c =a",
                          "+a +b =a -a =b")
    line = 1 + CACHE[:CACHE.index("if (last")].count("\n")
    there = [e for e in events if e["location"]["line"] == line]
    assert there and _variables(there[-1:]) == ["last"], text
    assert there[-1]["cause"][0]["fail"] == "freed memory", text
    assert there[-1]["confirmed"] == "reverse", text
    assert re.search(r"last is now freed memory \(was .*\)\.\n", text), text
    assert "dropped is now freed memory" not in text, text


def a_pointer_to_what_was_freed_is_no_cause_if_it_is_not_used(bench):
    """It dangles, and the program fails for another reason."""
    events, text = _chain(bench, "cache", CACHE, "+a +b -c =b", "+a +b -b =b",
                          "--at", "find")
    assert _variables(events) == ["all"], text


# Frees an element and leaves it in the list.
NODES = r"""
#include <stdlib.h>

struct node {
	struct node *next;
	long number; /* where free() puts another number each time */
	int value;
};
static struct node *list;

static void put(int value)
{
	struct node *node = malloc(sizeof *node);
	node->value = value;
	node->next = list;
	list = node;
}

/* Frees what is negative, and leaves it in the list unless it is the first. */
static void clean(void)
{
	struct node *next;
	for (struct node *n = list; n; n = next) {
		next = n->next;
		if (n->value >= 0)
			continue;
		if (n == list)
			list = next;
		free(n);
	}
}

static int add(void)
{
	int sum = 0;
	for (struct node *n = list; n; n = n->next)
		sum += n->value;
	return sum;
}

int main(int argc, char **argv)
{
	for (int i = argc - 1; i > 0; i--)
		put(atoi(argv[i]));
	clean();
	return add() < 0;
}
"""


def an_element_that_was_freed_is_named_by_what_leads_to_it(bench):
    events, text = _chain(bench, "nodes", NODES, "1 2 3 4", "1 -2 3 4")
    assert re.search(r"list->next is now freed memory \(was a struct node \{",
                     text), text
    assert re.search(r"Since list->next was freed memory, n is now freed "
                     r"memory", text), text


# Keeps a pointer to the first of several, which move when they become more. What
# moved can be put into the passing run, where nothing is freed.
MOVED = r"""
#include <stdlib.h>

struct account {
	long number, sum;
};
static struct account *all, *first;
static int n, room;

static void open_account(long number)
{
	if (n == room) {
		struct account *more = calloc(2 * room, sizeof *more);
		for (int i = 0; i < n; i++)
			more[i] = all[i];
		free(all);
		all = more;
		room *= 2;
	}
	all[n++] = (struct account){number, 0};
	if (!first)
		first = all;
}

static void pay(long sum)
{
	first->sum += sum;
	if (all->sum < sum)
		abort();
}

int main(int argc, char **argv)
{
	room = 3;
	all = calloc(room, sizeof *all);
	for (int i = 1; i < argc; i++)
		open_account(atol(argv[i]));
	pay(5);
	return 0;
}
"""


def a_pointer_to_what_has_moved_is_the_cause_rather_than_the_move(bench):
    events, text = _chain(bench, "moved", MOVED, "1 2 3", "1 2 3 4", "--at",
                          "pay")
    assert _variables(events) == ["first"], text
    assert "first is now freed memory (was all)." in text, text


# One of several causes, and a pointer that dangles and does no harm.
HARMLESS = r"""
#include <stdlib.h>

static int *spare, one, other;

static int judge(void)
{
	return one > 5 || other > 5;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	argv[1][0] = '-';
	spare = calloc(1, sizeof *spare);
	if (n > 5)
		free(spare);
	one = other = n;
	n = 0;
	int result = judge();
	one = other = 0;
	return result;
}
"""


def a_pointer_that_does_no_harm_is_not_to_blame_for_what_is_unclear(bench):
    events, text = _chain(bench, "harmless", HARMLESS, "3", "7", "--at",
                          "judge")
    assert _variables(events) in (["one"], ["other"]), text
    assert events[0]["confirmed"] == "overdetermined", text


# Frees a text twice.
TWICE = r"""
#include <stdlib.h>
#include <string.h>

struct part {
	char *name;
	struct part *next;
};
static struct part *parts;
static char *shared;

static void add(const char *name)
{
	struct part *part = malloc(sizeof *part);
	*part = (struct part){strdup(name), parts};
	parts = part;
	if (!shared)
		shared = part->name;
}

static void drop(const char *name)
{
	struct part **link = &parts, *old;
	while (*link && strcmp((*link)->name, name) != 0)
		link = &(*link)->next;
	if ((old = *link)) {
		*link = old->next;
		free(old->name);
		free(old);
	}
}

static void finish(void)
{
	free(shared);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (argv[i][0] == '-')
			drop(argv[i] + 1);
		else
			add(argv[i]);
	finish();
	return 0;
}
"""


def what_is_freed_twice_is_named(bench):
    events, text = _chain(bench, "twice", TWICE, "x y -y", "x y -x")
    assert events[-1]["location"]["function"] == "finish", text
    assert _variables(events[-1:]) == ["shared"], text
    assert 'shared is now freed memory (was "x").' in text, text


# Crashes in a thread, which gets its work from main's stack.
THREAD = r"""
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct job {
	int n;
};
static void *work(void *data)
{
	const struct job *job = data;
	int twice = 2 * job->n;
	if (twice > 100)
		abort();
	printf("%d\n", twice);
	return NULL;
}
int main(int argc, char **argv)
{
	struct job job = {argc > 1 ? atoi(argv[1]) : 0};
	pthread_t thread;
	if (pthread_create(&thread, NULL, work, &job) != 0)
		return 2;
	pthread_join(thread, NULL);
	return 0;
}
"""


def a_crash_in_a_thread_has_its_cause_on_the_stack_of_main(bench):
    bench.compile("thread", THREAD, "-g", "-O0", "-pthread")
    line = 1 + THREAD[:THREAD.index("int twice")].count("\n")
    result = bench.runs("./thread 7", "./thread 70", "--at",
                        f"thread.c:{line}")
    expect(result, 0, r"job->n is now 70 \(was 7\)\.$",
           r"killed by SIGABRT in work \(thread\.c:")


def a_crash_in_a_thread_is_traced_back_to_the_command(bench):
    bench.compile("thread", THREAD, "-g", "-O0", "-pthread")
    result = bench.runs("./thread 7", "./thread 70")
    expect(result, 0, r"n is now 70 \(was 7\)",
           r"killed by SIGABRT in work \(thread\.c:")


def one_difference_is_not_told_as_all_of_them(bench):
    """Its argument is all that a thread's beginning sees of main's stack."""
    bench.compile("thread", THREAD, "-g", "-O0", "-pthread")
    result = bench.runs("./thread 7", "./thread 70", "--at", "work")
    expect(result, 1, r"still passes with the one difference: the failure ")


# A number that is not that of the command makes it fail, but not the first time
# that this happens: as if threads had come in another order then.
ONCE = r"""
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static pthread_barrier_t barrier;
static int number;
static void *work(void *data)
{
	pthread_barrier_wait(&barrier);
	return NULL;
}
static int judge(const char *said)
{
	if (number != 7)
		return 0;
	return atoi(said) == 7 || access("seen", F_OK) == 0 ||
	       close(creat("seen", 0600)) != 0;
}
int main(int argc, char **argv)
{
	pthread_t thread;
	number = argc > 1 ? atoi(argv[1]) : 0;
	pthread_barrier_init(&barrier, NULL, 2);
	if (pthread_create(&thread, NULL, work, NULL) != 0)
		return 2;
	int bad = judge(argv[1]);
	pthread_barrier_wait(&barrier);
	pthread_join(thread, NULL);
	return bad;
}
"""


def what_does_not_come_out_the_same_again_is_no_cause(bench):
    bench.compile("once", ONCE, "-g", "-O0", "-pthread")
    result = bench.runs("./once 3", "./once 7", "--at", "judge", "--jobs", "1")
    assert os.path.exists(bench.path("seen")), result
    expect(result, 1, "a test does not come out the same each time: the order "
           "in which threads do their work decides, too")
    # From now on it is always the same.
    result = bench.runs("./once 3", "./once 7", "--at", "judge", "--jobs", "1")
    expect(result, 0, r"number is now 7 \(was 3\)")


WORDS = ("one two three four five six seven eight nine ten eleven twelve one "
         "three five")


def _steps(bench, seed):
    """The steps of a chain: where they are, and what is told there."""
    run = f"./debuggee-seeded {seed}"
    result = bench.runs(f"{run} 3 {WORDS}", f"{run} 30 {WORDS}", "--format",
                        "json")
    expect(result, 0)
    report = json.loads(result.out)
    events = [report["events"][step["event"]] for step in report["steps"]]
    return [(e["location"]["function"], e["location"]["line"],
             e["location"]["hit"]["pass"], e["location"]["hit"]["fail"],
             [(c["variable"], c["pass"], c["fail"]) for c in e["cause"]])
            for e in events]


def a_seed_of_its_own_makes_no_other_chain_of_a_program(bench):
    first = _steps(bench, "random")
    for _ in range(4):
        again = _steps(bench, "random")
        assert again == first, f"{again}, not {first}"
    told = [variable for step in first for variable, _, _ in step[-1]]
    for variable in ("price", "each", "total"):
        assert variable in told, first


def without_one_the_chain_is_as_long(bench):
    told = [step[-1][0][0] for step in _steps(bench, "fixed")]
    assert told[1:] == ["price", "each", "total"], told


if __name__ == "__main__":
    main(globals())
