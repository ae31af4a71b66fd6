public import BabyModel

public enum InsightGet: RPCMethod {
  public static let name = "insight.get"
  public static let summary =
    "Tells what stands out about a child that cries: feed, sleep, diaper and more beside its own rhythm, no causes."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild

  public typealias Params = ChildParams

  @WireMembers("Insight")
  public struct Answer: Hashable, WireObject {
    /// The child.
    public var child: ChildReference
    /// The theme set for the child.
    public var theme: Theme
    /// When it was found; later, it may be another.
    public var madeAt: Instant
    /// The findings, the most unusual first.
    public var findings: [InsightRecord]
    /// The topics that were skipped, and why.
    public var gaps: [InsightGapRecord]
    /// To be shown with it: this is not medical advice.
    public var note: String
  }
}

/// One thing about a child, with what it rests on.
@WireMembers("InsightFinding")
public struct InsightRecord: Hashable, WireObject {
  /// The topic.
  public var topic: InsightTopic
  /// The same in words; of a timer, what is running.
  public var title: String
  /// The finding, in words.
  public var text: String
  /// How it compares, in words; left out if there is nothing to compare with.
  public var comparison: String?
  /// When it counts from; the day's beginning for crying.
  public var since: Instant
  /// The same time with the offset of the child's time zone.
  public var sinceLocal: String
  /// How much time has passed since; of crying, how much was logged today.
  public var lengthSeconds: Int
  /// Of crying: how much was logged on a day of the week before.
  public var averageSeconds: Int?
  /// How many of the child's own earlier times were shorter, 0 to 1: those at a similar hour and more recent count more.
  public var share: Double?
  /// How many times, or days of crying, it is compared with.
  public var count: Int?
  /// How rare this is for this child, 0 to 1.
  public var unusualness: Double
  /// UUID of the entry that it counts from or that says it.
  public var entryID: EntryID?
}

/// A topic that was skipped, and why.
@WireMembers("InsightGap")
public struct InsightGapRecord: Hashable, WireObject {
  /// The topic that was skipped; left out for the whole log.
  public var topic: InsightTopic?
  /// Why not.
  public var reason: InsightGap.Reason
  /// Why not, in words.
  public var text: String
  /// From when on the log says nothing, or from when it counts.
  public var since: Instant?
  /// The same time with the offset of the child's time zone.
  public var sinceLocal: String?
}

extension InsightTopic: WireEnum {}
extension InsightGap.Reason: WireEnum {}
