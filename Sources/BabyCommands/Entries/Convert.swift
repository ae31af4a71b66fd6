import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Convert: EachChildCommand {
  static let commandName = "convert"

  static let configuration = command(
    "Turn notes such as \"Weight 11.88 lbs\" into weights, medicines, food and other entries.", usage: "convert",
    discussion: """
      A note becomes an entry only if all of it reads as one. Remarks stay in the
      entry's note; ambiguous notes are listed and left alone. The entry has the
      note's time. One "bbctl undo" takes back what one run converted, for each
      child separately.

      It shows a preview, then asks; without a terminal, add --yes. --json needs
      --yes or --dry-run, and prints a line for each page of the daemon's answer.

        bbctl convert --dry-run
        bbctl convert
      """)

  @Flag(help: OptionHelp.dryRun) var dryRun = false

  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if global.settings.printsJSON, !yes, !dryRun { throw ValidationError("--json needs --yes or --dry-run.") }
  }

  func run(in session: CommandSession) throws {
    if dryRun || !yes {
      let found = try convert(isDryRun: true, in: session)
      if session.printsJSON { return }
      _ = session.write(session.text(.conversions(found, now: session.now)))
      guard !dryRun, found.contains(where: { $0.converted > 0 }) else { return }
      try session.requirePerson(for: "turns notes into entries")
      guard session.confirms("Turn these notes into entries?") else { return }
    }
    let done = try convert(isDryRun: false, in: session)
    if session.printsJSON { return }
    if yes { session.print(.conversions(done, now: session.now)) }
    if done.contains(where: { $0.converted > 0 }) { session.print(.converted(done)) }
  }

  /// Goes through all notes, page by page; all pages are one step.
  private func convert(isDryRun: Bool, in session: CommandSession) throws -> [NoteConvert.Answer] {
    var params = NoteConvert.Params(childID: child, options: WriteOptions(dryRun: isDryRun))
    var pages: [NoteConvert.Answer] = []
    repeat {
      let (wire, answer) = try session.read(NoteConvert.self, params)
      if session.printsJSON { session.print(json: wire.json) }
      pages.append(answer)
      (params.cursor, params.step) = (answer.nextCursor, answer.step ?? params.step)
    } while params.cursor != nil
    return pages
  }
}

extension NoteConvert.Answer {
  var converted: Int { notes.count { $0.entry != nil } }
}

extension Page {
  /// The entries that notes would become, and the notes that stay.
  static func conversions(_ pages: [NoteConvert.Answer], now: Instant) -> Page {
    guard let first = pages.first else { return Page() }
    var page = Page(theme: first.theme)
    page.heading(Words.line(["Notes", first.child.name]))
    let notes = pages.flatMap(\.notes)
    if !notes.contains(where: { $0.entry != nil }) { page.line(.init(Words.noNotesToConvert)) }
    for record in notes {
      guard let entry = record.entry else { continue }
      page.row(
        of: record.note, first.timeFormat, now: now, .init(record.text), .init("becomes", .faint),
        .init(entry.line(first.units, now: now), .kind(entry.entry.kind)))
    }
    let left = notes.filter { $0.entry == nil }
    if !left.isEmpty {
      page.gap()
      page.heading("Not certain: these stay notes")
      for record in left { page.row(of: record.note, first.timeFormat, now: now, .init(record.text)) }
    }
    return page
  }

  static func converted(_ pages: [NoteConvert.Answer]) -> Page {
    let count = pages.reduce(0) { $0 + $1.converted }
    let words = Words.line([Words.converted(count), pages.first?.child.name].compactMap(\.self))
    var page = Page()
    page.line(.init(words), undoHint(false))
    return page
  }
}

extension NoteConversionRecord {
  /// The note, or its beginning.
  fileprivate var text: String { Words.noteLine(note.entry)?.excerpt ?? "" }
}
