import BabyModel
import BabyProtocol

extension Page {
  static func children(_ children: [ChildRecord]) -> Page {
    guard !children.isEmpty else { return Page(line: "No children yet: bbctl child add Eva --born 2026-01-31") }
    var page = Page()
    for record in children {
      let child = record.child
      var facts = ["born \(child.born)", child.zone]
      if child.removedAt != nil { facts.append("removed") }
      page.row([
        .init(record.isCurrent ? "*" : ""), .init(child.name, .strong), .init(facts.joined(separator: " · ")),
        .init(child.id.description, .faint),
      ])
    }
    return page
  }

  static func settings(_ settings: [SettingRecord]) -> Page {
    var page = Page()
    for setting in settings {
      let source = setting.source == .default ? "default" : setting.source.rawValue
      page.row([.init(setting.key, .strong), .init(setting.value), .init(source, .faint), .init(setting.summary)])
    }
    return page
  }

  static func importSummary(_ answer: DataImport.Answer, file: String) -> Page {
    var page = Page()
    let done = answer.isDryRun ? "Read" : "Imported"
    page.line(
      .init("\(done) \(file) · \(answer.child.name)", .strong),
      answer.isDryRun ? dryRun : "")
    page.row(["Rows", .init(Count.grouped(answer.rows))])
    page.row(["New", .init(Count.grouped(answer.added))])
    page.row(["There already", .init(Count.grouped(answer.unchanged))])
    guard let summary = answer.summary else { return page }
    page.row(["Kinds", .init(counts(summary.kinds))])
    if !summary.keptAsNotes.isEmpty { page.row(["Kept as notes", .init(counts(summary.keptAsNotes))]) }
    if !summary.flags.isEmpty { page.row(["Worth a look", .init(counts(summary.flags))]) }
    page.row(["Bad rows", .init(Count.grouped(summary.badRowCount))])
    remarks(summary.badRows, of: summary.badRowCount, "Rows that could not be read", on: &page)
    remarks(
      summary.flaggedRows, of: summary.flags.reduce(0) { $0 + $1.count }, "Rows that were kept and are worth a look",
      on: &page)
    return page
  }

  private static func counts(_ counts: [NamedCount]) -> String {
    counts.map { "\($0.name) \(Count.grouped($0.count))" }.joined(separator: " · ")
  }

  private static func remarks(_ rows: [RowRemark], of count: Int, _ heading: String, on page: inout Page) {
    guard !rows.isEmpty else { return }
    page.gap()
    page.heading(heading)
    for row in rows { page.row([.init("line \(row.line)"), .init(row.reason)]) }
    if count > rows.count { page.line("  and \(Count.grouped(count - rows.count)) more") }
  }
}
