/// One setting with the value in force.
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
