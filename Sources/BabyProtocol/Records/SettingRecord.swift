/// A setting and the value in force.
@WireMembers("Setting")
public struct SettingRecord: Hashable, WireObject {
  /// The setting's name.
  public var key: String
  /// The current value.
  public var value: String
  /// The value when nothing is set.
  @Wire("default") public var defaultValue: String
  /// Where the value comes from.
  public var source: Source
  /// The setting's effect.
  public var summary: String

  public enum Source: String, WireWord {
    case `default`, family, child
  }
}

/// The answer to every call that changes a setting.
@WireMembers("SettingAnswer")
public struct SettingAnswer: PressAnswer {
  /// The setting as it is now.
  public var setting: SettingRecord
  /// The result, in words.
  public var message: String
  /// Number of the database's last change.
  public var seq: Int
  /// True when nothing was changed.
  public var isDryRun: Bool = false
  /// True when the same call came within the second before: it was done once.
  public var isRepeated: Bool = false
}
