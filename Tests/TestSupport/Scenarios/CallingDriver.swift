import BabyModel
package import BabyProtocol

/// A machine whose daemon is called.
package protocol CallingDriver: LogDriver {
  /// - Throws: `Refused`.
  func call(_ method: String, _ params: JSON) async throws -> JSON
}

extension CallingDriver {
  package func does(_ deed: Deed) async throws { try await perform(deed) }

  package func perform(_ deed: Deed) async throws { _ = try await call(deed.method, deed.params) }

  package func timeline() async throws -> [LoggedEntry] {
    try TimelineList.Answer(json: try await call(TimelineList.name, [:])).entries.map { LoggedEntry($0) }
  }

  package func day() async throws -> DayCount {
    let dashboard = try DashboardGet.Answer(json: try await call(DashboardGet.name, [:]))
    return DayCount(
      feeds: dashboard.today.feedings, milliliters: Int(dashboard.today.feedingMl),
      diapers: dashboard.today.diapers, isAsleep: dashboard.runningSleep != nil)
  }
}

extension CallingDriver where Self: SyncingDriver {
  private func conflictItems() async throws -> [InboxItemRecord] {
    try InboxList.Answer(json: try await call(InboxList.name, [:])).items.filter { $0.kind == .conflict }
  }

  package func conflicts() async throws -> [String?] { try await conflictItems().map(\.mine?.entry.note) }

  package func applyConflict() async throws {
    for item in try await conflictItems() { _ = try await call(InboxApply.name, ["id": .integer(Int64(item.id))]) }
  }
}

extension LoggedEntry {
  package init(_ record: EntryRecord) {
    self.init(
      record.entry.kind, record.entry.note, isRunning: record.entry.isRunning,
      isDeleted: record.entry.deletedAt != nil)
  }
}

extension Deed {
  fileprivate var method: String {
    switch self {
    case .bottle: FeedingLog.name
    case .diaper: DiaperLog.name
    case .note: NoteLog.name
    case .startSleep: SleepStart.name
    case .stopSleep: SleepStop.name
    case .renote: EntryUpdate.name
    case .undo: Undo.name
    case .redo: Redo.name
    }
  }

  fileprivate var params: JSON {
    func ago(_ minutes: Int) -> JSON { .string("\(minutes)m ago") }
    return switch self {
    case .bottle(let milliliters, let minutes):
      ["method": "bottle", "amount": .integer(Int64(milliliters)), "unit": "ml", "at": ago(minutes)]
    case .diaper(let type): ["type": .string(type.rawValue)]
    case .note(let text, let minutes): ["text": .string(text), "at": ago(minutes)]
    case .startSleep(let minutes): ["at": ago(minutes)]
    case .renote(let text): ["id": "last", "note": .string(text)]
    case .stopSleep, .undo, .redo: [:]
    }
  }
}
