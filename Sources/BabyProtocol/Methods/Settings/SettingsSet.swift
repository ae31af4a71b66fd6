/// Sets a value, for everything or for one child.
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
