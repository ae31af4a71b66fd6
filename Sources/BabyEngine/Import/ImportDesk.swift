public import BabyImport
public import BabyModel
import BabyStore

/// The imports that are going on. A client streams its file in chunks; each chunk is read and stored before the next.
public actor ImportDesk {
  private struct Work {
    /// Counts up with each import.
    let number: Int
    var reader: ImportSession
    /// Whose log it becomes; nil when the file has to bring its children along.
    let child: Child?
    /// The caller has named the child or the zone.
    let isTargetNamed: Bool
    /// Children that the file has brought: a rehearsal takes them back with each chunk.
    var children: [Child] = []
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
  private var begun = 0
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
    let (target, undone) = try await engine.read(caller) { book in
      (try book.importTarget(reference, zone: zone), try book.transaction.undoneEntries())
    }
    let id: Identifier<ImportSession> = ids.next(at: engine.now())
    let zones = engine.zones
    let reader = ImportSession(format: format, target: target, now: engine.now()) { name throws(BabyError) in
      try zones.rules(for: name)
    }
    if works.count >= Self.capacity, let oldest = works.min(by: { $0.value.number < $1.value.number }) {
      works[oldest.key] = nil
    }
    begun += 1
    works["\(id)"] = Work(
      number: begun, reader: reader, child: target?.child, isTargetNamed: reference != nil || zone != nil,
      caller: caller,
      isDryRun: isDryRun, undone: undone)
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
    var batches = [try work.reader.consume(bytes)]
    if isEnd { batches.append(try work.reader.finish()) }
    let bringsChildren = work.reader.summary.format?.bringsChildren == true
    if bringsChildren, work.isTargetNamed {
      throw BabyError.importInvalid("The file names its own children and time zones: leave out childId and zone.")
    }
    for var batch in batches where batch != ImportBatch() {
      work.children += batch.archive.children
      batch.archive.children = work.children
      let stored = try await engine.importBatch(
        batch, by: caller, isDryRun: work.isDryRun, step: work.step, undone: work.undone)
      work.step = stored.step
      work.added += stored.added
      work.unchanged += batch.entries.count - stored.added
    }
    if !isEnd { works[id] = work }
    let summary = work.reader.summary
    return ImportProgress(
      id: id, child: bringsChildren ? nil : work.child, rows: summary.rows, added: work.added,
      unchanged: work.unchanged,
      isDryRun: work.isDryRun, summary: isEnd ? summary : nil)
  }
}

/// How far an import has come.
public struct ImportProgress: Sendable {
  public var id: String
  /// Nil when the file has brought its children along.
  public var child: Child?
  /// Data rows read so far.
  public var rows: Int
  public var added: Int
  /// Entries that were there already.
  public var unchanged: Int
  public var isDryRun: Bool
  /// After the end of the file.
  public var summary: ImportSummary?
}

extension LogbookReader {
  /// Whose log a file becomes.
  ///
  /// - Returns: nil when there is no child yet, which a file may bring along.
  fileprivate func importTarget(_ reference: String?, zone: String?) throws -> ImportTarget? {
    let child: Child
    do { child = try self.child(reference) } catch BabyError.noChild { return nil }
    return ImportTarget(
      child: child, zone: try self.zone(zone ?? child.zone), units: try settings(of: child).units)
  }
}

extension Engine {
  /// Stores what is not there yet; the entries are one step to undo together with the batches before.
  fileprivate func importBatch(
    _ batch: ImportBatch, by caller: Caller, isDryRun: Bool, step: StepID?, undone: Set<EntryID>
  ) async throws -> (added: Int, step: StepID?) {
    let context = WriteContext(uid: caller.uid, client: caller.client, at: now(), dryRun: isDryRun)
    return try await store.write(context) { transaction in
      try transaction.label("Imported entries", continuing: step)
      try transaction.add(batch.archive)
      let added = try batch.entries.count { entry in
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

extension WriteTransaction {
  /// Adds what is not there yet. What somebody has set here stays as it is.
  ///
  /// - Throws: `BabyError.childNameTaken` for another child of the same name.
  fileprivate func add(_ archive: Archive) throws {
    for child in archive.children where try read.child(child.id) == nil {
      let isTaken = try child.removedAt == nil && read.children().contains { $0.name.isSameName(as: child.name) }
      if isTaken { throw BabyError.childNameTaken(child.name) }
      try insert(child)
    }
    for setting in archive.settings where try read.settings(child: setting.childID)[setting.key] == nil {
      try setSetting(setting.key, setting.value, child: setting.childID)
    }
    for reminder in archive.reminders {
      let existing = try read.customReminders(child: reminder.childID)
      if !existing.contains(where: { $0.id == reminder.id || $0.name.isSameName(as: reminder.name) }) {
        try set(reminder)
      }
    }
  }
}
