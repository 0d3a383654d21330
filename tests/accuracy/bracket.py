"""Runs inside GDB: in which order the failing run comes to places.

The environment has BRACKET_LINES: a line and its hit for each event, and the
lines of the fault. Prints the numbers of the events, and F where a line of the
fault is executed after the last of them.
"""
import json
import os

import gdb

# Each takes GDB about a millisecond.
MAX_HITS = 3000

ASKED = json.loads(os.environ["BRACKET_LINES"])
ORDER, HITS = [], [0]


class Line(gdb.Breakpoint):
    def __init__(self, line, events, is_fault):
        super().__init__(f"{ASKED['file']}:{line}", internal=True)
        self.events, self.is_fault, self.count = events, is_fault, 0

    def stop(self):
        self.count += 1
        HITS[0] += 1
        # An event is the moment before its line is executed.
        ORDER.extend(number for number, hit in self.events
                     if hit == self.count)
        if self.is_fault and ORDER[-1:] != ["F"]:
            ORDER.append("F")
        return HITS[0] > MAX_HITS


def main():
    gdb.execute("set pagination off")
    # A run that hangs is stopped by a signal.
    gdb.execute("set exec-wrapper prlimit --core=0 --cpu=1 --")
    lines = {}
    for number, (line, hit) in enumerate(ASKED["events"]):
        lines.setdefault(line, []).append((number, hit))
    for line in sorted({*lines, *ASKED["fault"]}):
        Line(line, lines.get(line, []), line in ASKED["fault"])
    gdb.execute(f"run {ASKED['arguments']} > /dev/null 2>&1")
    print("ORDER " + json.dumps(ORDER))


main()
