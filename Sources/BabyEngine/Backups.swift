public import BabyModel
public import BabyProtocol
public import BabyStore

// Whole databases: all of these wait for the disk on the caller's thread.

extension Engine {
  /// Where the database's backups are.
  public var backups: BackupFolder { BackupFolder(of: store.path) }

  /// Makes a backup now.
  public func backUp() throws(BabyError) -> BackupFolder.Item { try backups.add(store, at: now()) }

  /// Makes a backup if it is due; never of an empty database, which could push out an older backup with data.
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
  /// - Parameters:
  ///   - bytes: how many were sent for it; 0 for a backup of the daemon's own.
  ///   - takesOtherLog: whether the backup may be of another log: another account's, a machine's without one, or one
  ///     with children that have never been in this log.
  /// - Throws: `BabyError.restoreInvalid` or `.zoneUnknown` for a file that cannot be served, `.restoreOfOtherLog`.
  ///   Nothing has changed then.
  public func restore(
    from path: String, bytes: Int = 0, takesOtherLog: Bool = false
  ) async throws -> DataRestore.Answer {
    var replaced: BackupRecord?
    var (brought, entries): ([Child], Int) = ([], 0)
    var owner: LogOwner?
    do throws(BabyError) {
      try store.restore(from: path, now: now(), ids: ids) { transaction, brings in
        owner = brings
        for child in try transaction.children(includingRemoved: true) { _ = try zones.rules(for: child.zone) }
        brought = try transaction.children()
        entries = try transaction.entryCount(of: brought)
      } before: { transaction in
        let other = try transaction.otherLog(of: brought, entries: entries, owner, here: store.owner)
        if let other, !takesOtherLog { throw BabyError.restoreOfOtherLog(other) }
        if try transaction.hasAnything { replaced = BackupRecord(try backUp()) }
      }
    } catch .storeCorrupt {
      throw BabyError.restoreInvalid("This is not a backup of a log, or it is damaged. Nothing was changed.")
    } catch .storeNewer(_, let found, let supported) {
      throw BabyError.restoreInvalid(
        "A newer version wrote this backup (schema \(found); this one supports up to \(supported)). Nothing was changed."
      )
    } catch .storeUnreleased {
      throw BabyError.restoreInvalid(
        "A build from before the first release wrote this backup, and this version cannot read it. Nothing was changed."
      )
    }
    return DataRestore.Answer(
      bytes: bytes, isRestored: true, children: brought.count, entries: entries,
      replaced: replaced)
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

  fileprivate func entryCount(of children: [Child]) throws -> Int {
    try children.reduce(0) { try $0 + entryCounts(child: $1.id).values.reduce(0, +) }
  }

  /// Whether a backup belongs to another log: it has another owner, or children that have never been here, under
  /// any id.
  ///
  /// - Parameters:
  ///   - brought: the backup's children.
  ///   - owner: of the backup, if known.
  ///   - here: the owner of this log, if known.
  /// - Returns: nil for a backup of this log, and where there is nothing yet that it could be mixed with.
  fileprivate func otherLog(
    of brought: [Child], entries: Int, _ owner: LogOwner?, here: LogOwner?
  ) throws -> OtherLog? {
    let known = try children(includingRemoved: true)
    let ids = Set(known.map(\.id))
    let user: UserID? = if case .account(let account?) = here { account.user } else { nil }
    /// Under its own id, or the one that it has got in this account.
    func isHere(_ child: Child) -> Bool {
      ids.contains(child.id) || user.map { ids.contains(Engine.id(of: child.id, movedTo: $0)) } ?? false
    }
    var (strangers, twice): ([Child], [Child]) = ([], [])
    for child in brought where !known.isEmpty && !isHere(child) {
      if known.contains(where: { $0.name.isSameName(as: child.name) && $0.born == child.born }) {
        twice.append(child)
      } else {
        strangers.append(child)
      }
    }
    // An empty log without an account fits every backup.
    let isAnybodys = here == .machine && known.isEmpty
    let isOthers = if let owner, let here { !isAnybodys && owner.isOther(than: here) } else { false }
    guard isOthers || !strangers.isEmpty else { return nil }
    return OtherLog(
      owner: isOthers ? owner : nil, here: here, strangers: strangers.map(\.name), twice: twice.map(\.name),
      entries: entries)
  }
}

extension BackupRecord {
  /// A backup on the wire.
  public init(_ item: BackupFolder.Item) { self.init(name: item.name, at: item.at, bytes: item.bytes) }
}

extension Engine {
  /// Nil if the log in use is the only one. `ReadTransaction.succeedsDamaged` alone tells whether it is; this also
  /// searches the backups, which takes time.
  public func lostLog() async throws -> LostLogRecord? {
    try await store.read { database in
      try database.succeedsDamaged
        ? LostLogRecord(path: store.damagedFile, backup: backups.newestSound?.name) : nil
    }
  }
}

extension LogbookWriter {
  /// Takes it as read that a log was lost.
  ///
  /// - Returns: false when none was.
  public func dismissLostLog() throws -> Bool {
    guard try transaction.read.succeedsDamaged else { return false }
    try transaction.dismissDamage()
    return true
  }
}

extension BannerRecord {
  /// A log was damaged, and another begun in its place.
  package static func lostLog(isResolved: Bool) -> BannerRecord {
    BannerRecord(
      id: "store.setAside", severity: .error, text: LostLogRecord.sentence + " See bbctl status.",
      isResolved: isResolved)
  }
}
