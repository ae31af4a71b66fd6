import ArgumentParser
import BabyClient
import BabyProtocol

struct Monitor: Command {
  static let commandName = "monitor"

  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Print every change as it happens, one per line.",
    usage: "bbctl monitor [<topic> ...] [<options>]",
    discussion: """
      It runs until you interrupt it, and carries on after the daemon restarts.

        bbctl monitor timeline banner
        bbctl monitor sleep --json
      """)

  @Argument(
    help: ArgumentHelp("What to print; default: everything.", valueName: "topic"))
  var topics: [Topic] = []

  @Option(help: ArgumentHelp("Stop after this many events.", valueName: "number"))
  var limit: Int?

  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("The limit must be 1 or more.") }
  }

  func run(in session: CommandSession) throws {
    let topics = topics.isEmpty ? Topic.allCases : topics
    let follower = session.follower(of: topics, child: child)
    var loop = FollowLoop(follower, output: session.surroundings.outputDescriptor)
    var left = limit ?? .max
    while left > 0, let events = loop.next(until: nil) {
      for event in events where left > 0 {
        if let refusal = event.refusal { throw refusal }
        if case .change = event { left -= 1 }
        let line =
          session.printsJSON ? event.jsonLine : event.line(now: session.now, isPlain: session.renderer.isPlain)
        guard session.write(line) else { return }
      }
    }
  }
}
