import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Move: PatientCommand {
  static let commandName = "move"

  static let configuration = command(
    "Move the log from your own daemon to the system's, or back.", usage: "move --to <system|own|socket>",
    discussion: """
      This moves children, entries, reminders and settings. If the other daemon already has a child of the same name, the
      two become one, and that daemon's settings stay as they are; entries it already has are not added twice. When
      everything has arrived, the first daemon makes a backup and empties its log, so that there is one log, not two.

      An entry that is probably the same as one of the other daemon's is not moved; it is named. If it has a note of its
      own, or an entry was changed on both sides, everything stays where it is until you have decided: --dry-run says so
      beforehand. --keep-similar moves what is similar too.

      Moving in the other direction brings everything back. To move to or from the system's daemon you must be in the
      group babybasics-admin. A log on a family server is not moved: log in on the other daemon instead.

        bbctl move --to system --dry-run
        bbctl move --to system
        bbctl move --to ssh://maya@nursery
      """)

  @Option(
    help: ArgumentHelp(
      "The system's daemon, your own, or the path or ssh:// address of a socket.", valueName: "system|own|socket"),
    completion: .list(["system", "own"]))
  var to: String

  @Flag(help: "Move entries too that the other daemon probably has already.")
  var keepSimilar = false

  @Flag(help: OptionHelp.dryRun) var dryRun = false

  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard to == "system" || to == "own" || to.contains("/") else {
      throw ValidationError("--to must be system, own or a socket's path.")
    }
  }

  func run(in session: CommandSession) throws {
    let (source, target) = try ends(in: session)
    let move = LogMove(from: source, to: target, in: session)
    let content = try move.content()
    guard !content.children.isEmpty else {
      throw UsageError(message: "There is nothing to move: \(source) has no children.", hint: "bbctl doctor")
    }
    let names = content.children.map(\.child.name).joined(separator: ", ")
    let what = "\(Count.of(content.entries, "entry", "entries")) of \(names)"
    if !yes, !dryRun {
      try session.requirePerson(for: "moves a log")
      guard session.confirms("Move \(what) to \(target)? Everybody who uses that daemon will see them.") else { return }
    }
    let moved = try move.run(keepingSimilar: keepSimilar, isDryRun: dryRun)
    session.print(
      json: moved.json(from: source, to: target, isDryRun: dryRun),
      or: .moved(moved, what: what, from: source, to: target, isDryRun: dryRun))
    if let failure = moved.failure { throw failure }
  }

  /// The socket that a log leaves and the one that it goes to.
  private func ends(in session: CommandSession) throws(UsageError) -> (source: String, target: String) {
    let own = StandardPaths { $0 == "BABYBASICS_SOCKET" ? nil : session.environment.variables[$0] }.socket
    let system = StandardPaths.systemSocket
    let chosen = session.socketWithoutRemark()
    let (source, target) =
      switch to {
      case "system": (own, system)
      case "own": (system, own)
      default: (chosen.path, to)
      }
    let named = chosen.origin == .option ? chosen.path : source
    guard named != target else { throw UsageError(message: "The log is already at \(target).") }
    return (named, target)
  }
}

extension Page {
  fileprivate mutating func remarks(_ heading: String, _ remarks: [MoveRemark]) {
    guard !remarks.isEmpty else { return }
    gap()
    self.heading(heading)
    for remark in remarks { line(.init(remark.text)) }
    gap()
  }

  fileprivate static func moved(
    _ moved: LogMove.Outcome, what: String, from source: String, to target: String, isDryRun: Bool
  ) -> Page {
    var page = Page()
    let known = moved.unchanged > 0 ? ", \(Count.grouped(moved.unchanged)) of them already there" : ""
    let verb = moved.failure == nil ? (isDryRun ? "Would move" : "Moved") : isDryRun ? "Would copy" : "Copied"
    page.line("\(verb) \(what) to \(target)\(known)")
    page.remarks("Not moved, because the other daemon has them", moved.alike)
    page.remarks("These keep the log where it is", moved.staying)
    if let backup = moved.backup {
      page.line("\(source) is empty now; its log is in the backup \(backup)")
      let back = "bbctl undo --socket \(target); bbctl restore \(backup) --socket \(source)"
      page.line("Restart bars and the tray icon to show it", .init("  (undo: \(back))", .faint))
    }
    return page
  }
}
