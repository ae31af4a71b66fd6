import ArgumentParser
import BabyModel
import BabyProtocol

struct Today: Command {
  static let configuration = CommandConfiguration(
    commandName: "today", abstract: "List what was logged today, newest first.",
    usage: "bbctl today [<options>]")

  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws { try Self.show(child: child, in: session) }

  static func show(child: String?, in session: CommandSession) throws {
    try session.answer(TimelineList.self, .init(childID: child, day: "today", limit: 1000)) {
      .timeline($0, today: true, sync: session.sync(), now: session.now)
    }
  }
}

struct HistoryCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List what was logged, newest first.",
    usage: "bbctl history [<day> ...] [<options>]",
    discussion: """
        bbctl history yesterday
        bbctl history last week
        bbctl history 2026-11-14 --kind feed --kind diaper
        bbctl history --last 7d --kind sleep
        bbctl history --search "8:30"
      """)

  @Argument(help: ArgumentHelp("One day: yesterday, today or a date; or this week, or last week.", valueName: "day"))
  var day: [String] = []

  @Option(
    help: ArgumentHelp("Only the last hours, or the last days with their totals: 12h, 7d, 2w.", valueName: "duration"))
  var last: Span?

  @Option(name: .customLong("kind"), help: "Only entries of this kind; may be repeated.")
  var kinds: [EntryKind] = []

  @Option(help: ArgumentHelp("Only entries with this text.", valueName: "text"), completion: .noteWords)
  var search: String?

  @Option(
    help: ArgumentHelp(
      "How many entries at most, 1 to 1000; default: 100, or all entries of the last days.", valueName: "number"))
  var limit: Int?

  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if !day.isEmpty, last != nil { throw ValidationError("A day and --last cannot be used together.") }
    try OptionHelp.validate(limit: limit)
  }

  func run(in session: CommandSession) throws {
    let params = TimelineList.Params(
      childID: child, day: day.isEmpty ? nil : day.joined(separator: " "), days: last?.days,
      from: last?.duration.map { (session.now - $0).utcText }, kinds: kinds.isEmpty ? nil : kinds, search: search,
      limit: limit ?? (last?.days == nil && day.last != "week" ? nil : 1000))
    try Self.show(params, in: session)
  }

  static func show(_ params: TimelineList.Params, in session: CommandSession) throws {
    try session.answer(TimelineList.self, params) {
      .timeline($0, sync: session.sync(), now: session.now)
    }
  }
}

/// A length of time up to now: `12h`, or whole days, today's included: `7d`, `2w`.
struct Span: ExpressibleByArgument {
  var duration: Duration?
  var days: Int?

  init?(argument: String) {
    guard let count = Int(argument.dropLast()), (1...366).contains(count) else { return nil }
    switch argument.last {
    case "h": duration = .hours(count)
    case "d": days = count
    case "w" where count <= 52: days = 7 * count
    default: return nil
    }
  }
}
