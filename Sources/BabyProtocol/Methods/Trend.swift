public import BabyModel

public enum TrendList: RPCMethod {
  public static let name = "trend.list"
  public static let summary = "Compares the last seven days of a child with the four weeks before."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild

  public typealias Params = ChildParams

  @WireMembers("Trends")
  public struct Answer: Hashable, WireObject {
    /// The child.
    public var child: ChildReference
    /// The theme set for the child.
    public var theme: Theme
    /// The last of the seven days: yesterday, because today is not over.
    public var last: LocalDate
    /// What can be compared: first what changed, then what did not.
    public var trends: [TrendRecord]
    /// To be shown with it, such as why there is nothing to compare.
    public var note: String?
  }
}

/// A number of the last seven days beside the four weeks before.
@WireMembers("Trend")
public struct TrendRecord: Hashable, WireObject {
  /// The number.
  public var measure: TrendMeasure
  /// The same in words: "Asleep"
  public var title: String
  /// Its median in the last seven days, in words: "13h 20m a day"
  public var text: String
  /// How it compares with the four weeks before: "40m more"; "as before" if it does not differ.
  public var comparison: String
  /// Whether it changed by more than it usually varies.
  public var isChanged: Bool
  /// The medians of the five weeks, the oldest first, without weeks in which nothing was logged.
  public var weeks: [TrendWeek]
  /// The command that shows it day by day.
  public var command: String
}

/// A number's median in one week.
@WireMembers("TrendWeek")
public struct TrendWeek: Hashable, WireObject {
  /// The last of its seven days.
  public var last: LocalDate
  /// Times in minutes, amounts in millilitres, and counts.
  public var median: Double
}

/// A number that is compared from week to week.
public enum TrendMeasure: String, CaseIterable, Sendable, WireEnum {
  case asleep, asleepAtNight, asleepByDay, naps, longestSleep, awake, feeds, amount, nursing, betweenFeeds, wetDiapers,
    dirtyDiapers
}
