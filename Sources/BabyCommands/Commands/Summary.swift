import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Summary: Command {
  static let configuration = CommandConfiguration(
    commandName: "summary",
    abstract: "Print an entry as one line to send to somebody, or copy the line.",
    usage: "bbctl summary [<id>] [<options>]",
    discussion: """
        bbctl summary last
        bbctl summary 1a2b3c --copy
      """)

  @Argument(help: OptionHelp.entry, completion: .recentEntries)
  var id = "last"

  @Flag(help: "Also put it on the clipboard, with wl-copy or xclip.")
  var copy = false

  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    let answer = try session.call(EntryGet.self, .init(id: id))
    let line = SafeText.line(answer.entry.summary(answer.timeFormat, now: session.now))
    if session.printsJSON {
      session.print(json: ["id": .string("\(answer.entry.entry.id)"), "summary": .string(line)])
    } else {
      session.print(Page(line: line))
    }
    if copy, !session.surroundings.copy(line) {
      throw CommandRefusal(message: "No clipboard program was found: install wl-copy (Wayland) or xclip (X11).")
    }
  }
}

extension EntryRecord {
  /// "Feed · 120 ml · 8:24 PM"
  fileprivate func summary(_ format: TimeFormat, now: Instant) -> String {
    var units = VolumeUnit.milliliters
    if case .feeding(let feeding) = entry.content, let amount = feeding.amount { units = amount.unit }
    return Words.summary(entry, at: startTime(now: now).local.time, units: units, format: format)
  }
}
