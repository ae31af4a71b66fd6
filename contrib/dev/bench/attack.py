#!/usr/bin/env python3
"""Measures how long the family server takes to answer a stranger's dashboard during attacks, beside a load
of harmless requests. Started by hand:

    contrib/build babybasics-server
    contrib/dev/bench/attack.py [DIRECTORY]

DIRECTORY holds the release program (default: .build/release of this checkout). Leaves with 1 when a bar is missed: the
99th percentile is at most five times that beside a harmless load for which the server uses as much of the processor, and
memory stays where it is.
"""

import http.client
import json
import multiprocessing
import os
import pathlib
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import typing

import processes

SECONDS = float(os.environ.get("ATTACK_SECONDS", 10))
ATTACKERS = 4
# How many harmless requests each of as many clients has under way.
LOADS = (1, 4, 16, 64)
BAR = 5
MEMORY_BAR = 1.5
HEAD = b"POST /v1/auth/login HTTP/1.1\r\nHost: x\r\n"


def main():
    default = pathlib.Path(__file__).parents[3] / ".build/release"
    program = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else default) / "babybasics-server"
    if not os.access(program, os.X_OK):
        sys.exit(f"bench: there is no {program}; build it with: contrib/build babybasics-server")
    processes.stand_apart(is_attacker=False)
    with tempfile.TemporaryDirectory(prefix="babybench.", dir="/var/tmp") as scratch:
        server = subprocess.Popen(
            [program, "--database", f"{scratch}/server.db", "--port", "0", "--registration", "open", "--metrics",
             f"127.0.0.1:{METRICS}"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            port = int(re.search(r":(\d+)\s*$", server.stderr.readline())[1])
            token = prepare(port)
            global STRANGER
            STRANGER = account(port, "ben")
            measure(port, seconds=2)
            loads = [during(f"harmless load, {size} requests of each", harmless(size), server.pid, port, token)
                     for size in LOADS]
            rows = [during(attack.__doc__, attack, server.pid, port, token) for attack in ATTACKS]
        finally:
            server.send_signal(signal.SIGTERM)
            server.stderr.close()
            server.wait()
    sys.exit(report(loads, rows))


def account(port, name):
    """A person with a child."""
    body = {"email": f"{name}@example.org", "password": "correct horse", "name": name}
    token = ask(port, "POST", "/v1/auth/register", body)["token"]
    child = {"name": "Eva", "born": "2026-01-31", "zone": "Europe/Berlin"}
    return token, ask(port, "POST", "/v1/children", child, token)["id"]


def prepare(port):
    """An account whose child has notes that are all alike: 100 from long ago, and 400 of today that take four times as many
    bytes; a second child has 200 medicines."""
    token, child = account(port, "anna")
    now = time.time()
    for number in range(500):
        day = 1_769_940_000 if number < 100 else now
        start = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(day - number))
        note = ("a" if number < 100 else "🍼") * 10_000
        entry = {"childId": child, "kind": "note", "category": "general", "note": note, "start": start}
        ask(port, "PUT", f"/v1/entries/01970000-0000-7000-8000-{number:012x}", entry, token)
    other = ask(port, "POST", "/v1/children", {"name": "Max", "born": "2026-01-31", "zone": "Europe/Berlin"}, token)["id"]
    start = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(now - 86_400))
    for number in range(200):
        dose = {"childId": other, "kind": "medicine", "name": f"medicine {'a' * (number % 60)} {number}", "start": start}
        ask(port, "PUT", f"/v1/entries/01970000-0000-7000-8001-{number:012x}", dose, token)
    return token, child, other


def ask(port, verb, path, body=None, token=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    connection.request(verb, path, json.dumps(body) if body else None, headers)
    answer = connection.getresponse()
    if answer.status >= 300:
        sys.exit(f"bench: {verb} {path} was answered {answer.status}: {answer.read()[:200]}")
    return json.loads(answer.read())


# The attacks, repeated.


def harmless(size):
    """`/v1/me`, on as many connections at once."""
    request = b"GET /v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n"

    def load(port, token):
        asking = request % token[0].encode()
        connections = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(size)]
        for _ in range(100):
            for connection in connections:
                connection.sendall(asking)
            for connection in connections:
                connection.recv(65536)
        for connection in connections:
            connection.close()

    return load


def names(port, _):
    """20,500 names in a login"""
    body = b"{" + b",".join(b'"%d":0' % number for number in range(20_500)) + b"}"
    exchange(port, HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body)


def silence(port, _):
    """connections on which nothing is said"""
    HELD.append(socket.create_connection(("127.0.0.1", port), timeout=60))


def trickle(port, _):
    """bodies that trickle"""
    connection = socket.create_connection(("127.0.0.1", port), timeout=60)
    connection.sendall(b"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\n{")
    HELD.append(connection)
    for held in HELD[-50:]:
        try:
            held.send(b" ")
        except OSError:
            pass


def drip(port, _):
    """bodies that trickle, on the same 800 connections"""
    while len(HELD) < 200:
        connection = socket.create_connection(("127.0.0.1", port), timeout=60)
        connection.sendall(HEAD + b"Content-Length: 99999\r\n\r\n{")
        HELD.append(connection)
    for held in HELD[:]:
        try:
            held.send(b" ")
        except OSError:
            HELD.remove(held)


def deaf(port, _):
    """answers that nobody reads"""
    connection = socket.create_connection(("127.0.0.1", port), timeout=60)
    connection.setblocking(False)
    HELD.append(connection)
    try:
        while True:
            connection.send(b"GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 100)
    except BlockingIOError:
        time.sleep(0.05)


def malformed(port, _):
    """what is no HTTP"""
    exchange(port, HEAD + b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n")


def trailers(port, _):
    """5,000 trailers"""
    lines = b"".join(b"X-%d: 1\r\n" % number for number in range(5000))
    exchange(port, HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n" + lines + b"\r\n")


def search(port, token):
    """searches in notes that are nearly it"""
    path = f"/v1/children/{token[1]}/entries?q={'a' * 199}b"
    ask(port, "GET", path, token=token[0])


def searches(port, token):
    """searches in long notes without a hit, on 60 connections"""
    at_once(port, f"/v1/children/{token[1]}/entries?q=elephant", token[0])


def dashboards(port, token):
    """dashboards of a day with 400 long notes, on 60 connections"""
    at_once(port, f"/v1/children/{token[1]}/dashboard", token[0])


def phrases(port, token):
    """sentences as long as one can be, compared with 200 medicines"""
    body = json.dumps({"text": "a-" * 250}).encode()
    exchange(port, (f"POST /v1/children/{token[2]}/phrases HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token[0]}\r\n"
                    f"Content-Length: {len(body)}\r\n\r\n").encode() + body)


def metrics(_, __):
    """connections to /metrics on which nothing is said"""
    HELD.append(socket.create_connection(("127.0.0.1", METRICS), timeout=60))


def at_once(port, path, token, count=15):
    """Sends a request on each of many connections, of which each attacker has some, and waits for all answers."""
    request = f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
    while len(HELD) < count:
        HELD.append(socket.create_connection(("127.0.0.1", port), timeout=60))
    for act in (lambda one: one.sendall(request) is None, lambda one: one.recv(1 << 20)):
        for connection in HELD[:]:
            try:
                goes_on = act(connection)
            except OSError:
                goes_on = False
            if not goes_on:
                HELD.remove(connection)
                connection.close()


def pages(port, token):
    """pages of changes, from the beginning"""
    ask(port, "GET", "/v1/changes?limit=1000", token=token[0])


ATTACKS = [
    names, silence, trickle, drip, deaf, malformed, trailers, search, searches, dashboards, phrases, metrics,
    pages]
HELD = []
METRICS = 9464
# Whose dashboard is asked for, from outside of all this.
STRANGER = ("", "")


def exchange(port, request):
    connection = socket.create_connection(("127.0.0.1", port), timeout=60)
    try:
        connection.sendall(request)
        connection.recv(65536)
    except OSError:
        pass
    connection.close()


class Row(typing.NamedTuple):
    name: str
    middle: float
    slow: float
    growth: float
    # The share of one processor that the server has had.
    share: float


def during(name, attack, pid, port, token):
    """Percentiles while the attack goes on, and by what factor memory has grown."""
    print(f"· {name}", file=sys.stderr)
    before = memory(pid)
    attackers = [
        multiprocessing.Process(target=again, args=(attack, port, token), daemon=True) for _ in range(ATTACKERS)]
    for attacker in attackers:
        attacker.start()
    try:
        time.sleep(1)
        used, begin = processor(pid), time.monotonic()
        middle, slow = measure(port)
        share = (processor(pid) - used) / (time.monotonic() - begin)
        return Row(name, middle, slow, memory(pid) / before, share)
    finally:
        for attacker in attackers:
            attacker.terminate()
            attacker.join()


def again(attack, port, token):
    processes.stand_apart(is_attacker=True)
    while True:
        if len(HELD) > 500:
            HELD.pop(0).close()
        try:
            attack(port, token)
        except (OSError, http.client.HTTPException):
            pass


def measure(port, seconds=SECONDS):
    times = []
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    end = time.monotonic() + seconds
    begin = time.monotonic()
    while time.monotonic() < end or len(times) < 2:
        try:
            connection.request(
                "GET", f"/v1/children/{STRANGER[1]}/dashboard", headers={"Authorization": f"Bearer {STRANGER[0]}"})
            connection.getresponse().read()
        except (OSError, http.client.HTTPException):
            # Another connection is a part of what it takes.
            connection.close()
            continue
        times.append(time.monotonic() - begin)
        time.sleep(0.005)
        begin = time.monotonic()
    cuts = statistics.quantiles(times, n=100)
    return cuts[49], cuts[98]


def memory(pid):
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1])


def processor(pid):
    """Seconds of it that a process has had."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def beside(row, loads):
    """The smallest harmless load that takes as much, within two hundredths, or else the largest."""
    return next((load for load in loads if load.share >= row.share - 0.02), max(loads, key=lambda load: load.share))


def report(loads, rows):
    print("| While | p50 | p99 | processor | of harmless | memory |  |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for load in loads:
        print(f"| {load.name} | {load.middle * 1e3:.2f} ms | {load.slow * 1e3:.2f} ms | {load.share:.0%} |  | × {load.growth:.2f} |  |")
    missed = False
    for row in rows:
        floor = beside(row, loads)
        is_met = row.slow <= BAR * floor.slow and row.growth <= MEMORY_BAR
        missed |= not is_met
        print(
            f"| {row.name} | {row.middle * 1e3:.2f} ms | {row.slow * 1e3:.2f} ms | {row.share:.0%} "
            f"| {row.slow / floor.slow:.1f} | × {row.growth:.2f} | {'met' if is_met else '**missed**'} |")
    return 1 if missed else 0


if __name__ == "__main__":
    main()
