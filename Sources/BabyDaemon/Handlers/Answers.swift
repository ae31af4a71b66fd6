import BabyEngine
import BabyImport
import BabyModel
import BabyProtocol
import BabyStore

// From the model's values to the wire's.

extension LogbookReader {
  func record(_ entry: Entry, of child: Child) throws -> EntryRecord {
    EntryRecord(entry, in: try zone(child.zone))
  }
}

extension LogbookWriter {
  func answer(_ outcome: EntryOutcome) throws -> EntryAnswer {
    EntryAnswer(
      entry: EntryRecord(outcome.entry, in: outcome.zone), child: ChildReference(outcome.child),
      timeFormat: outcome.settings.timeFormat, message: outcome.message,
      overlap: outcome.overlap.map { EntryRecord($0, in: outcome.zone) }, seq: try seq, isDryRun: isDryRun)
  }
}

extension TimeWords {
  var texts: TimeTexts { TimeTexts(at: at, for: self.for, from: from, to: to) }
}

extension DashboardGet.Answer {
  init(_ view: DashboardView, in book: LogbookReader) throws {
    self.init(view.dashboard, settings: view.settings, zone: view.zone, seq: Int(try book.transaction.lastSeq()))
    let summaries = view.forecast.predictions.map { PredictionSummary($0, zone: view.zone) }
    predictions = summaries.isEmpty ? nil : summaries
  }
}

extension ImportSummaryRecord {
  init(_ summary: ImportSummary) {
    func counts(_ counts: [(name: String, count: Int)]) -> [NamedCount] {
      counts.sorted { ($1.count, $0.name) < ($0.count, $1.name) }.map { NamedCount(name: $0.name, count: $0.count) }
    }
    func remarks(_ remarks: [ImportRemark]) -> [RowRemark] {
      remarks.prefix(100).map { RowRemark(line: $0.line, reason: $0.reason) }
    }
    self.init(
      format: summary.format?.rawValue ?? "", kinds: counts(summary.kinds.map { ($0.key.rawValue, $0.value) }),
      keptAsNotes: counts(summary.keptAsNotes.map { ($0.key, $0.value) }), badRows: remarks(summary.badRows),
      badRowCount: summary.badRowCount, flaggedRows: remarks(summary.flaggedRows),
      flags: counts(summary.flags.map { ($0.key.rawValue, $0.value) }), first: summary.first, last: summary.last)
  }
}
