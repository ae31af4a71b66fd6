public import BabyModel
import GRDB

/// Values that are shared with the family server beside entries and children.
extension ReadTransaction {
  /// The local value at a place, as sent to the server; nil for none.
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

  /// Places with local values that the server does not have and that are not being sent.
  fileprivate func placesUnknownToServer() throws -> [SettingPlace] {
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

/// How values that are shared get to the server, in the transaction in which they are set, and back.
extension WriteTransaction {
  /// Has what a caller has changed sent, where it is shared.
  ///
  /// - Throws: `BabyError.childReadOnly`.
  func enqueueShared(_ subject: ChangeSubject) throws {
    switch subject {
    case .setting(let name, let child):
      guard let key = SettingKey.all.first(where: { $0.name == name }), let place = SettingPlace(key, child: child)
      else { return }
      try enqueue(place)
    case .custom(let id, let child):
      try enqueue(.reminder(id, of: child))
      // In the format of `ReminderRule.key`: its state is reset.
      try enqueue(.occasion(of: id.description, child: child))
    case .reminder(let rule, let child): try enqueue(.occasion(of: rule, child: child))
    case .entry, .child, .selection, .outbox, .inbox: break
    }
  }

  private func enqueue(_ place: SettingPlace) throws {
    let isListed = try read.syncState().areSettingsListed
    if isListed, place.home == .child, let child = place.childID, try read.role(in: child) == .viewer {
      // Viewers get reminders, too, and may dismiss them here.
      if case .occasion = place.subject { return }
      throw BabyError.childReadOnly(name: try read.child(child)?.name ?? "")
    }
    let sent: [UInt8]?? = try db.first(
      "SELECT sent_as FROM outbox_setting WHERE \(SettingPlaceRow.condition)", SettingPlaceRow.values(place)
    ) { (row: ResultRow<OnlyColumn>) in row.optionalBytes(.only) }
    try removeUnsent(place)
    // The last request may or may not have arrived, so send the current value.
    let isUncertain = (sent ?? nil) != nil
    guard try !isListed || isUncertain || read.remoteSetting(at: place)?.value != read.sharedValue(at: place)
    else { return }
    try insertUnsent(place)
  }

  private func insertUnsent(_ place: SettingPlace, changedAt: Instant? = nil) throws {
    try db.run(
      "INSERT INTO outbox_setting (\(SettingPlaceRow.columns), changed_at) VALUES (?, ?, ?, ?)",
      SettingPlaceRow.values(place) + [.instant(changedAt ?? context.at)])
  }

  private func removeUnsent(_ place: SettingPlace) throws {
    try db.run("DELETE FROM outbox_setting WHERE \(SettingPlaceRow.condition)", SettingPlaceRow.values(place))
  }

  // MARK: Sending

  /// Notes that what lies at a place is sent now: from here on the server may have it, and it has a key.
  ///
  /// - Returns: nil when nothing of it is to be sent.
  public func beginSend(of place: SettingPlace) throws -> PendingSetting? {
    try db.run(
      "UPDATE outbox_setting SET sent_as = randomblob(16) WHERE \(SettingPlaceRow.condition) AND sent_as IS NULL",
      SettingPlaceRow.values(place))
    let isRepeated = db.changesCount == 0
    let sent: (Instant, [UInt8])? = try db.first(
      "SELECT \(OutboxSettingRow.columns) FROM outbox_setting WHERE \(SettingPlaceRow.condition)",
      SettingPlaceRow.values(place)
    ) { (row: ResultRow<OutboxSettingRow>) in (row.instant(.changedAt), row.bytes(.sentAs)) }
    guard let (changedAt, bytes) = sent, let key = Identifier<PendingSetting>(bytes: bytes) else { return nil }
    return PendingSetting(
      idempotencyKey: "\(key)",
      setting: SharedSetting(place, try read.sharedValue(at: place), changedAt: changedAt), isRepeated: isRepeated)
  }

  /// Takes a value off its way.
  ///
  /// - Returns: false when it was settled before, or another one is on its way from the same place by now.
  public func settle(_ sent: PendingSetting) throws -> Bool {
    guard let key = Identifier<PendingSetting>(sent.idempotencyKey) else { return false }
    try db.run(
      "DELETE FROM outbox_setting WHERE \(SettingPlaceRow.condition) AND sent_as = ?",
      SettingPlaceRow.values(sent.setting.place) + [.id(key)])
    return db.changesCount > 0
  }

  /// Queues all values that the server does not have, once all of its values are known.
  public func sendUnlistedSettings() throws {
    try db.run("DELETE FROM remote_setting WHERE is_listed = 0")
    for place in try read.placesUnknownToServer() {
      let isOthers = try place.home == .child && place.childID.flatMap(read.role) == .viewer
      if !isOthers { try insertUnsent(place) }
    }
  }

  // MARK: What comes from the server

  /// Everything is going to be fetched again.
  public func markSettingsUnlisted() throws { try db.run("UPDATE remote_setting SET is_listed = 0") }

  /// Notes how the server has a value.
  public func keepRemote(_ theirs: SharedSetting) throws {
    try db.run(
      "DELETE FROM remote_setting WHERE \(SettingPlaceRow.condition)", SettingPlaceRow.values(theirs.place))
    try db.run(
      "INSERT INTO remote_setting (\(SettingPlaceRow.columns), \(SettingValueRow.columns)) VALUES (?, ?, ?, ?, ?)",
      SettingPlaceRow.values(theirs.place) + [.optional(theirs.value), .instant(theirs.changedAt)])
  }

  /// Has what lies at a place sent once more: the server had it, and has lost it.
  ///
  /// - Parameter lost: as the server had it.
  public func sendAgain(_ lost: SharedSetting) throws {
    try removeUnsent(lost.place)
    try insertUnsent(lost.place, changedAt: lost.changedAt)
  }

  /// Makes what lies at a place what the server says. Subscribers hear of it; no undo knows it. What cannot be read
  /// here, as of a newer version, leaves it as it is.
  public func adopt(_ theirs: SharedSetting) throws {
    guard try read.sharedValue(at: theirs.place) != theirs.value else { return }
    switch theirs.place.subject {
    case nil: break
    case .setting(let key):
      try putSetting(key, theirs.value, child: theirs.place.childID)
      try record(theirs.value == nil ? .delete : .update, .setting(key, child: theirs.place.childID))
    case .reminder(let id, let child): try adopt(theirs.value, of: id, child: child)
    case .occasion(let rule, let child): try adopt(theirs.value, of: rule, child: child)
    }
  }

  private func adopt(_ value: String?, of id: Identifier<CustomReminder>, child: ChildID) throws {
    let subject = ChangeSubject.custom(id, child: child)
    guard let value else {
      try deleteReminder(id, child: child)
      try record(.delete, subject)
      return
    }
    guard let theirs = CustomReminder(sharedText: value, id: id, childID: child) else { return }
    // Of two with one name, the one that the server has not seen is removed; if it has seen both, the one that was set
    // later. Each machine decides the same.
    let twins = try read.customReminders(child: child).filter {
      $0.id != id && $0.name.lowercased() == theirs.name.lowercased()
    }
    for twin in twins {
      let place = SettingPlace.reminder(twin.id, of: child)
      let isOnServer = try read.remoteSetting(at: place)?.value != nil
      if isOnServer, twin.id < id { return try takeBack(theirs) }
      try removeUnsent(place)
      try deleteReminder(twin.id, child: child)
      try record(.delete, .custom(twin.id, child: child))
      if isOnServer { try sendRemoval(of: twin) }
    }
    let isNew = try read.customReminder(id) == nil
    try putReminder(theirs)
    try record(isNew ? .insert : .update, subject)
  }

  /// Takes a reminder that came from the server off its list again.
  private func takeBack(_ theirs: CustomReminder) throws {
    if try read.customReminder(theirs.id) != nil {
      try deleteReminder(theirs.id, child: theirs.childID)
      try record(.delete, .custom(theirs.id, child: theirs.childID))
    }
    try sendRemoval(of: theirs)
  }

  private func sendRemoval(of reminder: CustomReminder) throws {
    let place = SettingPlace.reminder(reminder.id, of: reminder.childID)
    guard try read.role(in: reminder.childID) != .viewer, try !read.isUnsent(place) else { return }
    try insertUnsent(place)
  }

  private func adopt(_ value: String?, of rule: String, child: ChildID) throws {
    let theirs = value.flatMap { ReminderMark(sharedText: $0) }
    guard theirs != nil || value == nil else { return }
    let ours = try read.reminderMark(of: rule, child: child)
    guard let mark = ReminderMark.merging(ours, with: theirs), mark != ours else { return }
    try putMark(mark, rule: rule, of: child)
    try record(.update, .reminder(rule: rule, child: child))
  }
}

/// Where a value lies that is shared.
private enum SettingPlaceRow: Int32, Columns {
  case home, childID, key

  static let columns = ColumnList<Self>()

  /// Finds one place. Parameters: `values`.
  static let condition = "home = ? AND ifnull(child_id, x'') = ifnull(?, x'') AND key = ?"

  static func values(_ place: SettingPlace) -> [SQLValue] {
    [.text(place.home.rawValue), .id(place.childID), .text(place.key)]
  }

  static func decode(_ row: ResultRow<Self>) throws -> SettingPlace {
    SettingPlace(home: try row.word(.home), childID: try row.optionalID(.childID), key: row.text(.key))
  }
}

/// A value as it is sent, after its place.
private enum SettingValueRow: Int32, Columns {
  case value, changedAt

  static let columns = ColumnList<Self>()

  static func decode(_ row: ResultRow<SettingPlaceRow>) throws -> SharedSetting {
    let value = row.following(Self.self)
    return SharedSetting(
      try SettingPlaceRow.decode(row), value.optionalText(.value), changedAt: value.instant(.changedAt))
  }
}

/// Of a value on its way, behind its place.
private enum OutboxSettingRow: Int32, Columns {
  case changedAt, sentAs
  static let columns = ColumnList<Self>()
}
