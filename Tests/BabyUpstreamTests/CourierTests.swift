import BabyModel
import BabyRecords
import FaultProxy
import Synchronization
import Testing

@testable import BabyAccount
@testable import BabyEngine

/// A change of each sort, on its way to a real server through every fault and at every attempt.
@Suite("The courier")
struct CourierTests {
  /// What a person does that has to reach the server.
  private enum Change: CaseIterable {
    case log, edit, delete, restore, addChild, editChild, removeChild, restoreChild

    /// The request that carries it.
    func matches(_ request: SeenRequest) -> Bool {
      switch self {
      case .log, .edit, .restore: request.method == "PUT"
      case .delete: request.method == "DELETE" && request.target.hasPrefix("/v1/entries")
      case .addChild, .restoreChild: request.method == "POST" && request.target == "/v1/children"
      case .editChild: request.method == "PATCH"
      case .removeChild: request.method == "DELETE" && request.target.hasPrefix("/v1/children")
      }
    }

    func prepare(_ machine: SyncedMachine, _ id: EntryID, _ child: ChildID) async throws {
      switch self {
      case .log, .addChild: break
      case .edit, .delete: _ = try await machine.change { try Self.log($0, id) }
      case .restore:
        _ = try await machine.change { try Self.log($0, id) }
        _ = try await machine.change { _ = try $0.delete("\(id)") }
      case .editChild, .removeChild: _ = try await machine.change { try Self.add($0, child) }
      case .restoreChild:
        _ = try await machine.change { try Self.add($0, child) }
        _ = try await machine.change { _ = try $0.removeChild("\(child)") }
      }
    }

    func make(_ machine: SyncedMachine, _ id: EntryID, _ child: ChildID) async throws -> Instant? {
      try await machine.change { book in
        switch self {
        case .log: try Self.log(book, id)
        case .edit: _ = try book.update("\(id)", EntryChanges(note: .some("changed")))
        case .delete: _ = try book.delete("\(id)")
        case .restore: _ = try book.restore("\(id)")
        case .addChild: try Self.add(book, child)
        case .editChild:
          _ = try book.updateChild(
            "\(child)", name: "N" + "\(child)".suffix(8), born: nil, zone: nil, sex: nil, feedingStyle: nil)
        case .removeChild: _ = try book.removeChild("\(child)")
        case .restoreChild: _ = try book.restoreChild("\(child)")
        }
      }
    }

    private static func log(_ book: LogbookWriter, _ id: EntryID) throws {
      _ = try book.logNote(child: "Eva", text: "first smile", category: .general, at: nil, id: id)
    }

    private static func add(_ book: LogbookWriter, _ child: ChildID) throws {
      _ = try book.addChild(
        name: "C" + "\(child)".suffix(8), born: LocalDate(year: 2026, month: 10, day: 1) ?? .sample, zone: "UTC",
        sex: nil, feedingStyle: nil, id: child)
    }
  }

  private static let faults: [Fault] = [
    .refuse, .status(503), .loseAnswer, .statusAfter(500), .silence, .silenceAfter, .cut, .notJSON, .otherForm, .html,
    .longLength, .shortLength, .garbage, .redirect(to: "http://127.0.0.1:9/"),
  ]

  @Test(
    "sends again after 2, 4, 8 and 16 s, five times in all, whatever goes wrong; the server does it once",
    arguments: faults)
  func everyAttempt(fault: Fault) async throws {
    try await Family.run(timeout: fault.isSilent ? .seconds(3) : .seconds(30)) { family in
      try await SyncedMachine.run(at: family) { machine in
        // With little patience the first poll may have failed, which brings the child.
        while machine.standing.state != .online { await machine.refresh() }
        let ids = IDGenerator()
        // Waiting for nobody takes its time: once is enough, with every attempt.
        let attempts = fault.isSilent ? [5] : Array(1...5)
        let changes = fault.isSilent ? [.log] : Change.allCases
        for change in changes where !fault.spoilsBody || change != .removeChild {
          for failures in attempts {
            let (id, child): (EntryID, ChildID) = (ids.next(at: machine.now), ids.next(at: machine.now))
            family.proxy.follow { _ in .none }
            try await change.prepare(machine, id, child)
            try await fail(failures, with: fault, change, family, machine, id, child)
          }
        }
        let page = try await family.everything()
        #expect(Set(page.entries.map(\.id)).count == page.entries.count)
        let (ours, theirs) = (try await machine.live(), page.entries.filter { $0.deletedAt == nil })
        #expect(ours.map(\.id) == theirs.map(\.id).sorted())
      }
    }
  }

  private func fail(
    _ failures: Int, with fault: Fault, _ change: Change, _ family: Family, _ machine: SyncedMachine, _ id: EntryID,
    _ child: ChildID
  ) async throws {
    let what = "\(change), \(failures) times"
    let times = Mutex<[Instant]>([])
    family.proxy.follow { request in
      guard change.matches(request) else { return .none }
      return times.withLock { times in
        times.append(machine.now)
        return times.count <= failures ? fault : .none
      }
    }
    let start = machine.now
    _ = machine.banners()
    var wake = try await change.make(machine, id, child)
    while try await machine.engine.counts().waiting > 0 {
      guard let next = wake else {
        Issue.record("\(what): nothing more is going to happen")
        return
      }
      wake = await machine.sleep(until: next)
    }
    let pauses = [0, 2, 6, 14, 30].map { start + .seconds($0) }
    let isOver = failures == RetryRule.sends
    #expect(times.withLock { $0 } == Array(pauses.prefix(failures + 1)), "\(what)")
    let banners = machine.banners()
    #expect(banners.first == "Saved here · couldn't sync · will retry", "\(what)")
    #expect(try await machine.engine.counts() == QueueCounts(waiting: 0, failed: isOver ? 1 : 0), "\(what)")
    guard isOver else {
      #expect(banners.count <= 2, "\(what)")
      return
    }

    // Five more, because somebody has asked for them.
    #expect(banners.last?.hasPrefix("Couldn't sync") == true, "\(what)")
    wake = try await machine.change { _ = try $0.retryQueue() }
    while try await machine.engine.counts().waiting > 0, let next = wake { wake = await machine.sleep(until: next) }
    #expect(try await machine.engine.counts() == QueueCounts(waiting: 0, failed: 0), "\(what)")
    #expect(machine.banners().last == "Saved", "\(what)")
  }

  @Test("asks for news before it sends what falls due while it looks: a failed change is not sent once more at once")
  func dueWhileLooking() async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { machine in
        let times = Mutex<[Instant]>([])
        family.proxy.follow { request in
          guard request.method == "PUT" else { return .none }
          times.withLock { $0.append(machine.now) }
          return .status(503)
        }
        let start = machine.now
        _ = try await machine.change { book in
          _ = try book.logNote(child: "Eva", text: "first smile", category: .general, at: nil, id: nil)
        }
        for seconds in [2, 6, 14] { _ = await machine.sleep(until: start + .seconds(seconds)) }
        // The last attempt and a poll are due at the same time, and were not when the courier looked at the clock.
        _ = await machine.sleepWhileLooking(until: start + .seconds(30))
        #expect(try await machine.engine.counts() == QueueCounts(waiting: 0, failed: 1))
        #expect(times.withLock { $0 } == [0, 2, 6, 14, 30].map { start + .seconds($0) })
      }
    }
  }

  @Test("says which change is on its way, and none once it is settled")
  func onItsWay() async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { machine in
        let seen = Mutex<[Int64?]>([])
        family.proxy.follow { request in
          if request.method == "PUT" { seen.withLock { $0.append(machine.onItsWay) } }
          return .none
        }
        let ids = IDGenerator()
        for _ in 1...2 {
          _ = try await machine.change { book in
            _ = try book.logNote(
              child: "Eva", text: "first smile", category: .general, at: nil, id: ids.next(at: Family.noon))
          }
        }
        #expect(Set(seen.withLock { $0.compactMap(\.self) }).count == 2)
        #expect(machine.onItsWay == nil)
      }
    }
  }

  @Test("asks for smaller and smaller pages until they are not too large, and gets all there is")
  func largePages() async throws {
    try await Family.run { family in
      let server = try family.server
      for hour in 1...5 {
        let write = PendingWrite(family.sleep(from: 2 * hour, to: 2 * hour - 1), key: "\(hour)")
        #expect(await server.send(write).accepted != nil)
      }
      try await SyncedMachine.run(at: family) { machine in
        // All at once would be too much, and so would any two of them.
        try await machine.engine.resync()
        let limits = Mutex<[Int]>([])
        family.proxy.follow { request in
          guard let limit = request.target.split(separator: "limit=").last.flatMap({ Int($0) }) else { return .none }
          limits.withLock { $0.append(limit) }
          return limit > 1 ? .huge(9 * 1024 * 1024) : .none
        }
        await machine.refresh()
        #expect(try await machine.live().count == 5)
        let asked = limits.withLock { $0 }
        #expect(Array(asked.prefix(9)) == [500, 250, 125, 62, 31, 15, 7, 3, 1])
        #expect(asked.dropFirst(9).allSatisfy { $0 <= 2 })
        #expect(asked.count { $0 == 1 } == 5)
      }
    }
  }

  @Test("waits a minute after too many requests, tells nobody, and counts no attempt")
  func limited() async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { machine in
        let refused = Mutex(0)
        family.proxy.follow { request in
          guard request.method == "PUT", refused.withLock({ $0 < 7 }) else { return .none }
          refused.withLock { $0 += 1 }
          return .status(429)
        }
        var wake = try await machine.change { book in
          _ = try book.logNote(child: "Eva", text: "first smile", category: .general, at: nil, id: nil)
        }
        let start = machine.now
        while try await machine.engine.counts().waiting > 0, let next = wake { wake = await machine.sleep(until: next) }
        #expect(refused.withLock { $0 } == 7)
        #expect(machine.now == start + .minutes(7))
        #expect(machine.banners().isEmpty)
        #expect(try await family.everything().entries.count == 1)
      }
    }
  }

  @Test("has who asks for news while a poll is under way wait for the next one")
  func askedMeanwhile() async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { machine in
        let polls = Mutex(0)
        let second = Mutex<Task<Void, Never>?>(nil)
        family.proxy.follow { request in
          let isFirst = polls.withLock { polls in
            polls += 1
            return polls == 1
          }
          guard isFirst else { return .none }
          let (asking, asks) = AsyncStream.makeStream(of: Void.self)
          second.withLock { task in
            task = Task {
              asks.finish()
              await machine.refresh()
            }
          }
          return .held(until: Task { for await _ in asking {} })
        }
        await machine.refresh()
        await second.withLock { $0 }?.value
        #expect(polls.withLock { $0 } == 2)
      }
    }
  }

  @Test("has who asks for everything to be sent wait until it is, or until that cannot be at once")
  func askedToSend() async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { machine in
        for number in 0..<5 { try await machine.log("\(number)") }
        await machine.refresh()
        #expect(try await machine.engine.counts() == QueueCounts(waiting: 0, failed: 0))
        #expect(machine.standing.state == .online)

        // One cannot be sent for now: the others are, and the server is known to be there.
        family.proxy.follow { $0.method == "PUT" ? .status(503) : .none }
        try await machine.log("later")
        await machine.refresh()
        #expect(try await machine.engine.counts() == QueueCounts(waiting: 1, failed: 0))
        #expect(machine.standing.state == .online)

        // Nobody answers any more: that is known when it is told.
        family.proxy.follow { _ in .refuse }
        await machine.refresh()
        #expect(machine.standing.state == .offline)
        family.proxy.follow { _ in .none }
        await machine.refresh()
        #expect(machine.standing.state == .online)
      }
    }
  }

  @Test("finds out that the server is gone when a change does not arrive, and not at the next poll")
  func gone() async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { machine in
        #expect(machine.standing.state == .online)
        family.proxy.follow { _ in .refuse }
        _ = try await machine.change { book in
          _ = try book.logNote(child: "Eva", text: "alone", category: .general, at: nil, id: nil)
        }
        #expect(machine.standing.state == .offline)
        #expect(family.proxy.seen.suffix(2).map(\.method) == ["PUT", "GET"])
      }
    }
  }

  @Test("gives a child that somebody else has another id, and sends all of it")
  func taken() async throws {
    try await Family.run { family in
      let ben = try family.server(as: try await family.register("Ben"))
      let tom = Family.child("Tom")
      let write = PendingWrite(id: 1, idempotencyKey: "tom", content: .child(tom, isNew: true, base: nil))
      #expect(await ben.send(write).childAccepted != nil)
      try await SyncedMachine.run(at: family) { machine in
        _ = try await machine.change { book in
          _ = try book.addChild(
            name: "Tom", born: tom.born, zone: tom.zone, sex: nil, feedingStyle: nil, id: tom.id)
        }
        for number in 0..<3 { try await machine.log("\(number)", of: "Tom") }
        await machine.refresh()
        #expect(try await machine.engine.counts() == QueueCounts(waiting: 0, failed: 0))
        let id = Engine.id(of: tom.id, movedTo: family.anna.user.id)
        let page = try await family.everything()
        #expect(page.children.map(\.child.id).sorted() == [family.eva.id, id].sorted())
        #expect(page.entries.map(\.childID) == [id, id, id])
        #expect(try await machine.live().map(\.id) == page.entries.map(\.id).sorted())
      }
    }
  }

  @Test("what arrives twice is done once", arguments: [Fault.twice])
  func twice(fault: Fault) async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { machine in
        family.proxy.follow { $0.method == "GET" ? .none : fault }
        for number in 0..<5 {
          _ = try await machine.change { book in
            _ = try book.logNote(child: "Eva", text: "\(number)", category: .general, at: nil, id: nil)
          }
        }
        #expect(try await machine.engine.counts() == QueueCounts(waiting: 0, failed: 0))
        #expect(try await family.everything().entries.count == 5)
      }
    }
  }
}

extension Fault {
  /// Whether it shows only when the time for an answer is over.
  fileprivate var isSilent: Bool { self == .silence || self == .silenceAfter }

  /// Whether it makes no difference to an answer without a body, as a child's removal has.
  fileprivate var spoilsBody: Bool {
    switch self {
    case .cut, .notJSON, .otherForm, .html, .longLength, .shortLength: true
    default: false
    }
  }
}

extension SyncedMachine {
  func log(_ text: String, of child: String = "Eva") async throws {
    try await engine.write(as: Caller(uid: 1000, client: "test")) { book in
      _ = try book.logNote(child: child, text: text, category: .general, at: nil, id: nil)
    }
  }

  /// Entries that are not deleted, by id.
  func live() async throws -> [Entry] {
    try await engine.read(Caller(uid: 1000, client: "test")) { book in
      try book.transaction.storedEntries(after: nil, limit: 10_000).map(\.entry).filter { $0.deletedAt == nil }
    }
  }
}

extension Engine {
  fileprivate func counts() async throws -> QueueCounts {
    try await read(Caller(uid: 1000, client: "test")) { try $0.queueCounts() }
  }
}
