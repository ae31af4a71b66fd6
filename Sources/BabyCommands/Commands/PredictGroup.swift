import ArgumentParser
import BabyModel
import BabyProtocol

struct PredictGroup: NamedCommand {
  static let commandName = "predict"

  static let subcommands: [any NamedCommand.Type] = [
    PredictShow.self, PredictFeedbackCommand.self, PredictBacktest.self,
  ]

  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Show what is likely to come next, how certain that is, and how good predictions have been.",
    discussion: """
      The next nap, bedtime, feed and wake-up are predicted from this child's
      last weeks and from what is usual at this age; nothing leaves this machine.
      There is no prediction when an entry seems to be missing. These are
      estimates, not medical advice.

        bbctl predict
        bbctl predict backtest --from 2020-06-01
        bbctl settings set predictions.enabled off
      """,
    subcommands: subcommands, defaultSubcommand: subcommands.first)
}

struct PredictShow: Command {
  static let commandName = "show"

  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "Show what is likely to come next.", usage: "bbctl predict [show] [<options>]",
    discussion: """
      In half of all cases, the event happens between the times after "likely".
      --json also gives the times for four cases in five.
      """)

  @Option(help: OptionHelp.eachChild) var child: String?
  @OptionGroup var global: GlobalOptions

  static let showsEachChild = true

  static func action(for words: ArraySlice<String>) -> CommandAction? {
    words.isEmpty ? { try show(child: nil, in: $0) } : nil
  }

  func run(in session: CommandSession) throws { try Self.show(child: child, in: session) }

  static func show(child: String?, in session: CommandSession) throws {
    let now = session.now
    try session.answer(PredictionGet.self, .init(childID: child)) { .forecast($0, now: now) }
  }
}

struct PredictFeedbackCommand: Command {
  static let commandName = "feedback"

  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "Say whether a prediction was too early, right or too late.",
    usage: "bbctl predict feedback <kind> <verdict> [<options>]",
    discussion: """
      It is kept here, and "bbctl predict backtest" shows it.

        bbctl predict feedback nap early
        bbctl predict feedback feeding right
      """)

  enum Verdict: String, CaseIterable, ExpressibleByArgument {
    case early, right, late

    var verdict: PredictionVerdict {
      switch self {
      case .early: .tooEarly
      case .right: .justRight
      case .late: .tooLate
      }
    }
  }

  @Argument(help: "What was predicted: nap, bedtime, feeding or wakeUp.")
  var kind: PredictionKind

  @Argument(help: "How it was: early, right or late.")
  var verdict: Verdict

  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.child) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    let params = PredictionFeedback.Params(
      kind: kind, verdict: verdict.verdict, childID: child, options: write.options)
    try session.answer(PredictionFeedback.self, params) { answer in
      var page = Page()
      page.line(
        .init(answer.message + Words.separator + answer.child.name), answer.isDryRun ? Page.dryRun : "")
      return page
    }
  }
}

struct PredictBacktest: Command {
  static let commandName = "backtest"

  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "Show how good predictions would have been on this child's own log.",
    usage: "bbctl predict backtest [--from <time>] [--to <time>] [--csv] [<options>]",
    discussion: """
      It goes through the log in order and makes each prediction only from what
      had been logged by then. Errors are in minutes. For comparison, it shows the
      errors of two simpler methods: the age table alone, and the child's own
      median of the last 14 days at a similar hour.

        bbctl predict backtest
        bbctl predict backtest --from 2020-06-01 --to 2020-09-01 --csv
      """)

  @Option(help: ArgumentHelp("Only predictions made from this time on.", valueName: "time"))
  var from: String?

  @Option(help: ArgumentHelp("Only predictions made before this time.", valueName: "time"))
  var to: String?

  @Flag(help: "Print comma-separated values.")
  var csv = false

  @Option(help: OptionHelp.child) var child: String?
  @OptionGroup var global: GlobalOptions

  /// It goes through years of entries.
  var settings: SessionSettings {
    var settings = global.settings
    settings.timeout.usual = .seconds(120)
    return settings
  }

  func run(in session: CommandSession) throws {
    let params = PredictionBacktest.Params(childID: child, from: from, to: to)
    guard csv else { return try session.answer(PredictionBacktest.self, params) { .backtest($0) } }
    session.print(text: ScoreTable(try session.call(PredictionBacktest.self, params).scores).csv)
  }
}
