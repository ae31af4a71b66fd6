/// What an entry can be at most. A value beyond these is a slip of the finger.
public enum EntryLimits {
  /// What one feed can hold (Nestling's form), in millilitres.
  public static let feedMilliliters = 500.0
  /// Both breasts together can give more than one feed takes.
  public static let pumpingMilliliters = 1000.0
  /// A newborn at the breast takes an hour, a day-long feed is a forgotten one.
  public static let feed: Duration = .hours(6)
  public static let sleep: Duration = .hours(24)
  public static let tummyTime: Duration = .hours(2)
  /// How far ahead of now an entry may lie, since two people's clocks differ.
  public static let clockDifference = TimeExpression.tolerance

  /// How long an entry of a kind can last; nil for what happens at a point in time.
  public static func duration(of kind: EntryKind) -> Duration? {
    switch kind {
    case .feeding: feed
    case .sleep: sleep
    case .tummyTime: tummyTime
    case .diaper, .note: nil
    }
  }
}
