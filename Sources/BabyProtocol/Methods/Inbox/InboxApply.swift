/// Makes this machine's version of a conflict the current one, as a new change.
public enum InboxApply: WriteMethod {
  public static let name = "inbox.apply"
  public static let summary = "Makes this machine's version of a conflict the current one, as a new change."
  public static let access = MethodAccess.everybody

  public struct Params: WriteParams {
    public var id: Int
    public var options: WriteOptions

    public init(id: Int, options: WriteOptions = .init()) {
      self.id = id
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      id = try members.required("id", "Number of the conflict in the inbox.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("id", id)
      options.write(to: &members)
    }
  }

  public typealias Answer = EntryAnswer
}
