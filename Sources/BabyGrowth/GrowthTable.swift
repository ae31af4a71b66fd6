/// A table with a row for each day of age, or for each millimetre of length.
struct GrowthTable: Sendable {
  /// The day or millimetre of the first row.
  private let first: Int
  private let rows: [LMS]

  init(first: Int, _ rows: [LMS]) {
    self.first = first
    self.rows = rows
  }

  /// - Parameter text: a line for each row, with skewness × 10,000, median × 10,000 and variation × 100,000, as the WHO
  ///   publishes them with so many decimal places.
  init(first: Int, _ text: StaticString) {
    self.init(first: first, text.withUTF8Buffer(Self.rows))
  }

  /// The row of a day, which needs no others.
  subscript(day: Int) -> LMS? { rows.indices.contains(day - first) ? rows[day - first] : nil }

  /// What lies between the rows around a length in millimetres; nil beyond the first and the last.
  subscript(millimeters length: Double) -> LMS? {
    let position = length - Double(first)
    guard position >= 0, position <= Double(rows.count - 1) else { return nil }
    let below = Int(position)
    let share = position - Double(below)
    return share == 0 ? rows[below] : rows[below].interpolated(to: rows[below + 1], share)
  }

  private static func rows(_ text: UnsafeBufferPointer<UInt8>) -> [LMS] {
    var rows: [LMS] = []
    var numbers: (Double, Double) = (0, 0)
    var (number, isNegative) = (0, false)
    for byte in text {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number * 10 + Int(byte - UInt8(ascii: "0"))
      default:
        let value = Double(isNegative ? -number : number)
        if byte == UInt8(ascii: "\n") {
          rows.append(LMS(skewness: numbers.0 / 1e4, median: numbers.1 / 1e4, variation: value / 1e5))
        } else {
          numbers = (numbers.1, value)
        }
        (number, isNegative) = (0, false)
      }
    }
    return rows
  }
}
