"""What has to be so when it is quiet again: nothing lost, nothing doubled, everybody has the same."""

import collections
import sqlite3

ENTRY = ("id, child_id, kind, start_at, end_at, end_unknown, note, author, changed_by, created_at, updated_at, method, started_side, "
         "breasts, amount, unit, bottle_content, diaper, category, left_seconds, right_seconds, timed_side, timed_since, paused_since, timer")
EVENT = "child_id, at, action, name, role, changed_by"
CHILD = "id, name, born, sex, zone, feeding_style"
NOBODY = 0xFFFFFFFF  # who has done what syncing did
SHOWN = 10


def query(path, sql, *values):
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30)
    try:
        return connection.execute(sql, values).fetchall()
    finally:
        connection.close()


def name(identifier):
    text = identifier.hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


class Verdict:
    def __init__(self, storm):
        self.storm = storm
        self.machines = storm.machines
        self.ledger = storm.ledger
        self.server = storm.folder / "server/.local/share/babybasics/server.db"
        self.silent_failures = set()

    # While it settles

    def inspect_failures(self, machine):
        """What has failed must have told its owner."""
        rows = query(machine.database(), """
            SELECT hex(ifnull(entry_id, child_id)), failure_text FROM outbox WHERE state = 'failed' AND NOT EXISTS (
              SELECT 1 FROM inbox WHERE kind = 'failed' AND inbox.entry_id IS outbox.entry_id
                AND (outbox.entry_id IS NOT NULL OR inbox.child_id = outbox.child_id))""")
        for identifier, reason in rows:
            self.silent_failures.add(f"{machine.name}: {identifier} has failed without an inbox item ({reason})")

    # When all have stopped

    def differences(self):
        faults = sorted(self.silent_failures) + self.damage()
        for machine in self.machines:
            faults += self.not_the_same(machine)
        for follower in self.storm.followers:
            faults += self.not_told(follower)
        return faults + self.second_timers() + self.lost() + self.doubled() + self.ghosts() + self.undead()

    def damage(self):
        faults = []
        files = [self.server, *(path for machine in self.machines for path in machine.data.glob("*.db"))]
        for path in files:
            for check in ("integrity_check", "foreign_key_check"):
                found = query(path, f"PRAGMA {check}")
                if found not in ([], [("ok",)]):
                    faults.append(f"{path}: {check} finds {found[:3]}")
        return faults

    def not_the_same(self, machine):
        """What a machine shows and its account has on the server."""
        email = f"{machine.name.lower()}@example.org"
        mine = """membership JOIN user ON user.id = user_id JOIN child ON child.id = membership.child_id
            WHERE email = ? AND child.removed_at IS NULL"""
        faults = []
        here = query(machine.database(), f"SELECT {CHILD} FROM child WHERE removed_at IS NULL")
        there = query(self.server, f"SELECT {columns(CHILD, 'child')} FROM {mine}", email)
        faults += different(machine.name, "child", here, there, CHILD)
        here = query(machine.database(), "SELECT child_id, role FROM child_share JOIN child ON id = child_id "
                     "WHERE removed_at IS NULL")
        there = query(self.server, f"SELECT child.id, role FROM {mine}", email)
        faults += different(machine.name, "role", here, there, "id, role")
        here = query(machine.database(), f"SELECT {columns(ENTRY, 'entry')} FROM entry JOIN child ON child.id = child_id "
                     "WHERE deleted_at IS NULL AND removed_at IS NULL")
        there = query(self.server, f"SELECT {ENTRY} FROM entry WHERE deleted_at IS NULL AND child_id IN "
                      f"(SELECT child.id FROM {mine})", email)
        faults += different(machine.name, "entry", here, there, ENTRY)
        # A machine remembers more than a restored server, and than what returning members get.
        here = set(query(machine.database(), f"SELECT {EVENT} FROM member_event"))
        there = query(self.server, f"SELECT {columns(EVENT, 'member_event')} FROM member_event "
                      "JOIN membership ON membership.child_id = member_event.child_id AND member_event.seq >= membership.seq "
                      "JOIN user ON user.id = user_id JOIN child ON child.id = membership.child_id "
                      "WHERE email = ? AND child.removed_at IS NULL", email)
        untold = [event for event in there if event not in here]
        return faults + shortened([f"{machine.name} was not told: {event[2:]}" for event in untold])

    def not_told(self, follower):
        changed = query(follower.machine.database(), """
            SELECT entry.id, max(seq), note, deleted_at IS NOT NULL FROM change JOIN entry ON entry.id = entry_id
            WHERE subject = 'entry' AND entry.child_id = ? GROUP BY entry.id""", bytes.fromhex(follower.child.replace("-", "")))
        return shortened(follower.missed({name(entry): (seq, note, bool(deleted)) for entry, seq, note, deleted in changed}))

    def second_timers(self):
        running = """SELECT hex(child_id), kind, count(*) FROM entry
            WHERE deleted_at IS NULL AND timer IS NOT NULL GROUP BY child_id, kind, timer HAVING count(*) > 1"""
        return [f"{path.name}: {count} {kind} timers of {child} run"
                for path in [self.server, *(machine.database() for machine in self.machines)]
                for child, kind, count in query(path, running)]

    # Texts

    def live(self):
        """The texts on the server by the entries that bear them."""
        return {(name(entry), text) for entry, text in query(
            self.server, "SELECT id, note FROM entry WHERE deleted_at IS NULL AND note IS NOT NULL")}

    def kept(self):
        """Texts that were replaced by a person who saw them, or that are in an inbox."""
        return {(name(entry), text) for machine in self.machines for table in ("entry_before", "inbox_entry")
                for entry, text in query(machine.database(), f"SELECT id, note FROM {table} WHERE note IS NOT NULL")}

    def deletions(self):
        """How often each machine's people deleted each entry."""
        return {machine.name: collections.Counter(name(row[0]) for row in query(
                    machine.database(), "SELECT entry_id FROM change WHERE subject = 'entry' AND operation = 'delete' "
                    "AND uid <> ?", NOBODY)) for machine in self.machines}

    def lost(self):
        """Texts that were acknowledged and are nowhere."""
        found, deletions = self.live() | self.kept(), self.deletions()
        purged = {name(row[0]) for machine in self.machines
                  for row in query(self.server, "SELECT id FROM entry WHERE hex(child_id) IN (SELECT value FROM "
                                   "json_each(?))", str([child.replace("-", "").upper() for child in self.ledger.purged])
                                   .replace("'", '"'))}
        faults = []
        for (entry, text), who in self.ledger.written.items():
            if (entry, text) in found or entry in purged or self.was_deleted(entry, text, deletions):
                continue
            faults.append(f"lost: {text} of {entry} ({who})")
        texts = {text for _, text in found}
        faults += [f"lost: {text}, imported by {who}" for text, who in self.ledger.imported.items()
                   if text not in texts and not self.was_deleted(self.bearer(text), text, deletions)]
        return shortened(faults)

    def bearer(self, text):
        """The entry that an import made of a text."""
        return next((name(row[0]) for machine in self.machines
                     for row in query(machine.database(), "SELECT id FROM entry WHERE note = ?", text)), None)

    def was_deleted(self, entry, text, deletions):
        """Whether a person who saw this text, or may have seen it, deleted the entry."""
        for machine in self.machines:
            seen = self.ledger.deleted.get((machine.name, entry), [])
            if text in seen or deletions[machine.name][entry] > len(seen):
                return True
        return False

    def doubled(self):
        """Texts that two entries bear, which nobody was told of."""
        bearers = collections.defaultdict(set)
        for entry, text in self.live():
            # Only ours are unique: naps have the same each time.
            if text.startswith(f"{self.storm.seed}."):
                bearers[text].add(entry)
        told = collections.defaultdict(set)
        for entry, text in self.ledger.written:
            told[text].add(entry)
        # An import does not announce its entries.
        unsure = self.ledger.doubtful | set(self.ledger.imported) | {
            text for entry, text in [*self.ledger.written, *self.live()] if entry in self.ledger.copied}
        return shortened([f"doubled: {text} in {sorted(entries - told[text])}" for text, entries in bearers.items()
                          if len(entries) > 1 and len(entries - told[text]) > (1 if text in unsure else 0)])

    def ghosts(self):
        """Texts of calls that were refused."""
        return shortened([f"done although it was refused ({self.ledger.refused[text]}): {text}"
                          for _, text in self.live() if text in self.ledger.refused])

    def undead(self):
        """Entries that one person deleted, and that are back although no one else used them."""
        last, hands, told = {}, collections.defaultdict(set), set()
        for machine in self.machines:
            for entry, operation in query(machine.database(), "SELECT entry_id, operation FROM change WHERE "
                                          "subject = 'entry' AND uid <> ? ORDER BY seq", NOBODY):
                last[machine.name, name(entry)] = operation
                if operation != "insert" or text_of_file(machine, entry):
                    hands[name(entry)].add(machine.name)
            told |= {(machine.name, name(row[0])) for row in query(
                machine.database(), "SELECT entry_id FROM inbox WHERE entry_id IS NOT NULL AND kind <> 'remote'")}
        live = {name(row[0]) for row in query(self.server, "SELECT id FROM entry WHERE deleted_at IS NULL")}
        return shortened([
            f"{who} deleted {entry}, and it is there" for (who, entry) in self.ledger.deleted
            if last.get((who, entry)) == "delete" and entry in live and hands[entry] == {who} and (who, entry) not in told])


def text_of_file(machine, entry):
    """Whether an import has made it, which several machines can do alike."""
    return bool(query(machine.database(), "SELECT 1 FROM entry WHERE id = ? AND note LIKE '%.file%'", entry))


def columns(names, table):
    return ", ".join(f"{table}.{column}" for column in names.split(", "))


def different(who, what, here, there, names):
    """What of a table is on one side only, or not the same on both."""
    here, there = ({row[0]: row for row in rows} for rows in (here, there))
    faults = [f"{who} has the {what} {name(key)}, the server has not: {here[key][1:]}" for key in here.keys() - there.keys()]
    faults += [f"the server has the {what} {name(key)}, {who} has not: {there[key][1:]}" for key in there.keys() - here.keys()]
    for key in here.keys() & there.keys():
        other = [f"{column} {a!r} instead of {b!r}" for column, a, b in zip(names.split(", "), here[key], there[key]) if a != b]
        if other:
            faults.append(f"{who} has the {what} {name(key)} with {', '.join(other)}")
    return shortened(faults)


def shortened(faults):
    return faults[:SHOWN] + ([f"… and {len(faults) - SHOWN} more like the last"] if len(faults) > SHOWN else [])
