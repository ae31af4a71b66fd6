public import BabyModel
public import BabyStore

// Whole databases: all of these wait for the disk on the caller's thread.

extension Engine {
  /// Where the database's backups are.
  public var backups: BackupFolder { BackupFolder(of: store.path) }

  /// Makes a backup now.
  public func backUp() throws(BabyError) -> BackupFolder.Item { try backups.add(store, at: now()) }

  /// Makes a backup when it is time for one; never of a database without anything in it, for which an older one with
  /// something in it might go.
  public func backUpIfDue() async throws {
    guard BackupRotation.isDue(at: now(), newest: backups.items.first?.at), try await store.read({ try $0.hasAnything })
    else { return }
    _ = try backUp()
  }

  /// Puts a backup in place of everything, once the present state has been backed up itself: with all that was
  /// confirmed before.
  ///
  /// The engine is not to be used any more after it: the database is another one.
  ///
  /// - Throws: `BabyError.restoreInvalid` or `.zoneUnknown` for a file that cannot be served. Nothing has changed then.
  public func restore(from path: String) async throws -> RestoreOutcome {
    var replaced: BackupFolder.Item?
    do throws(BabyError) {
      try store.restore(from: path, now: now(), ids: ids) { transaction in
        for child in try transaction.children(includingRemoved: true) { _ = try zones.rules(for: child.zone) }
      } before: { transaction in
        if try transaction.hasAnything { replaced = try backUp() }
      }
    } catch .storeCorrupt {
      throw BabyError.restoreInvalid("This is not a backup of a log, or it is damaged. Nothing was changed.")
    } catch .storeNewer(_, let found, let supported) {
      throw BabyError.restoreInvalid(
        "A newer version wrote this backup (schema \(found); this one supports up to \(supported)). Nothing was changed."
      )
    }
    let (children, entries) = try await store.read { transaction in
      let children = try transaction.children()
      return (
        children.count, try children.reduce(0) { try $0 + transaction.entryCounts(child: $1.id).values.reduce(0, +) }
      )
    }
    return RestoreOutcome(children: children, entries: entries, replaced: replaced)
  }

  /// Erases the database with all its backups. The engine is not to be used any more after it.
  ///
  /// - Parameter isKept: whether the file stays where it is, without anything in it.
  /// - Returns: how many files were removed beside the database.
  public func erase(keepingFile isKept: Bool) throws(BabyError) -> Int {
    try store.erase(now: now(), ids: ids)
    let removed = backups.removeAll()
    if !isKept { store.removeFile() }
    return removed
  }

}

extension ReadTransaction {
  fileprivate var hasAnything: Bool { get throws { try !children(includingRemoved: true).isEmpty } }
}

/// What a restored backup holds.
public struct RestoreOutcome: Hashable, Sendable {
  public var children: Int
  public var entries: Int
  /// The backup of what was there before; nil when there was nothing.
  public var replaced: BackupFolder.Item?
}
