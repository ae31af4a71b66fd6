public import BabyModel

/// Ends the running sleep, or starts one.
public enum SleepToggle: WriteMethod {
  public static let name = "sleep.toggle"
  public static let summary = "Ends the running sleep, or starts one."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true

  public struct Params: WriteParams {
    public var childID: String?
    public var at: String?
    public var ifRunning: Nullable<EntryID>?
    public var options: WriteOptions

    public init(
      childID: String? = nil, at: String? = nil, ifRunning: Nullable<EntryID>? = nil, options: WriteOptions = .init()
    ) {
      self.childID = childID
      self.at = at
      self.ifRunning = ifRunning
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      childID = try members.optional("childId", "UUID or name of the child; default: the caller's current child.")
      at = try members.optional("at", "When, in words or RFC 3339; default: now.")
      ifRunning = try members.nullable(
        "ifRunning",
        "What the caller shows: the running sleep's id, or null for none; an error if that has changed.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("childId", childID)
      members.field("at", at)
      if let ifRunning { members.nullable("ifRunning", ifRunning.value) }
      options.write(to: &members)
    }
  }

  public typealias Answer = EntryAnswer
}
