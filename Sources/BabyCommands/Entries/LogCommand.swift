import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct LogCommand: Command {
  static let commandName = "log"
  static let sentences = SentenceUse.follows

  static let configuration = command(
    "Log what you say, in your own words.", usage: "log <words> ...",
    discussion: """
      Most phrases are commands of their own, without "log".

        bbctl bottle 4oz
        bbctl poop 20 min ago
        bbctl wet and dirty
        bbctl left 10m right 5m at 3
        bbctl start left
        bbctl switch sides 2 min ago
        bbctl done feeding
        bbctl nap 1h
        bbctl slept yesterday 2pm-3pm
        bbctl woke up at 6:30
        bbctl tummy 5 min
        bbctl log "Eva drank 90 ml at half past three"
        bbctl poop note green
        bbctl weight 7lb4oz
        bbctl temperature 38.2C ear
        bbctl medicine "Vitamin D" 1drop
        bbctl vaccine MMR dose 1
        bbctl food banana liking loved
        bbctl milestone "first steps" category movement
        bbctl milk add 120ml
        bbctl bath 20m
        bbctl start walk
        bbctl stop walk 10 min ago
        bbctl cancel walk
        bbctl activity "music class" 45m

      An ambiguous phrase leads to a question, or is refused with the choices.
      """)

  @Argument(help: "The phrase; after \"note\" comes a remark.", completion: .timers)
  var words: [String]

  @OptionGroup var write: WriteFlags
  @Option(help: "When, if the words do not say it.") var at: String?
  @Option(help: ArgumentHelp("How long, if the words do not say it.", valueName: "duration")) var `for`: String?
  @Option(help: OptionHelp.note) var note: String?
  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    var text = words.joined(separator: " ")
    if let at { text += " " + at }
    if let `for` { text += " for " + `for` }
    if let note { text += " note " + note }
    try session.say(.init(childID: child, text: text, options: write.options))
  }
}

extension LogCommand {
  /// Nil if its options have invalid values.
  init?(_ sentence: Sentence) {
    guard let command = try? Self.parseAsRoot(sentence.arguments) as? Self else { return nil }
    self = command
  }
}

extension CommandSession {
  /// Logs a phrase, and asks a person to choose between several readings.
  func say(_ params: PhraseLog.Params) throws {
    var params = params
    params.text = completed(params.text)
    // A choice may lead to another question; after three it is better to type a new phrase.
    for _ in 0..<3 {
      do {
        guard try isIntended(params) else { return }
        return try log(PhraseLog.self, params)
      } catch ClientError.refused(let refusal) where refusal.code == .phraseUnclear && hasPerson && !printsJSON {
        guard let choice = chosen(of: refusal) else { throw ClientError.refused(refusal) }
        params.text = choice
      }
    }
    if try isIntended(params) { try log(PhraseLog.self, params) }
  }

  /// The phrase, with the answer of a person if the kind needs more: `weight`, `medicine`.
  private func completed(_ text: String) -> String {
    guard hasPerson, !printsJSON, let kind = DeclaredKinds.kind(called: text), let example = kind.example,
      kind.fields.contains(where: \.isRequired),
      let typed = ask("\(kind.title), such as \(example.split(separator: " ").dropFirst().joined(separator: " "))?"),
      typed.contains(where: { !$0.isWhitespace })
    else { return text }
    return text + " " + typed
  }

  /// Whether to log the phrase: asks a person about a dose of a medicine that is too soon.
  private func isIntended(_ params: PhraseLog.Params) throws -> Bool {
    guard hasPerson, !printsJSON, !params.options.dryRun, Phrases.mayBeMedicine(params.text) else { return true }
    var rehearsal = params
    rehearsal.options.dryRun = true
    guard let warning = try call(PhraseLog.self, rehearsal).tooSoonText(now: now) else { return true }
    return confirms("\(warning) Log it all the same?")
  }

  private func chosen(of refusal: RPCError) -> String? {
    let choices = (refusal.details["choices"]?.arrayValue ?? []).compactMap(\.stringValue)
    guard !choices.isEmpty else { return nil }
    for (index, choice) in choices.enumerated() {
      environment.writeError("  \(index + 1)  \(SafeText.line(choice))\n")
    }
    guard let typed = ask("\(Words.whichOne) [1-\(choices.count)]").flatMap({ Int($0) }),
      choices.indices.contains(typed - 1)
    else { return nil }
    return choices[typed - 1]
  }
}
