import BabyModel
import BabyProtocol

/// Diapers of each day by what was in them.
///
/// A day without a diaper has no numbers: the child had some, but nobody logged them.
struct DiaperChart {
  let log: ChartLog

  private static let diapers = measure("Diapers", \.diapers)
  /// Diapers of type wet or both.
  static let wet = measure("Wet", \.wetDiapers)
  /// Diapers of type dirty or both.
  static let dirty = measure("Dirty", \.dirtyDiapers)

  private static func measure(_ heading: String, _ count: @escaping @Sendable (DayTotals) -> Int) -> DayMeasure {
    .count(heading) { $0.totals.diapers > 0 ? count($0.totals) : nil }
  }

  func chart() -> Chart {
    let panel = log.panel(
      "Diapers a day",
      [
        ("wet only", .diaper, 0, Self.measure("Wet only") { $0.diapers - $0.dirtyDiapers }),
        ("dirty only", .diaper, 1, Self.measure("Dirty only") { $0.diapers - $0.wetDiapers }),
        ("both", .diaper, 2, Self.measure("Both") { $0.wetDiapers + $0.dirtyDiapers - $0.diapers }),
      ], usual: Self.diapers, unit: .count)
    let diapers = Self.diapers.worded { Words.counted($0, "diaper", "diapers") }
    let dirty = Self.dirty.worded { "and \(Words.counted($0, "dirty diaper", "dirty diapers"))" }
    let usual = [Self.wet.worded { "\(Self.wet.text($0)) wet" }, dirty].compactMap { measure in
      log.usual(measure).map(measure.text)
    }
    return Chart(
      kind: .diapers, title: Words.line(["Diapers", log.title]),
      sentence: log.sentence(
        usual.isEmpty ? nil : Words.line(usual, separator: " "), comparison: log.comparison(of: diapers, less: "fewer"),
        nothing: "diaper"),
      panels: panel.showsEntries ? [panel] : [], table: log.table([Self.diapers, Self.wet, Self.dirty]))
  }
}
