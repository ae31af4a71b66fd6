import BabyClient
import BabyModel
import BabyProtocol

extension Page {
  /// One line about an entry that was logged or changed: what, when, whose, and the way back.
  static func echo(_ answer: EntryAnswer, now: Instant) -> Page {
    var page = Page()
    let parts = [answer.message, answer.entry.span(answer.timeFormat, now: now), answer.child.name]
    page.line(.init(Words.line(parts)), wayBack(answer.isDryRun))
    if let warning = answer.tooSoonText(now: now) { page.line(.init(warning, .severity(.warning))) }
    if let overlap = answer.overlap { page.overlaps(in: [answer.entry, overlap]) }
    return page
  }

  /// An entry before and after a change.
  static func change(from before: EntryGet.Answer, to after: EntryAnswer, now: Instant) -> Page {
    var page = Page()
    let isSame = before.entry == after.entry
    page.line(.init(after.message + Words.separator + after.child.name), isSame ? "" : wayBack(after.isDryRun))
    if isSame { return page }
    for (label, record) in [("before", before.entry), ("after", after.entry)] {
      page.row([.init(label, .faint), .init(record.span(after.timeFormat, now: now)), .init(record.line(now: now))])
    }
    if let overlap = after.overlap { page.overlaps(in: [after.entry, overlap]) }
    return page
  }

  /// Entries that were deleted together.
  static func deleted(_ answer: EntryDeleteSeveral.Answer, now: Instant) -> Page {
    var page = Page()
    let names = answer.children.map(\.name)
    page.line(.init(Words.line([answer.message] + names)), wayBack(answer.isDryRun))
    for record in answer.entries {
      page.row([
        .init(record.shortID, .id), .init(record.span(answer.timeFormat, now: now)), .init(record.line(now: now)),
      ])
    }
    return page
  }

  static func childChange(_ answer: ChildAnswer) -> Page {
    var page = Page()
    let child = answer.child.child
    let parts = [answer.message] + birthFacts(of: child) + [child.zone]
    page.line(.init(Words.line(parts)), answer.isDryRun ? dryRun : "")
    return page
  }

  /// "born 2026-02-11", "due 2026-03-01", "7 lb 4 oz at birth"
  static func birthFacts(of child: Child) -> [String] {
    ["born \(child.born)", child.dueDate.map { "due \($0)" }, child.birthWeight.map { "\(Words.weight($0)) at birth" }]
      .compactMap(\.self)
  }

  static func settingChange(_ answer: SettingAnswer) -> Page {
    var page = Page()
    page.line(.init(answer.message), answer.isDryRun ? dryRun : "")
    return page
  }

  /// The page of a press that was the same once more.
  static func repeated(_ page: Page) -> Page {
    var repeated = Page(theme: page.theme)
    repeated.line("Already done a moment ago; the same call twice within a second is done once:")
    repeated.append(page)
    return repeated
  }

  static let dryRun = Span("  (dry run: nothing was changed)", .faint)

  static func wayBack(_ isDryRun: Bool, _ command: String = "undo") -> Span {
    isDryRun ? dryRun : Span("  (\(command): bbctl \(command))", .faint)
  }
}
