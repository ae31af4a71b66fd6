import BabyModel
import BabyProtocol

extension Page {
  /// What was found in an imported file.
  static func importSummary(_ answer: DataImport.Answer, file: String) -> Page {
    var page = Page()
    let name = file == "-" ? "standard input" : String(file.split(separator: "/").last ?? "")
    let done = answer.isDryRun ? "Read" : "Imported"
    let child = answer.child.map { Words.separator + $0.name } ?? ""
    page.line(.init("\(done) \(name)\(child)", .strong), answer.isDryRun ? dryRun : "")
    page.row(["Rows", .init(Count.grouped(answer.rows))])
    page.row(["New", .init(Count.grouped(answer.added))])
    page.row(["Already there", .init(Count.grouped(answer.unchanged))])
    guard let summary = answer.summary else { return page }
    page.row(["Bad rows", .init(Count.grouped(summary.badRowCount))])
    page.row(["Kinds", .init(counts(summary.kinds))])
    if !summary.keptAsNotes.isEmpty { page.row(["Kept as notes", .init(counts(summary.keptAsNotes))]) }
    if !summary.flags.isEmpty { page.row(["Worth a look", .init(counts(summary.flags))]) }
    page.remarks("Rows that could not be read", summary.badRows, of: summary.badRowCount, atMost: 100)
    let flagged = summary.flags.reduce(0) { $0 + $1.count }
    page.remarks("Rows that were kept but are worth a look", summary.flaggedRows, of: flagged, atMost: 10)
    return page
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

  private mutating func remarks(_ heading: String, _ rows: [RowRemark], of count: Int, atMost limit: Int) {
    guard !rows.isEmpty else { return }
    gap()
    self.heading(heading)
    let shown = rows.prefix(limit)
    for remark in shown { row([.init("line \(remark.line)"), .init(remark.reason)]) }
    if count > shown.count { line(.init("  and \(Count.grouped(count - shown.count)) more; --json lists 100")) }
  }
}
