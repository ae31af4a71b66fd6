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
