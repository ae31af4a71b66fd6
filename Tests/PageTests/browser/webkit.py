"""WebKitGTK's MiniBrowser, which has Safari's engine, driven by plain WebDriver with the standard library."""

import base64
import contextlib
import http.client
import json
import os
import pathlib
import shutil
import subprocess
import time

from programs import PATIENCE, ZONE, Failure, eventually, free_port

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
BROWSERS = ["/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser", "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.0/MiniBrowser",
            "/usr/libexec/webkit2gtk-4.1/MiniBrowser", "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser"]


def program():
    """The browser; None where it is not installed."""
    return next((path for path in BROWSERS if os.access(path, os.X_OK)), None)


def is_there():
    return bool(shutil.which("WebKitWebDriver") and shutil.which("Xvfb") and program())


class WebKit:
    """One of its windows, on a virtual screen."""

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        read, write = os.pipe()
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x1200x24", "-nolisten", "tcp"], pass_fds=[write],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as told:
            display = told.readline().strip()
        home = folder / "home"
        home.mkdir()
        environment = {"HOME": str(home), "PATH": os.environ["PATH"], "DISPLAY": f":{display}", "LANG": "C.UTF-8",
                       "TZ": ZONE, "GDK_BACKEND": "x11", "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
                       "LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1", "XDG_RUNTIME_DIR": str(home)}
        with open(folder / "webkit.log", "ab") as log:
            self.driver = subprocess.Popen(["WebKitWebDriver", f"--port={self.port}"], stdin=subprocess.DEVNULL, stdout=log,
                                           stderr=log, env=environment)
        eventually("WebKit's driver answers", lambda: self.send("GET", "/status"))
        answer = self.send("POST", "/session", {"capabilities": {"alwaysMatch": {
            "acceptInsecureCerts": True,
            "webkitgtk:browserOptions": {"binary": program(), "args": ["--automation"]}}}})
        self.session = "/session/" + answer["sessionId"]
        self.version = answer["capabilities"].get("browserVersion")

    def send(self, method, path, body=None):
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            line.request(method, path, json.dumps(body if body is not None else {}) if method == "POST" else None,
                         {"Content-Type": "application/json"})
            answer = json.loads(line.getresponse().read())["value"]
        finally:
            line.close()
        if isinstance(answer, dict) and "error" in answer:
            raise Failure(f"WebKit: {answer['error']}: {answer.get('message')}")
        return answer

    def command(self, method, path, body=None):
        return self.send(method, self.session + path, body)

    def go(self, url):
        self.command("POST", "/url", {"url": url})

    def reload(self):
        self.command("POST", "/refresh", {})

    def run(self, script, *arguments):
        """The result of a function body in the page."""
        return self.command("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script, *arguments, what=None):
        return eventually(what or script, lambda: self.run("return " + script, *arguments))

    def element(self, xpath):
        return self.command("POST", "/element", {"using": "xpath", "value": xpath})[ELEMENT]

    def click(self, xpath):
        def press():
            element = self.element(xpath)
            # The driver determines a position once and presses there, so a sliding element has to come to rest first.
            place = self.command("GET", f"/element/{element}/rect")
            time.sleep(0.1)
            if self.command("GET", f"/element/{element}/rect") != place:
                return False
            self.command("POST", f"/element/{element}/click", {})
            return True
        eventually(f"{xpath} can be pressed", press)

    def fill(self, xpath, text):
        def write():
            element = self.element(xpath)
            self.command("POST", f"/element/{element}/clear", {})
            self.command("POST", f"/element/{element}/value", {"text": text})
            return True
        eventually(f"{xpath} can be filled in", write)

    def witness(self, path):
        """A picture of what it shows."""
        with contextlib.suppress(Failure, OSError, ValueError):
            pathlib.Path(f"{path}.png").write_bytes(base64.b64decode(self.command("GET", "/screenshot")))
            yield f"shows {self.command('GET', '/url')}: {path}.png"

    def close(self):
        with contextlib.suppress(Failure, OSError, ValueError):
            self.command("DELETE", "")
        for process in (self.driver, self.screen):
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
