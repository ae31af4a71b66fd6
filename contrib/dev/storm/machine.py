"""A person's machine: a daemon with a home of its own, and its way to the server."""

import threading

from calls import patiently
from programs import Program, environment
from weather import Proxy

PASSWORD = "correct horse battery"


class Machine:
    def __init__(self, name, folder, programs, clock, target, seed, without):
        self.name = name
        self.home = folder / name
        places = environment(self.home)
        self.socket = self.home / "run/babybasics/daemon.sock"
        self.data = self.home / ".local/share/babybasics"
        self.daemon = Program(name, [programs / "babybasicsd"], folder, places, clock)
        self.proxy = Proxy(target, f"{seed} {name}", without)
        self.proxy.machine = self.daemon
        self.instance = None
        self.seq = 0
        self.lock = threading.Lock()

    def call(self, method, **params):
        line = patiently(self.socket)
        try:
            return line.call(method, params)
        finally:
            line.close()

    def register(self):
        self.call("account.register", email=f"{self.name.lower()}@example.org", password=PASSWORD, name=self.name,
                  server=f"http://127.0.0.1:{self.proxy.port}")

    def database(self):
        """The account's."""
        return next(self.data.glob("account-*.db"))

    # The numbers of changes, which only go up

    def saw(self, seq, floor, ledger):
        if seq < floor:
            ledger.fault(f"{self.name}: seq went back from {floor} to {seq}")
        with self.lock:
            self.seq = max(self.seq, seq)

    def greeted(self, hello, floor, ledger):
        if self.instance and hello["instance"] != self.instance:
            ledger.fault(f"{self.name}: the database is another one than before")
        self.instance = hello["instance"]
        self.saw(hello["seq"], floor, ledger)
