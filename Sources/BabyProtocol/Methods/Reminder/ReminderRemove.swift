/// Removes a custom reminder.
public enum ReminderRemove: WriteMethod {
  public static let name = "reminder.remove"
  public static let summary = "Removes a custom reminder."
  public static let access = MethodAccess.everybody

  public struct Params: WriteParams {
    public var name: String
    public var childID: String?
    public var options: WriteOptions

    public init(name: String, childID: String? = nil, options: WriteOptions = .init()) {
      self.name = name
      self.childID = childID
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      name = try members.required("name", "Its name.")
      childID = try members.optional("childId", "UUID or name of the child; default: the caller's current child.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("name", name)
      members.field("childId", childID)
      options.write(to: &members)
    }
  }

  public typealias Answer = CustomReminderAnswer
}
