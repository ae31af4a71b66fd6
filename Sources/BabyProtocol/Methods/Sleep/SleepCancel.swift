/// Discards the running sleep as if it had never been started; undo brings it back.
public enum SleepCancel: WriteMethod {
  public static let name = "sleep.cancel"
  public static let summary = "Discards the running sleep, as if it had never been started; undo brings it back."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true

  public struct Params: WriteParams {
    public var childID: String?
    public var options: WriteOptions

    public init(childID: String? = nil, options: WriteOptions = .init()) {
      self.childID = childID
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      childID = try members.optional("childId", "UUID or name of the child; default: the caller's current child.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("childId", childID)
      options.write(to: &members)
    }
  }

  public typealias Answer = EntryAnswer
}
