import ArgumentParser
import BabyProtocol

struct Milk: Command {
  static let commandName = "milk"
  static let sentences = SentenceUse.beginsWithWord

  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Show how much breast milk is stored, and log what becomes of it.",
    usage: "bbctl milk [<options>]",
    discussion: """
      What is stored is the sum of what you put in, gave and threw away. If the
      freezer says something else, correct it, and say why.

        bbctl milk
        bbctl milk add 120ml
        bbctl milk give 90ml
        bbctl milk discard 2oz
        bbctl milk less 30ml note spilled
        bbctl milk more 60ml note "found a bag"
      """)

  @Option(help: ArgumentHelp("How many changes at most, 1 to 100; default: 5.", valueName: "number"))
  var limit: Int?

  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  static let showsEachChild = true

  func validate() throws {
    guard limit.map((1...100).contains) ?? true else { throw ValidationError("--limit must be between 1 and 100.") }
  }

  func run(in session: CommandSession) throws {
    try session.answer(MilkGet.self, .init(childID: child, limit: limit)) { .milk($0, now: session.now) }
  }
}
