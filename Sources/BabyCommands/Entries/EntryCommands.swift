import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct ShowCommand: Command {
  static let commandName = "show"

  static let configuration = command(
    "Show everything that is kept of an entry.", usage: "show [<id>]",
    discussion: """
        bbctl show last
        bbctl show 1a2b3c
      """)

  @Argument(help: OptionHelp.entry, completion: .recentEntries)
  var id = "last"

  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(EntryGet.self, .init(id: id)) { .entry($0, now: session.now) }
  }
}

struct Delete: Command {
  static let commandName = "delete"

  static let configuration = command(
    "Delete entries; \"bbctl undo\" brings them back.", usage: "delete <id> ...",
    discussion: """
        bbctl delete last
        bbctl delete 1a2b3c --yes
        bbctl delete 1a2b3c 4d5e6f

      Several are deleted together, all of them or none, and one undo brings them
      all back.
      """)

  @Argument(help: OptionHelp.entry, completion: .recentEntries)
  var ids: [String]

  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if ids.count > 100 { throw ValidationError("At most 100 entries can be deleted together.") }
  }

  func run(in session: CommandSession) throws {
    var ids = ids
    if !yes, !write.dryRun {
      try session.requirePerson(for: ids.count == 1 ? "deletes an entry" : "deletes entries")
      let found = try ids.map { try session.call(EntryGet.self, .init(id: $0)) }
      // "last" may mean another entry by the time of the answer: delete what was shown.
      ids = found.map { $0.entry.entry.id.description }
      guard session.confirms(question(found, session)) else { return }
    }
    if ids.count == 1 {
      try session.log(EntryDelete.self, .init(id: ids[0], options: write.options))
    } else {
      try session.answer(EntryDeleteSeveral.self, .init(ids: ids, options: write.options)) {
        .deleted($0, now: session.now)
      }
    }
  }

  /// Several entries get a line each above the question.
  private func question(_ found: [EntryGet.Answer], _ session: CommandSession) -> String {
    let lines = found.map { found in
      [
        found.entry.line(now: session.now), found.entry.span(found.timeFormat, now: session.now), found.child.name,
      ].joined(separator: Words.separator)
    }
    guard lines.count > 1 else { return "Delete this? \(lines.joined())" }
    for line in lines { session.environment.writeError("  \(SafeText.line(line))\n") }
    return "Delete these \(Words.count(lines.count, .entries))?"
  }
}

struct Duplicate: Command {
  static let commandName = "duplicate"

  static let configuration = command(
    "Log a copy of an entry, as of now.", usage: "duplicate <id>")

  @Argument(help: OptionHelp.entry, completion: .recentEntries)
  var id: String

  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.log(EntryDuplicate.self, .init(id: id, options: write.options))
  }
}

extension Page {
  /// The page of `bbctl show`: everything that is stored about an entry.
  static func entry(_ answer: EntryGet.Answer, now: Instant) -> Page {
    let record = answer.entry
    let entry = record.entry
    var page = Page()
    func clock(_ instant: Instant) -> String {
      LocalTime(instant, near: record, now: now).text(answer.timeFormat)
    }
    page.heading(Words.title(entry) + Words.separator + answer.child.name)
    page.fact("Kind", Words.title(entry.kind))
    for field in Words.fields(entry.content, clock: clock) { page.fact(field.title, field.value) }
    page.fact("When", record.span(answer.timeFormat, now: now))
    if entry.isRunning {
      page.row([.init("Running", .strong), .init(Words.duration(now - entry.start), .active)])
    } else if let duration = entry.duration {
      page.fact("Length", Words.length(duration))
    }
    if entry.endUnknown, !entry.kind.declaration.isNamed { page.fact("End", "unknown") }
    page.fact("Age", answer.age)
    page.fact("Note", entry.note)
    page.fact(
      "Logged", [clock(entry.createdAt), record.by(unless: nil)].compactMap(\.self).joined(separator: Words.separator))
    page.fact("Imported", answer.origin.map { "from \($0.app), \(clock($0.importedAt))" })
    let changer = entry.changedBy.map { "by \($0)" }
    func changed(_ instant: Instant) -> String { Words.line([clock(instant), changer].compactMap(\.self)) }
    if entry.updatedAt != entry.createdAt {
      page.fact("Changed", entry.deletedAt == nil ? changed(entry.updatedAt) : clock(entry.updatedAt))
    }
    if let deletedAt = entry.deletedAt {
      page.row([
        .init("Deleted", .strong), .init(changed(deletedAt), .severity(.warning)),
        .init("bbctl undo \(record.shortID)", .faint),
      ])
    }
    switch answer.queued {
    case .failed?:
      page.row([.init("Server", .strong), .init("could not be sent", .severity(.error)), .init("bbctl queue", .faint)])
    case .some: page.fact("Server", "waiting to be sent")
    case nil: break
    }
    page.fact("ID", "\(entry.id)")
    return page
  }

  private mutating func fact(_ label: String, _ text: String?) {
    guard let text else { return }
    row([.init(label, .strong), .init(text)])
  }
}
