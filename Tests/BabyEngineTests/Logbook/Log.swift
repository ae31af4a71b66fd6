import BabyModel
import BabyProtocol

@testable import BabyEngine

/// The log of Eva in Berlin, on a machine without an account. It is one in the afternoon there.
struct Log {
  let machine: SyncedMachine
  let eva: Child

  init() async throws {
    machine = try SyncedMachine(keepsOutbox: false)
    eva = try await machine.ask { book in
      let born = LocalDate(dayNumber: 19_478)
      return try book.addChild(ChildAdd.Params(name: "Eva", born: born, zone: "Europe/Berlin")).child.child
    }
  }

  @discardableResult
  func write<Value: Sendable>(
    as uid: UInt32 = SyncedMachine.uid, _ body: @escaping @Sendable (LogbookWriter) throws -> Value
  ) async throws -> Value { try await machine.ask(as: uid, body) }

  func read<Value: Sendable>(
    as uid: UInt32 = SyncedMachine.uid, _ body: @escaping @Sendable (LogbookReader) throws -> Value
  ) async throws -> Value { try await machine.engine.read(Caller(uid: uid, client: "test"), body) }

  /// What the current child's timeline shows, newest first.
  var entries: [Entry] {
    get async throws { try await read { try $0.page().entries.map(\.entry) } }
  }

  /// What undo would take back, the last first.
  var labels: [String] {
    get async throws { try await read { try $0.journal(limit: 10).map(\.label) } }
  }
}

extension LogbookReader {
  /// What is predicted for a child now.
  func forecast(of reference: String?) throws -> Forecast { try forecaster(of: child(reference)).forecast() }

  func page(
    day: String? = nil, days: Int? = nil, from: String? = nil, to: String? = nil, kinds: [EntryKind]? = nil,
    search: String? = nil, limit: Int = 100, cursor: String? = nil
  ) throws -> TimelineList.Answer {
    try timeline(
      TimelineList.Params(
        day: day, days: days, from: from, to: to, kinds: kinds, search: search, limit: limit, cursor: cursor)
    ).answer
  }
}

extension LogbookWriter {
  @discardableResult
  func note(_ text: String, at: String? = nil, child: String? = nil, id: EntryID? = nil) throws -> EntryAnswer {
    try logEntry(.init(childID: child, entry: .note(), note: text, id: id, time: TimeTexts(at: at)))
  }

  @discardableResult
  func feed(_ input: EntryInput = .feeding(), at: String? = nil) throws -> EntryAnswer {
    try logEntry(.init(entry: input, time: TimeTexts(at: at)))
  }

  @discardableResult
  func add(_ name: String, zone: String? = nil, id: ChildID? = nil) throws -> ChildAnswer {
    try addChild(ChildAdd.Params(name: name, born: LocalDate(dayNumber: 19_478), zone: zone, id: id))
  }

  @discardableResult
  func start(_ timer: TimerKey = .sleep, at: String? = nil, id: EntryID? = nil) throws -> EntryAnswer {
    try startTimer(.init(timer: timer, at: at, id: id))
  }

  @discardableResult
  func stop(_ timer: TimerKey = .sleep, at: String? = nil) throws -> EntryAnswer {
    try stopTimer(.init(timer: timer, at: at))
  }
}
