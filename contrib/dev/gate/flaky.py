"""Tests that failed and then passed by themselves: contrib/dev/flaky has a line for each time."""

import collections
import datetime
import pathlib

TALLY = pathlib.Path("contrib/dev/flaky")
# How often a test may be flaky. Then find the cause, and delete its lines.
MOST = 2


def add(test):
    with TALLY.open("a") as tally:
        tally.write(f"{datetime.date.today()} {test}\n")


def too_often():
    lines = TALLY.read_text().splitlines() if TALLY.exists() else []
    counts = collections.Counter(line.split(" ", 1)[1] for line in lines if line and not line.startswith("#"))
    return sorted(test for test, count in counts.items() if count > MOST)
