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
    /// Days in the child's time zone, in words as timeline.list takes them; default: today for day, all for growth, and
    /// the last 14 days for the others.
    public var day: String?
    /// The last days, including today: how many, 1 to 3660.
    @Wire(in: 1...3660) public var days: Int?
    /// All days since the first entry.
    public var isWhole: Bool = false
    /// Return the picture as SVG, too, on this background.
    public var svg: ChartBackground?

    public func checkMembers() throws(WireError) {
      if days != nil, day != nil { throw WireError(path: "days", message: "cannot be used with day") }
      if isWhole, day != nil || days != nil {
        throw WireError(path: "whole", message: "cannot be used with day or days")
      }
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
  /// Time asleep on each day, by night and in naps, and the longest sleep.
  case sleep
  /// Times awake between sleeps, beside what is usual at the age.
  case wake
  /// Feeds, amounts and minutes at the breast on each day, and the time from one feed to the next.
  case feeds
  /// Wet and dirty diapers on each day.
  case diapers
  /// How often the child slept, fed or had a diaper at each hour of the day.
  case hours
  /// Weight, length and head on the curves of the WHO standards.
  case growth
  /// Temperatures, with the doses of medicines.
  case temperature
  /// How far off the predictions were that were made before each sleep and feed.
  case predictions
}

/// What a picture is drawn on.
public enum ChartBackground: String, CaseIterable, Sendable, WireEnum {
  case light, dark
  /// White paper, in black and white.
  case print
}

/// What a picture shows, without how it is drawn: bands for days, panels for everything else. Positions go from 0, the
/// left end or the bottom, to 1, the right end or the top.
@WireMembers("Chart")
public struct Chart: Hashable, WireObject {
  /// What it shows.
  public var kind: ChartKind
  /// Its title: "Sat, Nov 21"
  public var title: String
  /// What it comes to, in one sentence: "12h 10m asleep, 8 feeds and 6 diapers"
  public var sentence: String
  /// Of bands: the labels of the horizontal axis, from left to right.
  public var ticks: [ChartTick] = []
  /// The days, newest first.
  public var bands: [ChartBand] = []
  /// Values on axes, to be drawn one below the other.
  public var panels: [ChartPanel] = []
  /// The same in numbers.
  public var table: ChartTable
  /// To be shown with it, such as what is missing and how to add it.
  public var note: String?
}

/// Values on two axes.
@WireMembers("ChartPanel")
public struct ChartPanel: Hashable, WireObject {
  /// What it shows: "Hours asleep"
  public var title: String
  /// The labels of the horizontal axis, from left to right.
  public var ticks: [ChartTick]
  /// The labels of the vertical axis, from bottom to top.
  public var levels: [ChartTick]
  /// What is drawn, from the back to the front.
  public var series: [ChartSeries]
}

/// Values of one sort.
@WireMembers("ChartSeries")
public struct ChartSeries: Hashable, WireObject {
  /// Its name in the legend; left out for what needs none.
  public var name: String?
  /// How it is drawn.
  public var shape: ChartShape
  /// The kind of entry, in whose colour it is drawn; left out for what is there to compare with.
  public var kind: EntryKind?
  /// 0 for the full colour, 1 and 2 for paler ones.
  public var shade: Int = 0
  /// The values, from left to right.
  public var points: [ChartPoint]
}

/// How values are drawn.
public enum ChartShape: String, CaseIterable, Sendable, WireEnum {
  /// Rectangles from low to high.
  case column
  /// One line through the upper left corners of all points.
  case line
  /// Dots at the upper left corners.
  case point
  /// Pale rectangles behind the rest.
  case range
  /// Rectangles, the darker the greater their strength.
  case cell
  /// Hatched rectangles: nothing was logged there.
  case gap
}

/// A value: a rectangle, or its upper left corner alone.
@WireMembers("ChartPoint")
public struct ChartPoint: Hashable, WireObject {
  /// Its left end.
  public var from: Double
  /// Its right end.
  public var to: Double
  /// Its lower end.
  public var low: Double
  /// Its upper end.
  public var high: Double
  /// Of a cell: 0 to 1.
  public var strength: Double?
  /// UUIDs of the entries that it stands for.
  public var entries: [EntryID] = []
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
