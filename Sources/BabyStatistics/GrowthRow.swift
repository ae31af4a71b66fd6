public import BabyModel

/// A value of one measure, logged or derived, and where it stands.
public struct GrowthRow: Equatable, Sendable {
  public var measure: GrowthMeasure
  /// In the measure's unit; a length as it was measured.
  public var value: Double
  /// The entry that was logged; for derived values, the weight.
  public var entry: EntryID
  public var at: Instant
  public var day: LocalDate
  public var age: GrowthAge
  /// One for the child's sex, or one for each where that is not known; empty if there is a gap.
  public var scores: [GrowthScore]
  /// Why there are none.
  public var gap: GrowthGap?
  /// Of a weight: since the last one of an earlier day.
  public var velocity: GrowthVelocity?
  /// Of what is derived: the day on which the length was measured.
  public var lengthDay: LocalDate?
}

/// The weight gain since an earlier weight.
public struct GrowthVelocity: Equatable, Sendable {
  /// Whole days, 1 or more.
  public let days: Int
  /// Negative for a loss.
  public let grams: Double

  public var gramsPerDay: Double { grams / Double(days) }
}

/// Makes rows of measurements, one at a time.
struct GrowthRowBuilder {
  let child: GrowthSubject
  let standard: GrowthStandard
  let lengths: LengthsByDay

  /// The measurement, and after a weight the values derived from it with a length of about the same time.
  func rows(of measurement: GrowthMeasurement, velocity: GrowthVelocity?) -> [GrowthRow] {
    let age = GrowthAge(on: measurement.day, child.basis)
    func row(
      _ measure: GrowthMeasure, _ value: Double, asMeasured: Double? = nil, length: Double = 0,
      lengthDay: LocalDate? = nil
    ) -> GrowthRow {
      let (scores, gap) = scores(measure, asMeasured ?? value, age: age, length: length)
      return GrowthRow(
        measure: measure, value: value, entry: measurement.entry, at: measurement.at, day: measurement.day, age: age,
        scores: scores, gap: gap, velocity: measure == .weight ? velocity : nil, lengthDay: lengthDay)
    }
    switch measurement.value {
    case .head(let centimeters): return [row(.head, centimeters)]
    case .length(let centimeters, let position):
      let stature = Stature(centimeters, position)
      return [row(.length, stature.centimeters, asMeasured: stature.asMeasured(age: age.inTables))]
    case .weight(let kilograms):
      guard let (day, stature) = lengths.nearest(to: measurement.day), stature.centimeters > 0 else {
        return [row(.weight, kilograms)]
      }
      let length = stature.asMeasured(age: age.inTables)
      return [
        row(.weight, kilograms), row(.bmi, kilograms / (length * length / 10_000), lengthDay: day),
        row(.weightForLength, kilograms, length: length, lengthDay: day),
      ]
    }
  }

  private func scores(
    _ measure: GrowthMeasure, _ value: Double, age: GrowthAge, length: Double
  ) -> (scores: [GrowthScore], gap: GrowthGap?) {
    // A child that was due later than it was weighed at birth has its weight at a corrected age before 0.
    guard age.days >= 0 else { return ([], .beforeTerm) }
    var scores: [GrowthScore] = []
    do throws(GrowthGap) {
      for sex in child.references {
        scores.append(try standard.score(measure, value, age: age.inTables, length: length, among: sex))
      }
    } catch {
      return ([], error)
    }
    return (scores, nil)
  }
}
