import BabyClient
import BabyModel
import BabyProtocol

extension Page {
  /// One line about an entry that was logged or changed: what, when, whose, and the way back.
  static func echo(_ answer: EntryAnswer, now: Instant) -> Page {
    var page = Page()
    let parts = [answer.message, answer.entry.span(answer.timeFormat, now: now), answer.child.name]
    page.line(.init(Words.line(parts)), undoHint(answer.isDryRun))
    if let warning = answer.tooSoonText(now: now) { page.line(.init(warning, .severity(.warning))) }
    if let overlap = answer.overlap { page.overlaps(in: [answer.entry, overlap]) }
    return page
  }

  /// An entry before and after a change.
  static func change(from before: EntryGet.Answer, to after: EntryAnswer, now: Instant) -> Page {
    var page = Page()
    let isSame = before.entry == after.entry
    page.line(.init(after.message + Words.separator + after.child.name), isSame ? "" : undoHint(after.isDryRun))
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
    page.line(.init(Words.line([answer.message] + names)), undoHint(answer.isDryRun))
    for record in answer.entries { page.row(of: record, answer.timeFormat, now: now, .init(record.line(now: now))) }
    return page
  }

  /// One line about any other change.
  static func done(_ words: String..., isDryRun: Bool) -> Page {
    var page = Page()
    page.line(.init(Words.line(words)), isDryRun ? dryRun : "")
    return page
  }

  static func childChange(_ answer: ChildAnswer) -> Page {
    let child = answer.child.child
    return done(answer.message, Words.line(birthFacts(of: child) + [child.zone]), isDryRun: answer.isDryRun)
  }

  /// "born 2026-02-11", "due 2026-03-01", "7 lb 4 oz at birth"
  static func birthFacts(of child: Child) -> [String] {
    ["born \(child.born)", child.dueDate.map { "due \($0)" }, child.birthWeight.map { "\(Words.weight($0)) at birth" }]
      .compactMap(\.self)
  }

  /// An entry's id, its time, and more about it.
  mutating func row(of record: EntryRecord, _ format: TimeFormat, now: Instant, _ spans: Span...) {
    row([.init(record.shortID, .id), .init(record.span(format, now: now))] + spans)
  }

  /// The page of a press that was the same once more.
  static func repeated(_ page: Page) -> Page {
    var repeated = Page(theme: page.theme)
    repeated.line("Already done a moment ago; the same call twice within a second is done once:")
    repeated.append(page)
    return repeated
  }

  static let dryRun = Span("  (dry run: nothing was changed)", .faint)

  static func undoHint(_ isDryRun: Bool, _ command: String = "undo") -> Span {
    isDryRun ? dryRun : Span("  (\(command): bbctl \(command))", .faint)
  }
}

/// Two entries at the same time, and the command that mends it.
struct OverlapNotice {
  let earlier: EntryRecord
  let later: EntryRecord

  init?(_ one: EntryRecord, _ other: EntryRecord) {
    guard let overlap = Overlap.all(in: [one.entry, other.entry]).first else { return nil }
    (earlier, later) = overlap.earlier.id == one.entry.id ? (one, other) : (other, one)
  }

  /// All among some entries, in their order.
  static func all(in records: [EntryRecord]) -> [OverlapNotice] {
    let lasting = records.filter { $0.entry.end != nil && $0.entry.kind.declaration.runsWithoutEnd }
    guard lasting.count > 1 else { return [] }
    return Overlap.all(in: lasting.map { $0.entry }).compactMap { overlap in
      guard let earlier = lasting.first(where: { $0.entry.id == overlap.earlier.id }),
        let later = lasting.first(where: { $0.entry.id == overlap.later.id })
      else { return nil }
      return OverlapNotice(earlier, later)
    }
  }

  /// One that is within the other is deleted, after a question; otherwise the later one begins when the earlier one has
  /// ended.
  var remedy: String {
    guard Overlap(earlier: earlier.entry, later: later.entry).isWithin == false, let end = typedEnd else {
      return "bbctl delete \(later.shortID)"
    }
    return "bbctl edit \(later.shortID) --from \(end)"
  }

  /// When the earlier one has ended, to the second; rounded up, so that nothing overlaps any more.
  private var typedEnd: String? {
    // Only the clock time has to be rounded: the offset behind it stays.
    guard let text = earlier.endLocal, let wall = Instant(rfc3339: text.dropLast(6) + "Z") else { return nil }
    let rounded = Instant(milliseconds: (wall.milliseconds + 999) / 1000 * 1000)
    return String(rounded.utcText.prefix { $0 != "." } + text.suffix(6))
  }

  /// "d4e5f6 overlaps a1b2c3; the time counts once"
  var text: String { "\(later.shortID) overlaps \(earlier.shortID); the time counts once" }
}

extension Page {
  /// Says of entries that overlap how that is mended.
  mutating func overlaps(in records: [EntryRecord]) {
    for notice in OverlapNotice.all(in: records) {
      line(.init(notice.text, .severity(.warning)), .init(": " + notice.remedy, .faint))
    }
  }
}
