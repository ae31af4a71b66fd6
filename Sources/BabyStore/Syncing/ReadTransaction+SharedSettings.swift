public import BabyModel
import GRDB

/// Values that are shared with the family server beside entries and children.
extension ReadTransaction {
  /// What lies at a place here, as the server is told it; nil for nothing.
  public func sharedValue(at place: SettingPlace) throws -> String? {
    switch place.subject {
    case nil: nil
    case .setting(let key):
      try db.first(
        "SELECT value FROM setting WHERE ifnull(child_id, x'') = ifnull(?, x'') AND key = ?",
        [.id(place.childID), .text(key)]
      ) { $0.text() }
    case .reminder(let id, _): try customReminder(id)?.sharedText
    case .occasion(let rule, let child): try reminderMark(of: rule, child: child)?.sharedText
    }
  }

  func customReminder(_ id: Identifier<CustomReminder>) throws -> CustomReminder? {
    try db.first(
      "SELECT \(CustomReminderRow.columns) FROM custom_reminder WHERE id = ?", [.id(id)], CustomReminderRow.decode)
  }

  func reminderMark(of rule: String, child: ChildID) throws -> ReminderMark? {
    try db.first(
      "SELECT \(ReminderMarkRow.columns) FROM reminder WHERE child_id = ? AND rule = ?", [.id(child), .text(rule)]
    ) { ReminderMarkRow.decode($0).1 }
  }

  /// A value as the server has it; nil when it never had one.
  public func remoteSetting(at place: SettingPlace) throws -> SharedSetting? {
    try db.first(
      """
      SELECT \(SettingPlaceRow.columns), \(SettingValueRow.columns) FROM remote_setting
      WHERE \(SettingPlaceRow.condition)
      """, SettingPlaceRow.values(place), SettingValueRow.decode)
  }

  /// All values that the server has, as it has them.
  public func remoteSettings() throws -> [SharedSetting] {
    try db.all(
      "SELECT \(SettingPlaceRow.columns), \(SettingValueRow.columns) FROM remote_setting ORDER BY key", [],
      SettingValueRow.decode)
  }

  /// Whether a value waits to be sent.
  public func isUnsent(_ place: SettingPlace) throws -> Bool {
    try db.exists("SELECT 1 FROM outbox_setting WHERE \(SettingPlaceRow.condition)", SettingPlaceRow.values(place))
  }

  /// The place of the first value that can be sent now: the server takes any, and knows its child.
  public func nextUnsentSetting() throws -> SettingPlace? {
    try db.first(
      "SELECT \(SettingPlaceRow.columns) FROM outbox_setting WHERE \(Self.canBeSent) ORDER BY number LIMIT 1", [],
      SettingPlaceRow.decode)
  }

  /// How many values wait that can be sent.
  func unsentSettingCount() throws -> Int {
    try db.first("SELECT count(*) FROM outbox_setting WHERE \(Self.canBeSent)") { Int($0.integer()) } ?? 0
  }

  private static let canBeSent = """
    (SELECT are_settings_listed FROM sync_state) = 1 AND (child_id IS NULL OR EXISTS (
      SELECT 1 FROM child_share JOIN child ON child.id = child_share.child_id
      WHERE child_share.child_id = outbox_setting.child_id AND removed_at IS NULL))
    """

  /// Where values lie here of which the server has none, and none is on its way.
  func placesUnknownToServer() throws -> [SettingPlace] {
    let children = try children()
    var places: [SettingPlace] = []
    for child in [nil] + children.map({ Optional($0.id) }) {
      let keys = try settings(child: child).keys.sorted()
      places += keys.compactMap { name in
        SettingKey.all.first { $0.name == name }.flatMap { SettingPlace($0, child: child) }
      }
    }
    for child in children.map(\.id) {
      places += try customReminders(child: child).map { .reminder($0.id, of: child) }
      let marks = try reminderMarks(child: child).filter { $0.value.sharedText != nil }
      places += marks.keys.sorted().map { .occasion(of: $0, child: child) }
    }
    return try places.filter { try remoteSetting(at: $0) == nil && !isUnsent($0) }
  }
}
