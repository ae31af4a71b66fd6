import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Move: Command {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move the log from your own daemon to the system's, or the other way.",
    usage: "bbctl move --to <system|own|socket> [<options>]",
    discussion: """
      Children, entries, reminders and settings go along. A child whose name the other daemon has already goes on as that
      one, and what is set there stays as it is; what is there already is not doubled. When all of it has arrived, the
      daemon that had it makes a backup and lets it go, so that there is one log and not two.

      Moving again in the other direction brings everything back. To or from the system's daemon it takes a member of the
      group babybasics-admin. A log that is on a family server is not moved: log in on the other daemon.

        bbctl move --to system --dry-run
        bbctl move --to system
        bbctl move --to ssh://maya@nursery
      """)

  @Option(
    help: ArgumentHelp(
      "The system's daemon, your own, or a socket's path or ssh:// address.", valueName: "system|own|socket"),
    completion: .list(["system", "own"]))
  var to: String

  @Flag(name: .customLong("dry-run"), help: "Show what would be done, and change nothing.")
  var dryRun = false

  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

  func validate() throws {
    guard to == "system" || to == "own" || to.contains("/") else {
      throw ValidationError("--to is system, own, or a socket's path.")
    }
  }

  func run(in session: Session) throws {
    let (source, target) = try ends(in: session)
    let move = LogMove(from: source, to: target, in: session)
    let content = try move.content()
    guard !content.children.isEmpty else {
      throw Refusal(message: "There is nothing to move: \(source) holds no child.", hint: "bbctl doctor")
    }
    let names = content.children.map(\.child.name).joined(separator: ", ")
    let what = "\(Count.of(content.entries, "entry", "entries")) of \(names)"
    if !yes, !dryRun {
      try session.requirePerson(for: "moves a log")
      guard session.confirms("Move \(what) to \(target)? Whoever uses that one sees them.") else { return }
    }
    let moved = try move.run(isDryRun: dryRun)
    if session.printsJSON {
      session.print(json: moved.json(from: source, to: target, isDryRun: dryRun))
    } else {
      session.print(.moved(moved, what: what, from: source, to: target, isDryRun: dryRun))
    }
    if let failure = moved.failure { throw failure }
  }

  /// The socket that a log leaves and the one that it goes to.
  private func ends(in session: Session) throws(Refusal) -> (source: String, target: String) {
    let own = StandardPaths { $0 == "BABYBASICS_SOCKET" ? nil : session.surroundings.variables[$0] }.socket
    let system = StandardPaths.systemSocket
    let chosen = session.socketWithoutRemark()
    let (source, target) =
      switch to {
      case "system": (own, system)
      case "own": (system, own)
      default: (chosen.path, to)
      }
    let named = chosen.origin == .option ? chosen.path : source
    guard named != target else { throw Refusal(message: "The log is at \(target) already.") }
    return (named, target)
  }
}

extension Page {
  fileprivate static func moved(
    _ moved: LogMove.Outcome, what: String, from source: String, to target: String, isDryRun: Bool
  ) -> Page {
    var page = Page()
    let known = moved.unchanged > 0 ? ", \(Count.grouped(moved.unchanged)) of them there already" : ""
    page.line("\(isDryRun ? "Would move" : moved.failure == nil ? "Moved" : "Copied") \(what) to \(target)\(known)")
    if let backup = moved.backup {
      page.line("\(source) is empty now; its backup \(backup) has what it held")
      let back = "bbctl undo --socket \(target); bbctl restore \(backup) --socket \(source)"
      page.line("Bars and the tray icon see it when they start again", .init("  (undo: \(back))", .faint))
    }
    return page
  }
}
