"""Measures the family server beside Hummingbird's hello-world, taking turns: requests per second at 64 connections, and
what each costs in CPU time of the server.
"""

import argparse
import contextlib
import json
import os
import re
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import threading
import time
import urllib.request

import families

FAMILIES = 100
ENTRIES = 10_000
CONNECTIONS = 64
SECONDS = 4
ROUNDS = 5
COMMITS = 100  # each second, where others write
BAR = 0.5
UNCHANGED = ("dashboard, 304", "changes, 304")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", required=True)
    parser.add_argument("--scratch", required=True)
    options = parser.parse_args()
    database = f"{options.scratch}/server.db"
    server = Server([f"{options.programs}/babybasics-server", "--database", database, "--port"], "/healthz")
    server.stop()
    print(f"· {FAMILIES} families, {ENTRIES} entries each", file=sys.stderr)
    tokens = families.fill(database, FAMILIES, ENTRIES)
    server = Server(server.command, "/healthz")
    hello = Server([f"{options.programs}/hello-server"], "/hello")
    try:
        dashboard = script(options.scratch, "dashboard", dashboards(server, tokens))
        changes = script(options.scratch, "changes", positions(server, tokens))
        nobody = contextlib.nullcontext
        scripts = {
            "hello-world": (hello, None, nobody),
            UNCHANGED[0]: (server, dashboard, nobody),
            UNCHANGED[1]: (server, changes, nobody),
            f"dashboard, 304, beside {COMMITS} commits/s": (server, dashboard, lambda: Writer(database)),
        }
        rates = {name: [] for name in scripts}
        costs = {name: [] for name in scripts}
        for number in range(ROUNDS):
            print(f"· round {number + 1} of {ROUNDS}", file=sys.stderr)
            for name, (target, lua, others) in scripts.items():
                with others():
                    before = target.cpu()
                    rate, count = load(target, lua)
                    rates[name].append(rate)
                    costs[name].append((target.cpu() - before) / count)
    finally:
        server.stop()
        hello.stop()
    sys.exit(report(rates, costs))


class Server:
    """A server at a free port of this machine."""

    def __init__(self, command, path):
        self.command = command
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.path = path
        self.process = subprocess.Popen(
            command + [str(self.port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                self.get(path)
                return
            except OSError:
                time.sleep(0.1)
        sys.exit(f"bench: {command[0]} does not answer")

    def get(self, path, token=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.headers, answer.read()

    def cpu(self):
        """Seconds that the process has run, in user mode and in the kernel."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


class Writer:
    """Another process that writes: nothing that anybody sees, but a commit is a commit."""

    def __init__(self, path):
        self.path = path
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self):
        database = sqlite3.connect(self.path, isolation_level=None, timeout=30)
        while not self.is_over.wait(1 / COMMITS):
            database.execute("UPDATE user SET created_at = created_at + 1")
        database.close()

    def __enter__(self):
        self.thread.start()

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()


def dashboards(server, tokens):
    """What each family's machine asks: path, token and the tag it knows."""
    for token in tokens:
        child = json.loads(server.get("/v1/children", token)[1])["children"][0]["id"]
        path = f"/v1/children/{child}/dashboard"
        yield path, token, server.get(path, token)[0]["ETag"]


def positions(server, tokens):
    for token in tokens:
        position, more, tag = "", True, None
        while more:
            headers, body = server.get(f"/v1/changes?limit=1000{position}", token)
            page = json.loads(body)
            position, more, tag = f"&since={page['position']}", page["hasMore"], headers["ETag"]
        yield f"/v1/changes?limit=1000{position}", token, tag


def script(scratch, name, requests):
    """Has each connection of wrk ask for one family after the other, and anything but a 304 counted as an error."""
    path = f"{scratch}/{name}.lua"
    with open(path, "w") as file:
        file.write("local requests = {}\n")
        for target, token, tag in requests:
            file.write(
                f"requests[#requests + 1] = {{'{target}', "
                f"{{['Authorization'] = 'Bearer {token}', ['If-None-Match'] = '{tag}'}}}}\n")
        file.write(
            "local formatted, next = {}, 0\n"
            "function init()\n"
            "  for i, r in ipairs(requests) do formatted[i] = wrk.format('GET', r[1], r[2]) end\n"
            "end\n"
            "function request() next = next % #formatted + 1; return formatted[next] end\n"
            "function response(status) if status ~= 304 then wrk.thread:stop(); print('status ' .. status) end end\n")
    return path


def load(server, lua):
    """Requests per second, and how many they were."""
    command = ["wrk", "-t", "1", "-c", str(CONNECTIONS), "-d", f"{SECONDS}s"]
    if lua:
        command += ["-s", lua, f"http://127.0.0.1:{server.port}"]
    else:
        command += [f"http://127.0.0.1:{server.port}{server.path}"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if "status " in output or "Socket errors" in output:
        sys.exit(f"bench: wrong answers:\n{output[-2000:]}")
    return float(re.search(r"Requests/sec:\s*([\d.]+)", output)[1]), int(re.search(r"(\d+) requests in", output)[1])


def report(rates, costs):
    floor = statistics.median(rates["hello-world"])
    print("| Request | Bar | Requests/s, median (lowest–highest) | Of hello-world | CPU of a request, median |  |")
    print("| --- | --- | --- | --- | --- | --- |")
    missed = False
    for name, found in rates.items():
        rate = statistics.median(found)
        share = rate / floor
        has_bar = name in UNCHANGED
        verdict = "" if not has_bar else "met" if share >= BAR else "**missed**"
        missed |= has_bar and share < BAR
        print(
            f"| {name} | {f'≥ {BAR}' if has_bar else ''} | {rate:,.0f} ({min(found):,.0f}–{max(found):,.0f}) "
            f"| {share:.2f} | {statistics.median(costs[name]) * 1e6:.1f} µs | {verdict} |")
    return 1 if missed else 0


if __name__ == "__main__":
    main()
