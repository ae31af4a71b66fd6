public enum ReportGet: RPCMethod {
  public static let name = "report.get"
  public static let summary = "Returns one page about a child for a doctor: growth, days, feeds, doses and questions."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild + [.daysNotUnderstood, .entryInvalid, .timeUnclear]

  @WireMembers
  public struct Params: WireObject {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// Days in the child's time zone, in words as timeline.list takes them, at most 62.
    public var day: String?
    /// The last days, including today: how many, 1 to 62; default: 14.
    @Wire(in: 1...62) public var days: Int?
    /// The days since the last visit instead, at most 62: since the last day before today on which a vaccine was given,
    /// or a length or a head was measured.
    public var isSinceVisit: Bool = false
    /// The paper's size; default: letter where weights are in pounds, otherwise a4.
    public var paper: Paper?
    /// SVG for printing, or HTML; default: svg.
    public var format: ReportFormat = .svg

    public func checkMembers() throws(WireError) {
      if days != nil, day != nil { throw WireError(path: "days", message: "cannot be used with day") }
      if isSinceVisit, day != nil || days != nil {
        throw WireError(path: "sinceVisit", message: "cannot be used with day or days")
      }
    }
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The child.
    public var child: ChildReference
    /// The period: "Tue, Nov 14 to today"
    public var title: String
    /// The page, which needs no other file.
    public var document: String
  }
}

/// A size of paper.
public enum Paper: String, CaseIterable, Sendable, WireEnum {
  /// 210 by 297 millimetres.
  case a4
  /// 8.5 by 11 inches.
  case letter
}

/// How a report is written.
public enum ReportFormat: String, CaseIterable, Sendable, WireEnum {
  case svg, html
}
