#!/usr/bin/env python3
"""How long a hello takes during attacks on the daemon's socket, beside harmless lines of the same length.

    contrib/dev/bench/attack_daemon.py [--program .build/release/babybasicsd]

Fails when the 99th percentile beside an attack is more than five times that beside harmless load, or when memory grows.
To be run by hand: the numbers are those of a machine that does nothing else.
"""

import argparse
import contextlib
import json
import multiprocessing
import os
import pathlib
import socket
import sys
import tempfile
import time

import processes

ATTACKERS = 4
SECONDS = float(os.environ.get("ATTACK_SECONDS", 6))
MOST = 5  # times the percentile beside harmless load
GROWTH_MB = 64  # of memory over what harmless load needs
MEGABYTE = 1_000_000


def request(method, params="{}"):
    return f'{{"jsonrpc":"2.0","id":1,"method":{json.dumps(method)},"params":{params}}}'


def names(count, name):
    return "{" + ",".join(f'"{name}{number}":1' for number in range(count)) + "}"


ATTACKS = {
    "20,500 names in an object": request("hello", names(20_500, "member")),
    "1,000 names that are decomposed, in each of 20 objects":
        "[" + ",".join([names(1_000, "e\u0301\u0323o\u0308")] * 20) + "]",
    "a method's name of 80 KB": request("sleep.strt" * 8_000),
    "a method's name of a megabyte": request("x" * MEGABYTE),
    "a setting's name of a megabyte": request("settings.get", json.dumps({"key": "u" * MEGABYTE})),
    "a child's name of a megabyte": request("child.add", json.dumps({"name": "é" * (MEGABYTE // 2), "born": "2026-01-01"},
                                                                   ensure_ascii=False)),
    "a note of marks": request("entry.log", json.dumps({"kind": "note", "note": "e" + "\u0301\u0323" * 200_000}, ensure_ascii=False)),
    "a time of dashes": request("entry.log", json.dumps({"kind": "diaper", "at": "-" * 1000})),
    "brackets": "[" * MEGABYTE,
    "a batch of 100,000 numbers": "[" + "7," * 99_999 + "7]",
    "a batch of 250 methods that there are not": "[" + ",".join([request("sleep.strt" * 6)] * 250) + "]",
    "escapes": request("hello", '{"client":"' + "\\u00e9" * 150_000 + '"}'),
}


def harmless(length):
    """An ordinary call that is as long."""
    line = request("hello")
    return line + " " * max(0, length - len(line.encode()))


def send_lines(path, line, is_over):
    data = line.encode() + b"\n"
    while not is_over.is_set():
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as client:
            client.settimeout(60)
            client.connect(path)
            lines = client.makefile("rb")
            while not is_over.is_set():
                client.sendall(data)
                if not lines.readline():
                    break


def connect_silently(path, is_over):
    """Opens connections and says nothing, or half a line, on them: a thousand at a time."""
    clients = []
    while not is_over.is_set():
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(60)
        with contextlib.suppress(OSError):
            client.connect(path)
            if len(clients) % 2:
                client.sendall(b'{"jsonrpc":')
        clients.append(client)
        if len(clients) > 1_000 // ATTACKERS:
            clients.pop(0).close()
        time.sleep(0.001)
    for client in clients:
        client.close()


def behind(attack, path, is_over):
    processes.stand_apart(is_attacker=True)
    attack(path, is_over)


def percentile(path, attack):
    """The 99th percentile in ms of connecting and saying hello, while the attack goes on."""
    system = multiprocessing.get_context("fork")
    is_over = system.Event()
    attackers = [system.Process(target=behind, args=(attack, path, is_over)) for _ in range(ATTACKERS)]
    for attacker in attackers:
        attacker.start()
    time.sleep(0.5)
    times = []
    begin = time.monotonic()
    while time.monotonic() < begin + SECONDS or len(times) < 100:
        start = time.monotonic()
        with processes.Connection(path) as client:
            client.socket.settimeout(60)
            client.call(request("hello"))
        times.append((time.monotonic() - start) * 1000)
        time.sleep(0.005)
    is_over.set()
    for attacker in attackers:
        attacker.join()
    return sorted(times)[int(len(times) * 0.99)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    root = pathlib.Path(__file__).resolve().parents[3]
    parser.add_argument("--program", default=root / ".build/release/babybasicsd")
    program = parser.parse_args().program
    cases = [(name, len(line.encode()), lambda path, over, line=line: send_lines(path, line, over))
             for name, line in ATTACKS.items()]
    cases.append(("1,000 connections that say nothing", 0, connect_silently))
    processes.stand_apart(is_attacker=False)
    failures = 0
    print(f"{'':60} {'harmless':>9} {'attacked':>9} {'times':>6} {'MB':>6}", flush=True)
    for name, length, attack in cases:
        with tempfile.TemporaryDirectory(prefix="bbatk") as folder:
            home = processes.Home(pathlib.Path(folder))
            with processes.daemon(str(program), home) as daemon:
                line = harmless(length)
                quiet = percentile(str(home.socket), lambda path, over: send_lines(path, line, over))
                before = processes.resident_mb(daemon.pid)[1]
                beside = percentile(str(home.socket), attack)
                after = processes.resident_mb(daemon.pid)[1]
        is_bad = beside > MOST * max(quiet, 1) or after > before + GROWTH_MB
        failures += is_bad
        print(f"{name:60} {quiet:6.2f} ms {beside:6.2f} ms {beside / quiet:6.1f} {after:6.0f}{'  FAIL' * is_bad}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
