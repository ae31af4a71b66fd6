#!/usr/bin/env python3
"""Measures what a log of 100,000 entries costs: a day, a search, an export.

    contrib/bench/data.py [PROGRAMS]    the programs' folder; .build/release without it

Prints a table. It needs sqlite3 for the comparison; the promises are those of the issue about data.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LOG = ROOT / "Tests/BabyImportTests/Fixtures/eva_babyconnect.csv"
COPIES = 24
CALLS = 100


class Daemon:
    """A daemon on a home of its own."""

    def __init__(self, programs, home):
        self.programs, self.home = programs, home
        self.environment = {"HOME": str(home), "XDG_RUNTIME_DIR": f"{home}/run", "TZ": "UTC", "PATH": os.environ["PATH"]}
        self.socket = f"{home}/run/babybasics/daemon.sock"
        self.database = f"{home}/.local/share/babybasics/local.db"
        (home / "run").mkdir(mode=0o700)

    def __enter__(self):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
            ready.bind(f"{self.home}/ready")
            ready.settimeout(30)
            environment = self.environment | {"NOTIFY_SOCKET": f"{self.home}/ready"}
            self.process = subprocess.Popen(
                [self.programs / "babybasicsd", "--log-level", "warning"], env=environment)
            while b"READY=1" not in ready.recv(4096):
                pass
        return self

    def __exit__(self, *error):
        self.process.terminate()
        self.process.wait(10)

    def bbctl(self, *arguments, **options):
        return subprocess.run([self.programs / "bbctl", *arguments], env=self.environment, check=True, **options)

    def peak(self):
        """The daemon's peak RSS in MB; counting begins anew."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")
        return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM"))

    def median(self, method, **params):
        """The median time of a call in milliseconds. No two are alike, so that none is answered from a cache."""
        times = []
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(self.socket)
            answers = connection.makefile("rb")
            for number in range(CALLS):
                call = {"jsonrpc": "2.0", "id": number, "method": method, "params": params | {"limit": 200 - number}}
                line = (json.dumps(call) + "\n").encode()
                start = time.perf_counter()
                connection.sendall(line)
                answer = answers.readline()
                times.append((time.perf_counter() - start) * 1000)
                assert b'"result"' in answer[:60], answer[:300]
        return sorted(times)[len(times) // 2]


def timed(command, **options):
    start = time.perf_counter()
    subprocess.run(command, check=True, **options)
    return time.perf_counter() - start


def best(measure):
    return min(measure() for _ in range(7))


def main():
    programs = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/release").resolve()
    home = Path(tempfile.mkdtemp(prefix="babydata.", dir="/var/tmp"))
    rows = []

    def add(what, promise, ours, peer="", passed=None):
        rows.append((what, promise, ours, peer, {True: "yes", False: "no", None: ""}[passed]))

    try:
        long_log = home / "long.csv"
        with long_log.open("w") as output:
            subprocess.run(
                [sys.executable, HERE / "years.py", LOG, str(COPIES), "2026-01-31"], stdout=output, check=True)
        with Daemon(programs, home) as daemon:
            daemon.bbctl("child", "add", "Eva", "--born", "2000-01-01", "--zone", "America/Los_Angeles")
            daemon.bbctl("import", long_log, "--timeout", "60", stdout=subprocess.DEVNULL)
            count = json.loads(daemon.bbctl("call", "daemon.status", capture_output=True).stdout)["entries"]
            for what, promise, params in [
                ("a day of history", 2, {"day": "2026-01-20"}),
                ("the last 7 days, with totals", 2, {"days": 7}),
                ("search for a common word", 50, {"search": "formula"}),
                ("search for a word that is nowhere", 50, {"search": "zebra"}),
            ]:
                time_taken = daemon.median("timeline.list", **params)
                add(f"{what}, {count:,} entries", f"≤ {promise} ms", f"{time_taken:.2f} ms", passed=time_taken <= promise)
            daemon.peak()
            null = open(os.devnull, "w")
            peer = best(lambda: timed(["sqlite3", "-csv", daemon.database, "SELECT * FROM entry"], stdout=null))
            for form in ["csv", "json"]:
                ours = best(lambda: timed(
                    [programs / "bbctl", "export", "-", "--format", form], env=daemon.environment, stdout=null))
                add(f"export of {count:,} entries as {form}; peer: sqlite3 -csv", "≤ 2 ×" if form == "csv" else "",
                    f"{ours * 1000:.0f} ms", f"{peer * 1000:.0f} ms", ours <= 2 * peer if form == "csv" else None)
            add("the daemon's peak RSS in all of the exports", "≤ 64 MB", f"{daemon.peak():.1f} MB")
    finally:
        shutil.rmtree(home, ignore_errors=True)

    print("| What | Promise | Ours | Peer | Kept |\n| --- | --- | --- | --- | --- |")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    return 1 if any(row[4] == "no" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
