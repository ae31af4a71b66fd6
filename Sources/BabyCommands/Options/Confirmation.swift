import ArgumentParser
import BabyProtocol

/// The way around a question.
struct Confirmation: ParsableArguments {
  @Flag(name: [.short, .long], help: "Do it without asking.")
  var yes = false

  func isNeeded(_ write: WriteFlags) -> Bool { !yes && !write.dryRun }
}

extension Session {
  /// - Throws: `Refusal` when nobody is there to be asked.
  func requirePerson(for what: String) throws(Refusal) {
    guard surroundings.inputIsTerminal, surroundings.errorIsTerminal else {
      throw Refusal(message: "This \(what) and nobody can be asked here: add --yes to do it.")
    }
  }

  /// Asks a question whose answer is no unless somebody says yes.
  func confirms(_ question: String) -> Bool {
    let answer = ask(question + " [y/N]")?.lowercased() ?? ""
    guard answer == "y" || answer == "yes" else {
      print(Page(line: "Nothing was changed."))
      end(with: .failed)
      return false
    }
    return true
  }
}

extension Session {
  /// Asks for a name to be typed, for what should not happen by a slip.
  func confirms(byTyping name: String, _ action: String) -> Bool {
    let answer = ask("Type \(name) to \(action):")
    guard answer == SafeText.line(name) else {
      print(Page(line: "Nothing was changed."))
      end(with: .failed)
      return false
    }
    return true
  }
}
