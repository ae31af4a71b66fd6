/// Ends the running tummy time; an error when none is running.
public enum TummyStop: WriteMethod {
  public static let name = "tummy.stop"
  public static let summary = "Ends the running tummy time; an error when none is running."

  public struct Params: WriteParams {
    public var childID: String?
    public var at: String?
    public var note: String?
    public var options: WriteOptions

    public init(childID: String? = nil, at: String? = nil, note: String? = nil, options: WriteOptions = .init()) {
      self.childID = childID
      self.at = at
      self.note = note
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      childID = try members.optional("childId", "UUID or name of the child; left out, the caller's current child.")
      at = try members.optional("at", "When it ended, in words or RFC 3339; left out, now.")
      note = try members.optional("note", "Free text.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("childId", childID)
      members.field("at", at)
      members.field("note", note)
      options.write(to: &members)
    }
  }

  public typealias Answer = EntryAnswer
}
