/// All settings with the values in force.
public enum SettingsList: RPCMethod {
  public static let name = "settings.list"
  public static let summary = "Lists all settings and their current values."
  public static let access = MethodAccess.everybody

  public struct Params: WireObject {
    public var childID: String?

    public init(childID: String? = nil) {
      self.childID = childID
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      childID = try members.optional(
        "childId", "UUID or name of the child whose own value is meant; default: the family's value.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("childId", childID)
    }
  }

  public struct Answer: Hashable, WireObject {
    public static var schemaName: String? { "SettingsList" }

    public var settings: [SettingRecord]

    public init(settings: [SettingRecord]) { self.settings = settings }

    public init(reading members: inout ObjectReader) throws(WireError) {
      settings = try members.required("settings", "The settings, by name.")
    }

    public func write(to members: inout ObjectWriter) { members.field("settings", settings) }
  }
}
