public import BabyModel

/// An entry that was logged, changed, deleted or restored, as it is now.
public struct TimelineChange: Hashable, WireObject {
  public static var schemaName: String? { "TimelineChange" }

  public var operation: Operation
  public var entry: EntryRecord

  public enum Operation: String, WireWord {
    case insert, update, delete, restore
  }

  public init(operation: Operation, entry: EntryRecord) {
    self.operation = operation
    self.entry = entry
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    operation = try members.required("operation", "What was done to it.")
    entry = try members.required("entry", "The entry as it is now, which may be after a later change.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("operation", operation)
    members.field("entry", entry)
  }
}

/// What became of an entry on its way to the family server.
public struct QueueChange: Hashable, WireObject {
  public static var schemaName: String? { "QueueChange" }

  public var entryID: EntryID
  public var state: QueueState

  public init(entryID: EntryID, state: QueueState) {
    self.entryID = entryID
    self.state = state
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    entryID = try members.required("entryId", "UUID of the entry.")
    state = try members.required("state", "What has become of it.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("entryId", entryID)
    members.field("state", state)
  }
}
