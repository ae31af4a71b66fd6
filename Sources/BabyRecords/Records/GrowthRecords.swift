package import BabyEngine
import BabyGrowth
import BabyModel
package import BabyProtocol

extension GrowthGet.Answer {
  /// - Parameter limit: how many values at most.
  package init(_ view: GrowthView, limit: Int) {
    // Each record costs texts: what is left out is only counted.
    var records: [GrowthRecord] = []
    let count = view.history.rows.reduce(0) { count, row in count + max(row.scores.count, 1) }
    records.reserveCapacity(min(count, limit))
    var texts: MeasurementTexts?
    for row in view.history.rows where records.count < limit {
      // What follows from a measurement stands beside it.
      if texts?.entry != row.entry { texts = MeasurementTexts(row, in: view) }
      guard let texts else { break }
      // One for each place that a value has, and one without if it has none.
      if row.scores.isEmpty { records.append(GrowthRecord(row, nil, texts)) }
      for score in row.scores where records.count < limit { records.append(GrowthRecord(row, score, texts)) }
    }
    self.init(
      child: ChildReference(view.child), theme: view.settings.theme, values: records,
      leftOut: count > limit ? count - limit : nil,
      birthWeightKg: view.history.birthWeight.map { rounded($0.kilograms, 3) },
      birthWeightRegainedDay: view.history.birthWeight?.regainedByDay, note: Words.growthIsNoAdvice)
  }
}

/// What is said alike of a measurement and of all that follows from it.
private struct MeasurementTexts {
  let entry: EntryID
  /// As it was typed.
  let amount: String?
  let atLocal: String

  init(_ row: GrowthRow, in view: GrowthView) {
    entry = row.entry
    amount = view.amounts[row.entry]
    atLocal = row.at.text(in: view.zone)
  }
}

extension GrowthRecord {
  fileprivate init(_ row: GrowthRow, _ score: GrowthScore?, _ texts: MeasurementTexts) {
    let amount =
      (row.measure == .bmi ? nil : texts.amount)
      ?? "\(Words.decimalText(row.value, places: 1)) \(row.measure.unit)"
    let text = score.map { score in
      Words.growth(
        amount, percentile: score.percentile, among: row.scores.count > 1 ? score.sex : nil, by: score.standard)
    }
    self.init(
      measure: row.measure, value: rounded(row.value, 3), unit: row.measure.unit, ageDays: row.age.days,
      correctedAgeDays: row.age.corrected, z: score?.z,
      // Nobody has all others below, or none.
      percentile: score.map { min(max(rounded($0.percentile, 1), 0.1), 99.9) }, standard: score?.standard,
      among: score?.sex, isImplausible: score?.isImplausible ?? false, gap: row.gap, text: text ?? amount,
      gramsPerDay: row.velocity.map { rounded($0.gramsPerDay, 1) }, entryID: row.entry, at: row.at,
      atLocal: texts.atLocal, day: row.day, lengthDay: row.lengthDay)
  }
}

private func rounded(_ number: Double, _ places: Int) -> Double {
  let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
  return (number * scale).rounded() / scale
}
