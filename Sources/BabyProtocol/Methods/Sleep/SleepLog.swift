public import BabyModel

/// Logs a sleep that is over.
public enum SleepLog: WriteMethod {
  public static let name = "sleep.log"
  public static let summary = "Logs a sleep that is over."

  public struct Params: WriteParams {
    public var childID: String?
    public var note: String?
    public var id: EntryID?
    public var time: TimeWords
    public var options: WriteOptions

    public init(
      childID: String? = nil, note: String? = nil, id: EntryID? = nil, time: TimeWords = .init(),
      options: WriteOptions = .init()
    ) {
      self.childID = childID
      self.note = note
      self.id = id
      self.time = time
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      childID = try members.optional("childId", "UUID or name of the child; left out, the caller's current child.")
      note = try members.optional("note", "Free text.")
      id = try members.optional("id", "UUID for the new entry; logging it again changes nothing.")
      time = try TimeWords(reading: &members)
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("childId", childID)
      members.field("note", note)
      members.field("id", id)
      time.write(to: &members)
      options.write(to: &members)
    }
  }

  public typealias Answer = EntryAnswer
}
