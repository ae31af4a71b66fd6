package import BabyEngine
package import BabyModel
package import BabyProtocol
import BabyStore

// From the model's values to the wire's.

extension LogbookReader {
  package func record(_ entry: Entry, of child: Child) throws -> EntryRecord {
    EntryRecord(entry, in: try zone(child.zone))
  }
}

extension LogbookWriter {
  package func answer(_ outcome: EntryOutcome) throws -> EntryAnswer {
    EntryAnswer(
      entry: EntryRecord(outcome.entry, in: outcome.zone), child: ChildReference(outcome.child),
      timeFormat: outcome.settings.timeFormat, message: outcome.message,
      overlap: outcome.overlap.map { EntryRecord($0, in: outcome.zone) },
      tooSoon: outcome.tooSoon.map { MedicineRecord($0, in: outcome.zone) }, seq: try seq, isDryRun: isDryRun)
  }
}

extension LogbookWriter {
  /// - Parameter outcomes: at least one, done together and said in the same words.
  package func answer(_ outcomes: [EntryOutcome]) throws -> EntryDeleteSeveral.Answer {
    var children: [ChildReference] = []
    for child in outcomes.map({ ChildReference($0.child) }) where !children.contains(child) { children.append(child) }
    return EntryDeleteSeveral.Answer(
      entries: outcomes.map { EntryRecord($0.entry, in: $0.zone) }, children: children,
      timeFormat: try outcomes.first?.settings.timeFormat ?? reader.timeFormat(for: nil),
      message: outcomes.first?.message ?? "", seq: try seq, isDryRun: isDryRun)
  }
}

extension TimeWords {
  package var texts: TimeTexts { TimeTexts(at: at, for: self.for, from: from, to: to) }
}

extension DashboardGet.Answer {
  package init(_ view: DashboardView, in logbook: LogbookReader) throws {
    self.init(view.dashboard, settings: view.settings, zone: view.zone, seq: Int(try logbook.transaction.lastSeq()))
    let summaries = view.forecast.predictions.map { PredictionSummary($0, zone: view.zone) }
    predictions = summaries.isEmpty ? nil : summaries
  }
}
