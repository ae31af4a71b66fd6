import BabyModel
import CGrowthTables

/// The tables of the WHO. The program contains their rows as in `GrowthTables/who.bin` and reads each on demand.
enum WHOTables {
  private static let days = 0...1856
  private static let millimeters = 450...1207

  static func table(of measure: GrowthMeasure, for sex: ReferenceSex) -> GrowthTable {
    let places = measure == .weightForLength ? millimeters : days
    let first = 2 * days.count * tablesBefore(measure) + (sex == .girls ? 0 : places.count)
    return GrowthTable(places) { row(first + $0 - places.lowerBound) }
  }

  /// How many pairs of tables come before a measure's. Those by day come first, girls before boys.
  private static func tablesBefore(_ measure: GrowthMeasure) -> Int {
    switch measure {
    case .weight: 0
    case .length: 1
    case .head: 2
    case .bmi: 3
    case .weightForLength: 4
    }
  }

  private static func row(_ place: Int) -> LMS {
    let row = growth_who_row(UInt32(place))
    return LMS(
      skewness: Double(row.skewness) / 1e4, median: Double(row.median) / 1e4, variation: Double(row.variation) / 1e5)
  }
}

/// A table with a row for each day of age, or for each millimetre of length.
struct GrowthTable: Sendable {
  /// The days or millimetres that there is a row for.
  private let places: ClosedRange<Int>
  private let row: @Sendable (Int) -> LMS

  /// - Parameter row: that of one of the places.
  init(_ places: ClosedRange<Int>, row: @escaping @Sendable (Int) -> LMS) {
    self.places = places
    self.row = row
  }

  /// The row of a day, which needs no others.
  subscript(day: Int) -> LMS? { places.contains(day) ? row(day) : nil }

  /// Interpolated between the rows around a length in millimetres; nil beyond the first and the last.
  subscript(millimeters length: Double) -> LMS? {
    guard length >= Double(places.lowerBound), length <= Double(places.upperBound) else { return nil }
    let below = Int(length)
    let share = length - Double(below)
    return share == 0 ? row(below) : row(below).interpolated(to: row(below + 1), share)
  }
}
