public import BabyModel

/// Reports what stands out about a child right now, judging by the log.
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
