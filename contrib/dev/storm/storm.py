"""One storm: a family at three machines and a guest's, bad weather and sudden deaths for a while, then quiet, then the verdict."""

import contextlib
import random
import socket
import subprocess
import threading
import time
import urllib.request

from calls import Refused
from follower import Follower
from ledger import Ledger
from machine import Machine
from owners import Owners
from person import Person
from programs import Keeper, Program, environment
from verdict import Verdict

NAMES = ["Anna", "Ben", "Cora"]
GUEST = "Dora"
CLOCKS = [0, 0, 0, -600_000, -240_000, -61_000, 1_500, 61_000, 240_000, 600_000]  # milliseconds ahead
AFTERWARDS = 720_000  # then all clocks agree, and what was logged ahead of time is past
SETTLE_LIMIT = 240  # seconds


class Storm:
    def __init__(self, seed, seconds, programs, folder, clock, without=(), pace=3.0):
        self.seed, self.seconds, self.without, self.pace = seed, seconds, set(without), pace
        self.folder = folder
        self.random = random.Random(f"storm {seed}")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.server = Program(
            "server", [programs / "babybasics-server", "--port", str(self.port), "--scrypt-cost", "10",
                       "--registration", "open"], folder,
            environment(folder / "server"), clock)
        self.machines = [Machine(name, folder, programs, clock, ("127.0.0.1", self.port), seed, self.without)
                         for name in [*NAMES, GUEST]]
        for machine in self.machines:
            machine.proxy.server = self.server
        self.ledger = Ledger(folder / "ledger.jsonl")
        self.children = []
        self.owners = None
        self.faults = []

    def run(self):
        """Returns what is wrong, a sentence each."""
        try:
            self.begin()
            self.rage()
            self.calm()
            verdict = Verdict(self)
            self.settle(verdict)
            self.end()
            return self.faults + self.ledger.faults + verdict.differences()
        finally:
            for program in [self.server, *(machine.daemon for machine in self.machines)]:
                if program.process and program.process.poll() is None:
                    program.process.kill()
                    program.process.wait()
            for machine in self.machines:
                machine.proxy.close()

    # The family

    def begin(self):
        self.server.start()
        self.wait_for_server()
        for machine in self.machines:
            machine.daemon.start()
            machine.register()
        anna, ben, cora, dora = self.machines
        last = self.random.choice(["caregiver", "viewer"])
        self.children = [self.share(anna, "Eva", {ben: "caregiver", cora: "caregiver", dora: "viewer"}),
                         self.share(ben, "Max", {anna: "caregiver", cora: last})]

    def share(self, owner, name, others):
        """A new child's id."""
        child = owner.call("child.add", name=name, born="2026-01-01", zone="UTC")["child"]["id"]
        self.sync(owner)
        for machine, role in others.items():
            code = owner.call("share.create", childId=child, role=role)["code"]
            machine.call("share.accept", code=code)
            self.sync(machine)
        return child

    def sync(self, machine):
        for _ in range(100):
            connection = machine.call("dashboard.refresh")["connection"]
            if connection["state"] == "online" and not connection["unsent"] + connection["failed"]:
                return
            time.sleep(0.05)
        raise TimeoutError(f"{machine.name} is never done: {connection}")

    def wait_for_server(self):
        end = time.monotonic() + 60
        while True:
            with contextlib.suppress(OSError):
                return urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=10).close()
            if time.monotonic() > end:
                raise TimeoutError("the server does not answer")
            time.sleep(0.05)

    # The storm

    def rage(self):
        # In some storms the server's disk dies too, and a backup takes its place.
        self.is_set_back = self.random.random() < 0.3 and "restore" not in self.without
        over = threading.Event()
        keepers = []
        for program, interval in [(self.server, 12), *((machine.daemon, 13) for machine in self.machines)]:
            clocks = [0] if "clocks" in self.without else CLOCKS
            if program is self.server:
                # Versions are times of the server's: with a backup in its place they can only go up if its clock does.
                clocks = [0] if self.is_set_back else [clock for clock in clocks if abs(clock) < 100_000]
            if "kills" in self.without:
                interval = 1_000_000
            keepers.append(Keeper(program, random.Random(f"{self.seed} {program.name}"), interval, clocks, over))
        self.people = [
            Person(machine, name, self.children, self.seed, self.ledger, over, pace, self.without)
            for machine in self.machines[:len(NAMES)] for name, pace in (("bbctl", self.pace), ("bar", self.pace / 2))]
        self.followers = [Follower(machine, self.children[0], self.ledger)
                          for machine in self.machines[:len(NAMES)]]
        # What a server has lost that is put back, only who may write can give it again.
        self.owners = Owners(list(zip(self.machines, self.children)), *self.machines[2:], self.seed, over, self.pace / 4,
                             changes_roles=not self.is_set_back)
        # A person who fails on an answer does nothing more, and a calm storm proves little.
        threading.excepthook = lambda args: self.faults.append(f"{args.thread.name} stumbled: {args.exc_value!r}")
        for machine in self.machines:
            machine.proxy.is_fair = False
        comers = [] if "people" in self.without else [self.owners]
        for thread in keepers + self.people + self.followers + comers:
            thread.start()
        if self.is_set_back:
            self.set_back()
        else:
            time.sleep(self.seconds)
        for machine in self.machines:
            machine.proxy.is_fair = True
        over.set()
        for keeper in keepers:
            keeper.join()

    def set_back(self):
        """Restores a backup of the server's, made earlier in the storm: the machines have what has come since."""
        begin, pause = self.random.uniform(0.1, 0.4), self.random.uniform(0.2, 0.5)
        backup = self.folder / "backup.db"
        time.sleep(self.seconds * begin)
        self.manage("backup", backup)
        time.sleep(self.seconds * pause)
        self.manage("restore", backup, "--yes")
        self.ledger.note("restored", "server", None, None, None)
        time.sleep(self.seconds * (1 - begin - pause))

    def manage(self, *arguments):
        """Runs a command of the server's beside it."""
        done = subprocess.run([self.server.command[0], *arguments], env=self.server.environment, capture_output=True,
                              text=True)
        if done.returncode:
            self.faults.append(f"the server's {arguments[0]} failed: {done.stderr}")

    # Afterwards

    def calm(self):
        """Clocks are set right, and who waits for an answer gets it; then it is so late that nothing lies ahead of time."""
        time.sleep(0.2)
        self.start_again(0)
        if self.owners.ident:
            self.owners.join(120)
            if self.owners.is_alive():
                self.faults.append("the owners never got an answer")
        for person in self.people:
            person.join(120)
            if person.is_alive():
                self.faults.append(f"{person.machine.name}: {person.name} never got an answer")
        for machine, child in zip(self.machines, self.children):
            if child not in {child["id"] for child in machine.call("child.list")["children"]}:
                machine.call("child.restore", childId=child)
        for _ in range(10):
            for machine in self.machines:
                machine.call("dashboard.refresh")
        if "clocks" not in self.without:
            self.start_again(AFTERWARDS)

    def start_again(self, clock):
        for program in [self.server, *(machine.daemon for machine in self.machines)]:
            program.kill()
            program.process.wait()
            program.start(clock)
        self.wait_for_server()

    def settle(self, verdict):
        """Until there is nothing left to send or to fetch."""
        end = time.monotonic() + SETTLE_LIMIT
        quiet = rounds = 0
        while quiet < 3:
            is_quiet = True
            for machine in self.machines:
                verdict.inspect_failures(machine)
                connection = machine.call("dashboard.refresh")["connection"]
                if connection["failed"]:
                    # What is refused again and again is given up, as its owner would.
                    self.retry_or_give_up(machine, gives_up=rounds % 20 >= 15)
                is_quiet &= connection["state"] == "online" and not connection["unsent"] + connection["failed"]
            quiet = quiet + 1 if is_quiet else 0
            rounds += 1
            if time.monotonic() > end:
                waiting = [f"{machine.name}: {machine.call('queue.list')}"[:400] for machine in self.machines]
                self.faults.append("it is never quiet: " + "; ".join(waiting))
                return
            time.sleep(0.1)

    def retry_or_give_up(self, machine, gives_up):
        if not gives_up:
            return machine.call("queue.retry")
        try:
            machine.call("queue.discard")
        except Refused:
            # A timer runs, and giving up would restore another one: its owner is notified, and stops it.
            for child in machine.call("child.list")["children"]:
                for kind in ("sleep", "tummy"):
                    with contextlib.suppress(Refused):
                        machine.call("timer.stop", kind=kind, childId=child["id"])

    def end(self):
        time.sleep(1)  # for events that are on their way
        for follower in self.followers:
            follower.over.set()
            follower.join()
        for program in [*(machine.daemon for machine in self.machines), self.server]:
            program.stop()
            self.faults += program.complaints()

    def kills(self):
        return self.server.kills + sum(machine.daemon.kills for machine in self.machines)

    def requests(self):
        return sum(machine.proxy.requests for machine in self.machines)
