public import BabyImport
public import BabyModel
import BabyStore

/// The imports that are going on. A client streams its file in chunks; each chunk is read and stored before the next.
public actor ImportDesk {
  private struct Work {
    var reader: ImportSession
    let child: Child
    let caller: Caller
    let isDryRun: Bool
    /// What earlier imports brought and an undo took back.
    let undone: Set<EntryID>
    /// The undo step that all chunks share.
    var step: StepID?
    var added = 0
    var unchanged = 0
  }

  /// Imports at once. The oldest is given up for one more: its client is gone, or it would have ended.
  private static let capacity = 8

  private var works: [String: Work] = [:]
  private var order: [String] = []
  private let ids: IDGenerator

  public init(ids: IDGenerator) { self.ids = ids }

  /// - Parameters:
  ///   - child: id or name; nil is the caller's current child.
  ///   - format: nil is recognised by the file's header.
  ///   - zone: IANA zone of the file's clock times; nil is the child's.
  /// - Returns: the new import's id.
  public func begin(
    child reference: String?, format: String?, zone: String?, isDryRun: Bool, by caller: Caller, engine: Engine
  ) async throws -> String {
    let format = try format.map { try ImportFormat(named: $0) }
    let (child, rules, undone) = try await engine.read(caller) { book in
      let child = try book.child(reference)
      return (child, try book.zone(zone ?? child.zone), try book.transaction.undoneEntries())
    }
    let id: Identifier<ImportSession> = ids.next(at: engine.now())
    let reader = ImportSession(format: format, child: child, zone: rules, now: engine.now())
    if order.count >= Self.capacity { works[order.removeFirst()] = nil }
    works["\(id)"] = Work(reader: reader, child: child, caller: caller, isDryRun: isDryRun, undone: undone)
    order.append("\(id)")
    return "\(id)"
  }

  /// Reads the next bytes of a file and stores the entries that they complete, in one transaction.
  ///
  /// - Throws: `BabyError.importNotFound` for an import that is unknown, has ended, or is somebody else's.
  public func read(
    _ bytes: some Sequence<UInt8> & Sendable, isEnd: Bool, into id: String, by caller: Caller, engine: Engine
  ) async throws -> ImportProgress {
    // Taken out while it works, so that two calls can never read into the same import at once.
    guard works[id]?.caller.uid == caller.uid, var work = works.removeValue(forKey: id) else {
      throw BabyError.importNotFound(id)
    }
    var entries = try work.reader.consume(bytes)
    if isEnd { entries += try work.reader.finish() }
    if !entries.isEmpty {
      let batch = try await engine.importEntries(
        entries, by: caller, isDryRun: work.isDryRun, step: work.step, undone: work.undone)
      work.step = batch.step
      work.added += batch.added
      work.unchanged += entries.count - batch.added
    }
    if isEnd { order.removeAll { $0 == id } } else { works[id] = work }
    let summary = work.reader.summary
    return ImportProgress(
      id: id, child: work.child, rows: summary.rows, added: work.added, unchanged: work.unchanged,
      isDryRun: work.isDryRun, summary: isEnd ? summary : nil)
  }
}

/// How far an import has come.
public struct ImportProgress: Sendable {
  public var id: String
  public var child: Child
  /// Data rows read so far.
  public var rows: Int
  public var added: Int
  /// Entries that were there already.
  public var unchanged: Int
  public var isDryRun: Bool
  /// After the end of the file.
  public var summary: ImportSummary?
}

extension Engine {
  /// Stores entries that are not there yet, as one step to undo together with the batches before.
  fileprivate func importEntries(
    _ entries: [Entry], by caller: Caller, isDryRun: Bool, step: StepID?, undone: Set<EntryID>
  ) async throws -> (added: Int, step: StepID?) {
    let context = WriteContext(uid: caller.uid, client: caller.client, at: now(), dryRun: isDryRun)
    return try await store.write(context) { transaction in
      try transaction.label("Imported entries", continuing: step)
      let added = try entries.count { entry in
        if try transaction.insertIfAbsent(entry) { return true }
        // An import that was undone can be done again, perhaps in another zone; what was deleted stays deleted.
        guard undone.contains(entry.id) else { return false }
        _ = try transaction.restore(entry.id)
        try transaction.update(entry)
        return true
      }
      return (added, transaction.step)
    }
  }
}
