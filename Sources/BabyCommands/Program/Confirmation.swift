import BabyClient
import BabyProtocol

extension CommandSession {
  /// Whether a person can be asked.
  var hasPerson: Bool { surroundings.inputIsTerminal && surroundings.errorIsTerminal }

  /// - Throws: `UsageError` if there is no person to ask.
  func requirePerson(for what: String) throws(UsageError) {
    guard hasPerson else {
      throw UsageError(message: "This \(what), and there is no terminal to ask on. To do it, add --yes.")
    }
  }

  /// Asks a question that only an explicit yes confirms.
  func confirms(_ question: String) -> Bool {
    isConfirmed(agrees(question))
  }

  /// Asks a question that may be answered with no, and nothing is wrong.
  func agrees(_ question: String) -> Bool {
    let answer = ask(question + " [y/N]")?.lowercased()
    return answer == "y" || answer == "yes"
  }

  /// Asks for a name to be typed, for what should not happen by a slip.
  func confirms(byTyping name: String, _ action: String) -> Bool {
    isConfirmed(ask("Type \(name) to \(action):") == SafeText.line(name))
  }

  private func isConfirmed(_ answer: Bool) -> Bool {
    if !answer {
      remark("Nothing was changed.")
      end(with: .failed)
    }
    return answer
  }
}
