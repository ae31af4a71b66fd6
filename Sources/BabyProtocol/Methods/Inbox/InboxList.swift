public import BabyModel

/// The inbox: late successes, failures, conflicts and other caregivers' entries, newest first.
public enum InboxList: RPCMethod {
  public static let name = "inbox.list"
  public static let summary = "Lists the inbox: late successes, failures, conflicts and others' entries, newest first."
  public static let access = MethodAccess.everybody

  public struct Params: WireObject {
    public var includesDismissed: Bool
    public var limit: Int?

    public init(includesDismissed: Bool = false, limit: Int? = nil) {
      self.includesDismissed = includesDismissed
      self.limit = limit
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      includesDismissed = try members.flag("includeDismissed", "Also list dismissed items, which are kept for 30 days.")
      limit = try members.optional("limit", "How many to return at most, 1 to 1000; default: 100.")
      if let limit, !(1...1000).contains(limit) {
        throw WireError(path: "limit", message: "must be between 1 and 1000")
      }
    }

    public func write(to members: inout ObjectWriter) {
      members.flag("includeDismissed", includesDismissed)
      members.field("limit", limit)
    }
  }

  public struct Answer: WireObject {
    public var items: [InboxItemRecord]
    /// Of all, listed or not.
    public var open: Int
    public var units: VolumeUnit
    public var timeFormat: TimeFormat

    public init(items: [InboxItemRecord], open: Int, units: VolumeUnit, timeFormat: TimeFormat) {
      self.items = items
      self.open = open
      self.units = units
      self.timeFormat = timeFormat
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      items = try members.required("items", "The items, newest first.")
      open = try members.required("open", "How many items have not been dismissed, listed or not.")
      units = try members.required("units", "The unit to show amounts in.")
      timeFormat = try members.required("timeFormat", "How to write clock times.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("items", items)
      members.field("open", open)
      members.field("units", units)
      members.field("timeFormat", timeFormat)
    }
  }
}
