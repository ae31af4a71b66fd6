public import BabyModel

/// How old a child is, in whole days of the calendar.
public struct GrowthAge: Equatable, Sendable {
  /// Since birth; below 0 before it.
  public let days: Int
  /// Since the day that the child was due, for who was born early; nil where age is not corrected.
  public let corrected: Int?

  /// What tables are asked for.
  var inTables: Int { corrected ?? days }

  /// Early is what is born before 37 weeks are complete, three weeks before it was due: 22 days and more.
  private static let earlyDays = 22
  /// Until two years after the day that the child was due; what is left of the difference is small by then.
  private static let correctedUntil = 731

  public init(on day: LocalDate, born: LocalDate, due: LocalDate?) {
    days = day.dayNumber - born.dayNumber
    corrected = due.flatMap { due in
      let age = day.dayNumber - due.dayNumber
      return due.dayNumber - born.dayNumber >= Self.earlyDays && age < Self.correctedUntil ? age : nil
    }
  }
}
