"""Measures bbbar as bars run it: one process for each screen, from its first line to its long silence."""

import os
import shutil
import statistics
import subprocess
import time

import processes

FIRST_LINES = 100
MINUTES = 3
TURN = 60  # seconds


def first_lines(arguments, environment):
    """Milliseconds from before the spawn to the first byte of the first line, with the process ended after it."""
    taken = []
    for _ in range(FIRST_LINES):
        begin = time.monotonic()
        with subprocess.Popen(arguments, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:
            process.stdout.read(1)
            taken.append((time.monotonic() - begin) * 1000)
            process.kill()
    return statistics.median(taken)


def silence(arguments, environment):
    """What a bar costs while nothing happens: (peak RSS in MB, context switches, lines) in MINUTES minutes."""
    with processes.running(arguments, os.devnull, env=environment, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        os.set_blocking(process.stdout.fileno(), False)
        time.sleep(1)  # what follows the first line
        process.stdout.read()
        before = processes.context_switches(process.pid)
        time.sleep(MINUTES * TURN)
        switches = processes.context_switches(process.pid) - before
        lines = (process.stdout.read() or b"").count(b"\n")
        _, peak = processes.resident_mb(process.pid)
    process.stdout.close()  # not before: a bar ends by itself when nobody reads what it says
    return peak, switches, lines


def measure(bench, bbbar, mpd_socket, environment, runs):
    """Adds the rows. The daemon runs, with a child that has just fallen asleep."""
    peak, switches, lines = silence([bbbar, "waybar"], environment)
    bench.add(f"`bbbar waybar`, peak RSS after {MINUTES} minutes", "≤ 9 MB", f"{peak:.1f} MB", passed=peak <= 9)
    bench.add(f"its context switches in {MINUTES} minutes of a sleep, in which the minute turns {lines} times",
              f"≤ {lines}", f"{switches}", passed=switches <= lines)
    here = first_lines([bbbar, "waybar"], environment)
    bench.add("its first line, from before the spawn", "< 5 ms", f"{here:.1f} ms", passed=here < 5)
    away = first_lines([bbbar, "waybar", "--socket", bench.scratch / "nobody.sock"], environment)
    bench.add("the same without a daemon", "< 5 ms", f"{away:.1f} ms", passed=away < 5)
    link = bench.scratch / "bbbar"  # a path without blanks, at which process.c splits
    link.symlink_to(bbbar)
    lines = processes.run(
        [bench.build / "process", runs, f"mpc status||{shutil.which('mpc')} --host={mpd_socket} status",
         f"bbbar waybar --once||{link} waybar --once", f"bbbar click left||{link} click left"], env=environment)
    fields = {name: [float(value) for value in values]
              for name, *values in (line.split("\t") for line in lines.splitlines())}
    for name, limit in (("bbbar waybar --once", 2), ("bbbar click left", 3)):
        bench.add_ratio(f"`{name}`, whole process; peer: `mpc status`", limit, fields[name][0], fields["mpc status"][0],
                        "ms", digits=2)
