import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct HistoryCommand: EachChildCommand {
  static let commandName = "history"

  static let configuration = command(
    "List what was logged, newest first.", usage: "history [<day> ...]",
    discussion: """
        bbctl history yesterday
        bbctl history november --totals
        bbctl history 2020-03 --kind feed --kind diaper
        bbctl history Nov 3-10
        bbctl history 2020-03..05
        bbctl history --from 2020-03-07 --to 2020-05
        bbctl history --last 7d --kind sleep
        bbctl history --search "8:30"
        bbctl diapers yesterday

      On a terminal, it is shown in $PAGER, or in less. With --json, there is a
      line for each page of the daemon's answer.
      """)

  @Argument(
    help: ArgumentHelp(
      "A day, a month or days: yesterday, a date, november, 2020-03, last week, Nov 3-10, 2020-03..05.",
      valueName: "day"), completion: .days)
  var day: [String] = []

  @Option(
    help: ArgumentHelp("Only the last hours, or the last days with their totals: 12h, 7d, 2w.", valueName: "duration"))
  var last: Span?

  @Option(help: ArgumentHelp("Only from this time, day or month on.", valueName: "time"))
  var from: String?

  @Option(help: ArgumentHelp("Only up to this time, or to the end of this day or month.", valueName: "time"))
  var to: String?

  @Flag(help: "Only the totals of each day and their sum; default: of the last 7 days.")
  var totals = false

  @Option(name: .customLong("kind"), help: "Only entries of this kind; may be repeated.")
  var kinds: [EntryKind] = []

  @Option(help: ArgumentHelp("Only entries with this text.", valueName: "text"), completion: .noteWords)
  var search: String?

  @Option(
    help: ArgumentHelp(
      "How many entries at most, 1 to 1000; default: 100, or all entries of the days.", valueName: "number"))
  var limit: Int?

  @Flag(help: "Print everything at once.")
  var noPager = false

  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    let given = [!day.isEmpty, last != nil, from != nil || to != nil]
    if given.count(where: \.self) > 1 {
      throw ValidationError("A day, --last, and --from with --to cannot be used together.")
    }
    if totals, to != nil, from == nil { throw ValidationError("--totals with --to needs --from as well.") }
    if totals, last?.duration != nil { throw ValidationError("--totals is for days: --last 7d.") }
    if totals, !kinds.isEmpty || search != nil || limit != nil {
      throw ValidationError("--totals counts everything: it cannot be used with --kind, --search or --limit.")
    }
    try OptionHelp.validate(limit: limit)
  }

  static func action(for words: ArraySlice<String>) -> CommandAction? {
    let day = words.isEmpty ? nil : Phrases.line(words)
    return { try show(.init(day: day), in: $0) }
  }

  func run(in session: CommandSession) throws {
    var params = TimelineList.Params(
      childID: child, day: day.isEmpty ? nil : day.joined(separator: " "), days: last?.days,
      from: from ?? last?.duration.map { (session.now - $0).utcText }, to: to, kinds: kinds.isEmpty ? nil : wantedKinds,
      search: search, limit: limit, isTotalsOnly: totals)
    if totals, !params.isOfDays { params.days = 7 }
    try Self.show(params, inPager: !noPager, in: session)
  }

  /// Tummy time is one of the activities.
  private var wantedKinds: [EntryKind] {
    kinds.flatMap { $0 == .declared(.activity) ? [$0, .tummyTime] : [$0] }
  }

  /// - Parameter params: its limit is that of all pages together; nil shows all of the requested days, otherwise the
  ///   latest entries.
  static func show(_ params: TimelineList.Params, inPager: Bool = true, in session: CommandSession) throws {
    try session.paging(inPager) { write in
      params.isTotalsOnly ? try listTotals(params, session, write) : try list(params, session, write)
    }
  }

  /// Page after page, each as soon as it arrives.
  private static func list(
    _ params: TimelineList.Params, _ session: CommandSession, _ write: (String) -> Bool
  ) throws {
    let isOfDays = params.isOfDays
    // A day's totals do not belong to a search.
    let counted = params.search == nil ? params.kinds.map(Set.init) : []
    var params = params
    var left = params.limit ?? .max
    if isOfDays { params.limit = min(left, 1000) }
    var sync: AccountStatus.Answer?
    var place = session.isFurtherChild ? TimelinePlace.further : .first
    while true {
      let (wire, answer) = try session.read(TimelineList.self, params)
      if params.cursor == nil, !session.printsJSON { sync = session.sync() }
      left -= answer.entries.count
      let goesOn = isOfDays && answer.nextCursor != nil && left > 0
      if session.printsJSON {
        guard write(SafeText.json(wire.json.text) + "\n") else { return }
      } else if !answer.entries.isEmpty || answer.unknownKinds != nil || !goesOn {
        let page = Page.timeline(
          answer, sync: sync, at: place, isLast: !goesOn, counting: counted, now: session.now)
        guard write(session.text(page)) else { return }
        if let last = answer.entries.last { place = .after(last.startTime(now: session.now).local.date) }
      }
      guard goesOn else { return }
      params.cursor = answer.nextCursor
      params.limit = min(left, 1000)
    }
  }

  private static func listTotals(
    _ params: TimelineList.Params, _ session: CommandSession, _ write: (String) -> Bool
  ) throws {
    var params = params
    var first: TimelineList.Answer?
    var days: [DaySummaryRecord] = []
    repeat {
      let (wire, answer) = try session.read(TimelineList.self, params)
      if session.printsJSON, !write(SafeText.json(wire.json.text) + "\n") { return }
      first = first ?? answer
      days += (answer.days ?? []).map { summary in
        let totals = summary.totals.adding(answer.entries, in: summary.day, until: session.now)
        return DaySummaryRecord(day: summary.day, totals: totals)
      }
      params.cursor = answer.nextCursor
    } while params.cursor != nil
    guard !session.printsJSON, let first else { return }
    let sync = session.isFurtherChild ? nil : session.sync()
    _ = write(session.text(.totals(days, of: first, sync: sync, now: session.now)))
  }
}

extension TimelineList.Params {
  /// Whether it says which time it is about.
  fileprivate var isOfDays: Bool { day != nil || days != nil || from != nil || to != nil }
}

/// A length of time up to now: `12h`, or whole days, today's included: `7d`, `2w`.
struct Span: ExpressibleByArgument {
  var duration: Duration?
  var days: Int?

  init?(argument: String) {
    guard let count = Int(argument.dropLast()), (1...36_525).contains(count) else { return nil }
    switch argument.last {
    case "h": duration = .hours(count)
    case "d": days = count
    case "w" where count <= 5_217: days = 7 * count
    default: return nil
    }
  }
}

struct Today: EachChildCommand {
  static let commandName = "today"

  static let configuration = command(
    "List what was logged today, newest first.", usage: "today [<child>]")

  @OptionGroup var shown: ChildArgument
  @OptionGroup var global: GlobalOptions

  static func action(for words: ArraySlice<String>) -> CommandAction? {
    let child = words.isEmpty ? nil : Phrases.line(words)
    return { try show(child: child, in: $0) }
  }

  func run(in session: CommandSession) throws { try Self.show(child: shown.name, in: session) }

  static func show(child: String?, in session: CommandSession) throws {
    try session.answer(TimelineList.self, .init(childID: child, day: "today", limit: 1000)) {
      .timeline(
        $0, today: true, picture: session.picture(of: $0.child), sync: session.sync(),
        at: session.isFurtherChild ? .further : .first, now: session.now)
    }
  }
}
