public import BabyModel
import GRDB

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
      // As `ReminderRule.key` has it: what became of it so far is forgotten.
      try enqueue(.occasion(of: id.description, child: child))
    case .reminder(let rule, let child): try enqueue(.occasion(of: rule, child: child))
    case .entry, .child, .selection, .outbox, .inbox: break
    }
  }

  private func enqueue(_ place: SettingPlace) throws {
    let isListed = try read.syncState().areSettingsListed
    if isListed, place.home == .child, let child = place.childID, try read.role(in: child) == .viewer {
      // Whoever may only look is reminded all the same, and may put an end to that here.
      if case .occasion = place.subject { return }
      throw BabyError.childReadOnly(name: try read.child(child)?.name ?? "")
    }
    let sent: [UInt8]?? = try db.first(
      "SELECT sent_as FROM outbox_setting WHERE \(SettingPlaceRow.condition)", SettingPlaceRow.values(place)
    ) { (row: ResultRow<OnlyColumn>) in row.optionalBytes(.only) }
    try removeUnsent(place)
    // What was sent may have arrived or not: it is sent in any case what is so now.
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

  /// Has everything sent of which the server has nothing, once all that it has is known.
  public func sendUnlistedSettings() throws {
    try db.run("DELETE FROM remote_setting WHERE is_listed = 0")
    for place in try read.placesUnknownToServer() {
      let isOthers = try place.home == .child && place.childID.flatMap(read.role) == .viewer
      if !isOthers { try insertUnsent(place) }
    }
  }

  // MARK: What comes from the server

  /// Everything is going to be fetched anew.
  public func doubtSettings() throws { try db.run("UPDATE remote_setting SET is_listed = 0") }

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
    // Of two of a name, one of which the server has not seen, that one goes; of two that it has, the one set later. Each
    // machine decides the same.
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
