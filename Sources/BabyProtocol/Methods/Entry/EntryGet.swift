public import BabyModel

/// One entry, deleted or not.
public enum EntryGet: RPCMethod {
  public static let name = "entry.get"
  public static let summary = "Returns one entry, deleted or not."
  public static let access = MethodAccess.everybody

  public struct Params: WireObject {
    public var id: String

    public init(id: String) {
      self.id = id
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      id = try members.required(
        "id", "UUID of the entry, its last 4 or more characters, or \"last\" for the latest one logged.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("id", id)
    }
  }

  public struct Answer: WireObject {
    public var entry: EntryRecord
    public var child: ChildReference
    public var timeFormat: TimeFormat

    public init(entry: EntryRecord, child: ChildReference, timeFormat: TimeFormat) {
      self.entry = entry
      self.child = child
      self.timeFormat = timeFormat
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      entry = try members.required("entry", "The entry.")
      child = try members.required("child", "The child the entry is for.")
      timeFormat = try members.required("timeFormat", "How to write clock times.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("entry", entry)
      members.field("child", child)
      members.field("timeFormat", timeFormat)
    }
  }
}
