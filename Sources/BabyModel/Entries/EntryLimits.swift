/// Upper limits of an entry's values. A value beyond these is a typing error.
public enum EntryLimits {
  /// From start to end, whatever the kind: what no rule lets through is in no table either.
  public static let longest: Duration = .hours(24)
  /// Per feed (the maximum of Nestling's form), in millilitres.
  public static let feedMilliliters = 500.0
  /// Both breasts together can give more than one feed takes.
  public static let pumpingMilliliters = 1000.0
  /// A newborn at the breast takes an hour, a day-long feed is a forgotten one.
  public static let feed: Duration = .hours(6)
  public static let sleep = longest
  public static let tummyTime: Duration = .hours(2)
  /// How far ahead of now an entry may lie, since two people's clocks differ.
  public static let clockDifference = TimeExpression.tolerance
}

extension Entry {
  /// Whether it ends, if it does, neither before its start nor longer after it than any entry can.
  public var hasPossibleEnd: Bool { duration.map { (.zero...EntryLimits.longest).contains($0) } ?? true }

  /// Whether it satisfies the limits of the tables. An entry from elsewhere that does not is not kept: the tables
  /// accept no such end, and an unbounded text could not be read back.
  public var isPossible: Bool { hasPossibleEnd && content.hasPossibleTexts }
}

extension EntryContent {
  fileprivate var hasPossibleTexts: Bool {
    guard case .declared(_, let values) = self else { return true }
    return values.allSatisfy { value in
      if case .text(let text)? = value { TextLimits.problem(withField: text) == nil } else { true }
    }
  }
}
