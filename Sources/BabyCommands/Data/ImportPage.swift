import BabyModel
import BabyProtocol

extension Page {
  /// The contents of imported files.
  static func importSummary(_ answer: DataImport.Answer, files: [String]) -> Page {
    var page = Page()
    let names = files.map { $0 == "-" ? "standard input" : String($0.split(separator: "/").last ?? "") }
    let what = names.count > 1 ? "\(names.count) files" : names.first ?? ""
    let done = answer.isDryRun ? "Read" : "Imported"
    let child = answer.child.map { Words.separator + $0.name } ?? ""
    page.line(.init("\(done) \(what)\(child)", .strong), answer.isDryRun ? dryRun : "")
    page.outcomes(answer)
    guard let summary = answer.summary else { return page }
    page.row(["Bad rows", .init(Count.grouped(summary.badRowCount))])
    page.row(["Kinds", .init(counts(summary.kinds))])
    if let first = summary.firstDay, let last = summary.lastDay { page.row(["Days", .init("\(first) to \(last)")]) }
    if !summary.keptAsNotes.isEmpty { page.row(["Kept as notes", .init(counts(summary.keptAsNotes))]) }
    if !summary.flags.isEmpty { page.row(["Worth a look", .init(counts(summary.flags))]) }
    page.decided(summary)
    page.add(summary.files ?? [])
    page.remarks("Rows that could not be read", summary.badRows, of: summary.badRowCount, atMost: 100)
    let flagged = summary.flags.reduce(0) { $0 + $1.count }
    page.remarks("Rows that were kept but are worth a look", summary.flaggedRows, of: flagged, atMost: 10)
    page.remarks(
      "Changed rows that were skipped because their entries were edited here",
      (summary.editedRows ?? []).map { RowRemark(file: $0.file, line: $0.line, reason: "") }, of: answer.editedHere,
      atMost: 10)
    page.remarks(
      "Rows left out as probable duplicates of existing entries; --keep-similar imports them",
      (summary.similarRows ?? []).map { place in
        RowRemark(file: place.file, line: place.line, reason: pair(place))
      }, of: answer.similar, atMost: 10)
    return page
  }

  /// "sleep, 2020-12-12 19:47, is probably that of 19:48 from Nara (7c3f2a)"; of a day "weight, 2020-12-12, is probably that of
  /// 2020-12-12 from Nara (7c3f2a)"
  private static func pair(_ place: RowLocation) -> String {
    let hasDays = place.kind.flatMap(EntryKind.init(rawValue:))?.declaration.hasDays ?? false
    func time(_ local: String) -> String {
      let isOfDay = hasDays && LocalDateTime(rfc3339: local)?.time == .noon
      return String(local.prefix(isOfDay ? 10 : 16)).replacing("T", with: " ")
    }
    let row = place.startLocal.map(time)
    let said = [place.kind, row].compactMap(\.self).joined(separator: ", ")
    guard let id = place.entryID else { return said }
    let entry = place.entryStartLocal.map(time).map { text in
      text.count > 10 && text.prefix(10) == row?.prefix(10) ? String(text.dropFirst(11)) : text
    }
    let other = (entry.map { "that of \($0)" } ?? "one") + (place.entryApp.map { " from \($0)" } ?? "")
    return "\(said)\(said.isEmpty ? "" : ", ")is probably \(other) (\(id.description.suffix(6)))"
  }

  /// The result of an import that was previewed.
  static func imported(_ answer: DataImport.Answer) -> Page {
    var page = Page()
    page.line(.init("Imported", .strong))
    page.outcomes(answer)
    return page
  }

  private mutating func outcomes(_ answer: DataImport.Answer) {
    row(["Rows", .init(Count.grouped(answer.rows))])
    row(["New", .init(Count.grouped(answer.added))])
    if answer.updated > 0 { row(["Changed", .init(Count.grouped(answer.updated))]) }
    row(["Already there", .init(Count.grouped(answer.unchanged))])
    if answer.editedHere > 0 { row(["Edited here", .init(Count.grouped(answer.editedHere))]) }
    if answer.similar > 0 { row(["Left out", .init("\(Count.grouped(answer.similar)) like entries from elsewhere")]) }
  }

  private mutating func decided(_ summary: ImportSummaryRecord) {
    for decision in summary.decisions ?? [] {
      row([.init(decision.subject), .init("\(decision.value), because \(decision.reason)")])
    }
    for question in summary.questions ?? [] {
      row([
        "Open questions",
        .init(
          "\(question.text) --\(question.option) "
            + "\(question.choices.joined(separator: " or "))"),
      ])
    }
  }

  private mutating func add(_ files: [ImportedFileRecord]) {
    guard !files.isEmpty else { return }
    gap()
    heading("Files")
    for file in files { row([.init(file.name), .init(file.fault ?? file.format ?? "is not a supported file")]) }
  }

  private static func counts(_ counts: [NamedCount]) -> String {
    counts.map { "\(spaced($0.name)) \(Count.grouped($0.count))" }.joined(separator: Words.separator)
  }

  /// "nearDuplicate" as a person writes it: "near duplicate"
  private static func spaced(_ name: String) -> String {
    var words = ""
    for character in name {
      if character.isUppercase, words.last?.isLowercase == true {
        words += " " + character.lowercased()
      } else {
        words.append(character)
      }
    }
    return words
  }

  /// Rows with one and the same remark that are shown: hundreds of them hide the others.
  private static let mostAlike = 3

  private mutating func remarks(_ heading: String, _ rows: [RowRemark], of count: Int, atMost limit: Int) {
    guard !rows.isEmpty else { return }
    gap()
    self.heading(heading)
    var alike: [String: Int] = [:]
    let shown = rows.filter { row in
      alike[row.reason, default: 0] += 1
      return row.reason.isEmpty || alike[row.reason, default: 0] <= Self.mostAlike
    }.prefix(limit)
    for remark in shown {
      let file = remark.file.map { "file \($0), " } ?? ""
      row([.init("\(file)line \(remark.line)"), .init(remark.reason)])
    }
    if count > shown.count { line(.init("  and \(Count.grouped(count - shown.count)) more; --json lists 100")) }
  }
}
