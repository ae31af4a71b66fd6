/// Takes items of the inbox as read.
public enum InboxDismiss: WriteMethod {
  public static let name = "inbox.dismiss"
  public static let summary = "Dismisses items in the inbox."
  public static let access = MethodAccess.everybody

  public struct Params: WriteParams {
    /// Nil for all items.
    public var id: Int?
    public var options: WriteOptions

    public init(id: Int? = nil, options: WriteOptions = .init()) {
      self.id = id
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      id = try members.optional("id", "Number of the item; default: all.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("id", id)
      options.write(to: &members)
    }
  }

  public typealias Answer = QueueAnswer
}
