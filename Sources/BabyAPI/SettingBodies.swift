public import BabyModel
public import BabyProtocol

/// A value that machines share: a setting, a custom reminder, or a reminder's state.
@WireMembers("SharedSetting")
public struct SharedSettingRecord: Hashable, WireObject {
  /// Its owner: person or child.
  public var home: SettingHome
  /// UUID of the child that owns it, or for which alone the person has set it.
  public var childID: ChildID?
  /// The setting's name, or reminder. or occasion. and an id.
  public var key: String
  /// Its value; left out if it was reset.
  public var value: String?
  /// When it was set or reset.
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

/// The header with which a client requests settings among the changes.
public enum SettingsHeader {
  public static let name = "Babybasics-Settings"
  /// In place of a position: everything.
  public static let beginning = "0"
}

/// All settings at once; a setting that is left out gets its default.
@WireMembers("SettingValues")
public struct SettingValues: WireObject {
  /// Every setting that should not have its default value.
  public var settings: [SettingValue]
}

@WireMembers
public struct SettingValue: WireObject {
  /// The setting's name.
  public var key: String
  /// Its value.
  public var value: String
}
