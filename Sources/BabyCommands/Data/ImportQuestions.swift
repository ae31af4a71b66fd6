import BabyClient
import BabyModel
import BabyProtocol

extension DataImport.Params {
  /// Typed for a new child.
  private static let newChild = "new"

  /// The maximum number of invalid answers.
  private static let attempts = 3

  /// Asks a person what files leave open.
  ///
  /// - Throws: `UsageError` for nothing, or again and again anything but one of the choices.
  mutating func answer(_ question: ImportQuestionRecord, in session: CommandSession) throws {
    let unknown = question.option == "child" ? question.children ?? [] : []
    // Without children there is no other choice.
    if question.choices.isEmpty, !unknown.isEmpty {
      let names = unknown.map(\.name).joined(separator: " and ")
      guard Self.agrees("The file is about \(names). Add \(names)?", in: session) else {
        throw UsageError(message: "Nothing was imported.", hint: "bbctl import --help")
      }
      for child in unknown { try session.add(child) }
      return
    }
    let choices = question.choices + (unknown.isEmpty ? [] : [Self.newChild])
    let word = try Self.word(for: question.text, among: choices, in: session)
    switch question.option {
    case "zone": zone = word
    case "date-order": dateOrder = word
    case "volume": volume = word
    case "weight": weight = word
    case "length": length = word
    case "temperature": temperature = word
    case "child" where !question.choices.contains(word): for child in unknown { try session.add(child) }
    case "child": childID = word
    default: throw UsageError(message: question.text, hint: "bbctl import --help")
    }
  }
}

extension DataImport.Params {
  /// Whether a person agrees, as Enter does.
  private static func agrees(_ question: String, in session: CommandSession) -> Bool {
    var text = question
    for _ in 0..<attempts {
      guard let said = session.ask(text + " [Y/n]") else { return false }
      switch said.lowercased() {
      case "", "y", "yes", newChild: return true
      case "n", "no": return false
      default: text = "That is neither yes nor no. " + question
      }
    }
    return false
  }

  /// - Parameter choices: the valid words, which can be abbreviated; any text if empty.
  private static func word(
    for question: String, among choices: [String], in session: CommandSession
  ) throws(UsageError) -> String {
    var text = question + (choices.isEmpty ? "" : " [\(choices.joined(separator: " or "))]")
    for _ in 0..<attempts {
      guard var said = session.ask(text) else { break }
      // A single choice in brackets is the default.
      if said.isEmpty, choices.count == 1 { said = choices[0] }
      if said.isEmpty { break }
      if choices.isEmpty { return said }
      let typed = said.lowercased()
      if let word = choices.first(where: { $0.lowercased() == typed }) { return word }
      let beginning = choices.filter { $0.lowercased().hasPrefix(typed) }
      if beginning.count == 1 { return beginning[0] }
      text = "Please type one of \(choices.joined(separator: ", ")):"
    }
    throw UsageError(message: "Nothing was imported.", hint: "bbctl import --help")
  }
}

extension CommandSession {
  /// Adds a child that the files name. Asks for the date of birth if they do not contain it.
  fileprivate func add(_ child: NamedChildRecord) throws {
    var born = child.born
    if born == nil {
      let typed = ask("When was \(child.name) born, such as 2026-01-31?") ?? ""
      born = LocalDate(typed)
      guard born != nil else {
        throw UsageError(
          message: "“\(typed)” is not a date such as 2026-01-31. Nothing was imported.", hint: "bbctl child add --help")
      }
    }
    guard let born else { return }
    let answer = try call(ChildAdd.self, .init(name: child.name, born: born))
    tell(answer.message)
  }
}
