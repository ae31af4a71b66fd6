/// Takes a value back: a child's to the family's, the family's to the default.
public enum SettingsReset: WriteMethod {
  public static let name = "settings.reset"
  public static let summary = "Resets a value: a child's to the family's, or the family's to the default."

  public struct Params: WriteParams {
    public var key: String
    public var childID: String?
    public var options: WriteOptions

    public init(key: String, childID: String? = nil, options: WriteOptions = .init()) {
      self.key = key
      self.childID = childID
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      key = try members.required("key", "The setting's name.")
      childID = try members.optional(
        "childId", "UUID or name of the child whose own value is meant; default: the family's value.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("key", key)
      members.field("childId", childID)
      options.write(to: &members)
    }
  }

  public typealias Answer = SettingAnswer
}
