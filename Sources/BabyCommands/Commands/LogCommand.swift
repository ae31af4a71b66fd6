import ArgumentParser
import BabyProtocol

struct LogCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Log what you say, in your own words.",
    usage: "bbctl log <words> ... [<options>]",
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
        bbctl slept 2pm-3pm
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

      What can be read in several ways is asked back, or refused with the choices.
      """)

  @Argument(help: "What you would say; after \"note\" comes a remark.", completion: .timers)
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
  /// Nil where its options have values that they cannot have.
  init?(_ sentence: Sentence) {
    guard let command = try? Self.parseAsRoot(sentence.arguments) as? Self else { return nil }
    self = command
  }
}
