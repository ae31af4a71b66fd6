"""The family server, and a machine with a daemon, as processes; and a certificate that is made for each run."""

import base64
import datetime
import hashlib
import http.client
import json
import os
import random
import socket
import ssl
import subprocess
import threading
import time
import uuid
import zoneinfo

PASSWORD = "correct horse battery"

# The timeout of everything, in seconds. A slow machine raises it.
PATIENCE = int(os.environ.get("TEST_PATIENCE", 60))


def afternoon():
    """A zone in which it is afternoon now, so that a good part of the family's day is over."""
    names = ("Pacific/Honolulu", "America/Los_Angeles", "America/New_York", "America/Sao_Paulo", "Europe/Lisbon",
             "Europe/Berlin", "Asia/Karachi", "Asia/Singapore", "Asia/Tokyo", "Pacific/Auckland")
    now = datetime.datetime.now(datetime.timezone.utc)
    return min(names, key=lambda name: abs(now.astimezone(zoneinfo.ZoneInfo(name)).hour - 15))


ZONE = afternoon()


class Failure(Exception):
    """A finding, in a sentence."""


def eventually(what, condition, within=PATIENCE, every=0.02):
    """The condition's result once it holds; nothing here sleeps for a fixed time."""
    end = time.monotonic() + within
    last = None
    while True:
        try:
            if value := condition():
                return value
            last = None
        except (Failure, OSError, http.client.HTTPException) as error:
            last = error
        if time.monotonic() > end:
            words = what() if callable(what) else what
            raise Failure(f"after {within:g} s still not: {words}" + (f" ({last})" if last else ""))
        time.sleep(every)


CLAIMS = []


def free_port():
    """A port that is reserved for this process, so that a killed server can use it again. The system gives none of
    these to a connection, and tests that run at the same time claim them by a socket's name."""
    for port in random.sample(range(20_000, 32_000), 1_000):
        claim = socket.socket(socket.AF_UNIX)
        try:
            claim.bind(f"\0babybasics-page-tests-{port}")
            with socket.socket() as one:
                one.bind(("127.0.0.1", port))
        except OSError:
            claim.close()
        else:
            CLAIMS.append(claim)
            return port
    raise Failure("no port is free")


class Certificate:
    """For localhost and 127.0.0.1, self-signed; a browser gets the hash of its key."""

    def __init__(self, folder):
        self.file, self.key = folder / "certificate.pem", folder / "key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", self.key,
             "-out", self.file], check=True, capture_output=True)
        public = subprocess.run(["openssl", "x509", "-in", self.file, "-pubkey", "-noout"], check=True, capture_output=True)
        der = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "der"], input=public.stdout, check=True,
                             capture_output=True)
        self.hash = base64.b64encode(hashlib.sha256(der.stdout).digest()).decode()


def environment(home):
    """The caller's PATH and nothing else: without a session bus, tokens are kept in files."""
    run = home / "run"
    run.mkdir(parents=True, mode=0o700, exist_ok=True)
    return {"HOME": str(home), "XDG_RUNTIME_DIR": str(run), "PATH": os.environ["PATH"], "TZ": "UTC"}


class Server:
    """`babybasics-server` with its own database, always at the same port."""

    def __init__(self, programs, folder, *arguments, certificate=None):
        self.program = programs / "babybasics-server"
        self.folder = folder
        self.port = free_port()
        self.certificate = certificate
        self.arguments = list(arguments)
        self.database = folder / "server.db"
        self.log = folder / "server.log"
        self.process = None
        self.kills = 0
        self.lock = threading.RLock()
        self.start()

    @property
    def address(self):
        return f"https://localhost:{self.port}" if self.certificate else f"http://127.0.0.1:{self.port}"

    def start(self):
        with self.lock:
            if self.process and self.process.poll() is None:
                return
            command = [self.program, "--database", self.database, "--port", str(self.port), "--scrypt-cost", "10",
                       "--registration", "open", *self.arguments]
            if self.certificate:
                command += ["--tls-certificate", self.certificate.file, "--tls-key", self.certificate.key]
            with open(self.log, "ab") as log:
                self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                                env=environment(self.folder))
        eventually("the server answers", lambda: self.is_up() or self.is_dead())

    def is_dead(self):
        if self.process.poll() is not None:
            raise RuntimeError(f"the server ended by itself: {self.log.read_text()[-1000:]}")

    def is_up(self):
        return self.call("GET", "/healthz")[0] == 200

    def kill(self):
        """As a power cut does."""
        with self.lock:
            if self.process.poll() is None:
                self.process.kill()
                self.kills += 1
            self.process.wait()

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def command(self, *arguments, text=""):
        """What a subcommand prints."""
        run = subprocess.run([self.program, *arguments, "--database", self.database], input=text, text=True,
                             capture_output=True, env=environment(self.folder))
        if run.returncode:
            raise Failure(f"babybasics-server {' '.join(arguments)}: {run.stderr.strip()}")
        return run.stdout.strip()

    def add_user(self, name):
        """An account, and a caller for it."""
        email = f"{name.lower()}@example.org"
        self.command("user", "add", email, "--name", name, "--scrypt-cost", "10", text=PASSWORD + "\n")
        return Person(self, name, email)

    def line(self, timeout=PATIENCE):
        """A connection to it."""
        if not self.certificate:
            return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        context = ssl.create_default_context(cafile=self.certificate.file)
        return http.client.HTTPSConnection("localhost", self.port, timeout=timeout, context=context)

    def call(self, method, path, body=None, token=None, **headers):
        """Status and JSON of an answer."""
        line = self.line()
        try:
            sent = {name.replace("_", "-"): value for name, value in headers.items()}
            if token:
                sent["Authorization"] = "Bearer " + token
            if body is not None:
                sent["Content-Type"] = "application/json"
            line.request(method, path, json.dumps(body) if body is not None else None, sent)
            answer = line.getresponse()
            data = answer.read()
            kind = answer.getheader("Content-Type") or ""
            return answer.status, json.loads(data) if data and "json" in kind else data.decode(errors="replace")
        finally:
            line.close()


class Person:
    """A person with an account, using the API as a daemon does."""

    def __init__(self, server, name, email):
        self.server, self.name, self.email = server, name, email
        self.token = self.user = None

    def sign_in(self):
        status, answer = self.server.call("POST", "/v1/auth/login", {"email": self.email, "password": PASSWORD})
        if status != 200:
            raise Failure(f"{self.email} cannot log in: {status} {answer}")
        self.token, self.user = answer["token"], answer["user"]
        return self

    def call(self, method, path, body=None, **headers):
        if not self.token:
            self.sign_in()
        status, answer = self.server.call(method, path, body, self.token, **headers)
        if status >= 400:
            raise Failure(f"{method} {path}: {status} {answer}")
        return answer

    def add_child(self, name="Eva", born="2026-05-18", zone=ZONE, **more):
        return self.call("POST", "/v1/children", {"name": name, "born": born, "zone": zone, **more})["id"]

    def share(self, child, other, role="caregiver"):
        code = self.call("POST", f"/v1/children/{child}/shares", {"role": role})["code"]
        other.call("POST", "/v1/shares/accept", {"code": code})

    def put(self, child, kind, start, entry=None, **members):
        """An entry as a daemon would send it."""
        entry = entry or str(uuid.uuid4())
        self.call("PUT", f"/v1/entries/{entry}", {"childId": child, "kind": kind, "start": start, **members},
                  If_None_Match="*", Idempotency_Key=str(uuid.uuid4()))
        return entry

    def entries(self, child):
        """All that are not deleted, newest first."""
        found, cursor = [], ""
        while True:
            page = self.call("GET", f"/v1/children/{child}/entries?limit=1000{cursor}")
            found += page["entries"]
            if not page.get("nextCursor"):
                return found
            cursor = "&cursor=" + page["nextCursor"]


class Machine:
    """A person's computer: babybasicsd, and bbctl."""

    def __init__(self, programs, folder):
        self.programs, self.home = programs, folder / "machine"
        self.environment = environment(self.home)
        self.log = folder / "daemon.log"
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen([programs / "babybasicsd"], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            env=self.environment)
        eventually("the daemon answers", lambda: self.bbctl("call", "hello", "{}", check=False).returncode == 0)

    def bbctl(self, *arguments, text="", check=True):
        run = subprocess.run([self.programs / "bbctl", *arguments], input=text, text=True, capture_output=True,
                             env=self.environment)
        if check and run.returncode:
            raise Failure(f"bbctl {' '.join(arguments)}: {run.stderr.strip()}")
        return run

    def call(self, method, **params):
        return json.loads(self.bbctl("call", method, json.dumps(params)).stdout)

    def log_in(self, person):
        self.bbctl("login", "--server", person.server.address, "--email", person.email, "--password-stdin",
                   text=PASSWORD + "\n")

    def entries(self):
        return self.call("timeline.list", limit=1000)["entries"]

    def watch(self):
        """Starts following the log on this machine."""
        return subprocess.Popen([self.programs / "bbctl", "watch"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, env=self.environment)

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
