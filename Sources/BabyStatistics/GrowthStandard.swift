public import BabyModel

/// How healthy children grow, from a published study: tables by age and by length.
public struct GrowthStandard: Sendable {
  /// Shown beside each number that comes from it.
  public let name: String
  /// In days: which ages it is for.
  public let ages: ClosedRange<Int>
  private let table: @Sendable (GrowthMeasure, ReferenceSex) -> GrowthTable

  init(
    name: String, ages: ClosedRange<Int>, table: @escaping @Sendable (GrowthMeasure, ReferenceSex) -> GrowthTable
  ) {
    self.name = name
    self.ages = ages
    self.table = table
  }

  /// The WHO Child Growth Standards of 2006 and 2007, birth to the end of the sixtieth month.
  /// GrowthTables/README.md names the source.
  public static let who = GrowthStandard(name: "WHO standards", ages: 0...1856, table: WHOTables.table)

  /// Where a value stands among children of an age.
  ///
  /// - Parameters:
  ///   - value: in the measure's unit; a length as it is measured at the age, lying or standing.
  ///   - age: in whole days, corrected for a child that was born early.
  ///   - length: in centimetres and as the value of a length is; what a weight for length is for.
  func score(
    _ measure: GrowthMeasure, _ value: Double, age: Int, length: Double = 0, among sex: ReferenceSex
  ) throws(GrowthGap) -> GrowthScore {
    guard value > 0, value.isFinite else { throw .value }
    guard age >= ages.lowerBound else { throw .beforeTerm }
    guard age <= ages.upperBound else { throw .age }
    let table = table(measure, sex)
    let row: LMS
    if measure == .weightForLength {
      guard let length = Stature.lyingMillimeters(length, age: age), let known = table[millimeters: length] else {
        throw .length
      }
      row = known
    } else {
      guard let known = table[age] else { throw .age }
      row = known
    }
    return GrowthScore(measure, measure.isRestricted ? row.restrictedZ(value) : row.z(value), among: sex, by: name)
  }

  /// The value that some of the children of an age stay below.
  ///
  /// - Parameters:
  ///   - z: in standard deviations from the median, -3 to 3: beyond, scores of weights do not follow the curve.
  ///   - age: in whole days, corrected for a child that was born early.
  /// - Returns: in the measure's unit; nil at ages that the standard is not for, and for a weight by length.
  public func value(of measure: GrowthMeasure, at z: Double, age: Int, among sex: ReferenceSex) -> Double? {
    measure == .weightForLength ? nil : table(measure, sex)[age]?.value(at: z)
  }
}

/// The percentiles that are drawn as curves, as in the WHO's own charts.
public enum GrowthCurve: Int, CaseIterable, Sendable {
  case third = 3
  case fifteenth = 15
  case fiftieth = 50
  case eightyFifth = 85
  case ninetySeventh = 97

  /// The percentile in standard deviations from the median.
  public var z: Double {
    switch self {
    case .third: -1.880793608
    case .fifteenth: -1.036433389
    case .fiftieth: 0
    case .eightyFifth: 1.036433389
    case .ninetySeventh: 1.880793608
    }
  }
}

/// Where a value stands among children of the same age, or of the same length.
public struct GrowthScore: Equatable, Sendable {
  /// In standard deviations from the median, to two decimal places, as the WHO rounds it.
  public let z: Double
  /// How many of a hundred children have less, 0 to 100; either end is only where the last digit is lost.
  public let percentile: Double
  public let sex: ReferenceSex
  /// The standard's name.
  public let standard: String
  /// Whether the WHO would take the measurement for a mistake. It is still kept and shown.
  public let isImplausible: Bool

  init(_ measure: GrowthMeasure, _ z: Double, among sex: ReferenceSex, by standard: String) {
    self.z = (z * 100).rounded() / 100
    percentile = normalShare(below: z) * 100
    self.sex = sex
    self.standard = standard
    isImplausible = !measure.plausible.contains(self.z)
  }
}

/// How old a child is, in whole days of the calendar.
public struct GrowthAge: Equatable, Sendable {
  /// Since birth; below 0 before it.
  public let days: Int
  /// Since the due date, for a child that was born early; nil if the age is not corrected.
  public let corrected: Int?

  /// The age for lookups in tables, and on charts.
  public var inTables: Int { corrected ?? days }

  public init(on day: LocalDate, _ basis: AgeBasis) {
    days = day.dayNumber - basis.born.dayNumber
    // Before term it is below 0 here: there is no standard for that.
    corrected = basis.isCorrected(on: day) ? days - basis.correction : nil
  }
}

extension GrowthMeasure {
  /// The z-scores beyond which the WHO takes a measurement for a mistake, whether of the scales or of the typing.
  var plausible: ClosedRange<Double> {
    switch self {
    case .weight: -6...5
    case .length: -6...6
    case .head, .bmi, .weightForLength: -5...5
    }
  }

  /// Whether the WHO extends z-scores beyond ±3 linearly, in steps of the last standard deviation, in place of the
  /// curve: it does so for all measures that include weight.
  var isRestricted: Bool {
    switch self {
    case .weight, .bmi, .weightForLength: true
    case .length, .head: false
    }
  }
}
