/// Takes a value back: a child's to the one for all children, that one to the default.
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
