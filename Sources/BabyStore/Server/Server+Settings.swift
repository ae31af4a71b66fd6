public import BabyModel
import GRDB

/// Of a setting on the server, behind `SettingRow`'s place and value: the number of its last change.
private enum ServerSettingRow: Int32, Columns {
  case childID, key, value, changedAt, seq
  static let columns = ColumnList<Self>()

  /// Finds one place. Parameters: `values`.
  static let condition = "ifnull(user_id, x'') = ifnull(?, x'') AND ifnull(child_id, x'') = ifnull(?, x'') AND key = ?"

  static func values(_ place: SettingPlace, of user: UserID) -> [SQLValue] {
    [.id(place.owner(user)), .id(place.childID), .text(place.key)]
  }
}

/// The changed settings of an account.
public struct SettingPage: Hashable, Sendable {
  /// As they are now, in the order of their changes.
  public var settings: [SharedSetting]
  /// Where to go on.
  public var position: FeedPosition
  /// Whether more is there already.
  public var hasMore: Bool
}

extension ServerReader {
  /// A person's settings for everything, by name.
  public func settings(of user: UserID) throws -> [String: String] {
    try settings("user_id = ? AND child_id IS NULL", [.id(user)])
  }

  /// The settings for a child: its own, and before them the person's for it.
  public func settings(of child: ChildID, for user: UserID) throws -> [String: String] {
    try settings("user_id = ? AND child_id = ?", [.id(user), .id(child)])
      .merging(settings("user_id IS NULL AND child_id = ?", [.id(child)])) { _, own in own }
  }

  private func settings(_ condition: String, _ values: [SQLValue]) throws -> [String: String] {
    let rows = try db.all(
      "SELECT \(SettingRow.columns) FROM setting WHERE \(condition) AND value IS NOT NULL", values, SettingRow.decode)
    return Dictionary(rows) { _, last in last }
  }

  /// Number of the last change to the person's settings, name or e-mail address; 0 for none.
  public func settingSeq(of user: UserID) throws -> Int64 {
    try db.first(
      """
      SELECT max(ifnull((SELECT max(seq) FROM setting WHERE user_id = ?1), 0),
        ifnull((SELECT changed_seq FROM user WHERE id = ?1), 0))
      """, [.id(user)]
    ) { $0.integer() } ?? 0
  }

  func setting(at place: SettingPlace, of user: UserID) throws -> SharedSetting? {
    try db.first(
      """
      SELECT \(ServerSettingRow.columns) FROM setting WHERE \(ServerSettingRow.condition)
      """, ServerSettingRow.values(place, of: user)
    ) { try Self.decode($0, home: place.home).setting }
  }

  /// Settings of a person's, and of all their children, that have changed since a position, or come into sight.
  ///
  /// - Parameters:
  ///   - memberships: all of the person's.
  ///   - limit: how many at most.
  public func settings(
    of user: UserID, in memberships: [Membership], since position: FeedPosition, limit: Int
  ) throws -> SettingPage {
    var found = try rows(.person, "user_id = ?", .id(user), after: position.seq, seenSince: 0)
    // Nothing new: the usual case is a look at the child alone.
    for membership in memberships where membership.changeSeq > position.seq {
      let joined = membership.joinedSeq
      let after = joined > position.seq ? -1 : joined == position.seq ? position.entrySeq : position.seq
      found += try rows(
        .child, "user_id IS NULL AND child_id = ?", .id(membership.child.id), after: after, seenSince: joined)
    }
    found.sort { $0.position < $1.position }
    let page = found.prefix(limit)
    return SettingPage(
      settings: page.map(\.setting), position: page.last?.position ?? position, hasMore: found.count > limit)
  }

  private func rows(
    _ home: SettingHome, _ condition: String, _ owner: SQLValue, after: Int64, seenSince joined: Int64
  ) throws -> [(position: FeedPosition, setting: SharedSetting)] {
    try db.all(
      "SELECT \(ServerSettingRow.columns) FROM setting WHERE \(condition) AND seq > ?", [owner, .integer(after)]
    ) { (row: ResultRow<ServerSettingRow>) in
      let (setting, seq) = try Self.decode(row, home: home)
      return (FeedPosition(seq: max(seq, joined), entrySeq: seq), setting)
    }
  }

  private static func decode(
    _ row: ResultRow<ServerSettingRow>, home: SettingHome
  ) throws -> (setting: SharedSetting, seq: Int64) {
    let place = SettingPlace(home: home, childID: try row.optionalID(.childID), key: row.text(.key))
    return (
      SharedSetting(place, row.optionalText(.value), changedAt: row.instant(.changedAt)), row.integer(.seq)
    )
  }
}

extension ServerWriter {
  /// Sets or resets a value, unless it is unchanged.
  ///
  /// - Parameter user: whose it is where it is a person's.
  /// - Returns: how it is now; nil if its home has no room for it.
  public func put(_ requested: SharedSetting, of user: UserID) throws -> SharedSetting? {
    let known = try read.setting(at: requested.place, of: user)
    if known?.value == requested.value { return known ?? requested }
    if known?.value == nil, try !hasRoom(for: requested.place, of: user) { return nil }
    var setting = requested
    // A clock that is ahead would be right for ever.
    setting.changedAt = min(requested.changedAt, now)
    let owner = requested.place.owner(user)
    let seq = if let child = requested.place.childID, owner == nil { try touch(child) } else { try nextSeq() }
    let place = ServerSettingRow.values(requested.place, of: user)
    try db.run("DELETE FROM setting WHERE \(ServerSettingRow.condition)", place)
    try db.run(
      "INSERT INTO setting (user_id, child_id, key, value, changed_at, seq) VALUES (?, ?, ?, ?, ?, ?)",
      place + [.optional(setting.value), .instant(setting.changedAt), .integer(seq)])
    return setting
  }

  private func hasRoom(for place: SettingPlace, of user: UserID) throws -> Bool {
    let (condition, owner): (String, SQLValue) =
      if let user = place.owner(user) {
        ("user_id = ?", .id(user))
      } else {
        ("user_id IS NULL AND child_id = ?", .id(place.childID))
      }
    let (values, keys) =
      try db.first("SELECT \(SettingCount.columns) FROM setting WHERE \(condition)", [owner]) {
        (row: ResultRow<SettingCount>) in (row.integer(.values), row.integer(.keys))
      } ?? (0, 0)
    return values < SharedSetting.valuesPerHome && keys < SharedSetting.keysPerHome
  }

  /// Replaces all of a person's settings for everything, except those that this version does not know.
  public func setSettings(_ values: [String: String], of user: UserID) throws {
    for key in SettingKey.all.map(\.name) {
      let place = SettingPlace(home: .person, childID: nil, key: key)
      _ = try put(SharedSetting(place, values[key], changedAt: now), of: user)
    }
  }

  /// Deletes the state of reminders that are over, and old records of removed ones.
  func pruneSettings() throws {
    try db.run(
      "DELETE FROM setting WHERE key GLOB ? AND changed_at < ?",
      [.text(SettingPlace.occasionPrefix + "*"), .instant(now - SharedSetting.occasionLifetime)])
    try db.run(
      "DELETE FROM setting WHERE key GLOB ? AND value IS NULL AND changed_at < ?",
      [.text(SettingPlace.reminderPrefix + "*"), .instant(now - SharedSetting.removalLifetime)])
  }
}

private enum SettingCount: Int32, Columns {
  case values, keys
  static let columns = ColumnList<Self>(computing: [.values: "count(value)", .keys: "count(*)"])
}

extension SettingPlace {
  /// The owner if it is a person; nil if it is a child.
  fileprivate func owner(_ user: UserID) -> UserID? { home == .person ? user : nil }
}
