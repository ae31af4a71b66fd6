import BabyClient
import BabyProtocol

/// Asks a person, and keeps each answer at once: whatever ends it, the next setup goes on from there.
struct SetupDialog {
  var answers: SetupAnswers
  private let session: CommandSession
  private let path: String

  init(_ answers: SetupAnswers, in session: CommandSession) {
    self.answers = answers
    self.session = session
    path = StandardPaths { session.surroundings.variables[$0] }.state + "/setup.json"
  }

  /// Greets the person, and takes up the answers that an earlier setup has left.
  mutating func begin() {
    let kept = session.surroundings.readFile(path, SetupAnswers.draftLimit).flatMap { try? JSON(parsing: $0) }
    if let kept { answers.resume(kept) }
    if answers.answered.isEmpty {
      session.tell("Welcome. Answer a few questions and you can start logging.")
    } else {
      session.tell("Welcome back. Your answers so far are kept: " + answers.summary + ".")
    }
    session.tell("Type \"back\" to change the answer before; Ctrl-D stops, and \"bbctl setup\" goes on from there.")
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

  /// Asks again for what was not taken, and keeps all the other answers.
  mutating func reopen(_ questions: [SetupQuestion], because message: String) throws(UsageError) {
    session.tell(message)
    for question in questions { answers.reopen(question) }
    try ask()
  }

  /// All is done: nothing is left to go on from.
  func finish() { _ = session.surroundings.replaceFile(path, nil) }

  private func keep() {
    if !session.surroundings.replaceFile(path, Array(answers.draft.text.utf8)) {
      session.tell("(The answers cannot be kept in \(path), so do not stop before the end.)")
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
  func tell(_ line: String) { surroundings.writeError(SafeText.line(line) + "\n") }
}

extension String {
  /// Without spaces at either end.
  fileprivate var trimmed: String {
    var rest = self[...]
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
