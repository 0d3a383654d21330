"""Chains of small programs, with no place given: what they must have in them,
and what not."""
import json
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


def _chain(bench, name, source, passing, failing, *options):
    """The events that have a cause, in JSON, and the text."""
    bench.compile(name, source)
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


def what_a_pointer_leads_to_is_the_same_whatever_it_is_called(bench):
    events, text = _chain(bench, "walk", WALK, "4", "2")
    assert text.count("best is now") == 1, text
    assert "best is now the struct node {value = 2, " in text, text


def an_array_that_is_needed_as_a_whole_is_one_cause(bench):
    events, text = _chain(bench, "table", TABLE, "1", "2")
    assert re.search(r"^   Since .*, table is now \{0, 2, 4, .*\} \(was "
                     r"\{0, 1, 2, .*\}\)", text, re.MULTILINE), text
    assert ["table"] in [_variables([e]) for e in events], text


if __name__ == "__main__":
    main(globals())
