import ArgumentParser
import BabyModel
import BabyProtocol

struct Today: Command {
  static let configuration = CommandConfiguration(
    commandName: "today", abstract: "List what was logged today, newest first.",
    usage: "bbctl today [<child>] [<options>]")

  @Argument(help: ArgumentHelp("The child, as with --child.", valueName: "child"), completion: .children)
  var name: [String] = []

  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  static let showsEachChild = true

  func validate() throws {
    if child != nil, !name.isEmpty { throw ValidationError("The child is given twice.") }
  }

  func run(in session: CommandSession) throws {
    try Self.show(child: name.isEmpty ? child : name.joined(separator: " "), in: session)
  }

  static func show(child: String?, in session: CommandSession) throws {
    try session.answer(TimelineList.self, .init(childID: child, day: "today", limit: 1000)) {
      .timeline($0, today: true, sync: session.sync(), at: session.isFurtherChild ? .further : .first, now: session.now)
    }
  }
}
