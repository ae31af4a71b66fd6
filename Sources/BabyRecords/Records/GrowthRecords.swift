package import BabyEngine
import BabyStatistics
import BabyModel
package import BabyProtocol

extension GrowthGet.Answer {
  /// - Parameters:
  ///   - limit: how many values at most.
  ///   - memory: what earlier answers have said.
  package init(_ view: GrowthView, limit: Int, memory: GrowthMemory) {
    let rows = view.history.rows
    // By their places: rows are not copied to be counted.
    let count = rows.indices.reduce(0) { count, place in count + max(rows[place].scores.count, 1) }
    self.init(
      child: ChildReference(view.child), theme: view.settings.theme,
      values: EncodedList(parts: memory.parts(of: view, count: count, limit: limit)),
      leftOut: count > limit ? count - limit : nil,
      birthWeightKg: view.history.birthWeight.map { rounded($0.kilograms, 3) },
      birthWeightRegainedDay: view.history.birthWeight?.regainedByDay, note: Words.growthIsNoAdvice)
  }
}

extension GrowthRecord {
  /// What a measurement says, and what follows from it: one for each place that a value has, and one without if it has
  /// none.
  static func all(_ rows: ArraySlice<GrowthRow>, of entry: Entry, in view: GrowthView) -> [GrowthRecord] {
    guard let first = rows.first else { return [] }
    let texts = MeasurementTexts(
      amount: Words.measures(entry, units: view.settings.units, view.settings.measures).first,
      atLocal: first.at.text(in: view.zone))
    return rows.flatMap { row in
      row.scores.isEmpty
        ? [GrowthRecord(row, nil, texts)] : row.scores.map { score in GrowthRecord(row, score, texts) }
    }
  }
}

/// What is said alike of a measurement and of all that follows from it.
private struct MeasurementTexts {
  /// As it was typed, or in the unit that somebody has chosen.
  let amount: String?
  let atLocal: String
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
