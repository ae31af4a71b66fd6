"""A person at a machine, who does one thing after the other and does not give up when an answer fails to come."""

import random
import threading
import time

from calls import Line, Lost, Refused, Silence
from actions import WITHOUT_KEYS, Actions

RETRIED = {"rpc.shuttingDown", "rpc.cancelled", "rpc.tooManyConnections"}


class Person(threading.Thread):
    """One caller of a machine's daemon. Every text that is written is its own, so that it can be looked for."""

    def __init__(self, machine, name, children, seed, ledger, over, pace, without):
        super().__init__(daemon=True)
        self.machine = machine
        self.name = name
        self.children = children
        self.seed = seed
        self.ledger = ledger
        self.over = over
        self.pace = pace
        self.random = random.Random(f"{seed} {machine.name} {name}")
        self.line = Line(machine.socket, name)
        self.actions = Actions(self, without)
        self.count = 0
        self.texts = 0
        self.imports = []

    def text(self):
        self.texts += 1
        return f"{self.seed}.{self.machine.name}.{self.name}.{self.texts}"

    def run(self):
        while not self.over.is_set():
            time.sleep(self.random.expovariate(self.pace))
            try:
                method, params = self.actions.next()
                if params is not None:
                    self.do(method, params)
            except Lost:
                time.sleep(0.1)
            except Silence as silence:
                self.ledger.fault(f"{self.machine.name} is silent: {silence}")
                self.line.close()
        self.line.close()

    # Writing

    def do(self, method, params):
        """Calls until an answer is there, when there is a key; else once."""
        self.count += 1
        loses = self.random.random() < 0.06
        repeats = self.random.random() < 0.05
        if method not in WITHOUT_KEYS:
            if self.random.random() < 0.03:
                params = params | {"dryRun": True}
            if self.random.random() < 0.75:
                params = params | {"idempotencyKey": f"{self.seed}-{self.machine.name}-{self.name}-{self.count}"}
        is_first = True
        while True:
            try:
                floor = self.open()
                answer = self.call(method, params, loses and is_first)
            except Lost:
                is_first = False
                if "idempotencyKey" in params:
                    time.sleep(0.1)
                    continue
                return self.ledger.unknown(self.machine.name, method, params)
            except Refused as error:
                if error.name in RETRIED:
                    is_first = False
                    time.sleep(0.1)
                    continue
                return self.ledger.not_done(self.machine.name, method, params, error)
            break
        self.ledger.done(self.machine.name, method, params, answer)
        if method == "data.import":
            self.ledger.imported |= {text: self.machine.name for text in self.imports}
        # What a dry run answers is as if it had been done.
        if is_first and "idempotencyKey" in params and not params.get("dryRun"):
            self.machine.saw(answer.get("seq", 0), floor, self.ledger)
        if repeats and "idempotencyKey" in params and not params.get("dryRun"):
            self.repeat(method, params, answer)
        return None

    def call(self, method, params, loses):
        if loses:
            self.line.send(method, params)
            self.line.close()
            raise Lost("hung up")
        return self.line.call(method, params)

    def repeat(self, method, params, answer):
        try:
            self.open()
            again = self.line.call(method, params)
        except Lost:
            return
        except Refused as error:
            self.ledger.fault(f"{self.machine.name}: {method} was done, and with the same key it was answered {error.name}")
            return
        if again != answer:
            self.ledger.fault(f"{self.machine.name}: {method} was answered otherwise with the same key")

    def open(self):
        """Returns the seq below which no answer from now on may be."""
        floor = self.machine.seq
        hello = self.line.open()
        if hello:
            self.machine.greeted(hello, floor, self.ledger)
        return floor

    # Looking

    def look(self, method, params):
        self.open()
        try:
            return self.line.call(method, params)
        except Refused:
            return None

    def entries(self, is_deleted):
        """Ids that this person may mean."""
        if is_deleted:
            return [entry for machine, entry in list(self.ledger.deleted) if machine == self.machine.name][-10:]
        child = self.children[0] if self.random.random() < 0.7 else self.random.choice(self.children)
        seen = self.look("timeline.list", {"childId": child, "limit": 40})
        return [entry["id"] for entry in seen["entries"]] if seen else []

    def inbox(self, condition):
        seen = self.look("inbox.list", {"limit": 100})
        ids = [item["id"] for item in seen["items"] if condition(item)] if seen else []
        return self.random.choice(ids) if ids else None

    def purgeable(self):
        seen = self.look("child.list", {"includeRemoved": True})
        ids = [child["id"] for child in seen["children"] if child["name"].startswith("Child ")] if seen else []
        return {"childId": self.random.choice(ids)} if ids else None
