import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct UndoCommand: Command {
  static let commandName = "undo"

  static let configuration = command(
    "Undo your last change; repeat to undo the ones before.", usage: "undo [<change>]",
    discussion: """
      A change may be to an entry, a setting, a reminder or a child. If you have
      made later changes that would stay, undo asks you first on a terminal, and its
      answer names them. It does not undo a change to something that was changed
      again since: it says so once, and the next undo continues with the change
      before.

        bbctl undo
        bbctl undo --list
        bbctl undo 1a2b3c
      """)

  @Argument(
    help: ArgumentHelp(
      "The change: an entry, to undo your last change to it, or an id from --list; default: the last change.",
      valueName: "change"), completion: .recentEntries)
  var change: String?

  @Flag(help: "List your changes, latest first, without undoing anything.")
  var list = false

  @Option(help: ArgumentHelp("With --list: how many at most, 1 to 1000; default: 20.", valueName: "number"))
  var limit: Int?

  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if list, change != nil { throw ValidationError("--list cannot be used with a change.") }
    if !list, limit != nil { throw ValidationError("--limit can only be used with --list.") }
    try OptionHelp.validate(limit: limit)
  }

  static func action(for words: ArraySlice<String>) -> CommandAction? {
    words.isEmpty ? { try undo(nil, asking: true, .init(), in: $0) } : nil
  }

  func run(in session: CommandSession) throws {
    if list { return try session.answer(UndoList.self, .init(limit: limit)) { .journal($0, now: session.now) } }
    try Self.undo(change, asking: !yes, write.options, in: session)
  }

  static func undo(
    _ change: String?, asking: Bool, _ options: WriteOptions, in session: CommandSession
  ) throws {
    var meant = change
    // The call itself reports what cannot be undone.
    if asking, !options.dryRun, session.hasPerson,
      let step = try? session.call(Undo.self, .init(id: change, options: WriteOptions(dryRun: true))),
      let later = step.later
    {
      guard session.confirms("Undo \(step.named(step.label))? What you did since stays: \(later).") else { return }
      // Undo what was shown.
      meant = step.step
    }
    try session.answer(Undo.self, .init(id: meant, options: options)) {
      .undone($0, opposite: "redo", now: session.now)
    }
  }
}

struct RedoCommand: Command {
  static let commandName = "redo"

  static let configuration = command(
    "Redo what you last undid.", usage: "redo")

  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  static func action(for words: ArraySlice<String>) -> CommandAction? {
    words.isEmpty ? { try redo(.init(), in: $0) } : nil
  }

  func run(in session: CommandSession) throws {
    try Self.redo(write.options, in: session)
  }

  static func redo(_ options: WriteOptions, in session: CommandSession) throws {
    try session.answer(Redo.self, options) { .undone($0, opposite: "undo", now: session.now) }
  }
}

extension Undo.Answer {
  /// Words about it, and whose it was: "Undid: Logged left breast · Eva"
  func named(_ words: String) -> String {
    // "Added Eva" names her already.
    Words.line([words] + children.map(\.name).filter { !words.contains($0) })
  }
}

extension Page {
  /// The undone or redone changes, and the current entries.
  ///
  /// - Parameter opposite: the command that takes it back.
  static func undone(_ answer: Undo.Answer, opposite: String, now: Instant) -> Page {
    var page = Page()
    page.line(.init(answer.named(answer.message)), undoHint(answer.isDryRun, opposite))
    if let later = answer.later {
      page.line(.init("  Not your last change. What you did since stays: \(later)", .severity(.warning)))
    }
    let listed = answer.entries.prefix(10)
    for record in listed {
      let line = record.line(now: now) + (record.entry.deletedAt == nil ? "" : Words.separator + "deleted")
      page.row(of: record, answer.timeFormat, now: now, .init(line))
    }
    if answer.count > listed.count { page.line(.init("  and \(Count.grouped(answer.count - listed.count)) more")) }
    return page
  }

  /// The steps that can be undone, the last first.
  static func journal(_ answer: UndoList.Answer, now: Instant) -> Page {
    guard !answer.steps.isEmpty else { return Page(line: "Nothing to undo.") }
    var page = Page()
    for step in answer.steps {
      page.row([
        .init(step.entryID.map { String("\($0)".suffix(6)) } ?? step.id, .id),
        .init(step.time(answer.timeFormat, now: now)),
        .init(step.title), .init(step.remark, .faint),
      ])
    }
    return page
  }
}

extension UndoStepRecord {
  fileprivate var title: String {
    // A label says some of it already: "Uploaded 6 entries", "Added Eva".
    let more = (count > 1 ? [Words.count(count, .entries)] : []) + children.map(\.name)
    return Words.line([label] + more.filter { !label.contains($0) })
  }

  fileprivate var remark: String {
    switch state {
    case .done: ""
    case .undone: "undone: bbctl redo"
    case .skipped: "changed again since"
    }
  }

  fileprivate func time(_ format: TimeFormat, now: Instant) -> String {
    LocalTime(atLocal, at: at, now: now).text(format)
  }
}
