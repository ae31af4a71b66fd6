"""The server and the daemons as processes: killed, started again, and never to end in any other way."""

import os
import signal
import subprocess
import threading
import time

STOP_LIMIT = 10  # seconds from SIGTERM to the end
READY = ("listening at", "ready ")
STARTING = 2  # seconds; a daemon answers a little before it traps signals
TRACES = ("Fatal error", "*** Program crashed", "Illegal instruction", "Precondition failed", "AddressSanitizer")


class Program:
    """One that runs with a clock that may be wrong, and that is killed by us alone."""

    def __init__(self, name, command, folder, environment, clock):
        self.name = name
        self.command = command
        self.environment = environment
        self.clock = clock  # the library to be preloaded, or None
        self.log = folder / f"{name}.log"
        self.process = None
        self.kills = 0
        self.faults = []
        self.struck = threading.Event()
        self.started = 0
        self.lock = threading.Lock()

    def start(self, wrong_by=0):
        """wrong_by: milliseconds by which its clock is ahead."""
        environment = dict(self.environment)
        if self.clock:
            environment |= {"LD_PRELOAD": str(self.clock), "STORM_CLOCK_MS": str(wrong_by)}
        with self.lock, open(self.log, "ab") as log:
            log.write(f"--- started, clock {wrong_by:+} ms, {time.time():.3f}\n".encode())
            log.flush()
            self.struck.clear()
            self.started = time.monotonic()
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)

    def kill(self):
        """As a power cut does."""
        with self.lock:
            if not self.process or self.struck.is_set():
                return
            if self.process.poll() is not None:
                self.faults.append(f"{self.name} ended by itself with status {self.process.returncode}")
            self.process.kill()
            self.kills += 1
            self.struck.set()

    def hang(self, seconds=2):
        """It is there, and does nothing."""
        process = self.process
        process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        process.send_signal(signal.SIGCONT)

    def stop(self):
        """As a service manager does."""
        with self.lock:
            if self.process.poll() is not None:
                return self.faults.append(f"{self.name} ended by itself with status {self.process.returncode}")
            self.struck.set()
            was_ready = self.is_ready()
            self.process.send_signal(signal.SIGTERM)
            try:
                status = self.process.wait(STOP_LIMIT)
            except subprocess.TimeoutExpired:
                self.faults.append(f"{self.name} did not end within {STOP_LIMIT} s of SIGTERM")
                self.process.kill()
                self.process.wait()
                return None
            # Before it is ready it may know nothing of signals yet.
            is_starting = not was_ready or time.monotonic() < self.started + STARTING
            if status and not (status == -signal.SIGTERM and is_starting):
                self.faults.append(f"{self.name} ended with status {status} after SIGTERM")
        return None

    def is_ready(self):
        """Whether it has said so since it was started."""
        since = self.log.read_text(errors="replace").rpartition("--- started")[2]
        return any(word in since for word in READY)

    def complaints(self):
        """What it did wrong, and what it says of itself that no storm may make it say."""
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        told = [line for line in lines if any(trace in line for trace in TRACES) or ": error: " in line
                or " error " in line and "babybasics-server" in line]
        return self.faults + [f"{self.name} says: {line[:300]}" for line in told[:5]]


class Keeper(threading.Thread):
    """Kills a program at random, stops it decently at times, and starts it again with another clock."""

    def __init__(self, program, random, interval, clocks, over):
        super().__init__(daemon=True)
        self.program = program
        self.random = random
        self.interval = interval
        self.clocks = clocks
        self.over = over

    def run(self):
        while not self.over.is_set():
            # Now and then it dies while it starts.
            life = self.random.uniform(0, 0.4) if self.random.random() < 0.1 else self.random.expovariate(1 / self.interval)
            is_decent = self.random.random() < 0.15
            down = self.random.choice([0, 0.05, 0.5, 2])
            clock = self.random.choice(self.clocks)
            end = time.monotonic() + life
            while not self.over.is_set() and not self.program.struck.is_set() and time.monotonic() < end:
                self.program.struck.wait(0.1)
            if self.over.is_set():
                return
            if is_decent and not self.program.struck.is_set():
                self.program.stop()
            else:
                self.program.kill()
                self.program.process.wait()
            time.sleep(down)
            self.program.start(clock)


def environment(home):
    """Nothing of the caller's but the path: no session bus, so that tokens are kept in files."""
    run = home / "run"
    run.mkdir(parents=True, mode=0o700, exist_ok=True)
    return {"HOME": str(home), "XDG_RUNTIME_DIR": str(run), "PATH": os.environ["PATH"], "TZ": "UTC"}
