"""A follower of a child's timeline for the whole storm, at one daemon after the other, which counts the events."""

import json
import socket
import threading
import time


class Follower(threading.Thread):
    """Goes on where it was after every death of the daemon: nothing may be told too late, or not at all."""

    def __init__(self, machine, child, ledger):
        super().__init__(daemon=True)
        self.machine = machine
        self.child = child
        self.ledger = ledger
        self.position = None  # instance and seq up to which everything was told
        self.since = None  # the seq from which on nothing may be missing
        self.shown = {}  # entry: note, and whether it is deleted
        self.over = threading.Event()

    def run(self):
        while not self.over.is_set():
            try:
                with socket.socket(socket.AF_UNIX) as line:
                    line.settimeout(0.5)
                    line.connect(str(self.machine.socket))
                    self.follow(line)
            except OSError:
                time.sleep(0.05)

    def follow(self, line):
        params = {"topics": ["timeline"], "childId": self.child}
        if self.position:
            params["since"] = self.position
        request = {"jsonrpc": "2.0", "id": 1, "method": "changes.subscribe", "params": params}
        line.sendall(json.dumps(request).encode() + b"\n")
        for message in self.messages(line):
            if "error" in message:
                # The child is removed for now.
                return time.sleep(0.2)
            if "result" in message:
                self.begin(message["result"])
            elif message["method"] == "changes.ended":
                return None
            else:
                self.told(message["params"])
        return None

    def messages(self, line):
        """Until the daemon is gone or the storm is over."""
        rest = b""
        while not self.over.is_set():
            try:
                data = line.recv(65536)
            except TimeoutError:
                continue
            if not data:
                return
            *lines, rest = (rest + data).split(b"\n")
            yield from map(json.loads, lines)

    def begin(self, answer):
        if self.since is None or answer.get("resync"):
            self.since = answer["seq"]
            self.shown = {}
        if self.position is None or answer.get("resync"):
            self.position = {"instance": answer["instance"], "seq": answer["seq"]}

    def told(self, event):
        if event["seq"] < self.position["seq"]:
            self.ledger.fault(f"{self.machine.name}: event {event['seq']} came after {self.position['seq']}")
        self.position["seq"] = event["seq"]
        entry = event["data"]["entry"]
        self.shown[entry["id"]] = (entry.get("note"), "deletedAt" in entry)

    def missed(self, changed):
        """What it was told wrongly or not at all.

        changed: of the child's entries that have changed, by id: the seq of the last change, note, and whether deleted.
        """
        return [f"{self.machine.name}: who followed was told {self.shown.get(entry)} of {entry}, which is {(note, deleted)}"
                for entry, (seq, note, deleted) in changed.items()
                if seq > self.since and self.shown.get(entry) != (note, deleted)]
