import ArgumentParser
import BabyModel
import BabyProtocol

struct PredictGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "predict",
    abstract: "Show what is likely to come next, how sure that is, and how good predictions are.",
    discussion: """
      The next nap, bedtime, feed and waking up are predicted from this child's
      own last weeks and what is usual at the age; nothing leaves this machine.
      Nothing is predicted where an entry seems to be missing. These are
      estimates, and no medical advice.

        bbctl predict
        bbctl predict backtest --from 2020-06-01
        bbctl settings set predictions.enabled off
      """,
    subcommands: [PredictShow.self, PredictFeedbackCommand.self, PredictBacktest.self],
    defaultSubcommand: PredictShow.self)
}

struct PredictShow: Command {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show what is likely to come next.", usage: "bbctl predict [show] [<options>]",
    discussion: """
      The true time lies between those after "likely" in half of all cases.
      --json also has those between which it lies in four of five.
      """)

  @Option(help: OptionHelp.child) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let now = session.now
    try session.answer(PredictionGet.self, .init(childID: child)) { .forecast($0, now: now) }
  }
}

struct PredictFeedbackCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "feedback", abstract: "Say whether a prediction was too early, right or too late.",
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

  func run(in session: Session) throws {
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
  static let configuration = CommandConfiguration(
    commandName: "backtest", abstract: "Show how good predictions would have been on this child's own log.",
    usage: "bbctl predict backtest [--from <time>] [--to <time>] [--csv] [<options>]",
    discussion: """
      Goes through the log as it came to be: each prediction is made from what
      had happened by then. Errors are in minutes. Beside them stand those of
      two simpler ways: the age table alone, and the child's own median of the
      last 14 days at a like hour.

        bbctl predict backtest
        bbctl predict backtest --from 2020-06-01 --to 2020-09-01 --csv
      """)

  @Option(help: ArgumentHelp("Only predictions made from here on.", valueName: "time"))
  var from: String?

  @Option(help: ArgumentHelp("Only predictions made before.", valueName: "time"))
  var to: String?

  @Flag(help: "Print comma-separated values.")
  var csv = false

  @Option(help: OptionHelp.child) var child: String?
  @OptionGroup var global: GlobalOptions

  /// It goes through years of entries.
  var settings: SessionSettings {
    var settings = global.settings
    settings.timeout = max(settings.timeout, .seconds(120))
    return settings
  }

  func run(in session: Session) throws {
    let params = PredictionBacktest.Params(childID: child, from: from, to: to)
    guard csv else { return try session.answer(PredictionBacktest.self, params) { .backtest($0) } }
    session.print(text: ScoreTable(try session.call(PredictionBacktest.self, params).scores).csv)
  }
}
