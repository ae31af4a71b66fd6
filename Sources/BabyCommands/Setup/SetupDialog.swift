import BabyClient
import BabyModel
import BabyProtocol

/// Asks a person, and saves each answer at once: after any interruption, the next setup resumes.
struct SetupDialog {
  var answers: SetupAnswers
  private let session: CommandSession
  private let path: String

  init(_ answers: SetupAnswers, in session: CommandSession) {
    self.answers = answers
    self.session = session
    path = StandardPaths { session.environment.variables[$0] }.state + "/setup.json"
  }

  /// Greets the person, and takes up the answers that an earlier setup has left.
  mutating func begin() {
    let kept = session.environment.readFile(path, SetupAnswers.draftLimit).flatMap { try? JSON(parsing: $0) }
    if let kept { answers.resume(kept) }
    if answers.answered.isEmpty {
      session.tell("Welcome. Answer a few questions and you can start logging.")
    } else {
      session.tell("Welcome back. Your answers so far are kept: " + answers.summary + ".")
    }
    session.tell("Type \"back\" for the previous question. Ctrl-D stops; \"bbctl setup\" resumes.")
  }

  /// Asks until all is answered.
  ///
  /// - Throws: `UsageError` at the end of the input.
  mutating func ask() throws(UsageError) {
    while let question = answers.next {
      if question == .server { session.tell(Self.serverWords) }
      guard let line = session.ask(answers.text(of: question)) else { throw stopped }
      let typed = line.trimmed
      if typed.lowercased() == SetupQuestion.back, question != .name {
        if !answers.goBack(from: question) { session.tell("This is the first question.") }
      } else if answers.take(typed, to: question) {
        keep()
      } else {
        session.tell(question.help)
      }
    }
  }

  /// Asks again after a refusal, and keeps all other answers.
  mutating func reopen(_ questions: [SetupQuestion], because message: String) throws(UsageError) {
    session.tell(message)
    for question in questions { answers.reopen(question) }
    try ask()
  }

  /// Done: deletes the saved answers.
  func finish() { _ = session.environment.replaceFile(path, nil) }

  private func keep() {
    if !session.environment.replaceFile(path, Array(answers.draft.text.utf8)) {
      session.tell("(Answers cannot be saved in \(path); finish the setup in one go.)")
    }
  }

  private var stopped: UsageError {
    answers.answered.isEmpty
      ? UsageError(message: "Nothing was changed.", hint: "bbctl setup")
      : UsageError(message: "Nothing was logged yet; your answers are kept.", hint: "bbctl setup")
  }

  private static let serverWords = """
    One more thing. Everything stays on this machine. If others or other machines are to see and log the same, one machine \
    runs a family server; "bbctl register" adds it any time later.
    """
}

extension SetupAnswers {
  /// The answers so far, for a person who resumes: "Eva, 2026-01-31"
  fileprivate var summary: String {
    SetupQuestion.allCases.compactMap { said($0) }.filter { $0 != "change" }.joined(separator: ", ")
  }
}

extension CommandSession {
  /// Writes a line to the person at once.
  func tell(_ line: String) { environment.writeError(SafeText.line(line) + "\n") }
}

/// The questions of `bbctl setup`, in this order: the most important first.
enum SetupQuestion: String, CaseIterable {
  case name, born, due, weight, sex, feeding, zone, locale, units, clock, dates, week, server

  /// The word that goes back to the question before.
  static let back = "back"

  /// The member of a new child that the answer becomes, as the daemon calls it when it refuses it.
  var field: String? {
    switch self {
    case .name, .born, .sex: rawValue
    case .due: "dueDate"
    case .weight: "birthWeight"
    default: nil
    }
  }

  /// The setting that the answer is a value of.
  var setting: String? {
    switch self {
    case .units: "units"
    case .clock: "time.format"
    case .dates: "date.order"
    case .week: "week.start"
    default: nil
    }
  }

  /// Parses the answer; nil if it is invalid. An empty line skips the question.
  ///
  /// - Parameter day: the day that a text names, if it names one.
  func answer(in line: String, day: (String) -> LocalDate?) -> String? {
    switch self {
    case .name: return line.isEmpty ? nil : line
    case .born: return day(line).map(\.description)
    // A saved answer is only skipped by a word: Enter keeps it.
    case .due: return Self.isNone(line) ? "" : day(line).map(\.description)
    case .sex:
      let words = ["girl": Sex.female, "boy": .male]
      return Self.isNone(line) ? "" : (words[line.lowercased()] ?? Sex(rawValue: line.lowercased()))?.rawValue
    case .weight: return Self.isNone(line) ? "" : BodyWeight(line).map { _ in line }
    case .feeding: return line.isEmpty ? "" : FeedingStyle(rawValue: line.lowercased())?.rawValue
    case .zone, .server: return line
    case .locale: return ["", "change"].contains(line.lowercased()) ? line.lowercased() : nil
    case .units: return line.isEmpty ? "" : VolumeUnit(rawValue: line.lowercased())?.rawValue
    case .clock:
      let digits = String(line.prefix { $0.isNumber })
      return line.isEmpty ? "" : TimeFormat(rawValue: digits + "h")?.rawValue
    case .dates:
      let words = ["day": DateOrder.dayMonth, "month": .monthDay]
      return line.isEmpty ? "" : (words[line.lowercased()] ?? DateOrder(rawValue: line.lowercased()))?.rawValue
    case .week: return line.isEmpty ? "" : WeekStart(rawValue: line.lowercased())?.rawValue
    }
  }

  private static func isNone(_ line: String) -> Bool { ["", "none", "no"].contains(line.lowercased()) }

  /// The help after an invalid answer.
  var help: String {
    switch self {
    case .name: "Please type a name."
    case .born: "Please type the date as year, month and day: 2026-01-31."
    case .due: "Please type the date as year, month and day, 2026-02-28, or none."
    case .weight: "Please type a weight with its unit, such as 3200g or 7lb4oz, or none."
    case .sex: "Please type girl, boy or other, or press Enter to skip."
    case .feeding: "Please type breast, bottle or both, or press Enter to skip."
    case .zone, .server: ""
    case .locale: "Please press Enter to keep them, or type change."
    case .units: "Please type ml or oz."
    case .clock: "Please type 12h or 24h."
    case .dates: "Please type day or month."
    case .week: "Please type monday, saturday or sunday."
    }
  }
}
