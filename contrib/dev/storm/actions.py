"""All that a person can do to a log by the protocol, drawn by lot."""

import base64
import datetime

# How often each is drawn, beside the others: a method, or what is done to a kind of entries.
WEIGHTS = {
    "note.log": 14, "feeding.log": 8, "diaper.log": 6, "sleep.log": 3, "tummy.log": 3, "sleep.nap": 1,
    "sleep.start": 4, "sleep.stop": 4, "sleep.toggle": 3, "sleep.cancel": 1, "tummy.start": 3, "tummy.stop": 3,
    "feeding.start": 4, "feeding.switch": 3, "feeding.pause": 2, "feeding.resume": 2, "feeding.stop": 4, "feeding.toggle": 2,
    "entry.update": 14, "entry.delete": 6, "entry.restore": 5, "entry.duplicate": 2, "undo": 5, "redo": 3,
    "child.update": 2, "child.remove": 0.5, "child.restore": 1.5, "child.add": 0.3, "child.purge": 0.3, "child.select": 1,
    "settings.set": 2, "settings.reset": 1, "reminder.set": 1, "reminder.remove": 0.5, "reminder.snooze": 0.5,
    "reminder.dismiss": 0.5, "prediction.feedback": 0.5, "queue.retry": 2, "queue.discard": 0.7, "inbox.dismiss": 1,
    "inbox.apply": 2, "data.import": 0.7, "dashboard.refresh": 10, "dashboard.get": 1,
}
SETTINGS = [("units", "oz"), ("units", "ml"), ("feeding.interval", "3h"), ("diaper.interval", "2h30m"),
            ("day.start", "04:30"), ("time.format", "24h"), ("theme.mode", "dark")]
KINDS = {"feeding", "diaper", "sleep", "tummy", "note"}
WITHOUT_KEYS = {"data.import", "dashboard.refresh", "dashboard.get", "timeline.list"}


class Actions:
    """What one person does next. `person` has the random numbers, the names of texts, and looks things up."""

    def __init__(self, person, without=()):
        self.person = person
        self.random = person.random
        self.names = [name for name in WEIGHTS if name not in without]
        self.weights = [WEIGHTS[name] for name in self.names]

    def next(self):
        """A method and its params; None for params when there is nothing to do it to."""
        name = self.random.choices(self.names, self.weights)[0]
        make = getattr(self, name.replace(".", "_"), None)
        params = make() if make else {}
        kind, _, what = name.partition(".")
        if kind not in KINDS:
            return name, params
        return "entry.log" if what in ("log", "nap") else f"timer.{what}", {"kind": kind} | params

    # Logging

    def child(self):
        """Mostly the child that all share."""
        names = self.person.children
        return {"childId": names[0] if self.random.random() < 0.7 else self.random.choice(names)}

    def text(self):
        return {"note": self.person.text()} if self.random.random() < 0.85 else {}

    def at(self):
        return self.random.choice([{}, {"at": "now"}, {"at": f"{self.random.randint(1, 300)}m ago"}])

    def span(self):
        begin = self.random.randint(20, 600)
        return self.random.choice([{"for": f"{self.random.randint(1, 90)}m"},
                                   {"from": f"{begin}m ago", "for": f"{self.random.randint(1, 20)}m"}])

    def note_log(self):
        return self.child() | {"note": self.person.text()} | self.at()

    def feeding_log(self):
        return self.child() | self.text() | self.at() | self.random.choice(
            [{"method": "bottle", "amount": self.random.randint(30, 240)}, {"method": "breast", "startedSide": "left"},
             {"method": "pumping", "amount": 2.5, "unit": "oz"}, {}])

    def diaper_log(self):
        return self.child() | self.text() | self.at() | {"type": self.random.choice(["wet", "dirty", "both"])}

    def sleep_log(self):
        return self.child() | self.text() | self.span()

    tummy_log = sleep_log

    def sleep_start(self):
        return self.child() | self.text() | self.random.choice([{}, {"at": f"{self.random.randint(1, 20)}m ago"}])

    tummy_start = sleep_start

    def sleep_stop(self):
        return self.child() | self.text()

    tummy_stop = sleep_stop

    def sleep_toggle(self):
        return self.child()

    def sleep_nap(self):
        return self.child() | {"for": "10m"}

    sleep_cancel = sleep_toggle
    feeding_start, feeding_stop = sleep_start, sleep_stop
    feeding_switch = feeding_pause = feeding_resume = feeding_toggle = sleep_toggle

    def data_import(self):
        """Two machines may import the same file: its texts say which."""
        number = self.random.randint(1, 3)
        day = datetime.date.today() - datetime.timedelta(days=number + 1)
        rows = [f"1,{self.person.seed}.file{number}.{row},{day} {row + 8:02}:00:00" for row in range(5)]
        chunk = "child_id,note,time\n" + "\n".join(rows) + "\n"
        self.person.imports = [row.split(",")[1] for row in rows]
        return {"childId": self.person.children[0], "zone": "UTC",
                "chunk": base64.b64encode(chunk.encode()).decode(), "end": True}

    # What there is already

    def an_entry(self, is_deleted=False):
        """Often one that others have to do with at the same time."""
        known = list(self.person.ledger.touched) if self.random.random() < 0.5 else self.person.entries(is_deleted)
        return {"id": self.random.choice(known)} if known else None

    def entry_update(self):
        entry = self.an_entry()
        change = self.random.choice([{"note": self.person.text()}, {"note": self.person.text()},
                                     {"at": f"{self.random.randint(1, 200)}m ago"}])
        return entry and entry | change

    def entry_delete(self):
        return self.an_entry()

    def entry_restore(self):
        return self.an_entry(is_deleted=True)

    def entry_duplicate(self):
        return self.an_entry()

    # Children and what is set

    def child_update(self):
        return self.child() | self.random.choice(
            [{"born": str(datetime.date.today() - datetime.timedelta(days=self.random.randint(100, 300)))},
             {"sex": self.random.choice(["female", "male"])}, {"feedingStyle": self.random.choice(["breast", "both"])},
             {"zone": self.random.choice(["UTC", "Europe/Berlin"])}])

    child_remove = child_restore = child_select = child

    def child_add(self):
        return {"name": f"Child {self.person.text()}", "born": str(datetime.date.today()), "zone": "UTC"}

    def child_purge(self):
        """Only of those that were added on the way."""
        return self.person.purgeable()

    def settings_set(self):
        key, value = self.random.choice(SETTINGS)
        return {"key": key, "value": value}

    def settings_reset(self):
        return {"key": self.random.choice(SETTINGS)[0]}

    def reminder_set(self):
        return self.child() | {"name": self.random.choice(["Vitamin D", "Bath"]), "every": "8h"}

    def reminder_remove(self):
        return self.child() | {"name": self.random.choice(["Vitamin D", "Bath"])}

    def reminder_snooze(self):
        return {"minutes": 5}

    def prediction_feedback(self):
        return self.child() | {"kind": "nap", "verdict": "justRight"}

    # What waits

    def queue_retry(self):
        return {}

    def inbox_dismiss(self):
        item = self.person.inbox(lambda item: True)
        return item and {"id": item}

    def inbox_apply(self):
        item = self.person.inbox(lambda item: item["kind"] == "conflict")
        return item and {"id": item}
