"""JSON-RPC with a daemon that may die at any moment, so that a caller may never learn the result of a call."""

import json
import socket
import time

PATIENCE = 30  # seconds until an answer must be there


class Lost(Exception):
    """The connection broke before the answer: the call was carried out, or not."""


class Refused(Exception):
    """The daemon has answered that it will not."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.name = error["data"]["name"]
        self.message = error["message"]


class Line:
    """A client's connection, reopened after it broke."""

    def __init__(self, path, client):
        self.path = path
        self.client = client
        self.socket = None
        self.number = 0

    def open(self):
        """Returns what the daemon says of itself when a new connection had to be made, else None."""
        if self.socket:
            return None
        try:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.settimeout(PATIENCE)
            self.socket.connect(str(self.path))
            self.lines = self.socket.makefile("rb")
        except OSError as error:
            self.close()
            raise Lost(str(error)) from None
        return self.call("hello", {"client": self.client})

    def close(self):
        if self.socket:
            self.socket.close()
        self.socket = None

    def send(self, method, params):
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        try:
            self.socket.sendall(json.dumps(request).encode() + b"\n")
        except OSError as error:
            self.close()
            raise Lost(str(error)) from None

    def receive(self):
        """The next answer's result; an event of a subscription has no id."""
        try:
            line = self.lines.readline()
        except TimeoutError:
            raise Silence(f"no answer within {PATIENCE} s") from None
        except OSError as error:
            self.close()
            raise Lost(str(error)) from None
        if not line.endswith(b"\n"):
            self.close()
            raise Lost("the connection ended")
        return json.loads(line)

    def call(self, method, params=None):
        self.send(method, params or {})
        answer = self.receive()
        if "error" in answer:
            raise Refused(answer["error"])
        return answer["result"]


class Silence(Exception):
    """A daemon that runs and does not answer."""


def patiently(path, seconds=60):
    """A connection to a daemon that is being started."""
    end = time.monotonic() + seconds
    while True:
        line = Line(path, "storm")
        try:
            line.open()
            return line
        except Lost:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
