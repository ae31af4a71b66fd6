public import BabyStatistics
public import BabyModel
import BabyStore

/// How a child has grown, and what it takes to show it.
public struct GrowthView: Sendable {
  public var child: Child
  public var settings: Settings
  public var zone: ZoneRules
  public var history: GrowthHistory
  /// What was measured, newest first: in the order in which the history has it.
  public var entries: [Entry]
}

extension LogbookReader {
  public func growth(of reference: String?) throws -> GrowthView {
    let child = try child(reference)
    let settings = try settings(of: child)
    let zone = try zone(child.zone)
    let entries = try measurements(of: child)
    let measured = entries.compactMap { entry in
      BodyMeasure(entry.content).map { measure in
        GrowthMeasurement(entry: entry.id, at: entry.start, day: zone.local(entry.start).date, measure)
      }
    }
    let subject = GrowthSubject(
      basis: child.ageBasis, sex: child.sex, birthWeight: child.birthWeight.map { $0.grams / 1000 })
    return GrowthView(
      child: child, settings: settings, zone: zone, history: GrowthHistory(measured, of: subject),
      entries: entries)
  }
}
