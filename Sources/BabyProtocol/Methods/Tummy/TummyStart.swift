public import BabyModel

/// Starts tummy time; an error when one is running.
public enum TummyStart: WriteMethod {
  public static let name = "tummy.start"
  public static let summary = "Starts tummy time; an error when one is running."

  public struct Params: WriteParams {
    public var childID: String?
    public var at: String?
    public var note: String?
    public var id: EntryID?
    public var options: WriteOptions

    public init(
      childID: String? = nil, at: String? = nil, note: String? = nil, id: EntryID? = nil,
      options: WriteOptions = .init()
    ) {
      self.childID = childID
      self.at = at
      self.note = note
      self.id = id
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      childID = try members.optional("childId", "UUID or name of the child; left out, the caller's current child.")
      at = try members.optional("at", "When, in words or RFC 3339; left out, now.")
      note = try members.optional("note", "Free text.")
      id = try members.optional("id", "UUID for the new entry; logging it again changes nothing.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("childId", childID)
      members.field("at", at)
      members.field("note", note)
      members.field("id", id)
      options.write(to: &members)
    }
  }

  public typealias Answer = EntryAnswer
}
