"""The network between a daemon and the server: a proxy that delays, cuts, loses, repeats and refuses."""

import contextlib
import http.client
import http.server
import random
import threading
import time
import typing

# How often, out of a hundred requests, something happens in each weather; to the rest nothing does.
WEATHERS = {
    "fair": {"slow": 3},
    "rough": {"slow": 12, "refuse": 5, "lose": 9, "cut": 7, "twice": 8, "again later": 5, "429": 5, "502": 4, "503": 4,
              "503 after": 5, "daemon dies": 2, "server dies": 2, "server hangs": 1},
    "busy": {"429": 100},
    "down": {"refuse": 100},
}
ORDER = ["fair", "rough", "rough", "rough", "busy", "down"]
DIRECTIONS = ("Connection", "Keep-Alive", "Transfer-Encoding", "Content-Length")


class Proxy:
    """One daemon's way to the server. `machine` and `server` are the programs that die when a fault says so."""

    def __init__(self, target, seed, without=()):
        self.target = target
        self.random = random.Random(seed)
        self.without = without
        self.machine = self.server = None
        self.is_fair = True
        self.requests = 0
        self.lock = threading.Lock()
        self.weather, self.until = "fair", 0
        self.listener = Listener(self)
        self.port = self.listener.server_address[1]
        threading.Thread(target=self.listener.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()

    def fault(self):
        """What is to happen to the next request; None for nothing."""
        with self.lock:
            self.requests += 1
            if self.is_fair:
                return None
            now = time.monotonic()
            if now >= self.until:
                self.weather = self.random.choice(ORDER)
                self.until = now + self.random.uniform(*((1, 4) if self.weather in ("busy", "down") else (4, 15)))
            luck = self.random.uniform(0, 100)
            for fault, share in WEATHERS[self.weather].items():
                luck -= share
                if luck < 0:
                    return None if fault in self.without else fault
            return None

    def pause(self, longest):
        with self.lock:
            return self.random.uniform(0, longest)

    def close(self):
        self.listener.shutdown()
        self.listener.server_close()


class Listener(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, proxy):
        self.proxy = proxy
        super().__init__(("127.0.0.1", 0), Passage)

    def handle_error(self, request, client_address):
        """Connections break here by design."""


class Request(typing.NamedTuple):
    """One request by itself: the connection that brought it goes on to the next."""
    command: str
    path: str
    headers: http.client.HTTPMessage
    body: bytes


class Passage(http.server.BaseHTTPRequestHandler):
    """One connection of a daemon's."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        proxy = self.server.proxy
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        request = Request(self.command, self.path, self.headers, body)
        fault = proxy.fault()
        match fault:
            case "refuse":
                return self.hang_up()
            case "429" | "502" | "503":
                return self.refuse(int(fault))
            case "slow":
                time.sleep(proxy.pause(2))
            case "daemon dies":
                self.later(proxy.machine.kill)
            case "server dies":
                self.later(proxy.server.kill)
            case "server hangs":
                self.later(proxy.server.hang)
        answer = self.pass_on(request)
        match fault:
            case "lose":
                return self.hang_up()
            case "twice":
                answer = self.pass_on(request)
            case "again later":
                threading.Timer(proxy.pause(6), self.pass_on, [request]).start()
            case "503 after":
                return self.refuse(503)
        if not answer:
            return self.hang_up()
        return self.reply(*answer, is_cut=fault == "cut")

    do_POST = do_PUT = do_PATCH = do_DELETE = do_GET

    def later(self, action):
        threading.Timer(self.server.proxy.pause(0.01), action).start()

    def pass_on(self, request):
        """The server's answer, or None."""
        host, port = self.server.proxy.target
        with contextlib.suppress(OSError, http.client.HTTPException):
            with contextlib.closing(http.client.HTTPConnection(host, port, timeout=20)) as connection:
                connection.putrequest(request.command, request.path, skip_host=True, skip_accept_encoding=True)
                for name, value in request.headers.items():
                    if name not in DIRECTIONS:
                        connection.putheader(name, value)
                if request.body:
                    connection.putheader("Content-Length", str(len(request.body)))
                connection.endheaders(request.body or None)
                answer = connection.getresponse()
                return answer.status, answer.reason, answer.getheaders(), answer.read()
        return None

    def reply(self, status, reason, headers, body, is_cut=False):
        self.send_response_only(status, reason)
        for name, value in headers:
            if name.title() not in DIRECTIONS:
                self.send_header(name, value)
        if status not in (204, 304):
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if is_cut:
            self.wfile.write(body[: len(body) // 2])
            return self.hang_up()
        return self.wfile.write(body)

    def refuse(self, status):
        """As a proxy before a server does, which knows nothing of the server's way to say it."""
        wait = [("Retry-After", "1")] if status == 429 and self.server.proxy.pause(1) < 0.5 else []
        self.reply(status, http.client.responses[status], [("Content-Type", "text/html"), *wait], b"<html></html>")

    def hang_up(self):
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.connection.shutdown(2)
