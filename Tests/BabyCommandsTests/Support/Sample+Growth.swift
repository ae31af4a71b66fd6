import BabyModel
import BabyProtocol

extension Sample {
  /// A child that was born early and whose sex nobody said, with a weight that may be a mistake.
  ///
  /// - Parameters:
  ///   - isEmpty: nothing was measured.
  ///   - isCut: there are more.
  static func growth(isEmpty: Bool, isCut: Bool) -> GrowthGet.Answer {
    let at = at("2026-11-14T09:00:00Z")
    func record(_ measure: GrowthMeasure, _ value: Double, _ amount: String) -> GrowthRecord {
      GrowthRecord(
        measure: measure, value: value, unit: measure.unit, ageDays: 330, text: amount, entryID: bottle.entry.id,
        at: at, atLocal: at.text(in: zone), day: LocalDate(dayNumber: 20_771))
    }
    func placed(_ record: GrowthRecord, _ z: Double, _ percentile: Double, among sex: ReferenceSex, isOne: Bool = true)
      -> GrowthRecord
    {
      var record = record
      (record.z, record.percentile, record.standard, record.among) = (z, percentile, "WHO standards", sex)
      record.text = Words.growth(
        record.text, percentile: percentile, among: isOne ? nil : sex, by: "WHO standards")
      return record
    }
    var (girls, mistake) = (
      placed(record(.weight, 8.2, "8.2 kg"), -0.61, 27.2, among: .girls, isOne: false), record(.weight, 82, "82 kg")
    )
    girls.gramsPerDay = 11.4
    girls.correctedAgeDays = 290
    var boys = placed(record(.weight, 8.2, "8.2 kg"), -1.2, 11.6, among: .boys, isOne: false)
    boys.correctedAgeDays = 290
    mistake = placed(mistake, 43.1, 99.9, among: .girls)
    mistake.isImplausible = true
    var bmi = placed(record(.bmi, 16.27, "16.3 kg/m²"), -0.05, 47.9, among: .girls)
    bmi.lengthDay = bmi.day.adding(days: -3)
    var early = record(.head, 31, "31 cm")
    (early.ageDays, early.correctedAgeDays, early.gap) = (5, -35, .beforeTerm)
    early.day = early.day.adding(days: -325)
    let values = isEmpty ? [] : [girls, boys, bmi, mistake, early]
    return .init(
      child: child, theme: Theme(), values: Array(values.prefix(isCut ? 1 : values.count)),
      leftOut: isCut ? 4 : nil,
      birthWeightKg: isEmpty ? nil : 2.1, birthWeightRegainedDay: isEmpty ? nil : 12, note: Words.growthIsNoAdvice)
  }
}
