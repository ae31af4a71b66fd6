"""Rounds of killing page, worker, browser or server at each step of the outbox. The tally has a line for each."""

import time

from house import scenario
from programs import Failure
from rounds import STEPS, Phones

HEAD = ("seed", "what", "struck", "seconds", "verdict")


def rows(tally):
    lines = tally.read_text().splitlines()[1:] if tally.exists() else []
    return {int(line.split("\t")[0]): line for line in lines}


def write_down(tally, lines):
    tally.write_text("\n".join(["\t".join(HEAD), *(lines[seed] for seed in sorted(lines))]) + "\n")


@scenario("rounds of killing: nothing that was confirmed is lost, and nothing is doubled")
def killing(house):
    options = house.options
    tally = options.tally / "tally"
    is_listed = options.rounds is not None and not options.is_unlisted
    lines = rows(tally)
    first = options.seed if options.seed is not None else max(lines, default=0) + 1 if is_listed else 1
    # What can be said soon is said of half of the pairs of point and victim, each time of others.
    count = options.rounds or (len(STEPS) // 2 if options.is_short else len(STEPS))
    if options.is_short and options.rounds is None and options.seed is None:
        first = 1 + count * (int(time.time()) % 2)
    phones = None
    struck = 0
    begin = time.monotonic()
    for seed in range(first, first + count):
        if phones is None:
            phones = Phones(house)
        what, is_struck, faults, seconds = phones.round(seed)
        struck += is_struck
        verdict = "ok" if not faults else f"failed: {'; '.join(faults)[:200]}"
        if options.rounds is not None:
            print(f"  round {seed}: {what}, {'struck' if is_struck else 'missed'}, {seconds:.1f} s: {verdict}", flush=True)
        lines[seed] = "\t".join(map(str, (seed, what, "yes" if is_struck else "no", f"{seconds:.1f}", verdict)))
        if is_listed:
            write_down(tally, lines)
        if faults:
            raise Failure(f"round {seed} ({what}): {faults}")
    faults = list(phones.ledger.faults(phones.texts()))
    if faults:
        raise Failure(f"after {count} rounds: {faults}")
    print(f"  {count} rounds, {struck} struck, {phones.ledger.confirmed} confirmed, {time.monotonic() - begin:.0f} s", flush=True)
