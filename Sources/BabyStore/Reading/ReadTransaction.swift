public import BabyModel
import GRDB

/// One state of the database, whatever is written meanwhile.
///
/// Valid inside the body it was given to. Its reads throw `BabyError.storeCorrupt` and its like.
public struct ReadTransaction {
  let db: Database

  /// The seq of the last change; 0 in a new database.
  public func lastSeq() throws -> Int64 {
    try db.first(Self.lastSeqSQL) { $0.integer(0) } ?? 0
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
    try db.first(Self.selectedChildSQL, [.integer(Int64(uid))], ChildRow.decode)
  }

  private static let selectedChildSQL =
    "SELECT \(ChildRow.columns) FROM selection JOIN child ON child.id = selection.child_id WHERE uid = ?"

  // MARK: Settings

  /// What has been set, by name.
  ///
  /// - Parameter child: nil for what holds for everything.
  public func settings(child: ChildID?) throws -> [String: String] {
    let rows = try db.all(
      "SELECT key, value FROM setting WHERE ifnull(child_id, x'') = ifnull(?, x'')", [.id(child)]
    ) { ($0.text(0), $0.text(1)) }
    return Dictionary(rows) { _, last in last }
  }
}
