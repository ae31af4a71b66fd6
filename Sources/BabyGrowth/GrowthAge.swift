public import BabyModel

/// How old a child is, in whole days of the calendar.
public struct GrowthAge: Equatable, Sendable {
  /// Since birth; below 0 before it.
  public let days: Int
  /// Since the day that the child was due, for who was born early; nil where age is not corrected.
  public let corrected: Int?

  /// What tables are asked for.
  var inTables: Int { corrected ?? days }

  /// How long before the day it was due a child can be born at term: 40 weeks less 37, in days.
  private static let term = 21
  /// How long after birth the age is corrected, in days.
  private static let longest = 730

  public init(on day: LocalDate, born: LocalDate, due: LocalDate?) {
    let days = day.dayNumber - born.dayNumber
    let early = due.map { $0.dayNumber - born.dayNumber } ?? 0
    self.days = days
    corrected = early > Self.term && (0..<Self.longest).contains(days) ? days - early : nil
  }
}
