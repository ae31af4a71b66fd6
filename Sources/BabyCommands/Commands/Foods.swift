import ArgumentParser
import BabyProtocol

struct Foods: Command {
  static let commandName = "foods"
  static let sentences = SentenceUse.beginsWithWord

  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "List the foods that were tried, and how each went down.",
    usage: "bbctl foods [<options>]",
    discussion: """
      Each food with the day on which it was tried first, how often it was eaten,
      how it was taken the last time, and what you noted of reactions and allergens;
      what was new last comes first. Commas stand between foods of one meal.

        bbctl food "banana, oats" liking loved
        bbctl food egg allergens egg reaction "a mild rash"
        bbctl foods
      """)

  @Option(help: ArgumentHelp("How many foods at most, 1 to 1000; default: 1000.", valueName: "number"))
  var limit: Int?

  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  static let showsEachChild = true

  func validate() throws { try OptionHelp.validate(limit: limit) }

  func run(in session: CommandSession) throws {
    try session.answer(FoodList.self, .init(childID: child, limit: limit)) { .foods($0) }
  }
}
