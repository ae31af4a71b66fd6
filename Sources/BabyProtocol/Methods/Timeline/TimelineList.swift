public import BabyModel

/// Entries of a child, newest first.
public enum TimelineList: RPCMethod {
  public static let name = "timeline.list"
  public static let summary = "Lists a child's entries, newest first; for one day, with its totals."
  public static let access = MethodAccess.everybody

  public struct Params: WireObject {
    public var childID: String?
    public var day: String?
    public var days: Int?
    public var from: String?
    public var to: String?
    public var kinds: [EntryKind]?
    public var search: String?
    public var limit: Int?
    public var cursor: String?

    public init(
      childID: String? = nil, day: String? = nil, days: Int? = nil, from: String? = nil, to: String? = nil,
      kinds: [EntryKind]? = nil, search: String? = nil, limit: Int? = nil, cursor: String? = nil
    ) {
      self.childID = childID
      self.day = day
      self.days = days
      self.from = from
      self.to = to
      self.kinds = kinds
      self.search = search
      self.limit = limit
      self.cursor = cursor
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      childID = try members.optional("childId", "UUID or name of the child; default: the caller's current child.")
      day = try members.optional(
        "day", "A day in the child's time zone: \"today\", \"yesterday\" or a date; not with from or to.")
      days = try members.optional("days", "The last days, including today: how many, 1 to 366.")
      from = try members.optional(
        "from", "Only entries from this time on, and those still running then, in words or RFC 3339.")
      to = try members.optional("to", "Only entries that began before this time, in words or RFC 3339.")
      kinds = try members.optional("kinds", "Only entries of these kinds.")
      search = try members.optional("search", "Only entries with this text in kind, note, details or clock time.")
      limit = try members.optional("limit", "How many entries to return at most, 1 to 1000; default: 100.")
      cursor = try members.optional("cursor", "The nextCursor of the previous page.")
      if let limit, !(1...1000).contains(limit) {
        throw WireError(path: "limit", message: "must be between 1 and 1000")
      }
      if let days, !(1...366).contains(days) {
        throw WireError(path: "days", message: "must be between 1 and 366")
      }
      if day != nil, from != nil || to != nil {
        throw WireError(path: "day", message: "cannot be used with from or to")
      }
      if days != nil, day != nil || from != nil || to != nil {
        throw WireError(path: "days", message: "cannot be used with day, from or to")
      }
    }

    public func write(to members: inout ObjectWriter) {
      members.field("childId", childID)
      members.field("day", day)
      members.field("days", days)
      members.field("from", from)
      members.field("to", to)
      members.field("kinds", kinds)
      members.field("search", search)
      members.field("limit", limit)
      members.field("cursor", cursor)
    }
  }

  public struct Answer: WireObject {
    public var child: ChildReference
    public var units: VolumeUnit
    public var timeFormat: TimeFormat
    public var theme: Theme
    public var entries: [EntryRecord]
    public var nextCursor: String?
    /// The day that was asked for, and its totals, of all kinds and whatever was searched for.
    public var day: DayRecord?
    public var totals: DayTotalsRecord?
    /// The days that were asked for with `days`, newest first, and their totals.
    public var days: [DaySummaryRecord]?

    public init(
      child: ChildReference, units: VolumeUnit, timeFormat: TimeFormat, theme: Theme = Theme(), entries: [EntryRecord],
      nextCursor: String? = nil, day: DayRecord? = nil, totals: DayTotalsRecord? = nil,
      days: [DaySummaryRecord]? = nil
    ) {
      self.child = child
      self.units = units
      self.timeFormat = timeFormat
      self.theme = theme
      self.entries = entries
      self.nextCursor = nextCursor
      self.day = day
      self.totals = totals
      self.days = days
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      child = try members.required("child", "The child.")
      units = try members.required("units", "The unit to show amounts in.")
      timeFormat = try members.required("timeFormat", "How to write clock times.")
      theme = try members.required("theme", "The theme set for the child.")
      entries = try members.required("entries", "The entries, newest first.")
      nextCursor = try members.optional("nextCursor", "For the next page; left out on the last one.")
      day = try members.optional("day", "The day that was asked for.")
      totals = try members.optional("totals", "The day's counts and sums, for all kinds.")
      days = try members.optional("days", "The days that were asked for, newest first, with their totals.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("child", child)
      members.field("units", units)
      members.field("timeFormat", timeFormat)
      members.field("theme", theme)
      members.field("entries", entries)
      members.field("nextCursor", nextCursor)
      members.field("day", day)
      members.field("totals", totals)
      members.field("days", days)
    }
  }
}
