"""Chains of small programs, with no place given: what they must have in them,
and what not."""
import json

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


if __name__ == "__main__":
    main(globals())
