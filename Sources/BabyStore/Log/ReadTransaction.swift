public import BabyModel
import GRDB

/// One state of the database, whatever is written meanwhile.
///
/// Valid inside the body it was given to. Its reads throw `BabyError.storeCorrupt` and its like.
public struct ReadTransaction {
  let db: Database
  /// Inside a write, what is known already.
  private let cache: WriterCache?

  init(db: Database, cache: WriterCache? = nil) {
    self.db = db
    self.cache = cache
  }

  /// The seq of the last change; 0 in a new database.
  public func lastSeq() throws -> Int64 {
    if let seq = cache?.content.lastSeq { return seq }
    let seq = try db.first(Self.lastSeqSQL) { $0.integer() } ?? 0
    cache?.content.lastSeq = seq
    return seq
  }

  static let lastSeqSQL = "SELECT ifnull(max(seq), (SELECT forgotten_seq FROM store)) FROM change"

  // MARK: Children

  /// In the order in which they were added.
  public func children(includingRemoved: Bool = false) throws -> [Child] {
    let condition = includingRemoved ? "" : "WHERE removed_at IS NULL"
    return try db.all(
      "SELECT \(ChildRow.columns) FROM child \(condition) ORDER BY created_at, id", [], ChildRow.decode)
  }

  /// A child, removed or not.
  public func child(_ id: ChildID) throws -> Child? {
    try db.first("SELECT \(ChildRow.columns) FROM child WHERE id = ?", [.id(id)], ChildRow.decode)
  }

  /// The child that calls of this uid without a child mean; it may have been removed since.
  public func selectedChild(uid: UInt32) throws -> Child? {
    if let child = cache?.content.selected[uid] { return child }
    let child = try db.first(Self.selectedChildSQL, [.integer(Int64(uid))], ChildRow.decode)
    cache?.content.selected[uid] = .some(child)
    return child
  }

  /// The children that calls without a child mean, by uid.
  public func selections() throws -> [UInt32: ChildID] {
    let rows = try db.all("SELECT \(SelectionRow.columns) FROM selection") { (row: ResultRow<SelectionRow>) in
      (UInt32(truncatingIfNeeded: row.integer(.uid)), try row.id(.childID) as ChildID)
    }
    return Dictionary(rows) { _, last in last }
  }

  private static let selectedChildSQL =
    "SELECT \(ChildRow.columns) FROM selection JOIN child ON child.id = selection.child_id WHERE uid = ?"

  // MARK: Settings

  /// The settings, by name.
  ///
  /// - Parameter child: nil for what holds for everything.
  public func settings(child: ChildID?) throws -> [String: String] {
    let rows = try db.all(
      "SELECT \(SettingRow.columns) FROM setting WHERE ifnull(child_id, x'') = ifnull(?, x'')", [.id(child)],
      SettingRow.decode)
    return Dictionary(rows) { _, last in last }
  }

  /// The settings for everything and for a child, in one query.
  public func settings(inForceFor child: ChildID) throws -> StoredSettings {
    if let settings = cache?.content.settings[child] { return settings }
    let settings = try storedSettings(child)
    cache?.content.settings[child] = settings
    return settings
  }

  private func storedSettings(_ child: ChildID) throws -> StoredSettings {
    var settings = StoredSettings()
    try db.eachRow(
      "SELECT \(SettingRow.columns), child_id FROM setting WHERE child_id IS NULL OR child_id = ?", [.id(child)]
    ) { (row: ResultRow<SettingRow>) in
      let (key, value) = SettingRow.decode(row)
      if row.following(OnlyColumn.self).isNull(.only) {
        settings.family[key] = value
      } else {
        settings.own[key] = value
      }
      return true
    }
    return settings
  }
}

/// Settings, by name.
public struct StoredSettings: Hashable, Sendable {
  /// For everything.
  public var family: [String: String]
  /// For the child alone.
  public var own: [String: String]

  public init(family: [String: String] = [:], own: [String: String] = [:]) {
    self.family = family
    self.own = own
  }
}
