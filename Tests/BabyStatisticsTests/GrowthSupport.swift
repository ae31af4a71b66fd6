import BabyModel

@testable import BabyStatistics

/// A made-up standard with every form of distribution: skewed to either side, not at all, and logarithmic. Heights from
/// 731 days on are 0.7 cm shorter, as with all standards.
let madeUp = GrowthStandard(name: "made up", ages: 0...1856) { measure, sex in
  let isGirl = sex == .girls
  return switch measure {
  case .weight: isGirl ? MadeUp.weightGirls : MadeUp.weightBoys
  case .length: MadeUp.length
  case .head: MadeUp.head
  case .bmi: MadeUp.bmi
  case .weightForLength: MadeUp.weightForLength
  }
}

private enum MadeUp {
  static let weightGirls = byDay {
    LMS(skewness: Double(913 - $0) / 2000, median: 3.2 + 15 * grown($0), variation: 0.13)
  }
  static let weightBoys = byDay {
    LMS(skewness: Double(913 - $0) / 2000, median: 3.3 + 15 * grown($0), variation: 0.13)
  }
  static let length = byDay { LMS(skewness: 1, median: 50 + 60 * grown($0) - ($0 >= 731 ? 0.7 : 0), variation: 0.04) }
  static let head = byDay { LMS(skewness: 1, median: 34 + 16 * grown($0), variation: 0.03) }
  static let bmi = byDay { LMS(skewness: -0.6, median: 13.4 + 2 * grown($0), variation: 0.09) }
  static let weightForLength = GrowthTable(450...1207) {
    LMS(skewness: -0.35, median: 2.4 + Double($0 - 450) * 0.028, variation: 0.09)
  }

  private static func byDay(_ row: @escaping @Sendable (Int) -> LMS) -> GrowthTable { GrowthTable(0...1856, row: row) }

  private static func grown(_ day: Int) -> Double { Double(day) / 1826 }
}

/// The standards that properties are shown for.
let standards = [madeUp, .who]

/// Every table.
let tables = GrowthMeasure.allCases.flatMap { measure in ReferenceSex.allCases.map { (measure, $0) } }

let birthday = LocalDate(dayNumber: 20_000)

/// A measurement on a day of a child's life, at noon.
func measured(_ day: Int, _ value: BodyMeasure, entry: UInt64 = 1, hour: Int = 12) -> GrowthMeasurement {
  let date = birthday.adding(days: day)
  return GrowthMeasurement(
    entry: EntryID(high: UInt64(day + 1000), low: entry),
    at: Instant(milliseconds: Int64(date.dayNumber) * 86_400_000 + Int64(hour) * 3_600_000), day: date, value)
}

/// A length or a height in centimetres.
func tall(_ centimeters: Double, _ position: LengthPosition? = nil) -> BodyMeasure {
  .length(centimeters, position)
}
