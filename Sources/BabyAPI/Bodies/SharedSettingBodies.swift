public import BabyModel
public import BabyProtocol

/// A value that machines share: a setting, a reminder of a family's own, or what became of a reminder.
@WireMembers("SharedSetting")
public struct SharedSettingRecord: Hashable, WireObject {
  /// Whose it is: person or child.
  public var home: SettingHome
  /// UUID of the child whose it is, or for which alone the person has set it.
  public var childID: ChildID?
  /// The setting's name, or reminder. or occasion. and an id.
  public var key: String
  /// Its value; left out if it has none any more.
  public var value: String?
  /// When somebody set or reset it.
  public var changedAt: Instant

  public init(_ setting: SharedSetting) {
    home = setting.place.home
    childID = setting.place.childID
    key = setting.place.key
    value = setting.value
    changedAt = setting.changedAt
  }

  public var setting: SharedSetting {
    SharedSetting(SettingPlace(home: home, childID: childID, key: key), value, changedAt: changedAt)
  }
}

/// How a client says that it wants to be told of settings with what has changed.
public enum SettingsHeader {
  public static let name = "Babybasics-Settings"
  /// In place of a position: everything.
  public static let beginning = "0"
}
