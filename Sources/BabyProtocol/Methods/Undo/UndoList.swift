public import BabyModel

/// Lists the caller's changes that can be taken back or done again, the last first.
public enum UndoList: RPCMethod {
  public static let name = "undo.list"
  public static let summary = "Lists the caller's changes that can be undone or redone, latest first."
  public static let access = MethodAccess.everybody

  public struct Params: WireObject {
    public var limit: Int?

    public init(limit: Int? = nil) { self.limit = limit }

    public init(reading members: inout ObjectReader) throws(WireError) {
      limit = try members.optional("limit", "How many to return at most, 1 to 1000; default: 20.")
      if let limit, !(1...1000).contains(limit) {
        throw WireError(path: "limit", message: "must be between 1 and 1000")
      }
    }

    public func write(to members: inout ObjectWriter) { members.field("limit", limit) }
  }

  public struct Answer: WireObject {
    public var steps: [UndoStepRecord]
    public var timeFormat: TimeFormat

    public init(steps: [UndoStepRecord], timeFormat: TimeFormat) {
      self.steps = steps
      self.timeFormat = timeFormat
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      steps = try members.required("steps", "The changes, latest first.")
      timeFormat = try members.required("timeFormat", "How to write clock times.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("steps", steps)
      members.field("timeFormat", timeFormat)
    }
  }
}

/// A change of the caller's that one undo takes back.
public struct UndoStepRecord: Hashable, WireObject {
  public static var schemaName: String? { "UndoStep" }

  public enum State: String, WireWord {
    /// It can be taken back.
    case done
    /// It can be done again.
    case undone
    /// It could not be taken back; undo passes over it unless it is named.
    case skipped
  }

  /// `step.17`
  public var id: String
  /// What was done: "Logged left breast".
  public var label: String
  public var at: Instant
  public var atLocal: String
  public var state: State
  public var children: [ChildReference]
  /// How many entries it has changed.
  public var count: Int
  /// The entry, where it is one.
  public var entryID: EntryID?

  public init(
    id: String, label: String, at: Instant, atLocal: String, state: State, children: [ChildReference], count: Int,
    entryID: EntryID?
  ) {
    self.id = id
    self.label = label
    self.at = at
    self.atLocal = atLocal
    self.state = state
    self.children = children
    self.count = count
    self.entryID = entryID
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    id = try members.required("id", "Id of the change.")
    label = try members.required("label", "What was done, in words.")
    at = try members.required("at", "When it was done.")
    atLocal = try members.required("atLocal", "The same time with the offset of the child's time zone.")
    state = try members.required("state", "Whether it is done, undone, or skipped because it could not be undone.")
    children = try members.required("children", "The children it is about.")
    count = try members.required("count", "How many entries it changed.")
    entryID = try members.optional("entryId", "UUID of the entry, if there was only one.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("id", id)
    members.field("label", label)
    members.field("at", at)
    members.field("atLocal", atLocal)
    members.field("state", state)
    members.field("children", children)
    members.field("count", count)
    members.field("entryId", entryID)
  }
}
