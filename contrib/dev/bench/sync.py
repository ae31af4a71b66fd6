"""Measures what an account costs a daemon: a long queue, a merge, polls that bring nothing, and nothing at all.

Anna's machine and Ben's share a child by a family server, both by a door that counts bytes.
"""

import argparse
import contextlib
import datetime
import json
import pathlib
import socket
import subprocess
import sys
import threading
import time

import processes
import report
import years

HERE = pathlib.Path(__file__).resolve().parent
EXPORT = HERE / "../../../Tests/BabyImportTests/Fixtures/eva_babyconnect.csv"
ZONE = "America/Los_Angeles"
COPIES = 3  # of a year: 12,621 entries in the queue
MERGED = 1_000
POLLS = 300
SETTLE_SECONDS = 15
IDLE_SECONDS = 60
DRAIN_LIMIT = 900


class Door:
    """Passes connections on to a port, and counts bytes both ways."""

    def __init__(self, port):
        self.target = port
        self.bytes = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            client, _ = self.listener.accept()
            try:
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                client.close()
                continue
            for source, sink in ((client, server), (server, client)):
                threading.Thread(target=self.copy, args=(source, sink), daemon=True).start()

    def copy(self, source, sink):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self.bytes += len(data)
                sink.sendall(data)
        with contextlib.suppress(OSError):
            sink.shutdown(socket.SHUT_WR)


class Machine:
    def __init__(self, bench, name):
        self.bench = bench
        self.name = name
        self.home = processes.Home(bench.scratch / name)

    def bbctl(self, *arguments, **options):
        return processes.run([self.bench.bbctl, *arguments], env=self.home.environment(), **options)

    def register(self):
        subprocess.run(
            [self.bench.bbctl, "register", "--server", f"127.0.0.1:{self.bench.door.port}", "--email",
             f"{self.name}@example.org", "--name", self.name, "--no-upload", "--password-stdin"],
            input="correct horse\n", text=True, check=True, capture_output=True, env=self.home.environment())

    def call(self, method, **params):
        with processes.Connection(self.home.socket) as connection:
            connection.socket.settimeout(60)
            return connection.call(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))


class Bench:
    def __init__(self, programs, scratch):
        self.daemon, self.bbctl, self.server = (programs / name for name in ("babybasicsd", "bbctl", "babybasics-server"))
        self.scratch = scratch
        self.rows = []
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.door = Door(self.port)

    def add(self, *row, **fields):
        self.rows.append(report.Row(*row, **fields))
        print("·   " + " | ".join(self.rows[-1].cells()), file=sys.stderr, flush=True)

    @contextlib.contextmanager
    def serving(self):
        command = [self.server, "--database", self.scratch / "server.db", "--port", str(self.port), "--registration", "open"]
        with processes.running(command, self.scratch / "server.log", stdout=subprocess.DEVNULL) as server:
            for _ in range(100):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                    break
                time.sleep(0.1)
            yield server

    def measure(self):
        anna, ben = Machine(self, "anna"), Machine(self, "ben")
        with processes.daemon(self.daemon, anna.home) as annas, processes.daemon(self.daemon, ben.home) as bens:
            with self.serving():
                for machine in (anna, ben):
                    machine.register()
                last_day = datetime.date.today() - datetime.timedelta(days=2)
                born = years.first_day(EXPORT, COPIES, last_day) - datetime.timedelta(days=2)
                anna.bbctl("child", "add", "Eva", "--born", born, "--zone", ZONE)
                anna.bbctl("sync")
                code = json.loads(anna.bbctl("share", "create", "--json"))["code"]
                ben.bbctl("share", "accept", code)
            self.queue(anna, last_day)
            with self.serving():
                self.drain(anna, annas)
                ben.bbctl("sync")
                self.merge(anna, annas, ben, bens)
                self.polls(ben, bens)
                self.idle(bens)

    def queue(self, anna, last_day):
        log = self.scratch / "log.csv"
        with open(log, "w", newline="") as file:
            years.write(EXPORT, COPIES, last_day, file)
        anna.bbctl("import", log, "--format", "babyconnect-csv", "--zone", ZONE)
        self.queued = anna.call("queue.list", limit=1)["unsent"]
        if self.queued < 10_000:
            raise processes.Failure(f"only {self.queued} changes wait")

    def drain(self, anna, daemon):
        before, _ = processes.resident_mb(daemon.pid)
        most, begin = before, time.monotonic()
        anna.call("queue.retry")
        anna.call("dashboard.refresh")
        while True:
            counts = anna.call("queue.list", limit=1)
            most = max(most, processes.resident_mb(daemon.pid)[0])
            if counts["unsent"] + counts["failed"] == 0:
                break
            if time.monotonic() > begin + DRAIN_LIMIT:
                raise processes.Failure(f"after {DRAIN_LIMIT} s {counts} wait still")
            time.sleep(0.2)
        self.add(f"a queue of {self.queued:,} changes drains; how much memory grows", "≤ 10 MB", f"{most - before:.1f} MB",
                 passed=most - before <= 10)
        self.add("how long that takes", "", f"{time.monotonic() - begin:.0f} s")

    def merge(self, anna, annas, ben, bens):
        with processes.Connection(anna.home.socket) as connection:
            for number in range(MERGED):
                connection.call(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "entry.log",
                                            "params": {"kind": "note", "note": f"{number}"}}))
        while anna.call("queue.list", limit=1)["unsent"]:
            time.sleep(0.2)
        # What came by itself meanwhile is not timed: the rest is.
        before, begin = processor_ms(bens.pid), time.monotonic()
        changes = ben.call("dashboard.refresh")["changes"]
        taken, used = (time.monotonic() - begin) * 1000, processor_ms(bens.pid) - before
        if not changes:
            raise processes.Failure("nothing was left to be merged")
        self.add(f"merge of {changes:,} changes, asked for and answered", "< 100 ms per 1,000", f"{taken:.0f} ms",
                 passed=taken < 100 * max(1, changes / 1000))
        self.add("processor time of it", "", f"{used:.0f} ms")

    def polls(self, ben, daemon):
        ben.call("dashboard.refresh")
        used, count = processor_ms(daemon.pid), self.door.bytes
        with processes.Connection(ben.home.socket) as connection:
            for _ in range(POLLS):
                if connection.call('{"jsonrpc":"2.0","id":1,"method":"dashboard.refresh"}')["changes"]:
                    raise processes.Failure("a poll was to bring nothing, and did")
        used, count = (processor_ms(daemon.pid) - used) / POLLS, (self.door.bytes - count) / POLLS
        self.add("an unchanged poll, processor time with its call", "≤ 1 ms", f"{used:.2f} ms", passed=used <= 1)
        self.add("the same on the wire, both ways", "≤ 2 kB", f"{count / 1000:.2f} kB", passed=count <= 2000)

    def idle(self, daemon):
        time.sleep(SETTLE_SECONDS)
        before = processes.context_switches(daemon.pid)
        time.sleep(IDLE_SECONDS)
        self.add(f"context switches in {IDLE_SECONDS} s, with a poll each 30 s", "",
                 f"{processes.context_switches(daemon.pid) - before}")


def processor_ms(pid):
    """What all threads have used so far."""
    total = 0
    for thread in processes.threads(pid):
        with contextlib.suppress(OSError):
            total += int((thread / "schedstat").read_text().split()[0])
    return total / 1e6


def run(make):
    """Measures with the bench that `make` makes of two folders, and leaves with 1 when a bar is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", required=True, type=pathlib.Path)
    parser.add_argument("--scratch", required=True, type=pathlib.Path)
    options = parser.parse_args()
    bench = make(options.programs.resolve(), options.scratch)
    try:
        bench.measure()
    except processes.Failure as failure:
        sys.exit(f"bench: {failure}")
    print(report.table(bench.rows), end="")
    sys.exit(any(row.passed is False for row in bench.rows))


if __name__ == "__main__":
    run(Bench)
