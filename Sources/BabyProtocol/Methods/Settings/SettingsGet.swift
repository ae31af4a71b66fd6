/// One setting with the value in force.
public enum SettingsGet: RPCMethod {
  public static let name = "settings.get"
  public static let summary = "Returns one setting and its current value."
  public static let access = MethodAccess.everybody

  public struct Params: WireObject {
    public var key: String
    public var childID: String?

    public init(key: String, childID: String? = nil) {
      self.key = key
      self.childID = childID
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      key = try members.required("key", "The setting's name.")
      childID = try members.optional(
        "childId", "UUID or name of the child whose own value is meant; default: the family's value.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("key", key)
      members.field("childId", childID)
    }
  }

  public struct Answer: WireObject {
    public var setting: SettingRecord

    public init(setting: SettingRecord) { self.setting = setting }

    public init(reading members: inout ObjectReader) throws(WireError) {
      setting = try members.required("setting", "The setting.")
    }

    public func write(to members: inout ObjectWriter) { members.field("setting", setting) }
  }
}
