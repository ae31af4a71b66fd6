import BabyProtocol
import TestSupport
import Foundation
import Synchronization
import Testing

/// The server's stream of news, between real daemons and a real server.
@Suite("Changes within a second", .enabled(if: MachineClock.canBeMade, "cc is missing"))
struct EventsTests {
  @Test("one machine's entries are on the other's bar: six changes in less time than between two polls")
  func onTheBar() async throws {
    try await Self.withProxy { family, proxy, ben, _ in
      let isUp = Mutex(true)
      let streams = Mutex(0)
      proxy.follow { request in
        guard request.target == "/v1/events" else { return .none }
        guard isUp.withLock({ $0 }) else { return .refuse }
        streams.withLock { $0 += 1 }
        return .none
      }
      let bar = try BarProcess(on: ben, ["waybar"])
      _ = try bar.line(with: "No events yet today")
      try Self.exchange(family, bar)
      // The stream comes back by itself after the server was away, and tells of what follows.
      isUp.withLock { $0 = false }
      let before = streams.withLock { $0 }
      let port = family.server.port
      try family.server.stop()
      family.server = try ServerProcess(on: family.home, port: port)
      // At once: each try that fails while polls succeed makes the next one wait twice as long.
      isUp.withLock { $0 = true }
      try family.settle()
      try ben.wait(for: "another stream", within: Patience.limit * 4) { streams.withLock { $0 } > before }
      try Self.exchange(family, bar)
    }
  }

  /// Has Anna begin and undo a sleep three times, each when the other's bar shows the one before. By polls alone, which are
  /// half a minute apart, that takes two and a half minutes at least.
  private static func exchange(_ family: Family, _ bar: BarProcess) throws {
    let clock = ContinuousClock()
    let begin = clock.now
    for _ in 1...3 {
      try family.anna.bbctl("sleep", "start")
      _ = try bar.line(with: "Sleeping 0m")
      try family.anna.bbctl("undo")
      _ = try bar.line(with: "No events yet today")
    }
    #expect(clock.now - begin < .seconds(120))
  }

  @Test(
    "with a server without a stream, or a buffering proxy, a change comes with the next poll",
    arguments: [Fault.status(404), .silence])
  func polling(fault: Fault) async throws {
    try await Self.withProxy { family, proxy, ben, clock in
      func tries() -> Int { proxy.seen.filter { $0.target == "/v1/events" }.count }
      // Logging in has begun a stream, and may have begun one at the database before.
      let before = tries()
      proxy.follow { $0.target == "/v1/events" ? fault : .none }
      let bar = try BarProcess(on: ben, ["waybar"])
      _ = try bar.line(with: "No events yet today")
      try ben.wait(for: "a try") { tries() > 0 }
      try family.anna.bbctl("sleep", "start")
      try family.sync(family.anna)
      try clock.pass(.seconds(31))
      _ = try bar.line(with: "Sleeping")
      #expect(tries() <= before + 1)
    }
  }

  @Test("a daemon without clients holds no stream; the first client opens it")
  func nobody() async throws {
    try await Self.withProxy { family, proxy, ben, _ in
      try ben.stop()
      let before = proxy.seen.count
      try ben.start()
      try ben.wait(for: "a poll") { proxy.seen.dropFirst(before).contains { $0.target.hasPrefix("/v1/changes") } }
      // What it learned by that poll takes it some time, in which it would have opened a stream too.
      try family.anna.bbctl("diaper", "wet")
      try family.sync(family.anna)
      #expect(!proxy.seen.dropFirst(before).contains { $0.target == "/v1/events" })
      try ben.bbctl("status")
      try ben.wait(for: "a stream") { proxy.seen.dropFirst(before).contains { $0.target == "/v1/events" } }
    }
  }

  /// A family whose third machine, with a clock of its own, reaches the server through a proxy.
  private static func withProxy(
    _ scenario: (Family, FaultProxy, Machine, MachineClock) async throws -> Void
  ) async throws {
    try await Family.run { family in
      try await Machine.withAnother { machine in
        let proxy = try await FaultProxy.start(before: family.server.port)
        defer { proxy.stop() }
        let clock = try MachineClock(of: machine)
        try machine.start()
        // The third of the family.
        try Family.register(machine, "Carl", at: "http://127.0.0.1:\(proxy.port)")
        let code = try family.anna.call("share.create")["code"]?.stringValue ?? ""
        let accepted = try machine.bbctl("share", "accept", code)
        guard accepted.status == 0 else { throw ScenarioFailure(accepted.errors) }
        try await scenario(family, proxy, machine, clock)
      }
    }
  }

  @Test(
    "a restart of the server ends fifty streams properly; all return, have missed nothing, and get later events")
  func restart() async throws {
    try await Family.run { family in
      try family.settle()
      let followers = try Self.follow(family, ["anna", "ben"], streamsOfEach: 25)
      let port = family.server.port
      #expect(try family.server.stop() == .exited(0))
      try family.home.wait(for: "the ends") { try Self.said(family).contains("ended") }
      family.server = try ServerProcess(on: family.home, port: port)
      try family.home.wait(for: "their return") { try Self.said(family).contains("back") }
      try family.anna.bbctl("diaper", "wet")
      try family.sync(family.anna)
      #expect(try followers.wait() == .exited(0))
      let said = try Self.said(family)
      #expect(said == "50 open\n50 ended properly\n50 back, 0 with news\n50 told\n")
    }
  }

  @Test("a reset password ends the streams of its account")
  func reset() async throws {
    try await Family.run { family in
      let followers = try Self.follow(family, ["anna"], streamsOfEach: 20)
      _ = try family.home.shell("echo 'battery staple' | babybasics-server user reset-password anna@example.org")
      try family.home.wait(for: "the ends") { try Self.said(family).contains("ended") }
      #expect(try Self.said(family) == "20 open\n20 ended properly\n")
      // They try to come back.
      #expect(try followers.wait() == .exited(1))
      #expect(try family.home.text("followers.errors").contains("401"))
    }
  }

  /// Opens streams of accounts that log in for them.
  private static func follow(_ family: Family, _ names: [String], streamsOfEach count: Int) throws -> ChildProcess {
    let tokens = try names.map { name in
      let login = "{\"email\": \"\(name)@example.org\", \"password\": \"correct horse\"}"
      return try #require(family.server.request("POST", "/v1/auth/login", login).json["token"]?.stringValue)
    }
    let followers = try family.home.begin(
      "python3", ["-c", followers, "\(family.server.port)", "\(count)"] + tokens, output: "followers",
      errors: "followers.errors")
    try family.home.wait(for: "the streams") { try said(family).contains("open\n") }
    return followers
  }

  private static func said(_ family: Family) throws -> String { try family.home.text("followers") }

  /// Opens streams, says how many of them end as an answer has to, and has them come back: to a server that is still
  /// ending as well, which ends them again.
  private static let followers = """
    import socket, sys, time
    port, count = int(sys.argv[1]), int(sys.argv[2])
    tokens = [token for token in sys.argv[3:] for _ in range(count)]
    class Stream:
        def __init__(self, token, known=""):
            self.token, self.known, self.text = token, known, b""
            self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
            self.socket.sendall((f"GET /v1/events HTTP/1.1\\r\\nHost: localhost\\r\\nAuthorization: Bearer {token}\\r\\n"
                                 f"Last-Event-ID: {known}\\r\\n\\r\\n").encode())
            self.read(b"\\r\\n\\r\\n")
            if not self.text:
                raise ConnectionResetError
            if not self.text.startswith(b"HTTP/1.1 200"):
                sys.exit(self.text.decode())
            self.read(b"\\n\\n\\r\\n")
            if self.is_told():
                self.known = self.text.split(b"id: ")[1].split(b"\\n")[0].decode()
        def read(self, sign):
            while sign not in self.text:
                part = self.socket.recv(4096)
                if not part:
                    return False
                self.text += part
            return True
        def ends(self):
            return self.read(b"\\r\\n0\\r\\n\\r\\n")
        def is_told(self):
            return b"event: change" in self.text
        def come_back(self):
            while True:
                try:
                    return Stream(self.token, self.known)
                except (ConnectionRefusedError, ConnectionResetError, BrokenPipeError):
                    time.sleep(0.05)
        def hears(self):
            while not self.read(b"event: change"):
                self = self.come_back()
            return True
    streams = [Stream(token) for token in tokens]
    print(len(streams), "open", flush=True)
    print(sum(stream.ends() for stream in streams), "ended properly", flush=True)
    streams = [stream.come_back() for stream in streams]
    print(f"{len(streams)} back, {sum(stream.is_told() for stream in streams)} with news", flush=True)
    print(sum(stream.hears() for stream in streams), "told", flush=True)
    """
}
