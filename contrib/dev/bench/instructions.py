#!/usr/bin/env python3
"""Counts the instructions of what happens all day, and holds them against budgets:

    contrib/dev/bench/instructions.py FOLDER            # leaves with 1 when one is over its budget
    contrib/dev/bench/instructions.py FOLDER --record   # records the budgets

FOLDER holds the release programs. callgrind counts, with Swift's hash seed fixed, so that neither the machine's speed
nor what else it does matters. The budgets are in instructions.json; they hold
for one version of the compiler, and with another one nothing is held until they are recorded with it. No command of a
day may take more than 1.7 million, either.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import select
import subprocess
import sys
import tempfile

import processes

BUDGETS = pathlib.Path(__file__).with_suffix(".json")
ROOM = 1.03
# The least of a number of rounds of calls: what happens once in a while, a checkpoint say, is not in it.
ROUNDS = 6
CALLS = 50
processes.START_LIMIT = 120


class Lab:
    """A daemon at its ordinary work in a folder of its own, with a child and a day's log."""

    def __init__(self, programs, folder):
        self.programs = programs
        self.folder = folder
        self.home = processes.Home(folder)
        self.environment = self.home.environment() | noon() | {"SWIFT_DETERMINISTIC_HASHING": "1"}
        os.environ.update(self.environment)

    def counted(self, program):
        """The command line that has a program counted; what valgrind cannot read of it is taken off."""
        copy = self.folder / program
        if not copy.exists():
            subprocess.run(["strip", "--strip-debug", "-o", copy, self.programs / program], check=True)
        return ["valgrind", "--tool=callgrind", f"--callgrind-out-file={self.folder}/count.%p", "--quiet", str(copy)]



def noon():
    """The zone in which it is about noon, whenever this runs: what a dashboard tells depends on the time of day."""
    hours = datetime.datetime.now(datetime.timezone.utc).hour - 12
    return {"TZ": f"Etc/GMT{hours:+d}" if hours else "Etc/GMT"}


def fill(connection):
    """Logs what a child has done by noon: 23 entries."""
    connection.call(request("child.add", name="Eva", born="2026-01-31"))
    # Far from what is next, so that no prediction is on its edge.
    for minutes in range(20, 660, 60):
        connection.call(request("entry.log", kind="feeding", method="bottle", amount=120, unit="ml", at=f"{minutes}m ago"))
        connection.call(request("entry.log", kind="diaper", type="wet", at=f"{minutes + 10}m ago"))
    connection.call(request("timer.start", kind="sleep", at="20m ago"))


def request(method, /, **params):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, separators=(",", ":"))


def total(folder, pid):
    """What was counted since the last time, or since the beginning."""
    subprocess.run(["vgdb", f"--pid={pid}", "dump"], check=True, capture_output=True)
    newest = max(folder.glob(f"count.{pid}.*"), key=lambda path: int(path.suffix[1:]))
    return total_of(newest)


def total_of(path):
    return int(re.findall(r"^totals: (\d+)$", path.read_text(), re.MULTILINE)[-1])


def least(lab, process, call):
    """What one call costs a process."""
    call()
    counts = []
    total(lab.folder, process.pid)
    for _ in range(ROUNDS):
        for _ in range(CALLS):
            call()
        counts.append(total(lab.folder, process.pid) / CALLS)
    return min(counts)


# What people and their keys type all day, without options, and what scripts ask.
COMMANDS = ["status", "status --json", "today", "history", "bottle 4oz", "poop 20 min ago", "left 15m at 3",
            "note first smile", "nap 1h", "undo", "sleep stop"]
# What none of them may cost, whatever its budget is.
MOST = 1_700_000


def commands(lab):
    """Each of these commands, from its start to its end."""
    with processes.daemon(str(lab.programs / "babybasicsd"), lab.home):
        with processes.Connection(lab.home.socket) as connection:
            fill(connection)
        command = lab.counted("bbctl")
        command[2] = f"--callgrind-out-file={lab.folder}/command"

        def count(words):
            subprocess.run([*command, *words.split()], check=True, stdout=subprocess.DEVNULL)
            return total_of(lab.folder / "command")

        # What changes something is not said twice: the answer would be another one.
        rounds = {words: ROUNDS if words.split()[0] in ("status", "today", "history") else 1 for words in COMMANDS}
        return {f"bbctl {words}": min(count(words) for _ in range(rounds[words])) for words in COMMANDS}


def calls(lab):
    """What the daemon does for one call."""
    with processes.daemon(*(command := lab.counted("babybasicsd"))[:1], lab.home, *command[1:]) as daemon:
        with processes.Connection(lab.home.socket) as connection:
            connection.socket.settimeout(60)
            fill(connection)
            dashboard = request("dashboard.get")
            log = request("entry.log", kind="feeding", method="bottle", amount=120, unit="ml", at="1h ago")

            def each(*requests):
                def call():
                    for one in requests:
                        connection.call(one)

                return least(lab, daemon, call)

            return {"dashboard.get": each(dashboard), "entry.log of a feed": each(log),
                    "entry.log of a feed, and dashboard.get after it": each(log, dashboard)}


def bar(lab):
    """What a bar does for one change: it hears of it, and prints a line."""
    with processes.daemon(str(lab.programs / "babybasicsd"), lab.home):
        with processes.Connection(lab.home.socket) as connection:
            fill(connection)
            with processes.running(
                [*lab.counted("bbbar"), "waybar"], lab.folder / "bar.log", stdout=subprocess.PIPE,
            ) as process:
                def next_line():
                    if not select.select([process.stdout], [], [], processes.START_LIMIT)[0]:
                        raise processes.Failure("The bar prints nothing.")
                    os.read(process.stdout.fileno(), 65536)

                def change():
                    for method in ("timer.stop", "timer.start"):
                        connection.call(request(method, kind="sleep"))
                        next_line()

                next_line()
                count = least(lab, process, change) / 2
                process.stdout.close()
    return {"a change, for the bar": count}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    counts = {}
    for measure in (commands, calls, bar):
        with tempfile.TemporaryDirectory(prefix="bbcount") as folder:
            counts |= measure(Lab(options.programs.resolve(), pathlib.Path(folder)))
    compiler = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    if options.record:
        BUDGETS.write_text(json.dumps({"compiler": compiler} | {name: round(c) for name, c in counts.items()}, indent=2) + "\n")
        return 0
    budgets = json.loads(BUDGETS.read_text())
    is_held = budgets.pop("compiler") == compiler
    failed = False
    for name, count in counts.items():
        is_over = count > budgets[name] * ROOM or (name.startswith("bbctl ") and count > MOST)
        failed |= is_held and is_over
        print(f"{name}: {count:,.0f} instructions, {count / budgets[name]:.1%} of {budgets[name]:,}{', too many' * is_over}")
    if not is_held:
        print("The budgets were recorded with another compiler, and are not held.")
    elif failed:
        print("Find out what costs more, or record the budgets again: contrib/dev/bench/instructions.py FOLDER --record")
    return failed


if __name__ == "__main__":
    sys.exit(main())
