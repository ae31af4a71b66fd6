"""Debian's Chromium as a phone: it is started, killed in part or as a whole, and started again with its stored data."""

import contextlib
import os
import pathlib
import signal

from playwright.sync_api import Error, expect, sync_playwright

from programs import PATIENCE, ZONE, eventually

CHROMIUM = "/usr/bin/chromium"
PHONE = {"width": 390, "height": 844}


def arguments(certificate=None):
    told = ["--no-sandbox", "--disable-dev-shm-usage", "--force-color-profile=srgb"]
    if certificate:
        told.append(f"--ignore-certificate-errors-spki-list={certificate.hash}")
    return told


def processes():
    """Command line and parent of each process, by its id."""
    found = {}
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                command = pathlib.Path(entry.path, "cmdline").read_bytes().decode(errors="replace").replace("\0", " ")
                stat = pathlib.Path(entry.path, "stat").read_text()
                found[int(entry.name)] = command, int(stat.rpartition(")")[2].split()[1])
    return found


class Phone:
    """A browser with a folder of its own, as an installed page has it: closing it, or killing it, loses no storage."""

    def __init__(self, playwright, folder, certificate=None, **options):
        self.playwright, self.folder, self.certificate = playwright, folder, certificate
        self.options = {"viewport": PHONE, "device_scale_factor": 2, "is_mobile": True, "has_touch": True,
                        "locale": "en-GB", "timezone_id": ZONE, "color_scheme": "dark"} | options
        self.context = None
        self.kills = 0
        self.errors = []  # what the page's script said went wrong
        self.start()

    def start(self):
        for lock in ("SingletonLock", "SingletonSocket", "SingletonCookie"):
            with contextlib.suppress(OSError):
                (self.folder / lock).unlink()
        self.context = self.playwright.chromium.launch_persistent_context(
            self.folder, executable_path=CHROMIUM, args=arguments(self.certificate),
            timeout=PATIENCE * 1000, **self.options)
        self.context.set_default_timeout(PATIENCE * 1000)
        self.context.on("weberror", lambda error: self.errors.append(str(error.error)))
        self.context.on("console", self.heard)
        for page in self.context.pages:
            page.goto("about:blank")

    def heard(self, message):
        """Records the console's errors, except those about requests, which tests cause on purpose."""
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.errors.append(message.text)

    def page(self):
        """The blank page that a browser starts with, or a new one."""
        blank = [page for page in self.context.pages if page.url == "about:blank"]
        with self.watched():
            return blank[0] if blank else self.context.new_page()

    def lose(self, network):
        """Cuts the network, and tells the browser that it is offline."""
        self.context.set_offline(True)
        network.cut()

    def find(self, network):
        """Restores the network, and tells the browser."""
        network.calm()
        self.context.set_offline(False)

    @contextlib.contextmanager
    def watched(self, seconds=PATIENCE):
        """Kills the browser and fails after a timeout. Playwright waits forever for a request to a browser that
        is dying, and for a page whose process was killed as it started."""

        def give_up(*_):
            self.kill()
            raise Error(f"Playwright has not answered within {seconds} s")

        signal.signal(signal.SIGALRM, give_up)
        signal.alarm(seconds)
        try:
            yield
        finally:
            signal.alarm(0)

    # Ways to end

    @property
    def pid(self):
        for pid, (command, _) in processes().items():
            if f"--user-data-dir={self.folder}" in command and "--type=" not in command:
                return pid
        return None

    def renderers(self):
        """Ids of the processes in which pages and workers run."""
        every = processes()
        root = self.pid

        def is_ours(pid):
            while pid in every:
                if pid == root:
                    return True
                pid = every[pid][1]
            return False

        return [pid for pid, (command, _) in every.items() if "--type=renderer" in command and is_ours(pid)]

    def kill_renderers(self, pids=None):
        """Kills pages and workers, as a system short of memory does; the browser itself stays."""
        for pid in pids if pids is not None else self.renderers():
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        self.kills += 1

    def kill(self, pid=None):
        """Kills the whole browser, as an empty battery does."""
        pid = pid or self.pid
        if pid:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        self.kills += 1

    def stop_workers(self, page):
        """Stops workers, as the browser does with idle ones."""
        session = self.context.new_cdp_session(page)
        session.send("ServiceWorker.enable")
        session.send("ServiceWorker.stopAllWorkers")
        session.detach()

    def revive(self):
        """Starts it again after it was killed."""
        root = self.pid
        with contextlib.suppress(Error), self.watched():
            self.context.close()
        if root:
            eventually("the browser is gone", lambda: root not in processes())
        self.start()

    def witness(self, path):
        """Its messages, and a picture of what it shows."""
        yield from (f"says: {error}" for error in self.errors[:10])
        for number, page in enumerate(self.context.pages):
            with contextlib.suppress(Error):
                picture = f"{path}-{number}.png"
                page.screenshot(path=picture, timeout=3_000)
                yield f"shows {page.url}: {picture}"

    def close(self):
        with contextlib.suppress(Error):
            self.context.close()


@contextlib.contextmanager
def playing():
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        yield playwright


def is_there():
    return os.access(CHROMIUM, os.X_OK)
