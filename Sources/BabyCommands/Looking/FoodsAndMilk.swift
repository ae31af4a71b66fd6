import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Foods: EachChildCommand {
  static let commandName = "foods"
  static let sentences = SentenceUse.beginsWithWord

  static let configuration = command(
    "List the foods that your child has tried, and how they were liked.", usage: "foods",
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

  func validate() throws { try OptionHelp.validate(limit: limit) }

  func run(in session: CommandSession) throws {
    try session.answer(FoodList.self, .init(childID: child, limit: limit)) { .foods($0) }
  }
}

struct Milk: EachChildCommand {
  static let commandName = "milk"
  static let sentences = SentenceUse.beginsWithWord

  static let configuration = command(
    "Show how much breast milk is stored, and log changes.", usage: "milk",
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

  func validate() throws { try OptionHelp.validate(limit: limit, upTo: 100) }

  func run(in session: CommandSession) throws {
    try session.answer(MilkGet.self, .init(childID: child, limit: limit)) { .milk($0, now: session.now) }
  }
}

extension Page {
  static func foods(_ answer: FoodList.Answer) -> Page {
    var page = Page(theme: answer.theme)
    page.heading(Words.line(["Foods", answer.child.name]))
    if answer.foods.isEmpty { page.line(.init(Words.noFood)) }
    for food in answer.foods {
      page.row([
        .init(food.name, .strong), .init("first \(food.firstDay)"), .init(Words.times(food.count)),
        .init(food.liking ?? ""), .init(food.remarks),
      ])
    }
    if let leftOut = answer.leftOut { page.line(.init("\(leftOut) more: --limit", .faint)) }
    return page
  }

  static func milk(_ answer: MilkGet.Answer, now: Instant) -> Page {
    var page = Page(theme: answer.theme)
    page.heading(Words.line(["Milk store", answer.child.name]))
    guard !answer.changes.isEmpty else {
      page.line(.init(Words.noMilk))
      return page
    }
    page.line(.init(Words.stored(milliliters: answer.amountMl, in: answer.units), .strong))
    if answer.amountMl < 0 { page.line(.init("bbctl milk more 60ml note \"found a bag\"", .faint)) }
    page.gap()
    for record in answer.changes {
      page.row(of: record, answer.timeFormat, now: now, .init(record.line(answer.units, now: now)))
    }
    return page
  }
}

extension FoodRecord {
  /// "reaction: a mild rash · allergens: egg"
  fileprivate var remarks: String {
    let said = [("reaction", reactions), ("allergens", allergens)].filter { !$0.1.isEmpty }
    return Words.line(said.map { "\($0): \(Words.line($1, separator: ", "))" })
  }
}
