import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Setup: Command {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "Begin: tell about your child, with questions on a terminal.",
    usage: "bbctl setup [<options>]",
    discussion: """
      What is not given as an option is asked for. "bbctl" alone does the same on a terminal while there is no child.

        bbctl setup
        bbctl setup --name Eva --born 2026-01-31 --zone Europe/Berlin --units ml
      """)

  @Option(help: "The child's name.")
  var name: String?

  @Option(help: ArgumentHelp("Date of birth, such as 2026-01-31.", valueName: "date"))
  var born: LocalDate?

  @Option(help: ArgumentHelp("Time zone of the child's days; without it, the system's.", valueName: "zone"))
  var zone: String?

  @Option(help: "How the child is mostly fed.")
  var feedingStyle: FeedingStyle?

  @Option(help: "The unit of amounts.")
  var units: VolumeUnit?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let children = try session.call(ChildList.self, .init()).children
    if let first = children.first {
      throw Refusal(
        message: "\(first.child.name) has been added already.", hint: "bbctl child add Max --born 2026-01-31")
    }
    let isAsking = session.hasPerson && (name == nil || born == nil)
    if isAsking { session.tell("Welcome. A few questions, and then you can log; Ctrl-D leaves.") }
    let name = try self.name ?? session.answer("Your child's name?", option: "--name") { $0.isEmpty ? nil : $0 }
    let born =
      try self.born
      ?? session.answer("Date of birth, such as 2026-01-31?", option: "--born") { LocalDate($0) }
    var zone = zone
    var style = feedingStyle
    var units = units
    if isAsking {
      zone = try zone ?? session.choice("Time zone, such as Europe/Berlin? Nothing is this machine's.") { $0 }
      style =
        try style
        ?? session.choice("Mostly fed by breast, bottle or both? Nothing leaves it open.") {
          FeedingStyle(rawValue: $0)
        }
      units = try units ?? session.choice("Amounts in ml or oz? Nothing is ml.") { VolumeUnit(rawValue: $0) }
    }
    let added = try addChild(name: name, born: born, zone: zone, style: style, isAsking: isAsking, in: session)
    if let units { _ = try session.call(SettingsSet.self, .init(key: "units", value: units.rawValue)) }
    if session.printsJSON { return session.print(json: try JSON(parsing: added.encoded)) }
    session.print(.childChange(added))
    session.print(Page(line: "Now log away: bbctl feed, bbctl diaper wet, bbctl sleep start"))
  }

  /// Asks for the zone again as long as the daemon knows no such zone.
  private func addChild(
    name: String, born: LocalDate, zone: String?, style: FeedingStyle?, isAsking: Bool, in session: Session
  ) throws -> ChildAnswer {
    var zone = zone
    while true {
      do {
        return try session.call(ChildAdd.self, .init(name: name, born: born, zone: zone, feedingStyle: style))
      } catch {
        guard isAsking, case .refused(let refusal) = error, refusal.code == .zoneUnknown else { throw error }
        session.tell(refusal.message)
        zone = try session.choice("Time zone, such as Europe/Berlin? Nothing is this machine's.") { $0 }
      }
    }
  }
}

extension Session {
  /// Writes a line to the person at once.
  fileprivate func tell(_ line: String) { surroundings.writeError(SafeText.line(line) + "\n") }

  /// What a person answers, asked for until it can be understood.
  ///
  /// - Parameter option: says the same where nobody can be asked.
  fileprivate func answer<Value>(
    _ question: String, option: String, _ read: (String) -> Value?
  ) throws(Refusal) -> Value {
    guard hasPerson else {
      throw Refusal(message: "Nobody can be asked here: add \(option).", hint: "bbctl setup --help")
    }
    while true {
      if let value = read(try line(question)) { return value }
    }
  }

  /// The same for what may be left out.
  fileprivate func choice<Value>(_ question: String, _ read: (String) -> Value?) throws(Refusal) -> Value? {
    while true {
      let line = try line(question)
      if line.isEmpty { return nil }
      if let value = read(line) { return value }
    }
  }

  private func line(_ question: String) throws(Refusal) -> String {
    guard let line = ask(question) else { throw Refusal(message: "Nothing was changed.") }
    var rest = line[...]
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
