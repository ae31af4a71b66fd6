#!/usr/bin/env python3
"""Measures what a log of 100,000 entries costs: a day, a search, an export; and growth over five years.

    contrib/dev/bench/data.py [PROGRAMS]    the programs' folder; .build/release without it

Prints a table. It needs sqlite3 for the comparison; the promises are those of the issue about data.
"""

import datetime
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True

import processes
import years

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
LOG = ROOT / "Tests/BabyImportTests/Fixtures/eva_babyconnect.csv"
ZONE = "America/Los_Angeles"
LAST_DAY = datetime.date(2026, 1, 31)
COPIES = 24
CALLS = 100


def peak(pid):
    """The daemon's peak RSS in MB; counting restarts."""
    _, most = processes.resident_mb(pid)
    Path(f"/proc/{pid}/clear_refs").write_text("5")
    return most


def median(path, method, most=200, **params):
    """The median time of a call in milliseconds. No two are alike, so that none is answered from a cache: they ask for
    fewer and fewer entries, beginning with `most`."""
    times = []
    with processes.Connection(path) as connection:
        for number in range(CALLS):
            call = {"jsonrpc": "2.0", "id": number, "method": method, "params": params | {"limit": most - number}}
            line = (json.dumps(call) + "\n").encode()
            start = time.perf_counter()
            connection.socket.sendall(line)
            answer = connection.lines.readline()
            times.append((time.perf_counter() - start) * 1000)
            if b'"result"' not in answer[:60]:
                raise processes.Failure(f"{method} was answered by {answer[:300]}")
    return statistics.median(times)


def growth(path, child, log):
    """The median time of how a child has grown, in milliseconds, each time after something was logged for it.

    - log: makes the method and params of the call before, of its number; None logs nothing."""
    times = []
    with processes.Connection(path) as connection:
        def call(number, method, params):
            line = json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"
            start = time.perf_counter()
            connection.socket.sendall(line.encode())
            answer = connection.lines.readline()
            taken = (time.perf_counter() - start) * 1000
            if b'"result"' not in answer[:60]:
                raise processes.Failure(f"{method} was answered by {answer[:300]}")
            return taken

        call(0, "growth.get", {"childId": child})
        for number in range(CALLS):
            if log:
                method, params = log(number)
                call(number, method, params | {"childId": child})
            times.append(call(number, "growth.get", {"childId": child}))
    return statistics.median(times)


def write_measurements(file):
    """Five years of them as Huckleberry exports them: a weight each week, length and head each four weeks."""
    file.write("Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes\n")
    for week in range(261):
        day = LAST_DAY - datetime.timedelta(weeks=261 - week)
        length, head = (f"{50 + week / 5:.1f}cm", f"{34 + week / 16:.1f}cm") if week % 4 == 0 else ("", "")
        file.write(f"Growth,{day} 09:00,,,{3.3 + week / 17:.2f}kg,{length},{head},\n")


def timed(command, **options):
    start = time.perf_counter()
    subprocess.run(command, check=True, **options)
    return time.perf_counter() - start


def best(measure):
    return min(measure() for _ in range(7))


def main():
    programs = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/release").resolve()
    scratch = Path(tempfile.mkdtemp(prefix="babydata.", dir="/var/tmp"))
    home = processes.Home(scratch / "home")
    environment = home.environment()
    rows = []

    def add(what, promise, ours, peer="", passed=None):
        rows.append((what, promise, ours, peer, {True: "yes", False: "no", None: ""}[passed]))

    def bbctl(*arguments):
        return processes.run([programs / "bbctl", *arguments], env=environment)

    try:
        log = scratch / "log.csv"
        with open(log, "w", newline="") as file:
            years.write(LOG, COPIES, LAST_DAY, file)
        with processes.daemon(programs / "babybasicsd", home) as daemon:
            bbctl("child", "add", "Eva", "--born", "2000-01-01", "--zone", ZONE, "--yes")
            bare = scratch / "bare.db"
            peer = timed(["sqlite3", bare, ".mode csv", f".import {log} log"])
            with open(log) as file:
                lines = sum(1 for _ in file) - 1
            for what in ["", " once more"]:
                peak(daemon.pid)
                taken = timed([programs / "bbctl", "import", log, "--zone", ZONE], env=environment, stdout=subprocess.DEVNULL)
                most = peak(daemon.pid)
                add(f"import of {lines:,} rows{what}; peer: sqlite3's .import", "≤ 5 s", f"{taken:.1f} s",
                    "" if what else f"{peer:.1f} s", passed=taken <= 5)
                add("the daemon's peak RSS in it", "≤ 64 MB", f"{most:.1f} MB", passed=most <= 64)
            count = json.loads(bbctl("call", "daemon.status"))["entries"]
            for what, promise, params in [
                ("a day of history", 2, {"day": "2026-01-20"}),
                ("the last 7 days, with totals", 2, {"days": 7}),
                ("search for a common word", 50, {"search": "formula"}),
                ("search for a common word, a page of 1,000", 50, {"search": "formula", "most": 1000}),
                ("search for a word that is nowhere", 50, {"search": "zebra"}),
            ]:
                taken = median(home.socket, "timeline.list", **params)
                add(f"{what}, {count:,} entries", f"≤ {promise} ms", f"{taken:.2f} ms", passed=taken <= promise)
            measurements = scratch / "measurements.csv"
            with open(measurements, "w") as file:
                write_measurements(file)
            born = LAST_DAY - datetime.timedelta(weeks=261)
            bbctl("child", "add", "Mia", "--born", born.isoformat(), "--sex", "female", "--zone", ZONE)
            bbctl("import", measurements, "--child", "Mia")
            def feed(number):
                at = f"2026-01-30T{number // 5:02}:{number % 5}0:00Z"
                return "entry.log", {"kind": "feeding", "method": "bottle", "amount": 60 + number, "at": at}

            def weight(number):
                at = f"2026-01-{1 + number // 4:02}T{number % 4:02}:00:00Z"
                return "entry.log", {"kind": "weight", "value": 18 + number / 100, "at": at}

            # After a measurement, all of it is read and computed again.
            for what, log, most in [("", None, 1), (", each time after a feed was logged", feed, 1),
                                    (", each time after a weight was logged", weight, 5)]:
                taken = growth(home.socket, "Mia", log)
                add(f"growth from 393 measurements in 5 years{what}", f"≤ {most} ms", f"{taken:.2f} ms",
                    passed=taken <= most)
            peak(daemon.pid)
            null = open(os.devnull, "w")
            peer = best(lambda: timed(["sqlite3", "-csv", home.database, "SELECT * FROM entry"], stdout=null))
            for form in ["csv", "json"]:
                ours = best(lambda: timed(
                    [programs / "bbctl", "export", "-", "--format", form], env=environment, stdout=null))
                add(f"export of {count:,} entries as {form}; peer: sqlite3 -csv", "≤ 2 ×" if form == "csv" else "",
                    f"{ours * 1000:.0f} ms", f"{peer * 1000:.0f} ms", passed=ours <= 2 * peer if form == "csv" else None)
            most = peak(daemon.pid)
            add("the daemon's peak RSS in all of the exports", "≤ 64 MB", f"{most:.1f} MB", passed=most <= 64)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)

    print("| What | Promise | Ours | Peer | Kept |\n| --- | --- | --- | --- | --- |")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    return 1 if any(row[4] == "no" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
