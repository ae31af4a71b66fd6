package import BabyEngine
import BabyImport
import BabyModel
package import BabyProtocol

extension DataImport.Answer {
  package init(_ progress: ImportProgress) {
    self.init(
      importID: progress.id, child: progress.child.map { ChildReference($0) }, rows: progress.rows,
      added: progress.added,
      unchanged: progress.unchanged, isDryRun: progress.isDryRun,
      summary: progress.summary.map { ImportSummaryRecord($0) })
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
