/// The key of a value that the machines of a person or a family share: a setting, a custom reminder, or the state of a
/// reminder's occasion.
public struct SettingPlace: Hashable, Sendable {
  /// Its owner: a person or a child.
  public var home: SettingHome
  /// For a child's values, and for a person's values for one child.
  public var childID: ChildID?
  public var key: String

  public init(home: SettingHome, childID: ChildID?, key: String) {
    self.home = home
    self.childID = childID
    self.key = key
  }

  /// Where a setting lies that is set here, for everything or for one child; nil for what stays on this machine.
  ///
  /// A child's setting belongs to the child; set without a child, it belongs to the person, and applies to all their
  /// children without a value of their own.
  public init?(_ key: SettingKey, child: ChildID?) {
    guard key.home != .machine else { return nil }
    self.init(home: key.home == .child && child != nil ? .child : .person, childID: child, key: key.name)
  }

  /// Where one of a child's own reminders lies.
  public static func reminder(_ id: Identifier<CustomReminder>, of child: ChildID) -> SettingPlace {
    SettingPlace(home: .child, childID: child, key: reminderPrefix + id.description)
  }

  /// - Parameter rule: key of the rule.
  public static func occasion(of rule: String, child: ChildID) -> SettingPlace {
    SettingPlace(home: .child, childID: child, key: occasionPrefix + rule)
  }

  /// The prefix of keys that are not settings.
  public static let reminderPrefix = "reminder."
  public static let occasionPrefix = "occasion."

  /// The kind of value at a place.
  public enum Subject: Hashable, Sendable {
    /// A setting of this name, which a newer version may know and this one not.
    case setting(String)
    case reminder(Identifier<CustomReminder>, child: ChildID)
    /// The state of the latest occasion of the rule with this key.
    case occasion(rule: String, child: ChildID)
  }

  /// Nil if nothing of what is known here can lie.
  public var subject: Subject? {
    if key.hasPrefix(Self.reminderPrefix) {
      guard home == .child, let childID,
        let id = Identifier<CustomReminder>(key.dropFirst(Self.reminderPrefix.count))
      else { return nil }
      return .reminder(id, child: childID)
    }
    if key.hasPrefix(Self.occasionPrefix) {
      guard home == .child, let childID else { return nil }
      return .occasion(rule: String(key.dropFirst(Self.occasionPrefix.count)), child: childID)
    }
    if let known = SettingKey.all.first(where: { $0.name == key }), SettingPlace(known, child: childID) != self {
      return nil
    }
    return .setting(key)
  }
}

/// A value at its place.
public struct SharedSetting: Hashable, Sendable {
  public var place: SettingPlace
  /// Nil after a setting was reset or a reminder was removed.
  public var value: String?
  /// When it was set or reset.
  public var changedAt: Instant

  public init(_ place: SettingPlace, _ value: String?, changedAt: Instant) {
    self.place = place
    self.value = value
    self.changedAt = changedAt
  }
}

extension SharedSetting {
  /// Of a key, in bytes.
  private static let keyLimit = 100
  /// Of a value, in bytes: the longest is a reminder with the longest name.
  public static let valueLimit = TextLimits.name.bytes + 100
  /// The maximum number of values of one person and of one child, and of keys including those without a value.
  public static let valuesPerHome = 200
  public static let keysPerHome = 1000
  /// How long the state of an occasion is shared. A reminder is useful for a day at most.
  public static let occasionLifetime: Duration = .hours(3 * 24)
  /// How long the removal of a reminder is shared.
  public static let removalLifetime: Duration = .hours(90 * 24)

  /// The error in a value to be shared; nil if it is valid. An unknown key comes from a newer version, and so does its
  /// value.
  ///
  /// - Throws: `BabyError.settingInvalid` for a value that a known setting cannot have.
  public func problem() throws(BabyError) -> FieldError? {
    guard (1...Self.keyLimit).contains(place.key.utf8.count), place.key.utf8.allSatisfy(Self.isKeyByte) else {
      return FieldError("key", "must have 1 to \(Self.keyLimit) letters, digits, dots and hyphens")
    }
    if let value, value.utf8.count > Self.valueLimit {
      return FieldError("value", "must have at most \(Self.valueLimit) bytes")
    }
    guard Instant.plausible.contains(changedAt) else { return FieldError("changedAt", "is out of range") }
    guard place.home != .machine else { return FieldError("home", "must be person or child") }
    guard place.home == .person || place.childID != nil else { return FieldError("childId", "is missing") }
    guard let subject = place.subject else { return FieldError("home", "is not where \(place.key) belongs") }
    if let value, case .setting(let name) = subject { try SettingKey.all.first { $0.name == name }?.validate(value) }
    return nil
  }

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

extension Words {
  /// A value that is shared, within a sentence: "units", "the reminder Vitamin D", "the feeding reminder"
  ///
  /// - Parameter value: as it was sent.
  public static func name(of place: SettingPlace, _ value: String?) -> String {
    switch place.subject {
    case .reminder(let id, let child):
      let reminder = value.flatMap { CustomReminder(sharedText: $0, id: id, childID: child) }
      return reminder.map { "the reminder \($0.name)" } ?? "a reminder"
    case .occasion(let rule, _):
      // A medicine's key continues with the id of the medicine.
      return ReminderKind(rawValue: String(rule.prefix { $0 != "." })).map { "the \($0.rawValue) reminder" }
        ?? "a reminder"
    case .setting, nil: return place.key
    }
  }

  /// "Not changed on the server: day.start · You may read this child's log, but not change it."
  ///
  /// - Parameter what: `name(of:_:)` of the value that was reset to the server's.
  public static func settingRefused(_ what: String, reason: String) -> String {
    line(["Not changed on the server: \(what)", reason])
  }

  /// "2 settings or reminders wait to be sent"
  public static func unsentSettings(_ count: Int) -> String {
    count == 1 ? "1 setting or reminder waits to be sent" : "\(count) settings or reminders wait to be sent"
  }

  /// "units oz"
  public static func setting(_ name: String, _ value: String) -> String { "\(name) \(value)" }

  /// "As the account has it, and not as it was set here: units oz, time.format 24h"
  public static func settingsOfAccount(_ settings: [String]) -> String {
    "As the account has it, and not as it was set here: " + settings.joined(separator: ", ")
  }
}
