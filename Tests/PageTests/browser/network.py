"""The network between a phone and the server: it forwards requests, and fails on request."""

import contextlib
import dataclasses
import http.client
import http.server
import re
import threading
import time

from programs import PATIENCE

HOPS = ("connection", "keep-alive", "transfer-encoding", "content-length", "host")

FRESHNESS = ("if-none-match", "if-modified-since", "accept-encoding")


@dataclasses.dataclass
class Request:
    method: str
    path: str
    headers: http.client.HTTPMessage
    body: bytes
    at: float
    status: int | None = None  # the server's answer, once it is there

    @property
    def is_entry(self):
        return self.method in ("PUT", "DELETE") and self.path.startswith("/v1/entries/")


@dataclasses.dataclass
class Fault:
    """Applies to the next matching requests, a given number of times.

    refuse: hangs up before the server hears of it. lose: the server answers, nobody hears it. cut: half of the answer
    arrives. twice: the server gets it twice. A number: this status instead of an answer. pass: nothing, but for
    `before` and `after`, which are called when the request is there, and when its answer is.
    """

    act: str | int
    matches: object = None
    times: int = 1
    before: object = None
    after: object = None


class Network:
    """A port that forwards to the server's."""

    def __init__(self, server):
        self.server = server
        self.faults = []
        self.requests = []  # in the order in which they came
        self.is_down = False
        self.held = threading.Event()  # for faults that hold a request back until it is set
        self.held.set()
        self.names = None  # a version of the page, and what it is to be called
        self.lock = threading.Lock()
        self.streams = set()
        self.listener = Listener(self)
        self.port = self.listener.server_address[1]
        threading.Thread(target=self.listener.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def arm(self, act, matches=None, **more):
        fault = Fault(act, matches or (lambda request: request.is_entry), **more)
        with self.lock:
            self.faults.append(fault)
        return fault

    def calm(self):
        """No more faults."""
        with self.lock:
            self.faults.clear()
        self.is_down = False

    def cut(self):
        """Blocks everything, and breaks open connections."""
        self.is_down = True
        for stream in list(self.streams):
            with contextlib.suppress(OSError):
                stream.shutdown(2)

    def rename(self, old, new):
        """Makes the server's page another version: the same files with other names."""
        self.names = old.encode(), new.encode()

    def fault(self, request):
        with self.lock:
            self.requests.append(request)
            if self.is_down:
                return Fault("refuse")
            for fault in self.faults:
                if fault.matches(request):
                    fault.times -= 1
                    if fault.times <= 0:
                        self.faults.remove(fault)
                    return fault
        return Fault("pass")

    def sent(self, pattern, since=0.0):
        """Requests with this method and path that came since a time."""
        return [one for one in list(self.requests) if one.at >= since and re.search(pattern, f"{one.method} {one.path}")]

    def close(self):
        self.cut()
        self.listener.shutdown()
        self.listener.server_close()


class Listener(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, network):
        self.network = network
        super().__init__(("127.0.0.1", 0), Passage)

    def handle_error(self, request, client_address):
        """Broken connections are intended here."""


class Passage(http.server.BaseHTTPRequestHandler):
    """One connection of the browser's."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def setup(self):
        super().setup()
        self.server.network.streams.add(self.connection)

    def finish(self):
        self.server.network.streams.discard(self.connection)
        with contextlib.suppress(OSError):
            super().finish()

    def log_message(self, *_):
        pass

    def do_GET(self):
        network = self.server.network
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        request = Request(self.command, self.path, self.headers, body, time.time())
        fault = network.fault(request)
        if fault.before:
            fault.before()
        if fault.act == "refuse":
            return self.hang_up()
        if isinstance(fault.act, int):
            request.status = fault.act
            return self.refuse(fault.act)
        if fault.act == "twice":
            self.pass_on(request, is_silent=True)
        return self.pass_on(request, fault)

    do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_GET

    def pass_on(self, request, fault=None, is_silent=False):
        """Sends it to the server, and returns the answer piece by piece."""
        network = self.server.network
        line = http.client.HTTPConnection("127.0.0.1", network.server.port, timeout=PATIENCE)
        try:
            path = request.path
            if network.names and path.startswith("/page/"):
                path = path.replace(network.names[1].decode(), network.names[0].decode())
            line.putrequest(request.method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in request.headers.items():
                if name.lower() not in HOPS and not (network.names and name.lower() in FRESHNESS):
                    line.putheader(name, value)
            # The host that the browser knows, so that it matches the Origin.
            line.putheader("Host", request.headers.get("Host", f"127.0.0.1:{network.port}"))
            if request.body or request.method in ("PUT", "POST", "PATCH"):
                line.putheader("Content-Length", str(len(request.body)))
            line.endheaders(request.body or None)
            network.streams.add(line.sock)
            answer = line.getresponse()
            request.status = answer.status
            if is_silent:
                answer.read()
                return
            if "text/event-stream" in (answer.getheader("Content-Type") or ""):
                return self.stream(answer)
            data, headers = answer.read(), answer.getheaders()
            if network.names and not request.path.startswith("/v1/"):
                headers = [(name, value) for name, value in headers if name.lower() != "etag"]
                data = data.replace(*network.names)
            if fault and fault.after:
                fault.after()
            if fault and fault.act == "lose" or network.is_down:
                return self.hang_up()
            self.reply(answer.status, answer.reason, headers, data, fault and fault.act == "cut")
        except (OSError, http.client.HTTPException):
            if not is_silent:
                self.hang_up()
        finally:
            network.streams.discard(line.sock)
            line.close()

    def stream(self, answer):
        self.send_response_only(answer.status, answer.reason)
        for name, value in answer.getheaders():
            if name.lower() not in HOPS:
                self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        while data := answer.read1(65536):
            self.wfile.write(data)
            self.wfile.flush()

    def reply(self, status, reason, headers, body, is_cut=False):
        self.send_response_only(status, reason)
        for name, value in headers:
            if name.lower() not in HOPS:
                self.send_header(name, value)
        if status not in (204, 304):
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "HEAD":
            return None
        if is_cut:
            self.wfile.write(body[: len(body) // 2])
            return self.hang_up()
        return self.wfile.write(body)

    def refuse(self, status):
        """Refuses as a proxy does, without the server's error format."""
        wait = [("Retry-After", "1")] if status == 429 else []
        self.reply(status, http.client.responses[status], [("Content-Type", "text/html"), *wait], b"<html></html>")

    def hang_up(self):
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.connection.shutdown(2)
