import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct QueueGroup: ParsableCommand, NamedCommand {
  static let commandName = "queue"

  static func listSubcommands(_ add: (any NamedCommand.Type) -> Void) {
    add(QueueListCommand.self)
    add(QueueRetryCommand.self)
    add(QueueDiscardCommand.self)
  }

  static let configuration = group(
    "Show what is waiting to be sent to the family server, and retry or discard what failed.",
    discussion: """
      Changes are kept on this machine and sent by themselves, even after a
      restart.

        bbctl queue
        bbctl queue retry
        bbctl queue discard a1b2c3
      """)
}

struct QueueListCommand: Command {
  static let commandName = "list"

  static let configuration = command(
    "List what is waiting to be sent, oldest first.", usage: "queue [list]")

  @Option(help: ArgumentHelp("How many to list at most, 1 to 1000; default: 100.", valueName: "number"))
  var limit: Int?

  @OptionGroup var global: GlobalOptions

  func validate() throws { try OptionHelp.validate(limit: limit) }

  func run(in session: CommandSession) throws {
    try session.answer(QueueList.self, .init(limit: limit)) { .queue($0, now: session.now) }
  }
}

struct QueueRetryCommand: Command {
  static let commandName = "retry"

  static let configuration = command(
    "Retry failed changes, up to five times.", usage: "queue retry [<entry>]")

  @Argument(help: OptionHelp.queued)
  var entry: String?

  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(QueueRetry.self, .init(id: entry, options: write.options)) {
      .done($0.message, isDryRun: $0.isDryRun)
    }
  }
}

struct QueueDiscardCommand: Command {
  static let commandName = "discard"

  static let configuration = command(
    "Discard an unsent change: the entry goes back to what the server has.", usage: "queue discard (<entry> | --failed)"
  )

  @Argument(help: OptionHelp.queued)
  var entry: String?

  @Flag(help: "Everything that failed.")
  var failed = false

  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard (entry != nil) != failed else { throw ValidationError("Name an entry, or use --failed for all that failed.") }
  }

  func run(in session: CommandSession) throws {
    if !yes, !write.dryRun {
      try session.requirePerson(for: "discards what was logged")
      guard session.confirms("Discard \(entry ?? "all that failed")? What was logged here will be lost.") else {
        return
      }
    }
    try session.answer(QueueDiscard.self, .init(id: entry, options: write.options)) {
      .done($0.message, isDryRun: $0.isDryRun)
    }
  }
}

extension Page {
  /// The pending changes, oldest first.
  static func queue(_ answer: QueueList.Answer, now: Instant) -> Page {
    let settings = answer.settings ?? 0
    guard !answer.items.isEmpty || settings > 0 else { return Page(line: "Nothing is waiting to be sent.") }
    var page = Page()
    for item in answer.items {
      page.row([
        .init(String(item.id.suffix(6)), .id), .init(item.text, item.style), .init(item.child.name),
        .init(Words.ago(item.at, now: now).lowercased(), .faint),
        .init(item.progress(now: now), item.state == .failed ? .severity(.error) : .plain),
      ])
    }
    if settings > 0 { page.line(.init(Words.unsentSettings(settings))) }
    let rest = answer.unsent + answer.failed - answer.items.count - settings
    if rest > 0 { page.line(.init("  and \(Count.grouped(rest)) more: --limit shows up to 1000", .faint)) }
    if answer.failed > 0 { page.line(.init("  (bbctl queue retry, bbctl queue discard ENTRY)", .faint)) }
    return page
  }

  /// The inbox, newest first.
  static func inbox(_ answer: InboxList.Answer, now: Instant) -> Page {
    guard !answer.items.isEmpty else { return Page(line: "The inbox is empty.") }
    var page = Page()
    for item in answer.items {
      let clock = LocalTime(item.atLocal, at: item.at, now: now).text(answer.timeFormat)
      page.row([
        .init("\(item.id)", .id), .init(clock),
        .init(item.text, item.style), .init(item.child?.name ?? "", .faint),
      ])
      guard item.kind == .conflict else { continue }
      for (label, record) in [("now", item.entry), ("yours", item.mine)] {
        guard let record else { continue }
        let what = record.entry.deletedAt == nil ? record.line(answer.units, now: now) : "deleted"
        page.line(.init("      \(label): \(record.span(answer.timeFormat, now: now)) · \(what)"))
      }
      if !item.isDismissed { page.line(.init("      (bbctl inbox apply \(item.id))", .faint)) }
    }
    let rest = answer.open - answer.items.filter { !$0.isDismissed }.count
    if rest > 0 { page.line(.init("  and \(Count.grouped(rest)) more: --limit shows up to 1000", .faint)) }
    return page
  }
}

extension QueueItem {
  fileprivate var style: Page.Style { entry.map { .kind($0.entry.kind) } ?? .plain }

  /// "waiting", "sending", "again in 8s · No connection", "failed · No connection"
  fileprivate func progress(now: Instant) -> String {
    var parts = [state.rawValue]
    if state == .waiting, attempts > 0, let nextAt {
      parts = ["again in \(Words.duration(max(nextAt - now, .seconds(1))))"]
    }
    if let reason { parts.append(reason) }
    return parts.joined(separator: Words.separator)
  }
}

extension InboxItemRecord {
  fileprivate var style: Page.Style {
    if isDismissed { return .faint }
    return switch kind {
    case .failed: .severity(.error)
    case .conflict: .severity(.warning)
    case .sent, .remote, .unknown: .plain
    }
  }
}
