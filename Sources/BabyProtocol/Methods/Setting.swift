public import BabyModel

public enum SettingsList: RPCMethod {
  public static let name = "settings.list"
  public static let summary = "Lists all settings and their current values."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild

  @WireMembers
  public struct Params: WireObject {
    /// UUID or name of the child whose own value is meant; default: the value for all children.
    public var childID: String?
  }

  @WireMembers("SettingsList")
  public struct Answer: Hashable, WireObject {
    /// The settings, by name.
    public var settings: [SettingRecord]
  }
}

public enum SettingsGet: RPCMethod {
  public static let name = "settings.get"
  public static let summary = "Returns one setting and its current value."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild + [.settingUnknown]

  @WireMembers
  public struct Params: WireObject {
    /// The setting's name.
    public var key: String
    /// UUID or name of the child whose own value is meant; default: the value for all children.
    public var childID: String?
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The setting.
    public var setting: SettingRecord
  }
}

public enum SettingsSet: WriteMethod {
  public static let name = "settings.set"
  public static let summary = "Sets a value, for everything or for one child."
  public static let errors: [ErrorCode] = .ofChild + [.settingUnknown, .settingInvalid]

  @WireMembers
  public struct Params: WriteParams {
    /// The setting's name.
    public var key: String
    /// The value.
    public var value: String
    /// UUID or name of the child whose own value is meant; default: the value for all children.
    public var childID: String?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = SettingAnswer
}

public enum SettingsReset: WriteMethod {
  public static let name = "settings.reset"
  public static let summary = "Resets a value: a child's to the one for all children, or that one to the default."
  public static let errors: [ErrorCode] = .ofChild + [.settingUnknown]

  @WireMembers
  public struct Params: WriteParams {
    /// The setting's name.
    public var key: String
    /// UUID or name of the child whose own value is meant; default: the value for all children.
    public var childID: String?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = SettingAnswer
}

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

  public enum Source: String, WireEnum {
    case `default`, family, child
  }
}

/// The answer to every call that changes a setting.
@WireMembers("SettingAnswer")
public struct SettingAnswer: WireObject {
  /// The setting as it is now.
  public var setting: SettingRecord
  /// The result, in words.
  public var message: String
  /// Number of the database's last change.
  public var seq: Int
  /// True when nothing was changed.
  public var isDryRun: Bool = false
}

extension Theme: WireObject {
  public static var schemaName: String? { "Theme" }

  public init(reading members: inout ObjectReader) throws(WireError) {
    self.init()
    palette = try members.required("palette", "The palette.")
    categoryStrategy = try members.required("categoryStrategy", "The colours for the kinds of entries.")
    iconStyle = try members.required("iconStyle", "Icons on a coloured badge, or coloured icons.")
    mode = try members.required("mode", "Light or dark; auto follows the desktop, or is dark without its preference.")
    desktop = try members.required("desktop", "The desktop's preference as last seen by bbagent.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("palette", palette)
    members.field("categoryStrategy", categoryStrategy)
    members.field("iconStyle", iconStyle)
    members.field("mode", mode)
    members.field("desktop", desktop)
  }
}
