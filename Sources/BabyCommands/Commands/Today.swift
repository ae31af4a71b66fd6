import ArgumentParser
import BabyModel
import BabyProtocol

struct Today: Command {
  static let commandName = "today"

  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "List what was logged today, newest first.",
    usage: "bbctl today [<child>] [<options>]")

  @OptionGroup var shown: ShownChild
  @OptionGroup var global: GlobalOptions

  static let showsEachChild = true

  static func action(for words: ArraySlice<String>) -> CommandAction? {
    let child = words.isEmpty ? nil : Phrases.line(words)
    return { try show(child: child, in: $0) }
  }

  func run(in session: CommandSession) throws { try Self.show(child: shown.name, in: session) }

  static func show(child: String?, in session: CommandSession) throws {
    try session.answer(TimelineList.self, .init(childID: child, day: "today", limit: 1000)) {
      .timeline($0, today: true, sync: session.sync(), at: session.isFurtherChild ? .further : .first, now: session.now)
    }
  }
}
