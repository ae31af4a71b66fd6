import BabyProtocol
import FaultProxy
import Foundation
import Synchronization
import Testing

/// The server's stream of news, between real daemons and a real server.
@Suite("News within a second")
struct EventsTests {
  @Test("what one of them logs is on the other's bar: six changes in less time than there is between two polls")
  func onTheBar() async throws {
    try await Self.withProxy { family, proxy, ben in
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
      try ben.wait(for: "another stream", within: .seconds(240)) { streams.withLock { $0 } > before }
      try Self.exchange(family, bar)
    }
  }

  /// Has Anna begin and undo a sleep three times, each when the other's bar shows the one before.
  private static func exchange(_ family: Family, _ bar: BarProcess) throws {
    let clock = ContinuousClock()
    let begin = clock.now
    for _ in 1...3 {
      try family.anna.bbctl("sleep", "start")
      _ = try bar.line(with: "Sleeping 0m")
      try family.anna.bbctl("undo")
      _ = try bar.line(with: "No events yet today")
    }
    #expect(clock.now - begin < .seconds(30))
  }

  @Test(
    "with a server that has no stream, or a proxy that holds it back, a change comes with the next poll",
    arguments: [Fault.status(404), .silence])
  func polling(fault: Fault) async throws {
    try await Self.withProxy { family, proxy, ben in
      func tries() -> Int { proxy.seen.filter { $0.target == "/v1/events" }.count }
      // Logging in has begun a stream, and may have begun one at the database before.
      let before = tries()
      proxy.follow { $0.target == "/v1/events" ? fault : .none }
      let bar = try BarProcess(on: ben, ["waybar"])
      _ = try bar.line(with: "No events yet today")
      try ben.wait(for: "a try") { tries() > 0 }
      try family.anna.bbctl("sleep", "start")
      _ = try bar.line(with: "Sleeping")
      #expect(tries() <= before + 1)
    }
  }

  @Test("a daemon at which nobody looks holds no stream; the first look opens it")
  func nobody() async throws {
    try await Self.withProxy { family, proxy, ben in
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

  /// A family whose third machine reaches the server through a proxy.
  private static func withProxy(_ scenario: (Family, FaultProxy, Machine) async throws -> Void) async throws {
    try await Family.run { family in
      try await Machine.withAnother { machine in
        let proxy = try await FaultProxy.start(before: family.server.port)
        defer { proxy.stop() }
        try machine.start()
        // The third of the family.
        try Family.register(machine, "Carl", at: "http://127.0.0.1:\(proxy.port)")
        let code = try family.anna.call("share.create")["code"]?.stringValue ?? ""
        let accepted = try machine.bbctl("share", "accept", code)
        guard accepted.status == 0 else { throw ScenarioFailure(accepted.errors) }
        try await scenario(family, proxy, machine)
      }
    }
  }

  @Test("told to end, the server ends fifty streams properly, and itself; a password that was reset ends them too")
  func endings() async throws {
    try await Family.run { family in
      let login = "{\"email\": \"anna@example.org\", \"password\": \"correct horse\"}"
      for isReset in [true, false] {
        let password = isReset ? login : login.replacing("correct horse", with: "battery staple")
        let session = try family.server.request("POST", "/v1/auth/login", password)
        let token = try #require(session.json["token"]?.stringValue)
        let streams = try family.home.begin(
          "python3", ["-c", Self.followers, "\(family.server.port)", token, isReset ? "20" : "30"],
          output: "followed\(isReset)", errors: "followed.errors")
        try family.home.wait(for: "the streams") { try family.home.text("followed\(isReset)").hasPrefix("open\n") }
        if isReset {
          _ = try family.home.shell("echo 'battery staple' | babybasics-server user reset-password anna@example.org")
        } else {
          #expect(try family.server.stop() == .exited(0))
        }
        #expect(try streams.wait() == .exited(0))
        #expect(try family.home.text("followed\(isReset)") == "open\n\(isReset ? 20 : 30) ended properly\n")
      }
    }
  }

  /// Opens streams, and counts those that end as an answer has to.
  private static let followers = """
    import socket, sys
    port, token, count = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    request = f"GET /v1/events HTTP/1.1\\r\\nHost: localhost\\r\\nAuthorization: Bearer {token}\\r\\n\\r\\n".encode()
    streams = []
    for _ in range(count):
        stream = socket.create_connection(("127.0.0.1", port), timeout=60)
        stream.sendall(request)
        streams.append([stream, b""])
    for stream in streams:
        while b"event: change" not in stream[1]:
            stream[1] += stream[0].recv(4096)
    print("open", flush=True)
    def ends(stream):
        while not stream[1].endswith(b"\\r\\n0\\r\\n\\r\\n"):
            part = stream[0].recv(4096)
            if not part:
                return False
            stream[1] += part
        return True
    print(sum(ends(stream) for stream in streams), "ended properly")
    """
}
