public import BabyModel
import GRDB

/// The topics of a browser's subscription.
public struct PushPreferences: Hashable, Sendable {
  /// Due reminders.
  public var reminders: Bool
  /// Timers that may have been forgotten.
  public var timers: Bool
  /// Entries by other people.
  public var others: Bool
  /// Whether the child may be named.
  public var names: Bool

  public init(reminders: Bool, timers: Bool, others: Bool, names: Bool) {
    self.reminders = reminders
    self.timers = timers
    self.others = others
    self.names = names
  }
}

/// A browser that gets pushes while it is not in use.
public struct PushSubscription: Hashable, Sendable {
  /// Where its maker takes messages for it.
  public var endpoint: String
  /// The encryption keys: a point of P-256 and 16 bytes.
  public var receiverKey: [UInt8]
  public var receiverSecret: [UInt8]
  public var preferences: PushPreferences
  /// Reminders that were due earlier are not sent.
  public var since: Instant

  public init(
    endpoint: String, receiverKey: [UInt8], receiverSecret: [UInt8], preferences: PushPreferences, since: Instant
  ) {
    self.endpoint = endpoint
    self.receiverKey = receiverKey
    self.receiverSecret = receiverSecret
    self.preferences = preferences
    self.since = since
  }
}

/// The browser's account and session.
public struct PushSubscriber: Hashable, Sendable {
  /// The session with which it ends.
  public var session: SessionID
  public var user: UserID
  public var subscription: PushSubscription
}

private enum SubscriptionRow: Int32, Columns {
  case endpoint, receiverKey, receiverSecret, reminders, timers, others, names, since
  static let columns = ColumnList<Self>()

  static func values(_ subscription: PushSubscription) -> [SQLValue] {
    func flag(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }
    let preferences = subscription.preferences
    return allCases.map { column in
      switch column {
      case .endpoint: .text(subscription.endpoint)
      case .receiverKey: .bytes(subscription.receiverKey)
      case .receiverSecret: .bytes(subscription.receiverSecret)
      case .reminders: flag(preferences.reminders)
      case .timers: flag(preferences.timers)
      case .others: flag(preferences.others)
      case .names: flag(preferences.names)
      case .since: .instant(subscription.since)
      }
    }
  }

  static func decode(_ row: ResultRow<Self>) -> PushSubscription {
    PushSubscription(
      endpoint: row.text(.endpoint), receiverKey: row.bytes(.receiverKey), receiverSecret: row.bytes(.receiverSecret),
      preferences: PushPreferences(
        reminders: row.flag(.reminders), timers: row.flag(.timers), others: row.flag(.others),
        names: row.flag(.names)),
      since: row.instant(.since))
  }
}

/// Of a session, behind `SubscriptionRow`.
private enum SubscriberRow: Int32, Columns {
  case sessionID, userID
  static let columns = ColumnList<Self>()
}

private enum PushMarkRow: Int32, Columns {
  case rule, occasion, due, toldAt
  static let columns = ColumnList<Self>()
}

extension ServerReader {
  /// The private key that identifies this server to push services; nil until one is created.
  public func pushKey() throws -> [UInt8]? {
    try db.first("SELECT key FROM push_key") { (row: ResultRow<OnlyColumn>) in row.bytes(.only) }
  }

  public func pushSubscription(of session: SessionID) throws -> PushSubscription? {
    try db.first(
      "SELECT \(SubscriptionRow.columns) FROM push_subscription WHERE session_id = ?", [.id(session)],
      SubscriptionRow.decode)
  }

  /// All browsers with subscriptions, the oldest first; without those of ended sessions.
  public func pushSubscribers(now: Instant) throws -> [PushSubscriber] {
    try db.all(
      """
      SELECT \(SubscriptionRow.columns), \(SubscriberRow.columns)
      FROM push_subscription JOIN session ON session.id = session_id JOIN user ON user.id = user_id
      WHERE expires_at > ? AND disabled_at IS NULL ORDER BY since, session_id
      """, [.instant(now)]
    ) { (row: ResultRow<SubscriptionRow>) in
      let subscriber = row.following(SubscriberRow.self)
      return PushSubscriber(
        session: try subscriber.id(.sessionID), user: try subscriber.id(.userID),
        subscription: SubscriptionRow.decode(row))
    }
  }

  /// The latest occasion of each rule that a browser got for a child, by the rule's key.
  public func pushMarks(of session: SessionID, child: ChildID) throws -> [String: ReminderMark] {
    let marks = try db.all(
      "SELECT \(PushMarkRow.columns) FROM push_mark WHERE session_id = ? AND child_id = ?", [.id(session), .id(child)]
    ) { (row: ResultRow<PushMarkRow>) in
      (
        row.text(.rule),
        ReminderMark(id: row.text(.occasion), due: row.instant(.due), toldAt: row.instant(.toldAt))
      )
    }
    return Dictionary(marks) { _, last in last }
  }
}

extension ServerWriter {
  /// The maximum number of subscriptions of one account; above it, the oldest are dropped.
  private static let pushSubscriptionsOfOne = 32

  /// How long the state of a browser's reminders is kept: longer than the interval of any reminder.
  private static let pushMarkLifetime: Duration = .hours(30 * 24)

  /// Stores the private key that identifies this server to push services, for the database's lifetime.
  public func keep(pushKey key: [UInt8]) throws {
    try db.run("INSERT INTO push_key (id, key) VALUES (1, ?)", [.bytes(key)])
  }

  /// Sets the subscription of a session. Another session of the same browser loses it: another account has logged in
  /// there since.
  public func put(_ subscription: PushSubscription, of session: SessionID, user: UserID) throws {
    try db.run(
      "DELETE FROM push_subscription WHERE endpoint = ? AND session_id <> ?",
      [.text(subscription.endpoint), .id(session)])
    // Not REPLACE, which would delete the marks.
    try db.run(
      """
      INSERT INTO push_subscription (\(SubscriptionRow.columns), session_id)
      VALUES (\(SubscriptionRow.columns.placeholders), ?)
      ON CONFLICT (session_id) DO UPDATE SET \(SubscriptionRow.columns.replacing(except: []))
      """, SubscriptionRow.values(subscription) + [.id(session)])
    try db.run(
      """
      DELETE FROM push_subscription WHERE session_id IN
        (SELECT session_id FROM push_subscription JOIN session ON session.id = session_id WHERE user_id = ?
          ORDER BY since DESC, session_id LIMIT -1 OFFSET ?)
      """, [.id(user), .integer(Int64(Self.pushSubscriptionsOfOne))])
  }

  /// - Parameter endpoint: of the subscription that is meant; nil for any.
  public func removePushSubscription(of session: SessionID, at endpoint: String? = nil) throws {
    try db.run(
      "DELETE FROM push_subscription WHERE session_id = ?1 AND (?2 IS NULL OR endpoint = ?2)",
      [.id(session), .optional(endpoint)])
  }

  /// Records that a browser got a reminder, in place of the rule's earlier one.
  public func notePush(_ mark: ReminderMark, rule: String, of child: ChildID, to session: SessionID) throws {
    try db.run(
      """
      INSERT OR REPLACE INTO push_mark (\(PushMarkRow.columns), session_id, child_id)
      VALUES (\(PushMarkRow.columns.placeholders), ?, ?)
      """,
      [.text(rule), .text(mark.id), .instant(mark.due), .instant(mark.toldAt ?? now), .id(session), .id(child)])
  }

  /// Deletes old marks.
  func prunePushMarks() throws {
    try db.run("DELETE FROM push_mark WHERE told_at < ?", [.instant(now - Self.pushMarkLifetime)])
  }
}

/// The shared state of a child's reminders is stored among its settings, each as one short text.
extension ServerReader {
  /// A child's custom reminders, in the order in which they were added. What cannot be read here, as of a newer
  /// version, is left out.
  public func customReminders(child: ChildID) throws -> [CustomReminder] {
    let prefix = SettingPlace.reminderPrefix
    return try shared(prefix, child).compactMap { key, value in
      Identifier<CustomReminder>(key.dropFirst(prefix.count)).flatMap {
        CustomReminder(sharedText: value, id: $0, childID: child)
      }
    }.sorted { $0.id < $1.id }
  }

  /// The state of the latest occasion of each of a child's rules, by the rule's key: snoozed or dismissed.
  public func reminderMarks(child: ChildID) throws -> [String: ReminderMark] {
    let prefix = SettingPlace.occasionPrefix
    let marks = try shared(prefix, child).compactMap { key, value in
      ReminderMark(sharedText: value).map { (String(key.dropFirst(prefix.count)), $0) }
    }
    return Dictionary(marks) { _, last in last }
  }

  private func shared(_ prefix: String, _ child: ChildID) throws -> [(key: String, value: String)] {
    try db.all(
      """
      SELECT \(SettingRow.columns) FROM setting
      WHERE user_id IS NULL AND child_id = ? AND key GLOB ? AND value IS NOT NULL
      """, [.id(child), .text(prefix + "*")], SettingRow.decode)
  }
}
