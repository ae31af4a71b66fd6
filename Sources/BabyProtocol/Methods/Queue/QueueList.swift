public import BabyModel

/// Changes that the family server has not confirmed yet, oldest first.
public enum QueueList: RPCMethod {
  public static let name = "queue.list"
  public static let summary = "Lists the changes that the family server has not confirmed yet, oldest first."
  public static let access = MethodAccess.everybody

  public struct Params: WireObject {
    public var limit: Int?

    public init(limit: Int? = nil) { self.limit = limit }

    public init(reading members: inout ObjectReader) throws(WireError) {
      limit = try members.optional("limit", "How many to return at most, 1 to 1000; default: 100.")
      if let limit, !(1...1000).contains(limit) {
        throw WireError(path: "limit", message: "must be between 1 and 1000")
      }
    }

    public func write(to members: inout ObjectWriter) { members.field("limit", limit) }
  }

  public struct Answer: WireObject {
    public var items: [QueueItem]
    /// Of all, listed or not.
    public var unsent: Int
    public var failed: Int
    public var units: VolumeUnit
    public var timeFormat: TimeFormat

    public init(items: [QueueItem], unsent: Int, failed: Int, units: VolumeUnit, timeFormat: TimeFormat) {
      self.items = items
      self.unsent = unsent
      self.failed = failed
      self.units = units
      self.timeFormat = timeFormat
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      items = try members.required("items", "The changes, oldest first.")
      unsent = try members.required("unsent", "How many are waiting to be sent, listed or not.")
      failed = try members.required(
        "failed", "How many failed and are waiting for somebody to retry or discard them, listed or not.")
      units = try members.required("units", "The unit to show amounts in.")
      timeFormat = try members.required("timeFormat", "How to write clock times.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("items", items)
      members.field("unsent", unsent)
      members.field("failed", failed)
      members.field("units", units)
      members.field("timeFormat", timeFormat)
    }
  }
}
