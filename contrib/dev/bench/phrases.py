"""Everyday phrases of bbctl as whole processes, beside mpc, on a day with 23 entries."""

import os
import shutil
import unittest.mock

import instructions
import processes

# What shows something, and what logs something.
SHOWING = ["status", "today", "history"]
LOGGING = ["bottle 4oz", "poop", "nap 1h", "left 15m at 3", "note first smile"]
LIMIT = 2.5


def measure(bench, mpd_socket, runs):
    """Adds the rows."""
    with unittest.mock.patch.dict(os.environ, instructions.noon()):
        _measure(bench, mpd_socket, runs)


def _measure(bench, mpd_socket, runs):
    home = processes.Home(bench.scratch / "phrases")
    environment = home.environment()
    link = bench.scratch / "phrase"  # a path without blanks, at which process.c splits
    link.symlink_to(bench.bbctl)
    with processes.daemon(bench.daemon, home):
        with processes.Connection(home.socket) as connection:
            instructions.fill(connection)
        # Each phrase takes back the one before it, outside the clock, so that the day stays as it is and none is taken
        # for the same one once more. The first one needs something to take back.
        processes.run([link, "poop"], env=environment)
        peer = f"mpc status||{shutil.which('mpc')} --host={mpd_socket} status"
        lines = processes.run(
            [bench.build / "process", runs, peer, *(f"{words}||{link} {words}" for words in SHOWING)], env=environment)
        lines += processes.run(
            [bench.build / "process", runs, peer, *(f"{words}|{link} undo|{link} {words}" for words in LOGGING)],
            env=environment)
    ours, peers = {}, []
    for name, median, *_ in (line.split("\t") for line in lines.splitlines()):
        if name == "mpc status":
            peers.append(float(median))
        else:
            ours[name] = (float(median), peers[-1])
    for name, (median, peer) in ours.items():
        bench.add_ratio(f"`bbctl {name}`, a day's log, whole process; peer: `mpc status`", LIMIT, median, peer, "ms",
                        digits=2)
