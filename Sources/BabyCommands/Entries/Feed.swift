import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Feed: Command {
  static let commandName = "feed"
  static let sentences = SentenceUse.begins

  static let configuration = command(
    "Log a feed or a pumping session, or time a feed at the breast.", usage: "feed [<what>] [<amount|side|time> ...]",
    discussion: """
      Without arguments, it logs the usual: the suggested side, or a bottle as big as the last one.

      A running feed at the breast can be timed. If you stop it during a pause, it ended when the pause began.

        bbctl feed start left
        bbctl feed switch
        bbctl feed pause
        bbctl feed resume
        bbctl feed stop
        bbctl feed start right 5 min ago

      A finished feed is logged at once.

        bbctl left 15m
        bbctl bottle 4oz 20 min ago
        bbctl feed left --for 15m
        bbctl feed both --started right --from 2:10am --to 2:40am
        bbctl feed both --left 10m --right 5m
        bbctl feed bottle 120ml
        bbctl feed bottle 90ml formula
        bbctl feed bottle 60ml --content breast-milk
        bbctl feed bottle 4oz --at "20m ago"
        bbctl feed pump 80ml --for 20m
      """)

  enum What: String, CaseIterable, ExpressibleByArgument {
    case left, right, both, bottle, pump
    case start, `switch`, pause, resume, stop, toggle

    /// What is logged of a feed that is over; nil is as usual.
    var feeding: (method: FeedingMethod?, side: Side?, breasts: Breasts?) {
      switch self {
      case .left: (.breast, .left, .one)
      case .right: (.breast, .right, .one)
      case .both: (.breast, nil, .both)
      case .bottle: (.bottle, nil, nil)
      case .pump: (.pumping, nil, nil)
      case .start, .switch, .pause, .resume, .stop, .toggle: (nil, nil, nil)
      }
    }

    /// Whether it is about a running feed.
    var isTimed: Bool {
      switch self {
      case .left, .right, .both, .bottle, .pump: false
      case .start, .switch, .pause, .resume, .stop, .toggle: true
      }
    }
  }

  @Argument(help: "How the baby was fed, or an action for the running feed.")
  var what: What?

  @Argument(
    help: ArgumentHelp(
      """
      How much, for a bottle or pumping: 120ml, 4oz, or 120 in your unit; of a bottle also what it held: 90ml formula. \
      After "start" the side, and after what happens to a feed, when it did.
      """, valueName: "amount|side|time"), completion: .list(["left", "right"]))
  var amount: [String] = []

  @Option(help: ArgumentHelp("The bottle's content.", valueName: "content"))
  var content: BottleContent?

  @Option(help: "The breast it began with, for both or pump.")
  var started: Side?

  @Option(help: ArgumentHelp("Time at the left breast.", valueName: "duration"))
  var left: SideLength?

  @Option(help: ArgumentHelp("Time at the right breast.", valueName: "duration"))
  var right: SideLength?

  @OptionGroup var time: TimeOptions
  @Option(help: OptionHelp.note) var note: String?
  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if let what, what.isTimed { return try validate(what) }
    _ = try typed()
    if content != nil, what != .bottle {
      throw ValidationError("--content can only be used with \"feed bottle\".")
    }
    if left != nil || right != nil, what == .bottle || what == .pump {
      throw ValidationError("--left and --right are for a feed at the breast.")
    }
    if started != nil, what != .both, what != .pump {
      throw ValidationError("--started can only be used with \"feed both\" or \"feed pump\".")
    }
  }

  /// Reads only the command's own words about a finished feed, because a sentence may mean something else by them:
  /// `feed bottle 4` is in the configured unit, whatever is likely.
  static func action(for words: ArraySlice<String>) -> CommandAction? {
    let line = Phrases.line(words)
    if let what = What(rawValue: line), what.isTimed { return timing(what) }
    return switch line {
    case "": { try $0.log(EntryLog.self, .init(entry: .feeding())) }
    case "start left": timing(.start, side: .left)
    case "start right": timing(.start, side: .right)
    default: words.first.flatMap { logging($0, Phrases.line(words.dropFirst())) }
    }
  }

  private static func logging(_ what: String, _ amount: String) -> CommandAction? {
    guard let what = What(rawValue: what), !what.isTimed else { return nil }
    var parsed: Amount?
    if !amount.isEmpty {
      parsed = Amount(argument: amount)
      guard what == .bottle || what == .pump, parsed != nil else { return nil }
    }
    let (method, side, breasts) = what.feeding
    let feed = EntryInput.feeding(
      method: method, startedSide: side, breasts: breasts, amount: parsed?.value, unit: parsed?.unit)
    return { try $0.log(EntryLog.self, .init(entry: feed)) }
  }

  func run(in session: CommandSession) throws {
    guard let what, what.isTimed else { return try session.log(EntryLog.self, try params()) }
    let action = Self.timing(
      what, child: child, side: timedSide, at: timedAt, note: note, options: write.options)
    try action(session)
  }

  /// Starts, switches, pauses, resumes or ends a feed at the breast.
  private static func timing(
    _ what: What, child: String? = nil, side: Side? = nil, at: String? = nil, note: String? = nil,
    options: WriteOptions = .init()
  ) -> CommandAction {
    { session in
      switch what {
      case .switch: try session.log(TimerSwitch.self, .init(childID: child, at: at, options: options))
      case .pause: try session.log(TimerPause.self, .init(childID: child, at: at, options: options))
      case .resume: try session.log(TimerResume.self, .init(childID: child, side: side, at: at, options: options))
      case .stop:
        try session.log(TimerStop.self, .init(childID: child, timer: .feeding, at: at, note: note, options: options))
      case .toggle:
        try session.log(
          TimerToggle.self, .init(childID: child, timer: .feeding, side: TimerSide(side), at: at, options: options))
      default:
        try session.log(
          TimerStart.self,
          .init(childID: child, timer: .feeding, side: TimerSide(side), at: at, note: note, options: options))
      }
    }
  }

  /// The first side among the words of a running feed.
  private var timedSide: Side? { amount.first.flatMap { Side(rawValue: $0) } }

  private var timedAt: String? {
    let words = amount.dropFirst(timedSide == nil ? 0 : 1).joined(separator: " ")
    return time.at ?? (words.isEmpty ? nil : words)
  }

  private func validate(_ what: What) throws {
    guard time.isPoint else {
      throw ValidationError("\"feed \(what.rawValue)\" takes --at, but not --for, --from or --to.")
    }
    if started != nil || left != nil || right != nil || content != nil {
      throw ValidationError("--started, --left, --right and --content can only be used for a finished feed.")
    }
    if timedSide != nil, what != .start, what != .resume, what != .toggle {
      throw ValidationError("\"feed \(what.rawValue)\" takes no side.")
    }
    if note != nil, what != .start, what != .stop {
      throw ValidationError("--note can only be used with \"feed start\" or \"feed stop\".")
    }
    if time.at != nil, amount.count > (timedSide == nil ? 0 : 1) {
      throw ValidationError("The time is given twice: \(SafeText.line(amount.joined(separator: " "))) and --at.")
    }
  }

  func params() throws -> EntryLog.Params {
    let (amount, content) = try typed()
    let (method, side, breasts) = what?.feeding ?? (nil, nil, nil)
    return EntryLog.Params(
      childID: child,
      entry: .feeding(
        method: method, startedSide: side ?? started, breasts: breasts, amount: amount?.value, unit: amount?.unit,
        content: content, leftSeconds: left?.seconds, rightSeconds: right?.seconds),
      note: note, time: time.words, options: write.options)
  }

  /// How much was typed, and what it was.
  private func typed() throws -> (Amount?, BottleContent?) {
    guard !amount.isEmpty else { return (nil, content) }
    let text = amount.joined(separator: " ")
    guard what == .bottle || what == .pump else {
      throw ValidationError("An amount can only be used with \"feed bottle\" or \"feed pump\".")
    }
    if what == .bottle, let bottle = BottleArgument(argument: text) {
      guard content == nil || bottle.content == nil || content == bottle.content else {
        throw ValidationError("The bottle's content is given twice: \(SafeText.line(text)) and --content.")
      }
      return (bottle.amount, content ?? bottle.content)
    }
    guard what == .pump, let parsed = Amount(argument: text) else {
      throw ValidationError("\"\(SafeText.line(text))\" is not an amount. Amounts look like 120ml, 4oz or 120.")
    }
    return (parsed, nil)
  }
}

/// Time at one breast: 10m, or 10 for minutes.
struct SideLength: ExpressibleByArgument {
  let seconds: Int

  init?(argument: String) {
    guard let length = Duration(text: argument, bareMinutes: true) else { return nil }
    seconds = length.wholeSeconds
  }
}
