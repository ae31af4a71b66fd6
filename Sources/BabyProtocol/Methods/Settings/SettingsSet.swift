/// Sets a value, for everything or for one child.
public enum SettingsSet: WriteMethod {
  public static let name = "settings.set"
  public static let summary = "Sets a value, for everything or for one child."

  public struct Params: WriteParams {
    public var key: String
    public var value: String
    public var childID: String?
    public var options: WriteOptions

    public init(key: String, value: String, childID: String? = nil, options: WriteOptions = .init()) {
      self.key = key
      self.value = value
      self.childID = childID
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      key = try members.required("key", "The setting's name.")
      value = try members.required("value", "The value.")
      childID = try members.optional(
        "childId", "UUID or name of the child whose own value is meant; default: the family's value.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("key", key)
      members.field("value", value)
      members.field("childId", childID)
      options.write(to: &members)
    }
  }

  public typealias Answer = SettingAnswer
}
