"""How fast systemd starts and stops the daemon's unit, beside redis-server's, in a systemd of its own (contrib/dev/lab)."""

import contextlib
import os
import pathlib
import shutil
import statistics
import subprocess

from report import Row

ROOT = pathlib.Path(__file__).resolve().parents[3]
STARTS = 20
NEEDED = ["redis-server", "dbus-daemon", "nsenter", "unshare"]


def missing():
    """Why there is nothing to measure, or None."""
    if os.geteuid() != 0:
        return "a systemd of one's own needs root"
    absent = [name for name in NEEDED if not shutil.which(name)]
    return f"{', '.join(absent)} missing" if absent else None


@contextlib.contextmanager
def lab(directory):
    """A system whose /lab is the directory; a function that runs a line of the shell there."""
    boot = subprocess.Popen([ROOT / "contrib/dev/lab/boot", directory], stdout=subprocess.PIPE, text=True)
    try:
        number = boot.stdout.readline().strip()
        if not number:
            raise RuntimeError("no systemd can be booted here")

        def shell(line):
            command = [ROOT / "contrib/dev/lab/in", number, "sh", "-c", line]
            return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

        yield shell
    finally:
        boot.terminate()
        boot.wait()


def rows(programs, directory, export, zone):
    """The table's rows: start to READY with a year of entries, and a stop when nothing goes on."""
    directory.mkdir()
    shutil.copy(export, directory / "year.csv")
    for name in ("babybasicsd", "bbctl"):
        shutil.copy(programs / name, directory / name)
    with lab(directory) as shell:
        shell("install -m 755 /lab/babybasicsd /lab/bbctl /usr/bin/")
        stage = [ROOT / "contrib/packaging/stage", "--programs", programs, "--root", directory / "stage", "babybasicsd"]
        subprocess.run(stage, check=True, capture_output=True)
        shell("cp -r /lab/stage/usr/lib/. /usr/lib/; systemd-sysusers babybasicsd.conf; systemctl daemon-reload")
        # Starts are not rationed here, and redis keeps nothing on the disk that it would write when it stops.
        for unit in ("babybasicsd", "redis-server"):
            shell(f"mkdir -p /run/systemd/system/{unit}.service.d; "
                  f"printf '[Unit]\\nStartLimitIntervalSec=0\\n' >/run/systemd/system/{unit}.service.d/bench.conf")
        shell("systemctl daemon-reload; systemctl start babybasicsd")
        socket = "BABYBASICS_SOCKET=/run/babybasics/daemon.sock"
        shell(f"{socket} bbctl child add Eva --born 2019-01-01 --zone {zone}; "
              f"{socket} bbctl import /lab/year.csv --format babyconnect-csv --zone {zone}")
        taken = {"babybasicsd": ([], []), "redis-server": ([], [])}
        for _ in range(STARTS):
            for unit, (starts, stops) in taken.items():
                shell(f"systemctl stop {unit} 2>/dev/null; systemctl start {unit}")
                starts.append(milliseconds(shell, unit, "InactiveExit", "ActiveEnter"))
                shell(f"systemctl stop {unit}")
                stops.append(milliseconds(shell, unit, "ActiveExit", "InactiveEnter"))
    ours, peer = ([statistics.median(times) for times in taken[unit]] for unit in ("babybasicsd", "redis-server"))
    yield row("`systemctl start` to READY with a year of entries; peer: redis-server's unit, empty", 50, ours[0], peer[0])
    yield row("`systemctl stop` when nothing goes on; peer: the same", 200, ours[1], peer[1])


def milliseconds(shell, unit, begin, end):
    """Between two of a unit's times on the monotonic clock."""
    names = [f"{name}TimestampMonotonic" for name in (begin, end)]
    values = dict(line.split("=") for line in shell(f"systemctl show -p {','.join(names)} {unit}").splitlines())
    return (int(values[names[1]]) - int(values[names[0]])) / 1000


def row(what, limit, ours, peer):
    return Row(what, f"< {limit} ms", f"{ours:.1f} ms", f"{peer:.1f} ms", ratio=ours / peer, passed=ours < limit)
