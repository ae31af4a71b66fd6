import BabyModel

/// How old a child is, in whole days of the calendar.
public struct GrowthAge: Equatable, Sendable {
  /// Since birth; below 0 before it.
  public let days: Int
  /// Since the day that the child was due, for who was born early; nil where age is not corrected.
  public let corrected: Int?

  /// The age for lookups in tables.
  var inTables: Int { corrected ?? days }

  init(on day: LocalDate, _ basis: AgeBasis) {
    days = day.dayNumber - basis.born.dayNumber
    // Before term it is below 0 here: there is no standard for that.
    corrected = basis.isCorrected(on: day) ? days - basis.correction : nil
  }
}
