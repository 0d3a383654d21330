#!/usr/bin/env python3
"""Adds up what `meson test` ran: one line, `N passed, N failed[, N skipped]`.

    summary.py BUILD_DIRECTORY...

Counts single tests, not programs, where a program says what it ran (TAP). A
program that broke off, timed out or said nothing counts as one failed test.
Exits with 1 if anything failed or if nothing ran.
"""
import json
import re
import sys

TAP = re.compile(r"^(not )?ok\b(?:[^#\n]*# (skip))?", re.IGNORECASE)


def count(test):
    """(passed, failed, skipped) of one entry of meson's testlog.json."""
    passed = failed = skipped = 0
    for line in test.get("stdout", "").splitlines():
        match = TAP.match(line)
        if not match:
            continue
        if match.group(1):
            failed += 1
        elif match.group(2):
            skipped += 1
        else:
            passed += 1
    if test["result"] == "SKIP" and passed + failed + skipped == 0:
        skipped = 1
    if test["result"] == "OK" and passed + failed + skipped == 0:
        passed = 1
    if test["result"] not in ("OK", "SKIP") and failed == 0:
        failed = 1
    return passed, failed, skipped


def main(directories):
    total = [0, 0, 0]
    for directory in directories:
        try:
            with open(f"{directory}/meson-logs/testlog.json") as log:
                counts = [count(json.loads(line)) for line in log]
        except OSError as error:
            print(f"summary.py: nothing ran: {error}", file=sys.stderr)
            counts = [(0, 1, 0)]
        total = [sum(column) for column in zip(total, *counts)]
    passed, failed, skipped = total
    tail = f", {skipped} skipped" if skipped else ""
    print(f"{passed} passed, {failed} failed{tail}")
    return 1 if failed or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
