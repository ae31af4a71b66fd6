public import BabyModel

public enum TimelineList: RPCMethod {
  public static let name = "timeline.list"
  public static let summary = "Lists a child's entries, newest first; for days, with their totals."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild + .ofTimes + [.daysNotUnderstood, .entryInvalid]

  @WireMembers
  public struct Params: WireObject {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// Days in the child's time zone; not with from or to.
    ///
    /// In words: "yesterday", "2026-11-14", "november", "2020-03", "last week", "Nov 3 to Nov 10", "Nov 3-10",
    /// "2020-03..05", "2020".
    public var day: String?
    /// The last days, including today: how many, 1 to 36525.
    @Wire(in: 1...36_525) public var days: Int?
    /// Only entries from this time on, and those still running then, in words or RFC 3339.
    public var from: String?
    /// Only entries that began before this time, in words or RFC 3339.
    public var to: String?
    /// Only entries of these kinds.
    public var kinds: [EntryKind]?
    /// Only entries with this text in kind, note, details or clock time.
    public var search: String?
    /// How many entries to return at most, 1 to 1000; default: 100.
    ///
    /// Of several days, those are returned that fit whole, and what goes on over midnight into the oldest of them.
    @Wire(in: 1...1000) public var limit: Int?
    /// Return only the days' totals, and those entries that are running.
    public var isTotalsOnly: Bool = false
    /// The nextCursor of the previous page.
    public var cursor: String?

    public func checkMembers() throws(WireError) {
      if day != nil, from != nil || to != nil {
        throw WireError(path: "day", message: "cannot be used with from or to")
      }
      if days != nil, day != nil || from != nil || to != nil {
        throw WireError(path: "days", message: "cannot be used with day, from or to")
      }
    }
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The child.
    public var child: ChildReference
    /// The unit to show amounts in.
    public var units: VolumeUnit
    /// How to write clock times.
    public var timeFormat: TimeFormat
    /// The theme set for the child.
    public var theme: Theme
    /// The entries, newest first.
    public var entries: [EntryRecord]
    /// For the next page; left out on the last one.
    public var nextCursor: String?
    /// How many entries of that time are of kinds that this version does not know; left out if there are none, with
    /// kinds or search, and on further pages.
    public var unknownKinds: Int?
    /// The requested day, if it is a single one.
    public var day: DayRecord?
    /// The day's counts and sums, for all kinds.
    public var totals: DayTotalsRecord?
    /// The days on this page if several were requested, newest first, with their totals.
    public var days: [DaySummaryRecord]?
    /// With all that was logged today, the medicines as dashboard.get has them.
    public var medicines: [NextDoseRecord]?
    /// The entries on this page with foods that are new; left out if there are none.
    public var newFoods: [NewFoodsRecord]?
    /// The unit to show weights in; left out if none is chosen.
    public var weightUnit: WeightUnit?
    /// The unit to show temperatures in; left out if none is chosen.
    public var temperatureUnit: TemperatureUnit?
  }
}

/// An entry that was logged, changed, deleted or restored, as it is now.
@WireMembers("TimelineChange")
public struct TimelineChange: Hashable, WireObject {
  /// The operation on it.
  public var operation: Operation
  /// The entry as it is now, which may be after a later change.
  public var entry: EntryRecord

  public enum Operation: String, WireEnum {
    case insert, update, delete, restore
  }
}

/// The child's latest entries, at most 100, newest first.
@WireMembers
public struct TimelineSnapshot: Hashable, WireObject {
  /// The latest entries, newest first.
  public var entries: [EntryRecord]
}
