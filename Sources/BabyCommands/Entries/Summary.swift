import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Summary: EachChildCommand {
  static let commandName = "summary"

  static let configuration = command(
    "Print or copy an entry as one line to share.", usage: "summary [<id>]",
    discussion: """
        bbctl summary last
        bbctl summary 1a2b3c --copy
        bbctl summary --child all
      """)

  @Argument(help: OptionHelp.entry, completion: .recentEntries)
  var id = "last"

  @Flag(help: "Also put it on the clipboard, with wl-copy or xclip.")
  var copy = false

  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if child != nil, id != "last" { throw ValidationError("--child is for the child's latest entry, without an id.") }
  }

  func run(in session: CommandSession) throws {
    guard let answer = try entry(session) else { return }
    let summary = answer.entry.summary(answer.timeFormat, now: session.now)
    let named = session.isOfEachChild ? answer.child.name + Words.separator + summary : summary
    let line = SafeText.line(named)
    session.print(json: ["id": .string("\(answer.entry.entry.id)"), "summary": .string(line)], or: Page(line: line))
    if copy, !session.environment.copy(line) {
      throw UsageError(message: "No clipboard program was found: install wl-copy (Wayland) or xclip (X11).")
    }
  }

  /// The entry, or a child's latest one; nil if there is none.
  private func entry(_ session: CommandSession) throws(ClientError) -> EntryGet.Answer? {
    guard let child else { return try session.call(EntryGet.self, .init(id: id)) }
    let answer = try session.call(TimelineList.self, .init(childID: child, limit: 1))
    guard let latest = answer.entries.first else {
      session.remark(Words.noEvents + Words.separator + answer.child.name)
      return nil
    }
    return EntryGet.Answer(entry: latest, child: answer.child, timeFormat: answer.timeFormat)
  }
}

extension EntryRecord {
  /// "Feed · 120 ml · 8:24 PM"
  fileprivate func summary(_ format: TimeFormat, now: Instant) -> String {
    var units = VolumeUnit.milliliters
    if case .feeding(let feeding) = entry.content, let amount = feeding.amount { units = amount.unit }
    let start = isOfDay ? nil : startTime(now: now).local.time
    return Words.summary(entry, at: start, units: units, format: format)
  }
}
