import BabyModel
import BabyProtocol
import TestSupport
import Synchronization
import Testing

@testable import BabyAccount
@testable import BabyEngine

/// A change of each sort, on its way to a real server through every fault and at every attempt.
extension SyncLoopTests {
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
        case .edit: _ = try book.update(.init(id: "\(id)", note: .value("changed")))
        case .delete: _ = try book.delete("\(id)")
        case .restore: _ = try book.restore("\(id)")
        case .addChild: try Self.add(book, child)
        case .editChild:
          _ = try book.updateChild(ChildUpdate.Params(childID: "\(child)", name: "N" + "\(child)".suffix(8)))
        case .removeChild: _ = try book.removeChild("\(child)")
        case .restoreChild: _ = try book.restoreChild("\(child)")
        }
      }
    }

    private static func log(_ book: LogbookWriter, _ id: EntryID) throws {
      _ = try book.logEntry(.init(childID: "Eva", entry: .note(), note: "first smile", id: id))
    }

    private static func add(_ book: LogbookWriter, _ child: ChildID) throws {
      let born = LocalDate(year: 2026, month: 10, day: 1) ?? .sample
      _ = try book.addChild(
        ChildAdd.Params(name: "C" + "\(child)".suffix(8), born: born, zone: "UTC", id: child))
    }
  }

  private static let faults: [Fault] = [
    .refuse, .status(503), .loseAnswer, .statusAfter(500), .silence, .silenceAfter, .cut, .notJSON, .otherForm, .html,
    .longLength, .shortLength, .garbage, .redirect(to: "http://127.0.0.1:9/"),
  ]

  @Test(
    "retries after 2, 4, 8 and 16 s, five times in all, whatever fails; the server applies it once",
    arguments: faults)
  func everyAttempt(fault: Fault) async throws {
    try await Family.run(timeout: fault.isSilent ? .seconds(3) : Patience.limit) { family in
      try await SyncedMachine.run(at: family) { machine in
        // With little patience the first poll may have failed, which brings the child.
        while machine.connectionStatus.state != .online { await machine.refresh() }
        let ids = IDGenerator()
        // Waiting takes its time: once is enough, with every attempt.
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

    // Five more, on request.
    #expect(banners.last?.hasPrefix("Couldn't sync") == true, "\(what)")
    wake = try await machine.change { _ = try $0.retryQueue() }
    while try await machine.engine.counts().waiting > 0, let next = wake { wake = await machine.sleep(until: next) }
    #expect(try await machine.engine.counts() == QueueCounts(waiting: 0, failed: 0), "\(what)")
    #expect(machine.banners().last == "Saved", "\(what)")
  }

  @Test("a duplicate is applied once", arguments: [Fault.twice])
  func twice(fault: Fault) async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { machine in
        family.proxy.follow { $0.method == "GET" ? .none : fault }
        for number in 0..<5 {
          _ = try await machine.change { book in
            _ = try book.logEntry(.init(childID: "Eva", entry: .note(), note: "\(number)"))
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
