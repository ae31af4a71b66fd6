/// All settings with the values in force.
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
