import BabyModel
public import BabyStore

/// What was logged without an account and is in the account now.
public struct Upload: Hashable, Sendable {
  /// Children that are new in the account.
  public var children = 0
  /// Entries that are new in the account.
  public var entries = 0
}

/// Taking over what was logged without an account, which stays where it is. An entry keeps its id, so that taking it
/// over twice is taking it over once.
extension Engine {
  /// How many of a database's entries are not in this one.
  public func entriesMissing(from local: Store) async throws -> Int {
    let log = try await local.read { try LocalLog($0) }
    return try await store.read { try $0.missing(log.entries.map(\.id)).count }
  }

  /// Takes over children and their entries. A running timer is left behind where another one runs.
  ///
  /// - Parameters:
  ///   - local: the database of what was logged without an account.
  ///   - reference: id or name of a child there; nil for all.
  ///   - target: id or name of a child here that the entries are for; nil for the same one, the one of the same name
  ///     and date of birth, or else a new one.
  /// - Throws: `BabyError.childNotFound`, `.childReadOnly`.
  public func upload(
    from local: Store, child reference: String?, into target: String?, as caller: Caller, dryRun: Bool
  ) async throws -> Upload {
    let now = now()
    let log = try await local.read { transaction in
      let reader = LogbookReader(transaction: transaction, zones: zones, caller: caller, now: now)
      return try LocalLog(transaction, only: reference.map { try reader.child($0) })
    }
    return try await write(as: caller, dryRun: dryRun) { try $0.take(log, into: target) }
  }
}

/// All that is in a database without an account.
private struct LocalLog: Sendable {
  var children: [Child]
  var entries: [Entry] = []

  init(_ transaction: ReadTransaction, only child: Child? = nil) throws {
    children = try child.map { [$0] } ?? transaction.children()
    let known = Set(children.map(\.id))
    while case let page = try transaction.allEntries(after: entries.last?.id, limit: 1000), !page.isEmpty {
      entries += page
    }
    entries.removeAll { $0.deletedAt != nil || !known.contains($0.childID) }
  }
}

extension LogbookWriter {
  fileprivate func take(_ log: LocalLog, into target: String?) throws -> Upload {
    var upload = Upload()
    for child in log.children {
      let taker = try taker(of: child, into: target, &upload)
      for var entry in log.entries where entry.childID == child.id {
        entry.childID = taker
        do {
          if try transaction.insertIfAbsent(entry) { upload.entries += 1 }
        } catch let error as BabyError {
          guard case .timerRunning = error else { throw error }
        }
      }
    }
    if upload.entries > 0 { try transaction.label(Words.uploaded(entries: upload.entries, children: upload.children)) }
    return upload
  }

  /// The child here that takes the entries of one there.
  private func taker(of child: Child, into target: String?, _ upload: inout Upload) throws -> ChildID {
    if let target { return try reader.child(target).id }
    if try reader.transaction.child(child.id) != nil { return child.id }
    let same = try reader.transaction.children().first {
      $0.name.lowercased() == child.name.lowercased() && $0.born == child.born
    }
    if let same { return same.id }
    try transaction.insert(child)
    upload.children += 1
    return child.id
  }
}
