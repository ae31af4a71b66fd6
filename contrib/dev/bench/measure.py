"""Measures the daemon, bbctl and bbbar beside their peers, and prints a Markdown table of bars, figures and ratios.

Started by ./run, which checks the tools and builds the C programs.
"""

import argparse
import contextlib
import datetime
import json
import pathlib
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import time
import zoneinfo

import bars
import phrases
import processes
import report
import services
import years
from processes import Failure
from report import Row

HERE = pathlib.Path(__file__).resolve().parent
EXPORT = HERE.parents[2] / "Tests/BabyImportTests/Fixtures/eva_babyconnect.csv"
ZONE = "America/Los_Angeles"
COPIES = 10
ENTRIES = 42_000  # at least; the export has 4,207 rows
STARTS = 15
PROCESS_RUNS = 200
ROUNDS = 5  # ours and the peer take turns; the median of the rounds counts
CALLS = 1_000  # in a round, on one connection
CROWD, CROWD_CALLS = 64, 20_000
SUBSCRIBERS, STUCK, BROADCASTS = 1_000, 10, 100  # broadcasts in a round
COMMITS = 100  # in a round
IDLE_SECONDS = 20
NOTE = "01890000-0000-7000-8000-000000000001"  # the entry that is changed again and again for subscribers
SETTLE_SECONDS = 15


def request(method, /, **params):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, separators=(",", ":"))


def progress(text):
    print(f"· {text}", file=sys.stderr, flush=True)


class Calls:
    """The requests, all about the one child."""

    def __init__(self, timeline_day, early):
        """`timeline_day` is [from, to) in RFC 3339; `early` a moment before the log, for writes that are to
        leave the measured days alone."""
        self.hello = request("hello", client="bench", protocol=[1, 1])
        self.dashboard = request("dashboard.get")
        self.timeline = request("timeline.list", **dict(zip(("from", "to"), timeline_day)))
        self.prediction = request("prediction.get")
        self.search = request("timeline.list", search="formula", limit=20)
        self.feeding = request("entry.log", kind="feeding", method="bottle", amount=120, unit="ml", at=early, note="%n")
        self.diaper = request("entry.log", kind="diaper", type="wet", at=early)
        self.undo = request("undo")
        self.subscribe = request("changes.subscribe", topics=["dashboard"])
        self.note = request("entry.log", kind="note", note="n", id=NOTE)
        self.change_note = request("entry.update", id=NOTE, note="%n")

    def mixed(self):
        """Ten calls in the proportions of a day with a status bar: reads above all, some writes."""
        return [self.dashboard, self.timeline, self.dashboard, self.hello, self.dashboard, self.feeding, self.timeline,
                self.search, self.diaper, self.undo]


class Bench:
    def __init__(self, programs, build, scratch):
        self.daemon, self.bbctl, self.bbbar = (programs / name for name in ("babybasicsd", "bbctl", "bbbar"))
        self.build = build
        self.scratch = scratch
        self.rows = []
        self.zone = zoneinfo.ZoneInfo(ZONE)
        self.last_day = datetime.datetime.now(self.zone).date() - datetime.timedelta(days=2)
        self.full = processes.Home(scratch / "full")
        self.empty = processes.Home(scratch / "empty")

    # Helpers.

    def day(self, date):
        """[from, to) of a local day as aware datetimes."""
        midnights = (datetime.datetime.combine(date + datetime.timedelta(days=d), datetime.time(), self.zone)
                     for d in (0, 1))
        return [moment.astimezone(datetime.timezone.utc) for moment in midnights]

    def sql(self, name, interval):
        begin, end = (int(moment.timestamp() * 1000) for moment in interval)
        text = (HERE / f"sql/{name}.sql").read_text()
        return text.replace(":child", f"x'{self.child.hex()}'").replace(":from", str(begin)).replace(":to", str(end))

    def load(self, program, *arguments):
        """Runs a C program of calls: (p50 us, p99 us, calls per second, size of an answer)."""
        return [float(field) for field in processes.run([self.build / program, *arguments]).split("\t")]

    def rounds(self, **measurements):
        """Lets the measurements take turns; per name the medians of the fields of `load`."""
        taken = {name: [] for name in measurements}
        for _ in range(ROUNDS):
            for name, measurement in measurements.items():
                taken[name].append(measurement())
        return {name: [statistics.median(fields) for fields in zip(*results)] for name, results in taken.items()}

    def calling(self, path, text, before=None, connections=1, calls=CALLS):
        extra = [before] if before else []
        return lambda: self.load("roundtrip", path, connections, calls, text, *extra)

    def add(self, *row, **fields):
        self.rows.append(Row(*row, **fields))
        progress("  " + " | ".join(self.rows[-1].cells()))

    def add_ratio(self, what, limit, ours, peer, unit, digits=1):
        """A row whose bar is a ratio to the peer."""
        self.add(what, f"≤ {limit:g} ×", f"{ours:.{digits}f} {unit}", f"{peer:.{digits}f} {unit}", ratio=ours / peer,
                 passed=ours <= limit * peer)

    # The measurements, in the order in which they run.

    def prepare(self):
        progress(f"importing the log {COPIES} times over")
        log = self.scratch / "log.csv"
        with open(log, "w", newline="") as file:
            years.write(EXPORT, COPIES, self.last_day, file)
        self.first_day = years.first_day(EXPORT, COPIES, self.last_day)
        born = self.first_day - datetime.timedelta(days=2)
        environment = self.full.environment()
        with processes.daemon(self.daemon, self.full):
            processes.run([self.bbctl, "child", "add", "Eva", "--born", born, "--zone", ZONE], env=environment)
            begin = time.monotonic()
            processes.run([self.bbctl, "import", log, "--format", "babyconnect-csv", "--zone", ZONE], env=environment)
            seconds = time.monotonic() - begin
        with contextlib.closing(sqlite3.connect(self.full.database)) as db:
            (entries,) = db.execute("SELECT count(*) FROM entry").fetchone()
            (self.child,) = db.execute("SELECT DISTINCT child_id FROM entry").fetchone()
        if entries < ENTRIES:
            raise Failure(f"only {entries} entries came out of the import")
        self.add(f"import of {entries:,} rows", "", f"{seconds:.1f} s")
        with processes.daemon(self.daemon, self.empty):
            pass  # makes the file
        early = datetime.datetime.combine(born, datetime.time(12), self.zone).astimezone(datetime.timezone.utc)
        self.calls = Calls([rfc3339(moment) for moment in self.day(self.last_day)], rfc3339(early))

    def starts(self):
        progress(f"{STARTS} starts on each file")
        taken = {"empty": [], "full": []}
        for _ in range(STARTS):
            for name, home in (("empty", self.empty), ("full", self.full)):
                with processes.daemon(self.daemon, home) as daemon:
                    taken[name].append(daemon.start_ms)
        empty, full = (statistics.median(taken[name]) for name in ("empty", "full"))
        self.add("start to READY with 42,000 entries; peer: the same daemon on an empty file", "≤ 1.5 ×, < 30 ms",
                 f"{full:.1f} ms", f"{empty:.1f} ms", ratio=full / empty, passed=full <= 1.5 * empty and full < 30)

    def rest(self, mpd):
        progress("1,000 mixed calls, then nothing")
        with processes.daemon(self.daemon, self.full) as daemon:
            with processes.Connection(self.full.socket) as connection:
                for _ in range(100):
                    for call in self.calls.mixed():
                        connection.call(call)
            now, peak = processes.resident_mb(daemon.pid)
            self.add("RSS after 1,000 mixed calls", "≤ 32 MB", f"{now:.1f} MB", passed=now <= 32)
            self.add("its peak", "", f"{peak:.1f} MB")
            time.sleep(SETTLE_SECONDS)  # threads that only waited for more work have ended
            before = [processes.context_switches(process.pid) for process in (daemon, mpd)]
            time.sleep(IDLE_SECONDS)
            ours, peer = (processes.context_switches(process.pid) - count
                          for process, count in zip((daemon, mpd), before))
            self.add(f"context switches in {IDLE_SECONDS} idle seconds; peer: mpd", "0", f"{ours}", f"{peer}",
                     passed=ours == 0)

    def queries(self, daemon):
        progress("queries, beside SQLite's C interface")
        path, calls = self.full.socket, self.calls
        today = self.day(datetime.datetime.now(self.zone).date())
        dashboard, timeline = self.sql("dashboard", today), self.sql("timeline", self.day(self.last_day))
        change = self.sql("insert", self.day(self.first_day))
        copy = self.copy_database()
        with processes.on_one_core(daemon.pid):
            taken = self.rounds(
                hello=self.calling(path, calls.hello),
                dashboard=self.calling(path, calls.dashboard),
                dashboard_peer=lambda: self.load("sqlite", "query", self.full.database, CALLS, dashboard),
                timeline=self.calling(path, calls.timeline),
                timeline_peer=lambda: self.load("sqlite", "query", self.full.database, CALLS, timeline),
                changed=self.calling(path, calls.dashboard, before=calls.feeding, calls=COMMITS),
                changed_hello=self.calling(path, calls.hello, before=calls.feeding, calls=COMMITS),
                changed_peer=lambda: self.load("sqlite", "query", copy, COMMITS, dashboard, change),
            )
        p50 = {name: fields[0] for name, fields in taken.items()}
        for what, limit, name, base in (
            ("dashboard.get less hello; peer: its SQL in C", 1.5, "dashboard", "hello"),
            ("timeline.list of a day less hello; peer: its SQL in C", 2, "timeline", "hello"),
        ):
            self.add_ratio(what, limit, max(0, p50[name] - p50[base]), p50[name + "_peer"], "µs")
        # The first read after a change is uncached, on another thread; the two above are answered from kept bytes.
        anew = p50["changed"] - p50["changed_hello"]
        self.add("dashboard.get after a change, less hello; peer: its SQL in C after a change", "", f"{anew:.1f} µs",
                 f"{p50['changed_peer']:.1f} µs", ratio=anew / p50["changed_peer"])
        self.add("hello, p50 on one core", "", f"{p50['hello']:.1f} µs")

    def copy_database(self):
        """A copy of the daemon's database on the same filesystem, for the peer to write to."""
        copy = self.scratch / "copy.db"
        copy.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(self.full.database)) as source, \
                contextlib.closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        return copy

    def round_trips(self, daemon):
        progress("calls, beside a C echo and D-Bus")
        call = self.calls.dashboard
        answer = int(self.load("roundtrip", self.full.socket, 1, 10, call)[3])
        echo_socket, bus_socket = self.scratch / "echo.sock", self.scratch / "bus.sock"
        configuration = self.scratch / "bus.conf"
        configuration.write_text(BUS_CONFIGURATION.format(socket=bus_socket))
        bus = f"unix:path={bus_socket}"
        with contextlib.ExitStack() as peers:
            echo = peers.enter_context(processes.serving(
                [self.build / "echo", str(echo_socket), str(answer)], self.scratch / "echo.log"))
            peers.enter_context(processes.listening(
                ["dbus-daemon", f"--config-file={configuration}", "--nofork", "--nopidfile"],
                self.scratch / "bus.log", bus_socket))
            peers.enter_context(processes.serving(
                [self.build / "dbuscall", "serve", bus, str(answer - 1)], self.scratch / "service.log"))
            with processes.on_one_core(daemon.pid, echo.pid):
                alone = self.rounds(ours=self.calling(self.full.socket, call, calls=10 * CALLS),
                                    echo=self.calling(echo_socket, call, calls=10 * CALLS))
            crowd = self.rounds(
                ours=self.calling(self.full.socket, call, connections=CROWD, calls=CROWD_CALLS),
                echo=self.calling(echo_socket, call, connections=CROWD, calls=CROWD_CALLS),
                bus=lambda: self.load("dbuscall", "call", bus, CROWD, CROWD_CALLS, len(call)))
        sizes = f"{len(call) + 1} B in, {answer} B out"
        self.add_ratio(f"dashboard.get on one connection, p50 on one core, {sizes}; peer: C echo", 2, alone["ours"][0],
                       alone["echo"][0], "µs")
        ours, peer = crowd["ours"], crowd["bus"]
        self.add(f"dashboard.get on {CROWD} connections, {sizes}; peer: D-Bus method call", "≥ 1 ×",
                 f"{ours[2]:,.0f} /s (p50 {ours[0]:,.0f} µs)", f"{peer[2]:,.0f} /s (p50 {peer[0]:,.0f} µs)",
                 ratio=ours[2] / peer[2], passed=ours[2] >= peer[2])
        self.add("the same; peer: C echo", "", f"{ours[2]:,.0f} /s", f"{crowd['echo'][2]:,.0f} /s",
                 ratio=ours[2] / crowd["echo"][2])

    def commits(self):
        progress("durable writes, beside bare commits")
        copy, insert = self.copy_database(), self.sql("insert", self.day(self.first_day))
        taken = self.rounds(ours=self.calling(self.full.socket, self.calls.feeding, calls=COMMITS),
                            peer=lambda: self.load("sqlite", "insert", copy, COMMITS, insert))
        self.add_ratio("entry.log of a feed, p50; peer: a one-row insert, synchronous=FULL, in C", 2, taken["ours"][0],
                       taken["peer"][0], "µs")

    def broadcasts(self):
        progress(f"changes told to {SUBSCRIBERS:,} subscribers, beside a C broadcaster")
        path, peer_socket = self.full.socket, self.scratch / "broadcast.sock"
        calls = self.calls.subscribe, self.calls.change_note
        with processes.daemon(self.daemon, self.full, "--connections-max", str(2 * SUBSCRIBERS)):
            with processes.Connection(path) as connection:
                connection.call(self.calls.note)
            event = int(self.load("broadcast", "measure", path, 1, 0, 10, *calls)[2])
            with processes.serving([self.build / "broadcast", "serve", str(peer_socket), str(event)],
                                   self.scratch / "broadcast.log"):
                def measure(socket, subscribers, stuck):
                    return lambda: self.load("broadcast", "measure", socket, subscribers, stuck, BROADCASTS, *calls)
                taken = self.rounds(alone=measure(path, 0, 0), ours=measure(path, SUBSCRIBERS, 0),
                                    stuck=measure(path, SUBSCRIBERS, STUCK), peer=measure(peer_socket, SUBSCRIBERS, 0))
        self.add_ratio(f"entry.update to its last delivery to {SUBSCRIBERS:,} subscribers, {event} B each; peer: C broadcaster",
                       2, taken["ours"][1], taken["peer"][1], "µs", digits=0)
        self.add_ratio(f"entry.update with {SUBSCRIBERS:,} subscribers, {STUCK} of them stuck; peer: with none of them stuck",
                       1.5, taken["stuck"][0], taken["ours"][0], "µs", digits=0)
        stuck, alone = taken["stuck"][0], taken["alone"][0]
        self.add("the same; peer: with no subscribers", "", f"{stuck:.0f} µs", f"{alone:.0f} µs", ratio=stuck / alone)

    def commands(self, mpd_socket):
        progress(f"{PROCESS_RUNS} runs of each command, taking turns")
        bbctl = self.scratch / "bbctl"  # a path without blanks, at which process.c splits
        bbctl.symlink_to(self.bbctl)
        lines = processes.run(
            [self.build / "process", PROCESS_RUNS, f"true||{shutil.which('true')}",
             f"mpc status||{shutil.which('mpc')} --host={mpd_socket} status", f"bbctl status||{bbctl} status",
             f"bbctl sleep stop|{bbctl} sleep start|{bbctl} sleep stop"], env=self.full.environment())
        fields = {name: [float(value) for value in values]
                  for name, *values in (line.split("\t") for line in lines.splitlines())}
        peer = fields["mpc status"]
        peak = {name: values[3] * 1024 / 1e6 for name, values in fields.items()}
        for name in ("bbctl status", "bbctl sleep stop"):
            self.add_ratio(f"`{name}`, whole process; peer: `mpc status`", 3, fields[name][0], peer[0], "ms", digits=2)
            self.add(f"`{name}`, peak RSS; peer: `mpc status`", "≤ 10 MB", f"{peak[name]:.1f} MB",
                     f"{peak['mpc status']:.1f} MB", passed=peak[name] <= 10)
        self.add("`true`, whole process, peak RSS", "", f"{fields['true'][0]:.2f} ms, {peak['true']:.1f} MB")

    def phrases(self, mpd_socket):
        progress(f"{PROCESS_RUNS} runs of each everyday phrase, taking turns")
        phrases.measure(self, mpd_socket, PROCESS_RUNS)

    def bars(self, mpd_socket):
        progress(f"bbbar, and {bars.MINUTES} minutes of it")
        environment = self.full.environment()
        processes.run([self.bbctl, "sleep", "start"], env=environment)
        bars.measure(self, self.bbbar, mpd_socket, environment, PROCESS_RUNS)

    def predictions(self):
        progress("predictions from a year")
        home = processes.Home(self.scratch / "year")
        environment, log = home.environment(), self.scratch / "year.csv"
        yesterday = datetime.datetime.now(self.zone).date() - datetime.timedelta(days=1)
        with open(log, "w", newline="") as file:
            years.write(EXPORT, 1, yesterday, file)
        born = years.first_day(EXPORT, 1, yesterday) - datetime.timedelta(days=2)
        with processes.daemon(self.daemon, home) as daemon:
            for arguments in (["child", "add", "Eva", "--born", born, "--zone", ZONE],
                              ["import", log, "--format", "babyconnect-csv", "--zone", ZONE],
                              ["sleep", "log", "--at", "3h ago", "--for", "80m"],
                              ["feed", "bottle", "120ml", "--at", "90m ago"]):
                processes.run([self.bbctl, *arguments], env=environment)
            with processes.Connection(home.socket) as connection:
                kinds = {each["kind"] for each in connection.call(self.calls.prediction)["predictions"]}
            # By the evening the next sleep is the night's.
            if "feeding" not in kinds or not kinds & {"nap", "bedtime"}:
                raise Failure(f"only {kinds} are predicted")
            with processes.on_one_core(daemon.pid):
                taken = self.rounds(hello=self.calling(home.socket, self.calls.hello),
                                    prediction=self.calling(home.socket, self.calls.prediction))
            micros = taken["prediction"][0] - taken["hello"][0]
            self.add("prediction.get from a year of entries, less hello", "≤ 1 ms", f"{micros / 1000:.2f} ms",
                     passed=micros <= 1000)
            begin = time.monotonic()
            processes.run([self.bbctl, "predict", "backtest"], env=environment)
            seconds = time.monotonic() - begin
            self.add("bbctl predict backtest of the year", "< 5 s", f"{seconds:.1f} s", passed=seconds < 5)

    def measure(self):
        self.prepare()
        self.starts()
        mpd_socket, mpd_log = self.scratch / "mpd.sock", self.scratch / "mpd.log"
        configuration = self.scratch / "mpd.conf"
        configuration.write_text(MPD_CONFIGURATION.format(socket=mpd_socket, log=mpd_log))
        with processes.listening(["mpd", "--no-daemon", str(configuration)], mpd_log, mpd_socket) as mpd:
            self.rest(mpd)
            with processes.daemon(self.daemon, self.full) as daemon:
                self.queries(daemon)
                self.round_trips(daemon)
                self.commits()
                self.commands(mpd_socket)
                self.bars(mpd_socket)
            self.phrases(mpd_socket)
            self.broadcasts()
            self.predictions()
        self.services()

    def services(self):
        reason = services.missing()
        if reason:
            progress(f"systemd's units are not measured: {reason}")
            return
        progress(f"{services.STARTS} starts and stops by a systemd of its own")
        for row in services.rows(self.daemon.parent, self.scratch / "lab", EXPORT, ZONE):
            self.rows.append(row)
            progress("  " + " | ".join(row.cells()))


MPD_CONFIGURATION = """\
bind_to_address "{socket}"
log_file "{log}"
audio_output {{
  type "null"
  name "null"
}}
"""

BUS_CONFIGURATION = """\
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <listen>unix:path={socket}</listen>
  <policy context="default">
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


def rfc3339(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=pathlib.Path, required=True, help="where babybasicsd, bbctl and bbbar are")
    parser.add_argument("--build", type=pathlib.Path, required=True, help="where the C programs are")
    parser.add_argument("--scratch", type=pathlib.Path, required=True, help="an empty directory to work in")
    parser.add_argument("--record", action="store_true", help="put the table into README.md")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # leaves by way of every `with`
    bench = Bench(arguments.programs.resolve(), arguments.build, arguments.scratch)
    try:
        bench.measure()
    except Failure as failure:
        sys.exit(f"bench: {failure}")
    except KeyboardInterrupt:
        sys.exit("bench: interrupted")
    text = report.machine(arguments.scratch) + "\n" + report.table(bench.rows)
    print(text, end="")
    if arguments.record:
        report.record(HERE / "README.md", text)
    failed = sum(row.passed is False for row in bench.rows)
    if failed:
        sys.exit(f"bench: {failed} of the bars are missed")


if __name__ == "__main__":
    main()
