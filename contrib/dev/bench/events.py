"""Measures how news travel: from one machine's log to another's bar, and to 2,000 streams of the server."""

import contextlib
import http.client
import itertools
import json
import resource
import select
import shutil
import socket
import statistics
import subprocess
import sys
import threading
import time

import processes
import report
from sync import Machine, processor_ms, run

NEWS = 40  # feeds from one machine to the other
PAUSE = 0.3  # seconds between them, longer than any rest of daemon and server
STREAMS = 2_000
PER_ACCOUNT = 32
IDLE_SECONDS = 60
BROADCASTS = 15
EVENT_BYTES = 60  # about what an event has


class Account:
    """A client of the server, without a daemon."""

    def __init__(self, port, number):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        # From a network of one's own: registrations are counted by network.
        self.headers = {"X-Forwarded-For": f"10.0.{number}.1", "Content-Type": "application/json"}
        session = self.call("POST", "/v1/auth/register",
                            {"email": f"user{number}@example.org", "password": "correct horse", "name": f"User {number}"})
        self.token = session["token"]
        self.headers["Authorization"] = f"Bearer {self.token}"

    def call(self, method, path, body=None):
        self.connection.request(method, path, body and json.dumps(body), self.headers)
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise processes.Failure(f"{method} {path} was answered by {answer.status}: {text[:200]}")
        return json.loads(text) if text else None


class Bench:
    def __init__(self, programs, scratch):
        self.programs, self.scratch = programs, scratch
        self.daemon, self.bbctl, self.server = (programs / name for name in ("babybasicsd", "bbctl", "babybasics-server"))
        self.rows = []
        self.port = free_port()
        # For `Machine`, which registers there.
        self.door = self

    def add(self, *row, **fields):
        self.rows.append(report.Row(*row, **fields))
        print("·   " + " | ".join(self.rows[-1].cells()), file=sys.stderr, flush=True)

    @contextlib.contextmanager
    def serving(self, database):
        command = [self.server, "--database", self.scratch / database, "--port", str(self.port), "--scrypt-cost", "10",
                   "--behind-proxy", "--registration", "open"]
        with processes.running(command, self.scratch / "server.log", stdout=subprocess.DEVNULL) as server:
            for _ in range(100):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                    break
                time.sleep(0.1)
            yield server

    def measure(self):
        with self.serving("family.db"):
            self.to_the_bar()
        with self.serving("many.db") as server:
            self.streams(server)

    # From one machine to the other.

    def to_the_bar(self):
        anna, ben = Machine(self, "anna"), Machine(self, "ben")
        with processes.daemon(self.daemon, anna.home), processes.daemon(self.daemon, ben.home):
            for machine in (anna, ben):
                machine.register()
            anna.bbctl("child", "add", "Eva", "--born", "2026-01-01", "--zone", "UTC")
            anna.bbctl("sync")
            ben.bbctl("share", "accept", json.loads(anna.bbctl("share", "create", "--json"))["code"])
            bar = subprocess.Popen([self.programs / "bbbar", "waybar"], stdout=subprocess.PIPE,
                                   env=ben.home.environment())
            try:
                ours = self.feeds(anna, bar)
            finally:
                bar.terminate()
                bar.wait()
        peer = self.mqtt()
        median = statistics.median(ours)
        self.add("a feed's entry.log answered on one machine to the line of the other's bar, median; peer: MQTT by mosquitto",
                 "≤ 150 ms", f"{median:.1f} ms", f"{statistics.median(peer):.1f} ms" if peer else "not installed",
                 passed=median <= 150)
        self.add("the same, the slowest of them", "", f"{max(ours):.1f} ms", f"{max(peer):.1f} ms" if peer else "")
        # babybuddy/models.py: dashboard_refresh_rate.
        self.add("the same with Baby Buddy, whose page asks by itself", "", "", "within 60,000 ms by default")

    def feeds(self, anna, bar):
        taken = []
        with processes.Connection(anna.home.socket) as connection:
            # The first line, and one by which the stream is known to be there.
            while self.lines(bar, 0.5):
                pass
            for amount in range(NEWS + 1):
                connection.call(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "entry.log",
                                            "params": {"kind": "feeding", "method": "bottle", "amount": 50 + amount}}))
                begin = time.monotonic()
                if not self.lines(bar, 60):
                    raise processes.Failure("the bar has not changed in a minute")
                taken.append((time.monotonic() - begin) * 1000)
                time.sleep(PAUSE)
                while self.lines(bar, 0):
                    pass
        return taken[1:]

    @staticmethod
    def lines(program, seconds):
        return select.select([program.stdout], [], [], seconds)[0] and program.stdout.readline()

    def mqtt(self):
        """Milliseconds from publishing to a line of a subscriber; empty without mosquitto."""
        if not all(map(shutil.which, ("mosquitto", "mosquitto_sub", "mosquitto_pub"))):
            return []
        port = str(free_port())
        taken = []
        with processes.running(["mosquitto", "-p", port], self.scratch / "mosquitto.log", stdout=subprocess.DEVNULL):
            time.sleep(1)
            reader = subprocess.Popen(["mosquitto_sub", "-p", port, "-q", "1", "-t", "baby"], stdout=subprocess.PIPE)
            writer = subprocess.Popen(["mosquitto_pub", "-p", port, "-q", "1", "-t", "baby", "-l"], stdin=subprocess.PIPE)
            try:
                time.sleep(1)
                for amount in range(NEWS):
                    begin = time.monotonic()
                    writer.stdin.write(b'{"kind":"feeding","amount":%d}\n' % amount)
                    writer.stdin.flush()
                    if not self.lines(reader, 60):
                        raise processes.Failure("mosquitto has passed nothing on in a minute")
                    taken.append((time.monotonic() - begin) * 1000)
                    time.sleep(PAUSE)
            finally:
                for program in (reader, writer):
                    program.terminate()
                    program.wait()
        return taken

    # Many streams.

    def streams(self, server):
        owner = Account(self.port, 0)
        child = owner.call("POST", "/v1/children", {"name": "Eva", "born": "2026-01-01", "zone": "UTC"})["id"]
        accounts = [owner]
        while len(accounts) * PER_ACCOUNT < STREAMS:
            account = Account(self.port, len(accounts))
            code = owner.call("POST", f"/v1/children/{child}/shares", {"role": "viewer"})["code"]
            account.call("POST", "/v1/shares/accept", {"code": code})
            account.connection.close()
            accounts.append(account)
        time.sleep(1)
        before, _ = processes.resident_mb(server.pid)
        sockets = []
        for number in range(STREAMS):
            stream = socket.create_connection(("127.0.0.1", self.port), timeout=60)
            token = accounts[number // PER_ACCOUNT].token
            stream.sendall(f"GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
            received = b""
            while b"event: change" not in received:
                received += stream.recv(4096)
                if not received.startswith(b"HTTP/1.1 200"):
                    raise processes.Failure(f"no stream: {received[:200]}")
            sockets.append(stream)
        after, _ = processes.resident_mb(server.pid)
        self.add(f"memory of {STREAMS:,} streams, and of the whole server with them", "≤ 60 MB", f"{after - before:.1f} MB",
                 f"{after:.1f} MB", passed=after - before <= 60)
        used = processor_ms(server.pid)
        time.sleep(IDLE_SECONDS)
        used = (processor_ms(server.pid) - used) / (IDLE_SECONDS * 10)
        self.add("processor time of them while nothing happens", "≤ 1 %", f"{used:.2f} %", passed=used <= 1)
        numbers = itertools.count(1)

        def change():
            number = next(numbers)
            start = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() - 3600 - number))
            owner.call("PUT", f"/v1/entries/01930000-0000-7000-8000-{number:012x}",
                       {"childId": child, "kind": "diaper", "type": "wet", "start": start})

        ours = Audience(server.pid, sockets, b"event: change", change)
        with self.broadcast(free_port()) as tcp, self.broadcast(self.scratch / "broadcast.sock") as unix:
            # In turns: what else the machine does is in all of them.
            for _ in range(BROADCASTS):
                for audience in (ours, tcp, unix):
                    audience.hear()
        ratio = ours.taken / tcp.taken
        self.add(f"a change to the last of {STREAMS:,} streams, with its commit; peer: C broadcaster over TCP as well",
                 "≤ 2 times", f"{ours.taken:.1f} ms", f"{tcp.taken:.1f} ms", ratio=ratio, passed=ratio <= 2)
        self.add("processor time of it; peer: the same", "", f"{ours.used:.1f} ms", f"{tcp.used:.1f} ms",
                 ratio=ours.used / tcp.used)
        self.add("a change to the last of them; peer: C broadcaster over Unix sockets", "", f"{ours.taken:.1f} ms",
                 f"{unix.taken:.1f} ms", ratio=ours.taken / unix.taken)
        self.add("processor time of it; peer: the same", "", f"{ours.used:.1f} ms", f"{unix.used:.1f} ms",
                 ratio=ours.used / unix.used)

    @contextlib.contextmanager
    def broadcast(self, place):
        """The peer on a port or path, with as many subscribers."""
        def connect():
            stream = socket.socket(socket.AF_INET if isinstance(place, int) else socket.AF_UNIX)
            stream.connect(("127.0.0.1", place) if isinstance(place, int) else str(place))
            return stream

        with processes.serving([self.scratch / "broadcast", "serve", str(place), str(EVENT_BYTES)],
                               self.scratch / "broadcast.log") as peer:
            sockets = [connect() for _ in range(STREAMS)]
            for stream in sockets:
                stream.sendall(b"subscribe\n")
                stream.recv(4096)
            writer = connect()

            def change():
                writer.sendall(b"write\n")
                writer.recv(4096)

            yield Audience(peer.pid, sockets, b"x", change)


class Audience:
    """Many sockets that one program sends to, and how long it takes until each has heard. What it takes to read them is
    in that."""

    def __init__(self, pid, sockets, sign, change):
        self.pid, self.sign, self.change = pid, sign, change
        self.poll = select.epoll()
        self.sockets = {stream.fileno(): stream for stream in sockets}
        for stream in sockets:
            stream.setblocking(False)
            self.poll.register(stream, select.EPOLLIN)
        self.rounds = []

    def hear(self):
        time.sleep(PAUSE)
        waiting = set(self.sockets)
        used, begin = processor_ms(self.pid), time.monotonic()
        # Beside the reading: who changes something waits for an answer, and nobody who hears of it waits for that.
        changing = threading.Thread(target=self.change)
        changing.start()
        while waiting:
            ready = self.poll.poll(60)
            if not ready:
                raise processes.Failure(f"{len(waiting)} streams have heard nothing in a minute")
            for descriptor, _ in ready:
                if self.sign in self.sockets[descriptor].recv(65536):
                    waiting.discard(descriptor)
        taken = (time.monotonic() - begin) * 1000
        changing.join()
        self.rounds.append((taken, processor_ms(self.pid) - used))

    @property
    def taken(self):
        """Milliseconds from before a change to the last one that has heard of it, median."""
        return statistics.median(taken for taken, _ in self.rounds)

    @property
    def used(self):
        """Milliseconds of processor time that the program needed for one change, median."""
        return statistics.median(used for _, used in self.rounds)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def main():
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    run(Bench)


if __name__ == "__main__":
    main()
