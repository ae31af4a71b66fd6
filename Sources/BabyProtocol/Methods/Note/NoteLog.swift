public import BabyModel

/// Logs a note.
public enum NoteLog: WriteMethod {
  public static let name = "note.log"
  public static let summary = "Logs a note."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true

  public struct Params: WriteParams {
    public var childID: String?
    public var text: String
    public var category: NoteCategory?
    public var id: EntryID?
    public var at: String?
    public var options: WriteOptions

    public init(
      childID: String? = nil, text: String, category: NoteCategory? = nil, id: EntryID? = nil, at: String? = nil,
      options: WriteOptions = .init()
    ) {
      self.childID = childID
      self.text = text
      self.category = category
      self.id = id
      self.at = at
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      childID = try members.optional("childId", "UUID or name of the child; default: the caller's current child.")
      text = try members.required("text", "The note.", longest: WireLimit.note)
      category = try members.optional("category", "What it is about; default: general.")
      id = try members.optional("id", "UUID for the new entry; logging it again with the same UUID changes nothing.")
      at = try members.optional("at", "When, in words or RFC 3339; default: now.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("childId", childID)
      members.field("text", text)
      members.field("category", category)
      members.field("id", id)
      members.field("at", at)
      options.write(to: &members)
    }
  }

  public typealias Answer = EntryAnswer
}
