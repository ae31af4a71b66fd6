"""Fills a family server's database: families of one owner and one child each, with as many entries.

    fill(path, families, entries) -> the owners' tokens

The database is one that the server has made; nothing may have it open.
"""

import hashlib
import sqlite3
import time
import uuid

ENTRY = """
    INSERT INTO entry (id, child_id, kind, start_at, end_at, end_unknown, method, started_side, breasts, amount, unit,
      diaper, category, note, author, created_at, updated_at, deleted_at, seq)
    VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, NULL, NULL, 'Anna', ?, ?, NULL, ?)
"""
# A day's course, over and over: kind, method, side, breasts, amount, unit, diaper, minutes.
COURSE = [
    ("feeding", "breast", "left", "one", None, None, None, 15),
    ("diaper", None, None, None, None, None, "wet", None),
    ("sleep", None, None, None, None, None, None, 70),
    ("feeding", "bottle", None, None, 120, "ml", None, None),
    ("diaper", None, None, None, None, None, "both", None),
    ("tummy", None, None, None, None, None, None, 5),
]
HOUR = 3_600_000


def fill(path, families, entries):
    database = sqlite3.connect(path)
    database.execute("PRAGMA synchronous = OFF")
    now = int(time.time() * 1000)
    seq = 0
    tokens = []
    for family in range(families):
        user, child = uuid.uuid4().bytes, uuid.uuid4().bytes
        token = f"bbs_{family:064x}"
        tokens.append(token)
        database.execute(
            "INSERT INTO user (id, email, name, password, created_at) VALUES (?, ?, 'Anna', '', ?)",
            (user, f"anna{family}@example.org", now))
        database.execute(
            "INSERT INTO session (token, id, user_id, name, created_at, used_at, expires_at) "
            "VALUES (?, ?, ?, '', ?, ?, ?)",
            (hashlib.sha256(token.encode()).digest(), uuid.uuid4().bytes, user, now, now, now + 24 * HOUR))
        database.execute(
            "INSERT INTO child (id, name, born, zone, created_at, updated_at, seq) "
            "VALUES (?, 'Eva', '2020-01-01', 'Europe/Berlin', ?, ?, ?)", (child, now, now, seq + entries + 1))
        seq += 1
        database.execute("INSERT INTO membership VALUES (?, ?, 'owner', ?, ?)", (user, child, now, seq))
        rows = []
        for number in range(entries):
            kind, method, side, breasts, amount, unit, diaper, minutes = COURSE[number % len(COURSE)]
            start = now - (entries - number) * 2 * HOUR
            end = start + minutes * 60_000 if minutes else None
            seq += 1
            rows.append((
                uuid.uuid4().bytes, child, kind, start, end, method, side, breasts, amount, unit, diaper, start, start,
                seq))
        database.executemany(ENTRY, rows)
        database.commit()
    database.execute("UPDATE server SET seq = ?", (seq,))
    database.execute("ANALYZE")
    database.commit()
    database.close()
    return tokens
