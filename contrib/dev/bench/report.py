"""The table that a run prints, and the machine that it ran on."""

import dataclasses
import datetime
import os
import platform
import subprocess
import typing


@dataclasses.dataclass
class Row:
    """One measured thing. `bar` is what is asked of it; `passed` is None where nothing is asked."""

    what: str
    bar: str
    ours: str
    peer: str = ""
    ratio: typing.Optional[float] = None
    passed: typing.Optional[bool] = None

    def cells(self):
        verdict = {None: "", True: "pass", False: "**fail**"}[self.passed]
        return [self.what, self.bar, self.ours, self.peer, "" if self.ratio is None else f"{self.ratio:.2f}", verdict]


def table(rows):
    header = ["What", "Bar", "Ours", "Peer", "Ratio", ""]
    lines = [header, ["---"] * len(header)] + [row.cells() for row in rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines) + "\n"


def machine(directory):
    """What the figures depend on, as far as it can be said of any machine: cores, architecture, filesystem."""
    filesystem = subprocess.run(["stat", "-f", "-c", "%T", directory], capture_output=True, text=True).stdout.strip()
    return (f"{datetime.date.today()} · {os.cpu_count()} cores · {platform.machine()} · database and sockets on "
            f"{filesystem}\n")


def record(readme, text):
    """Puts the run into README.md, in place of the one before: everything below its last heading."""
    heading = "## Last run\n"
    kept, found, _ = readme.read_text().partition(heading)
    if not found:
        raise ValueError(f"{readme} has no \"{heading.strip()}\"")
    readme.write_text(kept + heading + "\n" + text)
