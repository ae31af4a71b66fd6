"""Made-up entries of a child, for days and years."""

import concurrent.futures
import datetime
import json
import random
import uuid

from programs import Failure


def wire(time):
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def day(child, date, chance):
    """A baby's day, from midnight."""
    begin = datetime.datetime.combine(date, datetime.time(), datetime.timezone.utc)

    def entry(hours, kind, length=None, **members):
        start = begin + datetime.timedelta(hours=hours, minutes=chance.randint(0, 20))
        end = {"end": wire(start + datetime.timedelta(minutes=length))} if length else {}
        return {"childId": child, "kind": kind, "start": wire(start), **end, **members}

    side = chance.choice(["left", "right"])
    for hours in (0.5, 3.5, 6.5, 9.5, 12.5, 18.5, 21.5):
        side = "right" if side == "left" else "left"
        yield entry(hours, "feeding", chance.randint(8, 20), method="breast", startedSide=side)
        yield entry(hours + 0.6, "diaper", type=chance.choice(["wet", "wet", "dirty", "both"]))
    yield entry(15.5, "feeding", method="bottle", amount=chance.choice([90, 120, 150]), unit="ml")
    for hours, length in ((1, 140), (4, 140), (8, 50), (11, 70), (14, 60), (17, 40), (19.5, 110)):
        yield entry(hours, "sleep", length)
    yield entry(10.2, "tummy", 6)
    if chance.random() < 0.3:
        yield entry(16.3, "note", category=chance.choice(["general", "health", "milestone"]),
                    note=chance.choice(["Rolled from tummy to back", "Laughed at the dog", "A bit of a cold, slept badly"]))
    if chance.random() < 0.05:
        yield entry(20.3, "temperature", value=round(chance.uniform(36.4, 38.2), 1), unit="celsius")


def days(child, count, now, seed=1):
    """The entries of the last days, including today's."""
    chance = random.Random(seed)
    for back in range(count - 1, -1, -1):
        for entry in day(child, (now - datetime.timedelta(days=back)).date(), chance):
            if entry.get("end", entry["start"]) < wire(now):
                yield entry


def fill(person, entries):
    """Puts entries into the server, as a daemon would."""
    server = person.server
    if not person.token:
        person.sign_in()

    def send(some):
        line = server.line()
        for entry in some:
            line.request("PUT", f"/v1/entries/{uuid.uuid4()}", json.dumps(entry), {
                "Authorization": "Bearer " + person.token, "Content-Type": "application/json", "If-None-Match": "*",
                "Idempotency-Key": str(uuid.uuid4())})
            answer = line.getresponse()
            data = answer.read()
            if answer.status >= 300:
                raise Failure(f"{entry}: {answer.status} {data.decode()}")
        line.close()

    entries = list(entries)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(send, [entries[start::4] for start in range(4)]))
    return len(entries)
