import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Setup: Command {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "Get started: add your child, by answering questions on a terminal.",
    usage: "bbctl setup [<options>]",
    discussion: """
      It asks for what you do not give as an option. Until there is a child, "bbctl" alone does the same on a terminal.
      With a family server, a child that somebody has already shared with you is there, and you need not add it.

        bbctl setup
        bbctl setup --name Eva --born 2026-01-31 --zone Europe/Berlin --units ml
        pass show baby | bbctl setup --server https://baby.example --email anna@example.org --password-stdin
      """)

  private static let nameQuestion = "Your child's name?"
  private static let bornQuestion = "Date of birth, such as 2026-01-31?"
  private static let zoneQuestion = "Time zone, such as Europe/Berlin? Press Enter for this machine's."

  @Option(help: "The child's name.")
  var name: String?

  @Option(help: ArgumentHelp("Date of birth, such as 2026-01-31.", valueName: "date"))
  var born: LocalDate?

  @Option(help: ArgumentHelp("Time zone of the child's days; default: the system's.", valueName: "zone"))
  var zone: String?

  @Option(help: "How the child is mostly fed.")
  var feedingStyle: FeedingStyle?

  @Option(help: "The unit of amounts.")
  var units: VolumeUnit?

  @OptionGroup var account: ServerOptions

  @Option(
    help: ArgumentHelp(
      "Create an account on the family server with your own name, not your child's.", valueName: "name"))
  var register: String?

  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

  func validate() throws {
    if account.server == nil, account.email != nil || account.passwordFromInput || register != nil {
      throw ValidationError("--email, --password-stdin and --register need --server.")
    }
  }

  func run(in session: CommandSession) throws {
    let children = try session.call(ChildList.self, .init()).children
    if let first = children.first {
      throw CommandRefusal(
        message: "\(first.child.name) has already been added.", hint: "bbctl child add --help")
    }
    let isAsking = session.hasPerson && (name == nil || born == nil)
    if isAsking { session.tell("Welcome. Answer a few questions and you can start logging. Ctrl-D quits.") }
    if let shared = try childrenOnServer(isAsking: isAsking, in: session) { return try session.answer(shared) }
    let name = try self.name ?? session.answer(Self.nameQuestion, option: "--name") { $0.isEmpty ? nil : $0 }
    let born = try self.born ?? session.answer(Self.bornQuestion, option: "--born") { LocalDate($0) }
    var child = ChildAdd.Params(name: name, born: born, zone: zone, feedingStyle: feedingStyle)
    var units = units
    if isAsking {
      child.zone = try zone ?? session.choice(Self.zoneQuestion) { $0 }
      child.feedingStyle =
        try feedingStyle
        ?? session.choice("Mostly fed by breast, bottle or both? Press Enter to leave it open.") {
          FeedingStyle(rawValue: $0)
        }
      units = try units ?? session.choice("Amounts in ml or oz? Press Enter for ml.") { VolumeUnit(rawValue: $0) }
    }
    let added = try add(child, isAsking: isAsking, in: session)
    if let units { _ = try session.call(SettingsSet.self, .init(key: "units", value: units.rawValue)) }
    if session.printsJSON { return session.print(json: try JSON(parsing: added.encoded)) }
    session.print(.childChange(added))
    session.print(.firstSteps)
  }

  /// Logs in to a family server, where there is one.
  ///
  /// - Returns: the children that are shared with the account already, if any.
  private func childrenOnServer(isAsking: Bool, in session: CommandSession) throws -> ChildList.Answer? {
    var account = account
    var person = register
    if isAsking {
      account.server =
        try account.server
        ?? session.choice("Family server, such as https://baby.example? Press Enter to keep the log on this machine.") {
          $0
        }
    }
    guard account.server != nil else { return nil }
    if isAsking, account.email == nil {
      person =
        try person ?? session.choice("Your name, for a new account there? Press Enter if you have an account.") { $0 }
    }
    _ = try session.enter(account, registeringAs: person)
    _ = try session.call(DashboardRefresh.self, .init())
    let answer = try session.call(ChildList.self, .init())
    return answer.children.isEmpty ? nil : answer
  }

  /// Asks again for what the daemon does not take, and keeps all the other answers.
  private func add(_ child: ChildAdd.Params, isAsking: Bool, in session: CommandSession) throws -> ChildAnswer {
    var child = child
    while true {
      do { return try session.call(ChildAdd.self, child) } catch {
        guard isAsking, case .refused(let refusal) = error else { throw error }
        let fields = Set(refusal.fields.map(\.field))
        guard refusal.code == .zoneUnknown || !fields.isDisjoint(with: ["name", "born"]) else { throw error }
        session.tell(refusal.message)
        if refusal.code == .zoneUnknown { child.zone = try session.choice(Self.zoneQuestion) { $0 } }
        if fields.contains("name") {
          child.name = try session.answer(Self.nameQuestion, option: "--name") { $0.isEmpty ? nil : $0 }
        }
        if fields.contains("born") {
          child.born = try session.answer(Self.bornQuestion, option: "--born") { LocalDate($0) }
        }
      }
    }
  }
}

extension Page {
  fileprivate static let firstSteps = Page(
    line: "You can start logging: bbctl feed, bbctl diaper wet, bbctl sleep start")
}

extension CommandSession {
  /// Says that nothing about these is left to ask.
  fileprivate func answer(_ shared: ChildList.Answer) throws {
    if printsJSON { return print(json: try JSON(parsing: shared.encoded)) }
    print(.children(shared.children))
    print(.firstSteps)
  }

  /// Writes a line to the person at once.
  fileprivate func tell(_ line: String) { surroundings.writeError(SafeText.line(line) + "\n") }

  /// What a person answers, asked for until it can be understood.
  ///
  /// - Parameter option: says the same where nobody can be asked.
  fileprivate func answer<Value>(
    _ question: String, option: String, _ read: (String) -> Value?
  ) throws(CommandRefusal) -> Value {
    guard hasPerson else {
      throw CommandRefusal(message: "There is no terminal to ask on: add \(option).", hint: "bbctl setup --help")
    }
    while true {
      if let value = read(try line(question)) { return value }
    }
  }

  /// The same for what may be left out.
  fileprivate func choice<Value>(_ question: String, _ read: (String) -> Value?) throws(CommandRefusal) -> Value? {
    while true {
      let line = try line(question)
      if line.isEmpty { return nil }
      if let value = read(line) { return value }
    }
  }

  private func line(_ question: String) throws(CommandRefusal) -> String {
    guard let line = ask(question) else { throw CommandRefusal(message: "Nothing was changed.") }
    var rest = line[...]
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
