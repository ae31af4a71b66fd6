import BabyEngine
import BabyModel
import BabyStore
import Testing

@Suite("Sending again")
struct RetryTests {
  private let offline = SendResult.unavailable(.network("refused"))

  @Test("a change is sent five times, after 2, 4, 8 and 16 seconds, and then fails")
  func schedule() async throws {
    let (machine, _, eva) = try await family()
    let entry = try await machine.log(of: eva)
    let failure = SyncFailure(.network, "No connection")
    for (index, pause) in [2, 4, 8, 16].enumerated() {
      let outcome = try await machine.send { _ in offline }
      let next = machine.now + .seconds(pause)
      #expect(outcome == .retrying(.entry(entry), failure, at: next, isFirst: index == 0))
      #expect(try await machine.engine.nextWrite(at: machine.now) == .wait(until: next))
      machine.pass(.seconds(pause) - .milliseconds(1))
      #expect(try await machine.next() == nil)
      machine.pass(.milliseconds(1))
    }
    #expect(try await machine.send { _ in offline } == .failed(.entry(entry), failure, wasRequested: false))
    #expect(try await machine.engine.nextWrite(at: machine.now) == .wait(until: nil))
    #expect(try await machine.queue().map(\.row.state) == [.failed])
    #expect(try await machine.inbox().map(\.text) == ["Couldn't sync wet diaper · No connection"])
  }

  @Test("a failed change is sent five more times on request")
  func requested() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await fail(machine, eva)
    #expect(try await machine.ask { try $0.retryQueue() } == 1)
    #expect(try await machine.ask { try $0.retryQueue() } == 0, "what is on its way stays as it is")
    for pause in [2, 4, 8, 16] {
      try await machine.send { _ in offline }
      machine.pass(.seconds(pause))
    }
    let outcome = try await machine.send { _ in offline }
    #expect(outcome == .failed(.entry(entry), SyncFailure(.network, "No connection"), wasRequested: true))
    let id = String("\(entry.id)".suffix(6))
    #expect(try await machine.ask { try $0.retryQueue(id) } == 1)
    #expect(try await machine.send(to: server) == [.sent(.entry(entry), .requested)])
    #expect(try await machine.inbox().isEmpty)
    await #expect(throws: BabyError.queueItemNotFound(id)) { try await machine.ask { try $0.retryQueue(id) } }
  }

  @Test("a change that failed without an answer is queued again once there is one, at most hourly")
  func requeued() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await fail(machine, eva)
    #expect(try await machine.engine.requeueAfterOutage() == 1)
    for pause in [2, 4, 8, 16, 0] {
      try await machine.send { _ in .unavailable(.server(status: 500)) }
      machine.pass(.seconds(pause))
    }
    #expect(try await machine.engine.requeueAfterOutage() == 0)
    machine.pass(.hours(1))
    #expect(try await machine.engine.requeueAfterOutage() == 1)
    #expect(try await machine.send(to: server) == [.sent(.entry(entry), .late)])
    #expect(try await machine.inbox().map(\.text) == ["Synced after all: wet diaper"])
  }

  @Test("changes that failed in a second outage are queued by the first answer, and by the first change that arrives")
  func twoOutages() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await fail(machine, eva)
    try await machine.engine.requeueAfterOutage(isOver: true)
    for pause in [2, 4, 8, 16, 0] {
      try await machine.send { _ in offline }
      machine.pass(.seconds(pause))
    }
    #expect(try await machine.engine.requeueAfterOutage() == 0, "the server answers all the rest")
    #expect(try await machine.engine.requeueAfterOutage(isOver: true) == 1)
    #expect(try await machine.send(to: server) == [.sent(.entry(entry), .late)])
  }

  @Test("a refusal is final, in the server's words, and not reverted by an answer to another change")
  func refused() async throws {
    let (machine, _, eva) = try await family()
    let entry = try await machine.log(of: eva)
    let failure = SyncFailure(.refused, "No access")
    let result = SendResult.refused(Refusal(status: 403, message: "No access"))
    #expect(try await machine.send { _ in result } == .failed(.entry(entry), failure, wasRequested: false))
    #expect(try await machine.engine.requeueAfterOutage(isOver: true) == 0)
    #expect(try await machine.queue().map(\.row.failure) == [failure])
  }

  @Test("too many requests cost no attempt, do not block other entries, and never reach the inbox")
  func limited() async throws {
    let (machine, server, eva) = try await family()
    let first = try await machine.log(of: eva)
    for _ in 0..<10 {
      let outcome = try await machine.send { _ in .rateLimited(retryAfter: .seconds(90)) }
      #expect(outcome == .postponed(until: machine.now + .seconds(90), news: nil))
      machine.pass(.seconds(89))
      #expect(try await machine.next() == nil)
      machine.pass(.seconds(1))
    }
    try await machine.send { _ in .rateLimited(retryAfter: nil) }
    #expect(try await machine.engine.nextWrite(at: machine.now) == .wait(until: machine.now + .minutes(1)))
    let second = try await machine.log(of: eva)
    #expect(try await machine.send(to: server) == [.sent(.entry(second), .atOnce)])
    machine.pass(.minutes(1))
    #expect(try await machine.send(to: server) == [.sent(.entry(first), .atOnce)])
    #expect(try await machine.inbox().isEmpty)
  }

  @Test("a machine whose clock is ahead sends current entries at their time, and reports its clock once")
  func clockAhead() async throws {
    let (machine, server, eva) = try await family()
    let skew: Duration = .minutes(-12)
    let future = SendResult.refused(
      Refusal(status: 400, message: "no", details: [FieldError("start", "must not be in the future")]))
    let first = try await machine.log(of: eva)
    let text =
      "This machine's clock is 12m ahead of the family server's · what you log is sent once the server reaches that time · bbctl doctor says how to set it"
    let write = try #require(try await machine.next())
    #expect(
      try await machine.engine.settle(write, future, skew: skew)
        == .postponed(until: machine.now + .minutes(12), news: text))
    machine.pass(.minutes(1))
    let second = try await machine.log(of: eva)
    let later = try #require(try await machine.next())
    #expect(
      try await machine.engine.settle(later, future, skew: skew)
        == .postponed(until: machine.now + .minutes(12), news: nil))
    #expect(try await machine.inbox().map(\.text) == [text])
    machine.pass(.minutes(11))
    #expect(try await machine.send(to: server) == [.sent(.entry(first), .atOnce)])
    // The clock is corrected: entries in its future no longer wait for the wrong time.
    machine.pass(.minutes(-12))
    let again = try #require(try await machine.next())
    _ = try await machine.engine.settle(again, server.answer(to: again, from: "Anna"), skew: .seconds(1))
    #expect(server.entries[second.id] != nil)
    #expect(try await machine.inbox().isEmpty)
  }

  @Test("a change during a retry after a refusal is sent after it", arguments: [false, true])
  func changedWhileRetried(isDeleted: Bool) async throws {
    let (machine, server, eva) = try await family()
    let entry = try await machine.log(of: eva)
    try await machine.send { _ in .refused(Refusal(status: 400, message: "no")) }
    #expect(try await machine.ask { try $0.retryQueue() } == 1)
    let write = try #require(try await machine.next())
    let answer = server.answer(to: write, from: "Anna")
    machine.pass(.minutes(1))
    if isDeleted {
      try await machine.change { try $0.delete(entry.id) }
    } else {
      try await machine.note("later", on: entry.id)
    }
    _ = try await machine.engine.settle(write, answer)
    try await machine.sync(server)
    #expect(server.entries[entry.id]?.note == (isDeleted ? nil : "later"))
    #expect((server.entries[entry.id]?.deletedAt != nil) == isDeleted)
    #expect((try await machine.shown(entry.id)?.deletedAt != nil) == isDeleted)
    #expect(try await machine.queue().isEmpty)
    #expect(try await machine.inbox().isEmpty)
  }

  @Test("after a session's end changes wait for the next one, and that attempt does not count")
  func unauthorized() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await machine.log(of: eva)
    #expect(try await machine.send { _ in .unauthorized } == .unauthorized)
    #expect(try await machine.queue().map(\.row.sends) == [0])
    #expect(try await machine.send(to: server) == [.sent(.entry(entry), .atOnce)])
  }

  @Test("a refused change is replaced by the next one of its entry")
  func replaced() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await machine.log(of: eva)
    let first = try #require(try await machine.next())
    _ = try await machine.engine.settle(first, .refused(Refusal(status: 400, message: "no")))
    try await machine.note("better", on: entry.id)
    let second = try #require(try await machine.next())
    #expect(second.idempotencyKey != first.idempotencyKey)
    _ = try await machine.engine.settle(second, server.answer(to: second, from: "Anna"))
    #expect(try await machine.queue().isEmpty)
    #expect(server.entries[entry.id]?.note == "better")
  }

  @Test("a refused change gives way to a later one")
  func superseded() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await machine.log(of: eva)
    let first = try #require(try await machine.next())
    try await machine.note("better", on: entry.id)
    _ = try await machine.engine.settle(first, .refused(Refusal(status: 400, message: "no")))
    #expect(try await machine.queue().count == 1)
    try await machine.send(to: server)
    #expect(server.entries[entry.id]?.note == "better")
    #expect(try await machine.inbox().isEmpty)
  }

  @Test("a refused creation is gone for good with its entry")
  func refusedAndDeleted() async throws {
    let (machine, _, eva) = try await family()
    let entry = try await machine.log(of: eva)
    try await machine.send { _ in .refused(Refusal(status: 400, message: "no")) }
    try await machine.change { try $0.delete(entry.id) }
    #expect(try await machine.queue().isEmpty)
    let other = try await machine.log(of: eva)
    let write = try #require(try await machine.next())
    try await machine.change { try $0.delete(other.id) }
    _ = try await machine.engine.settle(write, .refused(Refusal(status: 400, message: "no")))
    #expect(try await machine.queue().isEmpty)
  }

  @Test("a new change of an entry whose last one failed without an answer sends both")
  func changedAfterFailure() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await fail(machine, eva)
    try await machine.note("a", on: entry.id)
    try await machine.send(to: server)
    #expect(try await machine.queue().isEmpty)
    #expect(server.entries[entry.id]?.note == "a")
  }

  @Test("a retry is due when the clock was set back meanwhile")
  func clockSetBack() async throws {
    let (machine, server, eva) = try await family()
    try await machine.log(of: eva)
    try await machine.send { _ in offline }
    machine.pass(.hours(-1))
    #expect(try await machine.send(to: server).count == 1)
  }

  @Test("a discarded change resets to the server's version; undo makes it again")
  func discarded() async throws {
    let (machine, server, eva) = try await family()
    let known = try await machine.log(of: eva)
    try await machine.sync(server)
    machine.pass(.minutes(1))
    try await machine.note("mine", on: known.id)
    let new = try await machine.log(of: eva)
    for _ in 0..<2 { try await machine.send { _ in .refused(Refusal(status: 400, message: "no")) } }
    let entries = try await machine.ask { try $0.discardQueue() }
    #expect(entries.map(\.id) == [known.id, new.id])
    #expect(try await machine.queue().isEmpty)
    #expect(try await machine.inbox().isEmpty)
    #expect(try await machine.shown(known.id) == server.entries[known.id])
    #expect(try await machine.shown(new.id)?.deletedAt != nil)
    try await machine.change { try $0.undo(uid: SyncedMachine.uid) }
    try await machine.sync(server)
    #expect(server.entries[known.id]?.note == "mine")
    #expect(server.entries[new.id]?.deletedAt == nil && server.creations[new.id] == 1)
  }

  private func fail(_ machine: SyncedMachine, _ child: Child) async throws -> Entry {
    let entry = try await machine.log(of: child)
    for pause in [2, 4, 8, 16, 0] {
      try await machine.send { _ in offline }
      machine.pass(.seconds(pause))
    }
    return entry
  }
}
