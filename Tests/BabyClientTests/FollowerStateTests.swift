import BabyModel
import BabyProtocol
import Testing

@testable import BabyClient

@Suite("A follower's decisions")
struct FollowerStateTests {
  private var state = FollowerState(name: "bbbar", topics: [.dashboard, .banner], childID: nil, timeout: .seconds(5))
  private let gone = ClientError.notRunning(socket: "/run/daemon.sock")

  /// The requests in bytes to be sent.
  private func requests(_ bytes: [UInt8]) throws -> [Request] {
    try bytes.split(separator: UInt8(ascii: "\n")).map { try Request(json: JSON(parsing: $0)) }
  }

  private func subscribed(id: Int64 = 1, seq: Int = 7, subscription: Int = 3) -> [UInt8] {
    let answer = ChangesSubscribe.Answer(
      subscription: subscription, instance: "0192", seq: seq, isResync: false, snapshot: .init())
    return Response.success(id: .number(id), result: answer.encoded)
  }

  private func event(subscription: Int = 3, seq: Int) -> [UInt8] {
    let event = ChangeEvent(
      subscription: subscription, seq: seq, topic: .dashboard, at: Instant(milliseconds: 0), data: .null)
    return BabyProtocol.Notification.line(ChangeEvent.method, params: event.encoded)
  }

  @Test("it sends hello and the subscription in one write")
  mutating func introduction() throws {
    let sent = try requests(state.connected(at: .zero))
    #expect(sent.map(\.method) == ["hello", "changes.subscribe"])
    #expect(sent[0].id == nil)
    #expect(sent[0].params["client"] == "bbbar")
    #expect(sent[1].params == ["topics": ["dashboard", "banner"]])
  }

  @Test("the answer is the snapshot, followed by the subscription's events")
  mutating func events() throws {
    _ = state.connected(at: .zero)
    guard case .snapshot(let answer)? = state.received(subscribed(), at: .zero).events.first else {
      Issue.record("no snapshot")
      return
    }
    #expect(answer.seq == 7)
    #expect(state.phase == .following(subscription: 3))
    guard case .change(let change)? = state.received(event(seq: 8), at: .zero).events.first else {
      Issue.record("no event")
      return
    }
    #expect(change.seq == 8)
    #expect(state.received(event(subscription: 2, seq: 9), at: .zero) == .init(), "of another subscription")
  }

  @Test("with several events of one change, a disconnect loses none and repeats none")
  mutating func brokenChange() throws {
    func banner(_ seq: Int, _ text: String) -> [UInt8] {
      let event = ChangeEvent(
        subscription: 3, seq: seq, topic: .banner, at: Instant(milliseconds: 0), data: .string(text))
      return BabyProtocol.Notification.line(ChangeEvent.method, params: event.encoded)
    }
    _ = state.connected(at: .zero)
    _ = state.received(subscribed(), at: .zero)
    #expect(state.received(banner(8, "first"), at: .zero).events.count == 1)
    _ = state.failed(gone, at: .zero, jitter: 0)
    #expect(try requests(state.connected(at: .zero))[1].params["since"]?["seq"] == 7)
    _ = state.received(subscribed(id: 2, seq: 9), at: .zero)
    let told = [(8, "first"), (8, "second"), (9, "third")].map {
      state.received(banner($0, $1), at: .zero).events.count
    }
    #expect(told == [0, 1, 1])
    _ = state.received(event(seq: 9), at: .zero)
    _ = state.failed(gone, at: .zero, jitter: 0)
    #expect(try requests(state.connected(at: .zero))[1].params["since"]?["seq"] == 9)
  }

  @Test("after a disconnect it continues at its position")
  mutating func resume() throws {
    _ = state.connected(at: .zero)
    _ = state.received(subscribed(), at: .zero)
    _ = state.received(event(seq: 12), at: .zero)
    _ = state.failed(gone, at: .zero, jitter: 0)
    let sent = try requests(state.connected(at: .seconds(1)))
    #expect(sent[1].params["since"] == ["instance": "0192", "seq": 12])
  }

  @Test("a subscription that the daemon ends is resumed at its end, on the same connection")
  mutating func ended() throws {
    _ = state.connected(at: .zero)
    _ = state.received(subscribed(), at: .zero)
    let ended = ChangesEnded(subscription: 3, lastSeq: 40)
    let step = state.received(BabyProtocol.Notification.line(ChangesEnded.method, params: ended.encoded), at: .zero)
    #expect(step.failure == nil)
    #expect(step.events.isEmpty)
    let sent = try requests(step.bytes)
    #expect(sent.map(\.method) == ["changes.subscribe"])
    #expect(sent[0].params["since"] == ["instance": "0192", "seq": 40])
    #expect(state.received(subscribed(id: 2, seq: 41, subscription: 4), at: .zero).events.count == 1)
  }

  @Test("a reason is reported once over all retries, and again after the daemon was reached")
  mutating func toldOnce() {
    #expect(state.failed(gone, at: .zero, jitter: 0) == [.lost(gone)])
    #expect(state.failed(gone, at: .seconds(1), jitter: 0) == [])
    let refused = ClientError.noPermission(socket: "/run/daemon.sock")
    #expect(state.failed(refused, at: .seconds(2), jitter: 0) == [.lost(refused)])
    _ = state.connected(at: .seconds(3))
    _ = state.received(subscribed(), at: .seconds(3))
    #expect(state.failed(refused, at: .seconds(4), jitter: 0) == [.lost(refused)])
  }

  @Test("the pauses double, with jitter, up to five seconds", arguments: [0.0, 0.5, 1.0])
  mutating func backoff(jitter: Double) {
    var pauses: [Duration] = []
    for _ in 0..<40 {
      _ = state.failed(gone, at: .seconds(100), jitter: jitter)
      pauses.append((state.due ?? .zero) - .seconds(100))
    }
    #expect(pauses[0] == .milliseconds(25) + .milliseconds(25) * jitter)
    #expect(pauses[1] == pauses[0] * 2)
    #expect(pauses.allSatisfy { $0 <= .seconds(5) && $0 >= .milliseconds(25) })
    #expect(pauses[39] == .seconds(2.5) + .seconds(2.5) * jitter)
  }

  @Test("an event in the socket's directory triggers an immediate retry, and more soon after")
  mutating func watched() {
    for _ in 0..<10 { _ = state.failed(gone, at: .seconds(100), jitter: 1) }
    state.socketMayBeThere(at: .seconds(101))
    #expect(state.due == .seconds(101))
    _ = state.failed(gone, at: .seconds(101), jitter: 1)
    #expect(state.due == .seconds(101) + .milliseconds(50))
  }

  @Test("a refused subscription is retried later, and the reason is reported")
  mutating func refused() {
    _ = state.connected(at: .zero)
    let error = RPCError(.childNotFound, "There is no child \"Mia\".")
    let step = state.received(Response.failure(id: .number(1), error), at: .zero)
    #expect(step.failure == .refused(error))
  }

  @Test("a refusal is final unless the daemon refuses only temporarily")
  func final() {
    let unknown = ClientError.refused(RPCError(.childNotFound, "There is no child \"Mia\"."))
    #expect(FollowerEvent.lost(unknown).refusal == unknown)
    for code in [ErrorCode.shuttingDown, .tooManyConnections, .internalError] {
      #expect(FollowerEvent.lost(.refused(RPCError(code, ""))).refusal == nil)
    }
    #expect(FollowerEvent.lost(gone).refusal == nil)
  }

  @Test("an error about the connection itself ends it")
  mutating func connectionRefused() {
    _ = state.connected(at: .zero)
    let error = RPCError(.internalError, "There are too many connections.")
    #expect(state.received(Response.failure(id: nil, error), at: .zero).failure == .refused(error))
  }

  @Test("invalid JSON ends the connection")
  mutating func noJSON() {
    _ = state.connected(at: .zero)
    #expect(state.received(Array("SSH-2.0-OpenSSH".utf8), at: .zero).failure == .badAnswer("SSH-2.0-OpenSSH"))
  }

  @Test("a daemon that does not answer the subscription is abandoned")
  mutating func silence() {
    _ = state.connected(at: .seconds(10))
    #expect(state.due == .seconds(15))
    #expect(state.expire(at: .seconds(14)) == .init())
    #expect(state.expire(at: .seconds(15)).failure == .timedOut(after: .seconds(5), sent: true))
  }

  @Test("nothing is due while it follows")
  mutating func quiet() {
    _ = state.connected(at: .zero)
    _ = state.received(subscribed(), at: .zero)
    #expect(state.due == nil)
  }

  @Test("a call is answered, refused, timed out, or lost with the connection")
  mutating func calls() throws {
    #expect(state.call(MethodCall(Undo.self, .init()), at: .zero) == nil, "nothing is connected")
    _ = state.connected(at: .zero)
    _ = state.received(subscribed(), at: .zero)
    var ids: [Int64] = []
    for second in 0..<4 {
      let opened = state.call(MethodCall(Undo.self, .init()), at: .seconds(second))
      let call = try #require(opened)
      #expect(try requests(call.bytes).map(\.id) == [.number(call.id)])
      ids.append(call.id)
    }
    let refusal = RPCError(.timerNotRunning, "Eva is not sleeping.")
    #expect(
      state.received(Response.success(id: .number(ids[1]), result: Array("{}".utf8)), at: .seconds(4)).events
        == [.answered(id: ids[1], .success([:]))])
    #expect(
      state.received(Response.failure(id: .number(ids[2]), refusal), at: .seconds(4)).events
        == [.answered(id: ids[2], .failure(.refused(refusal)))])
    #expect(
      state.expire(at: .seconds(5)).events
        == [.answered(id: ids[0], .failure(.timedOut(after: .seconds(5), sent: true)))])
    #expect(
      state.failed(gone, at: .seconds(6), jitter: 0)
        == [.answered(id: ids[3], .failure(.connectionLost(method: "undo", sent: true))), .lost(gone)])
  }
}
