public import BabyModel

/// Logs a finished 10-minute nap that ends now.
public enum SleepNap: WriteMethod {
  public static let name = "sleep.nap"
  public static let summary = "Logs a 10-minute nap that ends now."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true

  public struct Params: WriteParams {
    public var childID: String?
    public var id: EntryID?
    public var options: WriteOptions

    public init(childID: String? = nil, id: EntryID? = nil, options: WriteOptions = .init()) {
      self.childID = childID
      self.id = id
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      childID = try members.optional("childId", "UUID or name of the child; default: the caller's current child.")
      id = try members.optional("id", "UUID for the new entry; logging it again with the same UUID changes nothing.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("childId", childID)
      members.field("id", id)
      options.write(to: &members)
    }
  }

  public typealias Answer = EntryAnswer
}
