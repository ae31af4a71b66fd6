"""What callers were told: which text they gave which entry, what they deleted, and what they do not know."""

import collections
import json
import threading


class Ledger:
    """Kept by all persons together, and written down for finding the cause of a failure."""

    def __init__(self, path):
        self.file = open(path, "w")
        self.lock = threading.Lock()
        self.acknowledged = 0
        self.written = {}  # (entry, text): who was told so
        self.deleted = collections.defaultdict(list)  # (machine, entry): its texts, as those who deleted it were shown
        self.imported = {}  # text: machine
        self.refused = {}  # text: why
        # Of calls with an unknown result.
        self.doubtful = set()  # their texts
        self.copied = set()  # entries that were duplicated, or not
        self.purged = set()  # children
        self.touched = collections.deque(maxlen=8)  # the entries that were used last
        self.faults = []

    def note(self, kind, machine, method, params, outcome):
        with self.lock:
            self.file.write(json.dumps([kind, machine, method, params, outcome]) + "\n")
            self.file.flush()

    def done(self, machine, method, params, answer):
        self.note("done", machine, method, params, answer)
        if params.get("dryRun"):
            return self.refuse(params, "a dry run")
        with self.lock:
            self.acknowledged += 1
            entries = answer.get("entries", [answer["entry"]] if "entry" in answer else [])
            self.touched.extend(entry["id"] for entry in entries[:1])
            for entry in entries:
                text, place = entry.get("note"), (entry["id"], entry.get("note"))
                if entry.get("deletedAt"):
                    self.deleted[machine, entry["id"]].append(text)
                elif text:
                    self.written[place] = f"{machine}, {method}"
            if method == "child.purge":
                self.purged.add(answer["child"]["id"])
        return None

    def refuse(self, params, reason):
        text = params.get("note") or params.get("text")
        if text:
            self.refused[text] = reason

    def not_done(self, machine, method, params, error):
        self.note("refused", machine, method, params, [error.name, error.message])
        self.refuse(params, error.name)
        if error.name == "rpc.internal" or error.name.startswith("store."):
            self.fault(f"{machine}: {method} was answered {error.name}: {error.message}")

    def unknown(self, machine, method, params):
        self.note("unknown", machine, method, params, None)
        self.doubtful.add(params.get("note") or params.get("text"))
        if method == "entry.duplicate":
            self.copied.add(params["id"])
        if method == "child.purge":
            self.purged.add(params["childId"])

    def fault(self, sentence):
        with self.lock:
            self.faults.append(sentence)
