package import BabyEngine
import BabyImport
import BabyModel
package import BabyProtocol

extension DataImport.Answer {
  package init(_ progress: ImportProgress) {
    let merged = progress.merged
    self.init(
      importID: progress.id, child: progress.child.map { ChildReference($0) }, rows: progress.rows,
      added: merged.added, unchanged: merged.unchanged, updated: merged.updated, editedHere: merged.editedHereCount,
      similar: merged.similarCount, isDryRun: progress.isDryRun,
      summary: progress.summary.map { ImportSummaryRecord($0, progress) })
  }
}

extension ImportSummaryRecord {
  init(_ summary: ImportSummary, _ progress: ImportProgress) {
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
      pair.startLocal = progress.zone.map { row.start.text(in: $0) }
      pair.entryStartLocal = progress.zone.flatMap { zone in row.entryStart.map { $0.text(in: zone) } }
      pair.entryApp = row.entrySource.map { importedApp(format: $0) }
      return pair
    }
    func day(_ instant: Instant?) -> LocalDate? {
      progress.zone.flatMap { zone in instant.map { zone.local($0).date } }
    }
    func some<Value>(_ values: [Value]) -> [Value]? { values.isEmpty ? nil : values }
    self.init(
      format: summary.format?.rawValue ?? "",
      files: isOne
        ? nil
        : summary.files.map { ImportedFileRecord(name: $0.name, format: $0.format?.rawValue, fault: $0.fault) },
      decisions: some(
        progress.decisions.map { ImportDecisionRecord(subject: $0.subject, value: $0.value, reason: $0.reason) }),
      questions: some(
        progress.questions.map { question in
          ImportQuestionRecord(
            option: question.option, choices: question.choices, text: question.text,
            children: some(question.children.map { NamedChildRecord(name: $0.name, born: $0.born) }))
        }),
      kinds: counts(summary.kinds.map { ($0.key.rawValue, $0.value) }),
      keptAsNotes: counts(summary.keptAsNotes.map { ($0.key, $0.value) }), badRows: remarks(summary.badRows),
      badRowCount: summary.badRowCount,
      refused: some(progress.refused.map { RefusedRowsRecord(file: $0.name, count: $0.count, text: $0.text) }),
      flaggedRows: remarks(summary.flaggedRows),
      flags: counts(summary.flags.map { ($0.key.rawValue, $0.value) }),
      editedRows: some(progress.merged.editedHere.map { place($0) }),
      similarRows: some(progress.merged.similar.map(pair)), first: summary.first,
      last: summary.last, firstDay: day(summary.first), lastDay: day(summary.last), map: progress.map)
  }
}
