import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct PredictGroup: ParsableCommand, NamedCommand {
  static let commandName = "predict"

  static func listSubcommands(_ add: (any NamedCommand.Type) -> Void) {
    add(PredictShow.self)
    add(PredictFeedbackCommand.self)
    add(PredictBacktest.self)
  }

  static let configuration = group(
    "Show what is likely to come next, how certain that is, and how good predictions have been.",
    discussion: """
      The next nap, bedtime, feed and wake-up are predicted from this child's last
      weeks and from what is usual at this age; nothing leaves this machine. There
      is no prediction if an entry seems to be missing. These are estimates, not
      medical advice.

        bbctl predict
        bbctl predict backtest --from 2020-06-01
        bbctl settings set predictions.enabled off
      """)
}

struct PredictShow: EachChildCommand {
  static let commandName = "show"

  static let configuration = command(
    "Show what is likely to come next.", usage: "predict [show]",
    discussion: """
      In half of all cases, the event happens between the times after "likely".
      --json also gives the times for four cases in five.
      """)

  @Option(help: OptionHelp.eachChild) var child: String?
  @OptionGroup var global: GlobalOptions

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

  static let configuration = command(
    "Say whether a prediction was too early, right or too late.", usage: "predict feedback <kind> <verdict>",
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

  @Argument(help: "The predicted event: nap, bedtime, feeding or wakeUp.")
  var kind: PredictionKind

  @Argument(help: "How it was: early, right or late.")
  var verdict: Verdict

  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.child) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    let params = PredictionFeedback.Params(
      kind: kind, verdict: verdict.verdict, childID: child, options: write.options)
    try session.answer(PredictionFeedback.self, params) {
      .done($0.message, $0.child.name, isDryRun: $0.isDryRun)
    }
  }
}

struct PredictBacktest: Command {
  static let commandName = "backtest"

  static let configuration = command(
    "Show how good predictions would have been on this child's own log.",
    usage: "predict backtest [--from <time>] [--to <time>] [--csv]",
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

extension Page {
  /// The page of `bbctl predict`.
  static func forecast(_ forecast: PredictionGet.Answer, now: Instant) -> Page {
    var page = Page(theme: forecast.theme)
    page.heading(forecast.child.name)
    if forecast.gaps.count == PredictionKind.allCases.count, forecast.gaps.allSatisfy({ $0.reason == .off }) {
      page.line("Predictions are off: bbctl settings set predictions.enabled on")
      return page
    }
    for prediction in forecast.predictions {
      page.row([
        .init(Words.title(prediction.kind), .kind(prediction.kind.entryKind)),
        .init(prediction.summary.text(forecast.timeFormat, now: now)),
      ])
    }
    for gap in forecast.gaps where gap.reason.isWorthSaying {
      page.row([.init(Words.title(gap.kind), .kind(gap.kind.entryKind)), .init(gap.text, .faint)])
    }
    page.gap()
    for prediction in forecast.predictions {
      page.line(.init(Words.title(prediction.kind) + ": ", .strong), .init(prediction.explanation))
    }
    page.line(.init(forecast.note, .faint))
    return page
  }

  /// The page of `bbctl predict backtest`.
  static func backtest(_ answer: PredictionBacktest.Answer) -> Page {
    var page = Page()
    let table = ScoreTable(answer.scores)
    guard !answer.scores.isEmpty else {
      page.line("Nothing to look back on: no sleeps or feeds are logged in that time.")
      return page
    }
    if !answer.feedback.isEmpty { page.heading("Your feedback") }
    for count in answer.feedback {
      page.row([
        .init(Words.title(count.kind)), .init("too early \(count.tooEarly)"), .init("right \(count.justRight)"),
        .init("too late \(count.tooLate)"),
      ])
    }
    if !answer.feedback.isEmpty { page.gap() }
    for moments in PredictionMoments.allCases {
      page.heading(moments == .first ? "When the wait for it began" : "At every half hour until it happened")
      page.table(
        .init(
          headings: ScoreTable.headings, rows: table.rows(moments), leastColumns: ScoreTable.leastColumns))
      page.gap()
    }
    page.line(.init("Errors in minutes. " + Words.noMedicalAdvice, .faint))
    return page
  }
}

extension PredictionKind {
  /// The kind in whose colour it is shown.
  var entryKind: EntryKind { self == .feeding ? .feeding : .sleep }
}

extension PredictionGap {
  /// There is no need to mention that a child who is awake does not wake up.
  fileprivate var isWorthSaying: Bool { self != .awake && self != .asleep }
}

/// The table of a backtest.
struct ScoreTable {
  private let scores: [PredictionScoreRecord]

  init(_ scores: [PredictionScoreRecord]) { self.scores = scores }

  static let headings = [
    "", "age", "count", "none", "mean", "median", "≤15", "≤30", "≤60", "in 50%", "in 80%", "said ≤30", "by age",
    "own median",
  ]

  /// The columns to leave out first: the median error, the share within half an hour, and the kind matter most.
  static let leastColumns = [
    "none", "mean", "said ≤30", "≤15", "≤60", "in 80%", "in 50%", "by age", "own median", "count",
  ]
  .compactMap { headings.firstIndex(of: $0) }

  func rows(_ moments: PredictionMoments) -> [[String]] {
    scores.filter { $0.moments == moments }.map { score in
      func percent(_ share: Double) -> String { "\(Int((share * 100).rounded()))%" }
      func minutes(_ value: Double) -> String { "\(Int(value.rounded()))" }
      return [
        Words.title(score.kind), score.age, "\(score.count)", percent(score.abstained), minutes(score.meanError),
        minutes(score.medianError), percent(score.within15), percent(score.within30), percent(score.within60),
        percent(score.coverage50), percent(score.coverage80), percent(score.meanConfidence),
        minutes(score.ageTableError), minutes(score.ownMedianError),
      ]
    }
  }

  /// With a line of names; errors in minutes, shares 0 to 1.
  var csv: String {
    let names = """
      kind,quarter,moments,count,abstained,meanError,medianError,within15,within30,within60,coverage50,coverage80,\
      meanConfidence,ageTableError,ownMedianError

      """
    return scores.reduce(into: names) { text, score in
      let numbers = [
        score.abstained, score.meanError, score.medianError, score.within15, score.within30, score.within60,
        score.coverage50, score.coverage80, score.meanConfidence, score.ageTableError, score.ownMedianError,
      ]
      let quarter = score.quarter.map { "\($0)" } ?? ""
      let cells = [score.kind.rawValue, quarter, score.moments.rawValue, "\(score.count)"] + numbers.map { "\($0)" }
      text += cells.joined(separator: ",") + "\n"
    }
  }
}

extension PredictionScoreRecord {
  /// "all", "0–3 months", "3–6 months"
  fileprivate var age: String { quarter.map { "\($0 * 3)–\($0 * 3 + 3) months" } ?? "all ages" }
}
