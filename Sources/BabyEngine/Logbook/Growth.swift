public import BabyGrowth
public import BabyModel
import BabyStore

/// How a child has grown, and what it takes to show it.
public struct GrowthView: Sendable {
  public var child: Child
  public var settings: Settings
  public var zone: ZoneRules
  public var history: GrowthHistory
  /// What was measured, as it was typed: "9 lb 4 oz".
  public var amounts: [EntryID: String]
}

extension LogbookReader {
  /// Of each kind, the newest of so many are looked at: five a day for five years.
  private static let mostMeasurements = 10_000

  public func growth(of reference: String?) throws -> GrowthView {
    let child = try child(reference)
    let settings = try settings(of: child)
    let zone = try zone(child.zone)
    var measurements: [GrowthMeasurement] = []
    var amounts: [EntryID: String] = [:]
    // One kind after the other: each has an index.
    for kind in BodyMeasure.kinds {
      for entry in try transaction.entries(EntryQuery(child: child.id, kinds: [kind], limit: Self.mostMeasurements))
        .entries
      {
        guard let measure = BodyMeasure(entry.content) else { continue }
        measurements.append(
          GrowthMeasurement(entry: entry.id, at: entry.start, day: zone.local(entry.start).date, measure))
        amounts[entry.id] = Words.measures(entry, units: settings.units).first
      }
    }
    let subject = GrowthSubject(
      basis: child.ageBasis, sex: child.sex, birthWeight: child.birthWeight.map { $0.grams / 1000 })
    return GrowthView(
      child: child, settings: settings, zone: zone, history: GrowthHistory(measurements, of: subject),
      amounts: amounts)
  }
}
