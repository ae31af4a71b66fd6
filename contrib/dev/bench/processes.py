"""Starting, watching and stopping what is measured: the daemon, its peers, and the programs that load them."""

import contextlib
import json
import os
import pathlib
import select
import socket
import subprocess
import time

START_LIMIT = 10  # seconds until a program must be ready
STOP_LIMIT = 10  # seconds until it must have ended after SIGTERM


class Failure(Exception):
    """A sentence that ends the run."""


class Home:
    """A directory tree of its own for one daemon, moved there by HOME and the XDG variables alone."""

    def __init__(self, path):
        self.path = path
        self.socket = path / "run/babybasics/daemon.sock"
        self.database = path / "data/babybasics/local.db"
        for name in ("run", "data", "config", "state", "cache"):
            (path / name).mkdir(parents=True, mode=0o700)

    def environment(self):
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("BABYBASICS_", "XDG_"))}
        places = {"HOME": "", "XDG_RUNTIME_DIR": "run", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config",
                  "XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache"}
        return kept | {name: str(self.path / place) for name, place in places.items()}


@contextlib.contextmanager
def running(arguments, log, **options):
    """A background program that is ended on leaving; its standard error goes to the file `log`."""
    with open(log, "wb") as errors:
        process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stderr=errors, **options)
    process.log = log
    try:
        yield process
        if process.poll() is not None:
            raise Failure(f"{arguments[0]} ended by itself with status {process.returncode}.\n{tail(log)}")
    finally:
        process.terminate()
        try:
            process.wait(STOP_LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise Failure(f"{arguments[0]} did not end within {STOP_LIMIT} s of SIGTERM.") from None


@contextlib.contextmanager
def serving(arguments, log):
    """A peer that prints "ready" when it serves."""
    with running(arguments, log, stdout=subprocess.PIPE) as process, process.stdout:
        # Not `select`, which knows no descriptor above 1,023.
        poll = select.poll()
        poll.register(process.stdout, select.POLLIN)
        if not poll.poll(START_LIMIT * 1000) or process.stdout.readline() != b"ready\n":
            raise Failure(f"{arguments[0]} did not start.\n{tail(log)}")
        yield process


@contextlib.contextmanager
def listening(arguments, log, path):
    """A peer that is ready when its socket takes connections."""
    with running(arguments, log, stdout=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + START_LIMIT
        while True:
            with socket.socket(socket.AF_UNIX) as probe:
                if probe.connect_ex(str(path)) == 0:
                    break
            if process.poll() is not None or time.monotonic() > deadline:
                raise Failure(f"{arguments[0]} did not start.\n{tail(log)}")
            time.sleep(0.02)
        yield process


@contextlib.contextmanager
def daemon(program, home, *arguments):
    """The daemon in its home, ready by its own word; `start_ms` tells how long that took."""
    notify = home.path / "notify.sock"
    notify.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(notify))
        environment = home.environment() | {"NOTIFY_SOCKET": str(notify)}
        begin = time.monotonic()
        with running([program, *arguments], home.path / "daemon.log", env=environment, stdout=subprocess.DEVNULL) as process:
            listener.settimeout(0.1)
            while True:
                with contextlib.suppress(TimeoutError):
                    if b"READY=1" in listener.recv(4096).split(b"\n"):
                        break
                if process.poll() is not None or time.monotonic() > begin + START_LIMIT:
                    raise Failure(f"{program} did not get ready.\n{tail(process.log)}")
            process.start_ms = (time.monotonic() - begin) * 1000
            listener.settimeout(None)
            yield process


def run(arguments, **options):
    """Runs a program to its end and returns what it printed; a failure of it ends the run."""
    result = subprocess.run([str(a) for a in arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                            **options)
    if result.returncode:
        said = (result.stderr or result.stdout).strip()
        raise Failure(f"{' '.join(map(str, arguments))[:300]} left with status {result.returncode}: {said}")
    return result.stdout


def tail(log):
    return pathlib.Path(log).read_text(errors="replace")[-2000:]


class Connection:
    """A JSON-RPC client for what is not timed."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(5)
        self.socket.connect(str(path))
        self.lines = self.socket.makefile("rb", 65_536)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.lines.close()
        self.socket.close()

    def call(self, request):
        self.socket.sendall(request.encode() + b"\n")
        answer = json.loads(self.lines.readline())
        if "result" not in answer:
            raise Failure(f"{request} was answered by {answer.get('error')}")
        return answer["result"]


def threads(pid):
    return pathlib.Path(f"/proc/{pid}/task").iterdir()


@contextlib.contextmanager
def on_one_core(*pids):
    """Keeps the programs, and what this one starts, on one core, so that waking another core is not measured."""
    all_cores = os.sched_getaffinity(0)
    one = {min(all_cores)}

    def place(cores):
        os.sched_setaffinity(0, cores)
        for pid in pids:
            for thread in threads(pid):
                os.sched_setaffinity(int(thread.name), cores)

    place(one)
    try:
        yield
    finally:
        place(all_cores)


PROCESSORS = sorted(os.sched_getaffinity(0))


def stand_apart(is_attacker):
    """Attackers have a processor of their own, as they do in life: what they took of the attacked program's, merely by
    being on the same machine, would be most of what is measured. Where there is only one they stand behind everybody
    else."""
    if len(PROCESSORS) > 1:
        os.sched_setaffinity(0, PROCESSORS[1:] if is_attacker else PROCESSORS[:1])
    elif is_attacker:
        os.nice(19)


def resident_mb(pid):
    """(now, at its peak) in millions of bytes. The first is counted from the page tables, so it is exact."""
    def field(path, name):
        for line in pathlib.Path(path).read_text().splitlines():
            if line.startswith(name + ":"):
                return int(line.split()[1]) * 1024 / 1e6
        raise Failure(f"{path} has no {name}.")

    return field(f"/proc/{pid}/smaps_rollup", "Rss"), field(f"/proc/{pid}/status", "VmHWM")


def processor_seconds(pid):
    """The processor time of a program so far, in user and kernel mode."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def context_switches(pid):
    """How often threads of a program went to sleep so far, which each does that has run. What displaced them meanwhile is
    the machine's doing."""
    return sum(int(line.split()[1]) for thread in threads(pid)
               for line in (thread / "status").read_text().splitlines() if line.startswith("voluntary_ctxt_switches"))
