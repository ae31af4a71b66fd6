public import BabyModel

public enum ChartGet: RPCMethod {
  public static let name = "chart.get"
  public static let summary =
    "Returns a picture of a child's log: what is in it, the same in numbers, and SVG if requested."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild + [.daysNotUnderstood, .entryInvalid, .timeUnclear]

  @WireMembers
  public struct Params: WireObject {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// What it shows; default: day.
    public var chart: ChartKind = .day
    /// Days in the child's time zone, in words as timeline.list takes them, at most 366; default: today.
    public var day: String?
    /// The last days, including today: how many, 1 to 366.
    @Wire(in: 1...366) public var days: Int?
    /// Return the picture as SVG, too, on this background.
    public var svg: ChartBackground?

    public func checkMembers() throws(WireError) {
      if days != nil, day != nil { throw WireError(path: "days", message: "cannot be used with day") }
    }
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The child.
    public var child: ChildReference
    /// The theme set for the child.
    public var theme: Theme
    /// What the picture shows.
    public var chart: Chart
    /// The picture; left out unless it was requested.
    public var svg: String?
  }
}

/// What a chart shows.
public enum ChartKind: String, CaseIterable, Sendable, WireEnum {
  /// Days as bands from their beginning to their end.
  case day
}

/// What a picture is drawn on.
public enum ChartBackground: String, CaseIterable, Sendable, WireEnum {
  case light, dark
  /// White paper, in black and white.
  case print
}

/// What a picture shows, without how it is drawn. Positions go from 0, the left end, to 1, the right end.
@WireMembers("Chart")
public struct Chart: Hashable, WireObject {
  /// What it shows.
  public var kind: ChartKind
  /// Its title: "Sat, Nov 21"
  public var title: String
  /// What it comes to, in one sentence: "12h 10m asleep, 8 feeds and 6 diapers"
  public var sentence: String
  /// The labels of the horizontal axis, from left to right.
  public var ticks: [ChartTick]
  /// The days, newest first.
  public var bands: [ChartBand]
  /// The same in numbers.
  public var table: ChartTable
}

/// A label of an axis.
@WireMembers("ChartTick")
public struct ChartTick: Hashable, WireObject {
  /// Its position.
  public var at: Double
  /// Its text: "6a", "18"
  public var label: String
}

/// One day as a band.
@WireMembers("ChartBand")
public struct ChartBand: Hashable, WireObject {
  /// The day.
  public var day: DayRecord
  /// Its name: "Today", "Fri"
  public var label: String
  /// Where it ends; less than 1 if another of the days is longer, as the clocks changed.
  public var length: Double
  /// What was logged, and what is likely, in the order of time.
  public var marks: [ChartMark]
  /// The current time; left out unless the day is today.
  public var now: Double?
  /// True if nothing was logged on the day, which does not mean that nothing happened.
  public var isUnlogged: Bool = false
}

/// An entry, or several that are one in the picture, or something that is likely.
@WireMembers("ChartMark")
public struct ChartMark: Hashable, WireObject {
  /// The kind of entry.
  public var kind: EntryKind
  /// Where it begins.
  public var from: Double
  /// Where it ends; the same where it takes no time.
  public var to: Double
  /// How certain it is.
  public var state: State
  /// UUIDs of the entries; empty for what is likely.
  public var entries: [EntryID] = []

  public enum State: String, CaseIterable, Sendable, WireEnum {
    case ended, running, likely
  }
}

/// A table of a picture's values.
@WireMembers("ChartTable")
public struct ChartTable: Hashable, WireObject {
  /// The headings.
  public var headings: [String]
  /// The rows, with a text for each heading.
  public var rows: [[String]]
}
