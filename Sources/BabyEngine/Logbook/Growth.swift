import BabyModel
public import BabyProtocol
import BabyStatistics
import BabyStore

/// A child's measurements, and what follows from them.
struct GrowthLog {
  /// The maximum number of measurements of each kind, the newest: five a day for five years.
  private static let mostMeasurements = 10_000

  let entries: [EntryID: Entry]
  let history: GrowthHistory
  /// Among whom the child is compared.
  let references: [ReferenceSex]

  init(of child: Child, _ transaction: ReadTransaction, zone: ZoneRules) throws {
    // One kind after the other: each has an index.
    let measurements = try BodyMeasure.kinds.flatMap { kind in
      try transaction.entries(EntryQuery(child: child.id, kinds: [kind], limit: Self.mostMeasurements)).entries
    }
    let measured = measurements.compactMap { entry in
      BodyMeasure(entry.content).map { measure in
        GrowthMeasurement(entry: entry.id, at: entry.start, day: zone.local(entry.start).date, measure)
      }
    }
    let subject = GrowthSubject(
      basis: child.ageBasis, sex: child.sex, birthWeight: child.birthWeight.map { $0.grams / 1000 })
    entries = Dictionary(measurements.map { ($0.id, $0) }) { first, _ in first }
    history = GrowthHistory(measured, of: subject)
    references = subject.references
  }

  /// A measurement as it was typed, or in the chosen unit.
  func amount(of entry: EntryID, in settings: Settings) -> String? {
    entries[entry].flatMap { Words.measures($0, units: settings.units, settings.measures).first }
  }
}

extension LogbookReader {
  /// How a child has grown: the newest values, with scores and percentiles.
  ///
  /// - Parameter limit: the maximum number of values.
  public func growth(of reference: String?, limit: Int) throws -> GrowthGet.Answer {
    let child = try child(reference)
    let settings = try settings(of: child)
    let zone = try zone(child.zone)
    let log = try GrowthLog(of: child, transaction, zone: zone)
    let history = log.history
    let count = history.rows.reduce(0) { $0 + max($1.scores.count, 1) }
    return GrowthGet.Answer(
      child: ChildReference(child), theme: settings.theme,
      values: GrowthTexts(log: log, settings: settings, zone: zone).newest(limit, of: history.rows),
      leftOut: count > limit ? count - limit : nil,
      birthWeightKg: history.birthWeight.map { rounded($0.kilograms, 3) },
      birthWeightRegainedDay: history.birthWeight?.regainedByDay, note: Words.growthIsNoAdvice)
  }
}

/// Writes growth values as a child's family reads them.
private struct GrowthTexts {
  /// What all values that follow from one measurement have in common.
  private struct Shared {
    var entry: EntryID
    /// As it was typed, or in the chosen unit.
    var amount: String?
    var atLocal: String
  }

  let log: GrowthLog
  let settings: Settings
  let zone: ZoneRules

  /// The newest values: one for each sex that a value is compared among, or one without a score.
  func newest(_ limit: Int, of rows: [GrowthRow]) -> [GrowthRecord] {
    var records: [GrowthRecord] = []
    var last: Shared?
    for row in rows {
      guard records.count < limit else { break }
      // A measurement and what follows from it are next to each other.
      let shared = last?.entry == row.entry ? last ?? self.shared(row) : self.shared(row)
      last = shared
      if row.scores.isEmpty { records.append(record(row, nil, shared)) }
      for score in row.scores where records.count < limit { records.append(record(row, score, shared)) }
    }
    return records
  }

  private func shared(_ row: GrowthRow) -> Shared {
    Shared(entry: row.entry, amount: log.amount(of: row.entry, in: settings), atLocal: row.at.text(in: zone))
  }

  private func record(_ row: GrowthRow, _ score: GrowthScore?, _ texts: Shared) -> GrowthRecord {
    let amount =
      (row.measure == .bmi ? nil : texts.amount)
      ?? "\(Words.decimalText(row.value, places: 1)) \(row.measure.unit)"
    let text = score.map { score in
      Words.growth(
        amount, percentile: score.percentile, among: row.scores.count > 1 ? score.sex : nil, by: score.standard)
    }
    return GrowthRecord(
      measure: row.measure, value: rounded(row.value, 3), unit: row.measure.unit, ageDays: row.age.days,
      correctedAgeDays: row.age.corrected, z: score?.z,
      // There is no 0th or 100th percentile.
      percentile: score.map { min(max(rounded($0.percentile, 1), 0.1), 99.9) }, standard: score?.standard,
      among: score?.sex, isImplausible: score?.isImplausible ?? false, gap: row.gap, text: text ?? amount,
      gramsPerDay: row.velocity?.shown, entryID: row.entry, at: row.at,
      atLocal: texts.atLocal, day: row.day, lengthDay: row.lengthDay)
  }
}

extension GrowthVelocity {
  /// In grams a day, as it is sent and written everywhere.
  var shown: Double { rounded(gramsPerDay, 1) }
}

private func rounded(_ number: Double, _ places: Int) -> Double {
  let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
  return (number * scale).rounded() / scale
}
