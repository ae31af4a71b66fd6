import ArgumentParser
import BabyModel
import BabyProtocol

struct ActivityCommand: Command {
  static let commandName = "activity"
  static let sentences = SentenceUse.begins

  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "List what was logged, changed and deleted since you were here.",
    usage: "bbctl activity [<options>]",
    discussion: """
      For the handover between two caregivers: who logged how much, and what runs
      now. It begins with your last entry before the newest of somebody else, or
      with --since. Where nobody else has logged anything in the last 24 hours, or
      you nothing before, it shows the last 12 hours.

      It also says who joined, left, was removed or has another role. Who changed
      or deleted an entry is known once the family server has told it; an older
      one does not, and then it is known if it was done on this machine.

      "bbctl monitor activity" prints what is done as it happens.

        bbctl activity
        bbctl activity --since 11:40
        bbctl activity --since '6h ago' --child Eva
      """)

  @Option(help: ArgumentHelp("Only what was done after this time.", valueName: "time"))
  var since: String?

  @Option(help: ArgumentHelp("How many entries at most, 1 to 1000; default: 100.", valueName: "number"))
  var limit: Int?

  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  static let showsEachChild = true

  func validate() throws { try OptionHelp.validate(limit: limit) }

  func run(in session: CommandSession) throws {
    try session.answer(ActivityList.self, .init(childID: child, since: since, limit: limit)) {
      .activity($0, sync: session.isFurtherChild ? nil : session.sync(), now: session.now)
    }
  }
}
