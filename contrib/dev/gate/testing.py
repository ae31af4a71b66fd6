"""Runs tests of the built test program and reads their results."""

import collections
import contextlib
import dataclasses
import json
import os
import pathlib
import re
import signal
import subprocess
import threading
import time

PROGRAM = ".build/debug/babybasicsPackageTests.xctest"
LOGS = pathlib.Path(".build/test-logs")
# A run without a single event for so long hangs. Every wait in a test ends after TEST_PATIENCE seconds.
PATIENCE = float(os.environ.get("TEST_PATIENCE", "60"))
SILENCE = 10 * PATIENCE
# The programs of the steps that run now.
RUNNING = set()


@dataclasses.dataclass
class Outcome:
    passed: set[str] = dataclasses.field(default_factory=set)
    failed: set[str] = dataclasses.field(default_factory=set)
    skipped: set[str] = dataclasses.field(default_factory=set)
    # What each failed test said.
    issues: dict[str, list[str]] = dataclasses.field(default_factory=dict)
    # Seconds of a suite's tests, added up.
    suites: dict[str, float] = dataclasses.field(default_factory=dict)
    # What went wrong with the run itself, and the tests that it interrupted.
    trouble: str = ""
    log: pathlib.Path | None = None


def name(test_id):
    """`Module.Suite/test()`, as filters take it, of an event's id, which ends with the place in the source."""
    return "/".join(test_id.split("/")[:-1]) if ".swift:" in test_id else test_id


class Events:
    """The stream of events of a run, which is read while it is written."""

    def __init__(self):
        self.functions, self.running, self.skipped = set(), set(), set()
        self.issues = collections.defaultdict(list)
        self.ended, self.durations = set(), collections.Counter()
        self.last = time.monotonic()
        self.is_whole = False

    def take(self, record):
        self.last = time.monotonic()
        body = record["payload"]
        if record["kind"] == "test":
            if body["kind"] == "function":
                self.functions.add(body["id"])
            return
        kind, test = body["kind"], body.get("testID")
        if kind == "issueRecorded" and not body["issue"].get("isKnown"):
            if body["issue"].get("severity", "error") == "error":
                self.issues[test or "no test"].append("\n".join(message["text"] for message in body["messages"]))
        elif kind == "testSkipped" and test:
            self.skipped.add(test)
        elif kind == "testStarted" and test in self.functions:
            self.running.add(test)
        elif kind == "testEnded" and test in self.functions:
            self.running.discard(test)
            self.ended.add(test)
        elif kind in ("testCaseStarted", "testCaseEnded"):
            # A test starts before its turn comes, its cases when it has come.
            self.durations[suite(test)] += body["instant"]["absolute"] * (1 if kind == "testCaseEnded" else -1)
        elif kind == "runEnded":
            self.is_whole = True


def suite(test_id):
    return name(test_id).rsplit("/", 1)[0]


def run(tests, log_name, only=None):
    """Runs tests, all of them or those of a regular expression."""
    LOGS.mkdir(parents=True, exist_ok=True)
    log, stream = LOGS / f"{log_name}.log", LOGS / f"{log_name}.events"
    stream.unlink(missing_ok=True)
    os.mkfifo(stream)
    environment = os.environ | {
        # Hundreds of tests that all run at once starve each other. Without this number there is no limit.
        "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": str(tests.width or 4 * os.cpu_count()),
    }
    if tests.programs:
        environment["TEST_PROGRAMS"] = str(pathlib.Path(tests.programs).resolve())
    command = [PROGRAM, "--testing-library", "swift-testing",
               "--event-stream-output-path", str(stream), "--event-stream-version", "0"]
    if only or tests.only:
        command += ["--filter", only or tests.only]
    if tests.skip and not only:
        command += ["--skip", tests.skip]
    events = Events()
    with log.open("wb") as output, \
            running(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=environment) as process:

        def read():
            with stream.open() as lines:
                for line in lines:
                    events.take(json.loads(line))

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        trouble = ""
        while process.poll() is None:
            time.sleep(0.1)
            if time.monotonic() - events.last > SILENCE:
                trouble = f"hung for {SILENCE:g} s in " + ", ".join(sorted(map(name, events.running)))
                break
    # A program that never opened the stream leaves its reader waiting for it.
    if reader.is_alive():
        try:
            os.close(os.open(stream, os.O_WRONLY | os.O_NONBLOCK))
        except OSError:
            pass
        reader.join(10)
    stream.unlink()
    if not trouble and not events.is_whole:
        status = process.returncode
        how = f"crashed ({signal.Signals(-status).name})" if status < 0 else f"ended with status {status}"
        trouble = f"{how} in " + (", ".join(sorted(map(name, events.running))) or "no test") + crash(log)
    failed = set(events.issues)
    if not trouble and process.returncode and not failed:
        trouble = f"ended with status {process.returncode} although no test failed"
    if not trouble and not events.ended:
        trouble = "ran no test"
    return Outcome(
        passed={name(each) for each in events.ended - failed - events.skipped}, failed={name(each) for each in failed},
        skipped={name(each) for each in events.skipped & events.functions},
        issues={name(each): texts for each, texts in events.issues.items()},
        suites={} if trouble else dict(events.durations), trouble=trouble, log=log)


def crash(log):
    """A crashed program's errors, and the stack where it crashed. Other tests' output may follow them in its log."""
    text = log.read_text(errors="replace")
    said = re.findall(r"^.*(?:Fatal error|Assertion failed|Program crashed).*$", text, re.MULTILINE)
    frames = re.search(r"^Thread \d+.* crashed:\n(?:.*\n){,30}", text, re.MULTILINE)
    return "".join(f"\n    {line}" for line in said[-20:] + (frames[0].splitlines() if frames else []) if line.strip())


@contextlib.contextmanager
def running(command, **how):
    """A program that ends, with everything that it has started, when its step does."""
    process = subprocess.Popen(command, process_group=0, **how)
    RUNNING.add(process)
    try:
        yield process
    finally:
        end(process)
        RUNNING.discard(process)


def end(process):
    """Ends a run with everything that it has started."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is not None:
            break
        # Its step may find out at the same time that it has ended.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            pass
