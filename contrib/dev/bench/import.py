#!/usr/bin/env python3
"""Measures imports: 100,000 rows in the form of each app, and files that are too large or made to hurt.

    contrib/dev/bench/import.py [PROGRAMS]    the programs' folder; .build/release without it

Prints a table. It needs sqlite3, and 4 GB in /var/tmp; the promises are those of the issue about imports. Memory is the
peak RSS of the daemon and of bbctl while they work.
"""

import contextlib
import csv
import datetime
import json
import os
import random
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from pathlib import Path

sys.dont_write_bytecode = True

import processes
import years

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
LOG = ROOT / "Tests/BabyImportTests/Fixtures/eva_babyconnect.csv"
LAST_DAY = datetime.date(2026, 1, 31)
ZONE = "America/Los_Angeles"
COPIES = 24
ROWS = 100_000
FIRST = datetime.datetime(2021, 1, 1, tzinfo=datetime.timezone.utc)
GIB = 1 << 30


def moments():
    """Times of 100,000 rows, some 20 minutes apart: four years of a log in which everything is written down."""
    random.seed(7)
    moment = FIRST
    for _ in range(ROWS):
        moment += datetime.timedelta(seconds=random.randint(600, 1800))
        yield moment


def baby_connect(path):
    with open(path, "w", newline="") as file:
        years.write(LOG, COPIES, LAST_DAY, file)


def huckleberry(path):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow("Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes".split(","))
        for number, moment in enumerate(moments()):
            start = moment.strftime("%Y-%m-%d %H:%M")
            end = (moment + datetime.timedelta(minutes=9)).strftime("%Y-%m-%d %H:%M")
            writer.writerow([
                ["Feed", start, end, "0:09", "00:05L", "Breast", "00:04R", ""],
                ["Diaper", start, "", "yellow", "Loose", "", "Both, pee:medium poo:medium", ""],
                ["Sleep", start, end, "0:09", "Upset", "Crib", "Woke up child", "in the pram"],
                ["Feed", start, "", "", "Formula", "Bottle", "120ml", ""],
            ][number % 4])


def nara(path):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL)
        writer.writerow(["Type", "Profile Name", "Start Date/time", "Start Date/time (Epoch)", "Note",
                         "[Bottle Feed] Volume", "[Bottle Feed] Volume Unit", "[Diaper] Type",
                         "[Sleep] Duration (Seconds)", "_activityKey"])
        for number, moment in enumerate(moments()):
            row = [["Bottle Feed", "120", "ML", "", ""], ["Diaper", "", "", "Dirty Wet", ""],
                   ["Sleep", "", "", "", "540"]][number % 3]
            writer.writerow([row[0], "Eva", moment.strftime("%Y-%m-%d %H:%M"), int(moment.timestamp() * 1000), "",
                             *row[1:], f"key{number}"])


def piyolog(path):
    with open(path, "w") as file:
        file.write("【ぴよログ】2021年1月\n\n")
        day = None
        for number, moment in enumerate(moments()):
            if moment.date() != day:
                day = moment.date()
                file.write(f"\n----------\n{day:%Y/%-m/%-d}(月)\nEva (1歳0か月0日)\n\n")
            kind = ["ミルク 120ml", "おしっこ", "うんち", "体温 36.6°C"][number % 4]
            file.write(f"{moment:%H:%M}   {kind}   \n")


def baby_plus(path):
    with open(path, "w") as file:
        file.write('{"active_child":{},"babyprofile":[{"a":1,"b":"Eva"}],"baby_nappy":[\n')
        separator = ""
        for number, moment in enumerate(moments()):
            record = {"pk": number, "babyid": 1, "date": moment.timestamp(), "type": ["Wet", "Soiled"][number % 2],
                      "note": None}
            file.write(separator + json.dumps(record))
            separator = ",\n"
        file.write("]}\n")


def sprout_track(path):
    database = sqlite3.connect(path)
    database.executescript("""
        CREATE TABLE Baby (id TEXT PRIMARY KEY, firstName TEXT, lastName TEXT, birthDate INTEGER, deletedAt INTEGER);
        CREATE TABLE Caretaker (id TEXT PRIMARY KEY, name TEXT, securityPin TEXT, deletedAt INTEGER);
        CREATE TABLE DiaperLog (id TEXT PRIMARY KEY, time INTEGER, type TEXT, condition TEXT, color TEXT, blowout INTEGER,
          creamApplied INTEGER, deletedAt INTEGER, babyId TEXT, caretakerId TEXT);
        CREATE TABLE FeedLog (id TEXT PRIMARY KEY, time INTEGER, type TEXT, deletedAt INTEGER, babyId TEXT);
        CREATE TABLE SleepLog (id TEXT PRIMARY KEY, startTime INTEGER, deletedAt INTEGER, babyId TEXT);
        INSERT INTO Baby VALUES ('b', 'Eva', 'Smith', 1577836800000, NULL);
        INSERT INTO Caretaker VALUES ('c', 'Anna', '1111', NULL);
        """)
    database.executemany(
        "INSERT INTO DiaperLog VALUES (?, ?, ?, 'LOOSE', 'YELLOW', 0, 1, NULL, 'b', 'c')",
        ((f"id{number}", int(moment.timestamp() * 1000), ["WET", "DIRTY", "BOTH"][number % 3])
         for number, moment in enumerate(moments())))
    database.commit()
    database.close()


FORMATS = [("Baby Connect", baby_connect), ("Huckleberry", huckleberry), ("Nara", nara), ("PiyoLog", piyolog),
           ("Baby+", baby_plus), ("Sprout Track, a database", sprout_track)]


def repeated(block, size, path, beginning=b""):
    with open(path, "wb") as file:
        file.write(beginning)
        chunk = block * max(1, (1 << 20) // len(block))
        while file.tell() < size:
            file.write(chunk[:size - file.tell()])


def many_rows(path):
    """1 GiB of good rows, far more than are imported at once."""
    header = LOG.read_bytes().split(b"\n")[0] + b"\n"
    repeated(b"12/13/20 5:05 PM,,,Bottle,4,Formula,Eva drank 4 oz of formula,,U\n", GIB, path, header)


def long_line(path):
    """1 GiB in one row whose quotation mark is never closed."""
    header = LOG.read_bytes().split(b"\n")[0] + b"\n"
    repeated(b"x" * 4096, GIB, path, header + b'12/13/20 5:05 PM,,,Sleep,,,"')


def other_file(path):
    """1 GiB that nobody reads."""
    repeated(bytes(range(1, 256)) * 16, GIB, path)


def long_json(path):
    """1 GiB in one value."""
    repeated(b"x" * 4096, GIB, path, b'{"active_child": {}, "baby_nappy": [{"pk": 1, "note": "')


def too_large(path):
    """More than is read, most of it a hole."""
    header = LOG.read_bytes().split(b"\n")[0] + b"\n"
    with open(path, "wb") as file:
        file.write(header)
        file.truncate(GIB + (1 << 20))


def bomb(path):
    """A zip of 10 MB that becomes 10 GB of spaces."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = b" " * (1 << 20)
    checksum = 0
    packed = []
    for _ in range(10_000):
        packed.append(packer.compress(block))
        checksum = zlib.crc32(block, checksum)
    packed.append(packer.flush())
    data = b"".join(packed)
    # What it says of itself is a lie: 10 MB.
    information = zipfile.ZipInfo("log.csv")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(information, b"")
    name = b"log.csv"
    said = 10 << 20
    fixed = (20, 0, 8, 0, 0x21, checksum, len(data), said, len(name))
    local = struct.pack("<4s5H3I2H", b"PK\3\4", *fixed[:5], *fixed[5:8], fixed[8], 0) + name + data
    entry = struct.pack("<4s6H3I5H2I", b"PK\1\2", 20, *fixed[:5], *fixed[5:8], fixed[8], 0, 0, 0, 0, 0, 0) + name
    end = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 1, 1, len(entry), len(local), 0)
    Path(path).write_bytes(local + entry + end)


def honest_bomb(path):
    """A zip that becomes 3 GiB, and says so."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, allowZip64=True) as archive:
        for number in range(3):
            with archive.open(f"{number}.csv", "w", force_zip64=True) as file:
                block = os.urandom(512).hex().encode() * 1024
                for _ in range(GIB // len(block)):
                    file.write(block)


def many_members(path):
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(5_000):
            archive.writestr(f"{number}.csv", "a,b\n1,2\n")


def hostile_database(path):
    """A Sprout Track backup of 64 MB with a text of 32 MB in each of two rows, and views and triggers over its tables."""
    sprout_track(path)
    database = sqlite3.connect(path)
    database.execute("CREATE VIEW trap AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n")
    database.executemany("INSERT INTO DiaperLog VALUES (?, 1700000000000, 'WET', ?, '', 0, 0, NULL, 'b', 'c')",
                         [("long1", "x" * (32 << 20)), ("long2", "x" * (32 << 20))])
    database.commit()
    database.close()


HOSTILE = [
    ("1 GiB of good rows", many_rows), ("1 GiB in one row", long_line), ("1 GiB of JSON in one value", long_json),
    ("1 GiB that nobody reads", other_file), ("a file that is larger than 1 GiB", too_large),
    ("a zip of 10 MB with 10 GB in it", bomb), ("a zip with 3 GiB in it", honest_bomb),
    ("a zip with 5,000 files", many_members), ("a database with 64 MB in two rows", hostile_database),
]


class Run:
    """An import by bbctl: how long it took, how much memory both had, and what was said."""

    def __init__(self, programs, environment, daemon, arguments, output):
        Path(f"/proc/{daemon.pid}/clear_refs").write_text("5")
        before = processes.processor_seconds(daemon.pid)
        with open(output, "wb") as file:
            start = time.perf_counter()
            process = subprocess.Popen([programs / "bbctl", "import", *arguments], env=environment,
                                       stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT)
            # What the system counts for a program that has ended includes this one, which it was forked from.
            self.client = 0
            while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
                with contextlib.suppress(processes.Failure, OSError):
                    self.client = max(self.client, processes.resident_mb(process.pid)[1])
                time.sleep(0.01)
            _, status, usage = os.wait4(process.pid, 0)
            self.seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        self.status = process.returncode
        self.cpu = processes.processor_seconds(daemon.pid) - before + usage.ru_utime + usage.ru_stime
        _, self.daemon = processes.resident_mb(daemon.pid)
        self.said = Path(output).read_text(errors="replace")


def main():
    programs = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/release").resolve()
    scratch = Path(tempfile.mkdtemp(prefix="babyimport.", dir="/var/tmp"))
    rows = []

    def add(what, promise, ours, peer="", passed=None):
        rows.append((what, promise, ours, peer, {True: "yes", False: "no", None: ""}[passed]))
        print(" · ".join(text for text in rows[-1] if text), file=sys.stderr)

    def memory(run):
        add("peak RSS of daemon and bbctl", "≤ 64 MB", f"{run.daemon:.1f} and {run.client:.1f} MB",
            passed=max(run.daemon, run.client) <= 64)

    try:
        for name, make in FORMATS:
            file = scratch / "log"
            make(file)
            home = processes.Home(scratch / "home")
            environment = home.environment()
            with processes.daemon(programs / "babybasicsd", home) as daemon:
                processes.run([programs / "bbctl", "child", "add", "Eva", "--born", "2000-01-01", "--zone",
                               ZONE], env=environment)
                # The copies of the real log lie beside its nights in which clocks change: what a person is asked about.
                arguments = [file, "--json", "--zone", ZONE]
                peer = ""
                if make is baby_connect:
                    start = time.perf_counter()
                    subprocess.run(["sqlite3", scratch / "bare.db", ".mode csv", f".import {file} log"], check=True)
                    peer = f"{time.perf_counter() - start:.1f} s"
                first = Run(programs, environment, daemon, arguments, scratch / "said")
                if first.status:
                    raise processes.Failure(f"{name}: {first.said[:500]}")
                answer = json.loads(first.said)
                add(f"{answer['added']:,} rows of {name}" + ("; peer: sqlite3's .import" if peer else ""), "≤ 5 s",
                    f"{first.seconds:.1f} s", peer, passed=first.seconds <= 5)
                add("processor time of daemon and bbctl", "", f"{first.cpu:.1f} s")
                memory(first)
                again = Run(programs, environment, daemon, arguments, scratch / "said")
                answer = json.loads(again.said)
                if answer["added"]:
                    raise processes.Failure(f"{name}: {answer['added']} rows were added twice")
                add("the same file once more", "≤ 5 s", f"{again.seconds:.1f} s", passed=again.seconds <= 5)
                memory(again)
            shutil.rmtree(home.path)
            file.unlink()

        home = processes.Home(scratch / "home")
        environment = home.environment()
        with processes.daemon(programs / "babybasicsd", home) as daemon:
            processes.run([programs / "bbctl", "child", "add", "Eva", "--born", "2000-01-01"], env=environment)
            for name, make in HOSTILE:
                file = scratch / "file"
                make(file)
                run = Run(programs, environment, daemon, [file], scratch / "said")
                said = run.said.split("\n")[0].removeprefix("bbctl: ") if run.status else "taken"
                add(name, "an error, or bounded work", f"{run.seconds:.1f} s: {said[:160]}")
                memory(run)
                file.unlink()
            entries = json.loads(processes.run([programs / "bbctl", "call", "daemon.status"], env=environment))["entries"]
            add("entries that all of these left behind", "", f"{entries:,}")
    finally:
        shutil.rmtree(scratch, ignore_errors=True)

    print("| What | Promise | Ours | Peer | Kept |\n| --- | --- | --- | --- | --- |")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    return 1 if any(row[4] == "no" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
