import BabyImport
import BabyModel
import BabyProtocol

extension ImportSummaryRecord {
  /// What was read and merged; decisions, questions and refused rows are added by the import.
  init(_ summary: ImportSummary, _ merged: MergedRows, zone: ZoneRules?) {
    let isOne = summary.files.count < 2
    func counts(_ counts: [(name: String, count: Int)]) -> [NamedCount] {
      counts.sorted { ($1.count, $0.name) < ($0.count, $1.name) }.map { NamedCount(name: $0.name, count: $0.count) }
    }
    func remarks(_ remarks: [ImportRemark]) -> [RowRemark] {
      remarks.prefix(100).map { RowRemark(file: isOne ? nil : $0.file, line: $0.line, reason: $0.reason) }
    }
    func place(_ place: ImportPlace) -> RowPlace { RowPlace(file: isOne ? nil : place.file, line: place.line) }
    func pair(_ row: SimilarRow) -> RowPlace {
      var pair = place(row.place)
      (pair.kind, pair.start, pair.entryID) = (row.kind.rawValue, row.start, row.entry)
      pair.startLocal = zone.map { row.start.text(in: $0) }
      pair.entryStartLocal = zone.flatMap { zone in row.entryStart.map { $0.text(in: zone) } }
      pair.entryApp = row.entrySource.map { importedApp(format: $0) }
      return pair
    }
    func day(_ instant: Instant?) -> LocalDate? {
      zone.flatMap { zone in instant.map { zone.local($0).date } }
    }
    self.init(
      format: summary.format?.rawValue ?? "",
      files: isOne
        ? nil
        : summary.files.map { ImportedFileRecord(name: $0.name, format: $0.format?.rawValue, fault: $0.fault) },
      kinds: counts(summary.kinds.map { ($0.key.rawValue, $0.value) }),
      keptAsNotes: counts(summary.keptAsNotes.map { ($0.key, $0.value) }), badRows: remarks(summary.badRows),
      badRowCount: summary.badRowCount,
      flaggedRows: remarks(summary.flaggedRows),
      flags: counts(summary.flags.map { ($0.key.rawValue, $0.value) }),
      editedRows: merged.editedHere.isEmpty ? nil : merged.editedHere.map { place($0) },
      similarRows: merged.similar.isEmpty ? nil : merged.similar.map(pair), first: summary.first,
      last: summary.last, firstDay: day(summary.first), lastDay: day(summary.last))
  }
}
