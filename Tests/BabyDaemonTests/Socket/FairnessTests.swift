import BabyProtocol
import Glibc
import NIOCore
import Synchronization
import Testing
import TestSupport

@testable import BabyDaemon
@testable import BabySocket

@Suite("Fairness")
struct FairnessTests {
  @Test(
    "serves another client in the middle of 10,000 waiting calls",
    arguments: [("now", 1), ("later", 1), ("refused", 250)])
  func flood(_ method: String, inBatchesOf batch: Int) async throws {
    let other = Mutex<TestClient?>(nil)
    let begunBefore = Mutex<Int?>(nil)
    let handler = ScriptedHandler { request, count in
      // The other client's call comes in while call 1,100 of the flood is being answered.
      if count == 1100 { other.withLock { _ = $0?.sendWithoutWaiting(Array((line(7, "now") + "\n").utf8)) } }
      if request.id == .number(7) { begunBefore.withLock { $0 = count - 1100 } }
    }
    try await SocketFixture.run(handler) { fixture in
      let client = try fixture.connect()
      other.withLock { $0 = client }
      let flooding = try fixture.connect()
      let lines = (0..<10_000 / batch).map { number in
        let calls = (0..<batch).map { line(1_000 + number * batch + $0, method) }
        return (batch == 1 ? calls[0] : "[\(calls.joined(separator: ","))]") + "\n"
      }
      async let sent: Void = flooding.send(lines.joined())
      for _ in lines { _ = try await flooding.answer() }
      try await sent
      #expect(try await client.answer()["id"] == 7)
      let before = try #require(begunBefore.withLock { $0 })
      #expect(before < 2 * SocketLimits().callsPerTurn)
    }
  }

  @Test("leaves the 33rd call unread while 32 are unanswered")
  func callLimit() async throws {
    let handler = ScriptedHandler()
    try await SocketFixture.run(handler) { fixture in
      let client = try fixture.connect()
      try await client.send(line(0, "gate") + "\n")
      await handler.gate.arrival()
      // Fills what the kernel and the daemon take without having a call answered.
      let request = Array((line(1, "later") + "\n").utf8)
      var sent = 0
      while sent < 10_000_000 {
        let count = client.sendWithoutWaiting(request)
        guard count == request.count || fixture.service.counters.values.calls < 32 else { break }
        sent += count
        if count < request.count { await Task.yield() }
      }
      #expect(sent < 1_000_000)
      #expect(fixture.service.counters.values.calls == 32)
      #expect(handler.begun == ["gate"])
    }
  }

  @Test("closes a client that never reads, and keeps serving the others")
  func stall() async throws {
    let limits = SocketLimits(stallTimeout: .milliseconds(200))
    try await SocketFixture.run(ScriptedHandler(), limits: limits) { fixture in
      let client = try fixture.connect()
      try await client.send((1...20).map { line($0, "large", ["bytes": 300_000]) + "\n" }.joined())
      let other = try fixture.connect()
      try await eventually("the client that does not read is closed") {
        _ = try await other.call(line(1, "now"))
        return fixture.service.counters.values.stalledConnections == 1
      }
      let log = try #require(fixture.logs.lines.first)
      #expect(log.level == .warning)
      #expect(log.metadata["pid"] == "\(getpid())")
      #expect(log.metadata["uid"] == "\(geteuid())")
      try await eventually("the connection is forgotten") { fixture.service.counters.values.connections == 1 }
    }
  }

  @Test("stops handling requests of a client whose answers pile up")
  func unsentAnswers() async throws {
    let handler = ScriptedHandler()
    try await SocketFixture.run(handler) { fixture in
      let client = try fixture.connect()
      try await client.send((1...30).map { line($0, "large", ["bytes": 300_000]) + "\n" }.joined())
      #expect(try await client.answer()["id"] == 1)
      // The kernel holds less than one of the answers, and the daemon one that is beyond the mark.
      #expect(handler.begun.count <= 5)
      for id in 2...30 { #expect(try await client.answer()["id"] == .integer(Int64(id))) }
    }
  }
}

@Suite("The stall watch")
struct StallWatchTests {
  var watch = StallWatch(timeout: .seconds(5), sent: 1000, now: second(0))

  @Test("finds a client that reads nothing for the timeout")
  mutating func stalled() {
    #expect(watch.interval == .seconds(1))
    for time in 1...4 { #expect(watch.look(sent: 1000, unsent: 50, now: second(time)) == .waiting) }
    #expect(watch.look(sent: 1000, unsent: 50, now: second(5)) == .stalled)
  }

  @Test("restarts whenever the client has read something, however little")
  mutating func progress() {
    #expect(watch.look(sent: 1001, unsent: 49, now: second(4)) == .waiting)
    #expect(watch.look(sent: 1001, unsent: 5000, now: second(8)) == .waiting)
    #expect(watch.look(sent: 1001, unsent: 5000, now: second(9)) == .stalled)
  }

  @Test("ends when nothing waits")
  mutating func over() {
    #expect(watch.look(sent: 1050, unsent: 0, now: second(9)) == .over)
  }
}

private func second(_ number: Int) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(Int64(number)) }
