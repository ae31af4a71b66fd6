public import BabyModel

/// Logs a diaper.
public enum DiaperLog: WriteMethod {
  public static let name = "diaper.log"
  public static let summary = "Logs a diaper."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true

  public struct Params: WriteParams {
    public var childID: String?
    public var type: DiaperType?
    public var note: String?
    public var id: EntryID?
    public var at: String?
    public var options: WriteOptions

    public init(
      childID: String? = nil, type: DiaperType? = nil, note: String? = nil, id: EntryID? = nil, at: String? = nil,
      options: WriteOptions = .init()
    ) {
      self.childID = childID
      self.type = type
      self.note = note
      self.id = id
      self.at = at
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      childID = try members.optional("childId", "UUID or name of the child; default: the caller's current child.")
      type = try members.optional("type", "What was in it; default: the same as last time.")
      note = try members.optional("note", "Free text.", longest: WireLimit.note)
      id = try members.optional("id", "UUID for the new entry; logging it again with the same UUID changes nothing.")
      at = try members.optional("at", "When, in words or RFC 3339; default: now.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("childId", childID)
      members.field("type", type)
      members.field("note", note)
      members.field("id", id)
      members.field("at", at)
      options.write(to: &members)
    }
  }

  public typealias Answer = EntryAnswer
}
