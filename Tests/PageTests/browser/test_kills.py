"""Rounds of killing page, worker, browser or server at each step of the outbox. The tally has a line for each step."""

import collections
import time

from house import scenario
from programs import Failure
from rounds import STEPS, Phones

HEAD = ("victim", "point", "rounds", "struck", "lost", "doubled", "other faults")


def read(tally):
    """Counts, by victim and point."""
    lines = tally.read_text().splitlines()[1:] if tally.exists() else []
    fields = [line.split("\t") for line in lines]
    return collections.defaultdict(lambda: [0] * 5, {(victim, point): list(map(int, counts))
                                                     for victim, point, *counts in fields})


def write(tally, sums):
    rows = [HEAD, *((victim, point, *sums[str(victim), point]) for point, victim in STEPS)]
    tally.write_text("".join("\t".join(map(str, row)) + "\n" for row in rows))


@scenario("rounds of killing: nothing that was confirmed is lost, and nothing is duplicated")
def killing(house):
    options = house.options
    tally = options.tally / "tally"
    sums = read(tally)
    # A round that is repeated by its seed is already in the tally.
    is_listed = options.rounds is not None and options.seed is None and not options.is_unlisted
    # A short run covers half of the pairs of point and victim, different ones each time.
    count = options.rounds or (len(STEPS) // 2 if options.is_short else len(STEPS))
    if options.seed is not None:
        first = options.seed
    elif options.rounds is not None:
        first = sum(rounds for rounds, *_ in sums.values()) + 1
    else:
        first = 1 + count * (int(time.time()) % 2) if options.is_short else 1
    phones = Phones(house)
    struck = 0
    begin = time.monotonic()
    for seed in range(first, first + count):
        what, is_struck, faults, seconds = phones.round(seed)
        struck += is_struck
        verdict = "; ".join(faults)[:200] or "ok"
        if options.rounds is not None:
            print(f"  round {seed}: {what}, {'struck' if is_struck else 'missed'}, {seconds:.1f} s: {verdict}", flush=True)
        if is_listed:
            point, victim = STEPS[seed % len(STEPS)]
            kinds = [fault.partition(":")[0] for fault in faults]
            lost, doubled = kinds.count("lost"), kinds.count("doubled")
            counted = (1, int(is_struck), lost, doubled, len(kinds) - lost - doubled)
            row = sums[str(victim), point]
            row[:] = [old + new for old, new in zip(row, counted)]
            write(tally, sums)
        if faults:
            raise Failure(f"round {seed} ({what}): {faults}")
    faults = list(phones.ledger.faults(phones.texts()))
    if faults:
        raise Failure(f"after {count} rounds: {faults}")
    print(f"  {count} rounds, {struck} struck, {phones.ledger.confirmed} confirmed, {time.monotonic() - begin:.0f} s", flush=True)
