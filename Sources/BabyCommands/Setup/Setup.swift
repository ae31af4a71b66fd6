import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Setup: PatientCommand {
  static let commandName = "setup"

  static let configuration = command(
    "Get started: add your child, by answering questions on a terminal.", usage: "setup",
    discussion: """
      It asks for everything that is not given as an option, the most important
      first. Clock, units, the order of dates and the first day of the week default
      to your locale (LC_TIME, LC_MEASUREMENT); change them later with "bbctl
      settings". Type "back" for the previous question; an interrupted setup
      resumes. Until there is a child, "bbctl" alone does the same on a terminal. At
      its end, and whenever you run it again, it says how to set up the bar, a key
      and a phone.

      With --server, a child that is already shared with you appears, and you need
      not add it.

        bbctl setup
        bbctl setup --name Eva --born 2026-06-28 --zone Europe/Berlin --units ml
        bbctl setup --server https://baby.example --email anna@example.org
      """)

  @Option(help: "The child's name.")
  var name: String?

  @Option(help: ArgumentHelp("Date of birth, such as 2026-01-31.", valueName: "date"))
  var born: LocalDate?

  @Option(help: ArgumentHelp("Date when the child was due, if it came early.", valueName: "date"))
  var due: LocalDate?

  @Option(help: ArgumentHelp("Weight at birth, such as 3200g, 3.2kg or 7lb4oz.", valueName: "weight"))
  var birthWeight: BodyWeight?

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

  @Option(help: "The code to register with, of a share or of the server.")
  var code: String?

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if account.server == nil, account.email != nil || account.passwordFromInput || register != nil || code != nil {
      throw ValidationError("--email, --password-stdin, --register and --code need --server.")
    }
  }

  func run(in session: CommandSession) throws {
    let children = try session.call(ChildList.self, .init()).children
    let today = ZoneRules.utc.local(session.now).date
    // The daemon of another machine has that one's zone.
    let zone = session.socket.isRemote ? nil : session.environment.machineZone()
    let answers = SetupAnswers(given: given, locale: session.locale, today: today, machineZone: zone)
    var dialog = SetupDialog(answers, in: session)
    if let first = children.first {
      dialog.finish()
      // With nothing to add, it says what there is and what comes next.
      if given.isEmpty, !session.printsJSON {
        session.print(.children(children))
        return session.printNextSteps()
      }
      throw UsageError(
        message: "\(first.child.name) has already been added.", hint: "bbctl child add --help")
    }
    let isAsking = session.hasPerson && (name == nil || born == nil)
    // With a server that is named, a child that is shared there need not be described.
    if account.server != nil, let shared = try enter(account, of: nil, in: session) {
      dialog.finish()
      return try session.answer(shared)
    }
    guard isAsking || name != nil && born != nil else {
      let missing = name == nil ? "--name" : "--born"
      throw UsageError(message: "There is no terminal to ask on: add \(missing).", hint: "bbctl setup --help")
    }
    if isAsking {
      dialog.begin()
      try dialog.ask()
      if account.server == nil, let shared = try enterServer(&dialog, in: session) {
        dialog.finish()
        return try session.answer(shared)
      }
    }
    try session.set(dialog.answers.settings)
    let added = try add(&dialog, isAsking: isAsking, in: session)
    dialog.finish()
    if session.printsJSON { return session.print(json: try JSON(parsing: added.encoded)) }
    session.print(.childChange(added))
    session.printNextSteps()
  }

  /// The options' values.
  private var given: [SetupQuestion: String] {
    var given: [SetupQuestion: String] = [:]
    given[.name] = name
    given[.born] = born?.description
    given[.due] = due?.description
    given[.weight] = birthWeight.map { "\($0.value)\($0.unit.rawValue)" }
    given[.zone] = zone
    given[.feeding] = feedingStyle?.rawValue
    given[.units] = units?.rawValue
    given[.server] = account.server
    return given
  }

  // MARK: The family server

  /// Logs in to the family server that was typed, and asks again when that fails.
  ///
  /// - Returns: the children that are shared with the account, if the one that was named is among them.
  private func enterServer(_ dialog: inout SetupDialog, in session: CommandSession) throws -> ChildList.Answer? {
    while let server = dialog.answers.said(.server) {
      var account = account
      account.server = server
      do { return try enter(account, of: dialog.answers.said(.name), in: session) } catch {
        guard let message = Self.words(toGoOnFrom: error) else { throw error }
        try dialog.reopen([.server], because: message)
      }
    }
    return nil
  }

  /// Logs in to a family server.
  ///
  /// - Parameter name: the child that is wanted; nil takes whichever are there.
  /// - Returns: the children that are shared with the account already, if any.
  private func enter(
    _ account: ServerOptions, of name: String?, in session: CommandSession
  ) throws -> ChildList.Answer? {
    let known = try session.call(AccountStatus.self, .init()).account
    if known.state != .authenticated {
      var person = register
      if session.hasPerson, account.email == nil, person == nil {
        let typed = session.ask("Your name, for a new account there? Press Enter if you have an account.")
        guard let typed else { throw UsageError(message: "Login cancelled.", hint: "bbctl setup") }
        person = typed.isEmpty ? nil : typed
      }
      _ = try session.enter(account, registeringAs: person, code: code)
    }
    _ = try session.call(DashboardRefresh.self, .init())
    let answer = try session.call(ChildList.self, .init())
    let isThere =
      name.map { name in answer.children.contains { $0.child.name.lowercased() == name.lowercased() } }
      ?? !answer.children.isEmpty
    return isThere ? answer : nil
  }

  /// The message before the question about the server is repeated; nil if repeating does not help.
  private static func words(toGoOnFrom error: any Error) -> String? {
    switch error {
    case ClientError.refused(let refusal): refusal.message
    case let refusal as UsageError: refusal.message
    default: nil
    }
  }

  // MARK: What is written

  /// Asks again for what the daemon does not take, and keeps all the other answers.
  private func add(_ dialog: inout SetupDialog, isAsking: Bool, in session: CommandSession) throws -> ChildAnswer {
    while true {
      let answers = dialog.answers
      let child = ChildAdd.Params(
        name: answers.said(.name) ?? "", born: answers.said(.born).flatMap { LocalDate($0) } ?? LocalDate(dayNumber: 0),
        zone: answers.said(.zone), sex: answers.said(.sex).flatMap { Sex(rawValue: $0) },
        feedingStyle: answers.said(.feeding).flatMap { FeedingStyle(rawValue: $0) },
        dueDate: answers.said(.due).flatMap { LocalDate($0) },
        birthWeight: answers.said(.weight).flatMap { BodyWeight($0) })
      if isAsking, answers.given[.born] == nil, let doubt = session.doubt(ofBirth: child.born, of: child.name),
        !session.agrees("\(doubt) Is that right?")
      {
        try dialog.reopen([.born], because: "Please type the date again.")
        continue
      }
      do { return try session.call(ChildAdd.self, child) } catch {
        guard isAsking, case .refused(let refusal) = error else { throw error }
        let questions = refusal.questions.filter { answers.given[$0] == nil }
        guard !questions.isEmpty else { throw error }
        try dialog.reopen(questions, because: refusal.message)
      }
    }
  }
}

extension RPCError {
  /// The questions whose answers the daemon does not take.
  fileprivate var questions: [SetupQuestion] {
    switch code {
    case .zoneUnknown: [.zone]
    case .childNameTaken: [.name]
    default: fields.compactMap { field in SetupQuestion.allCases.first { $0.field == field.field } }
    }
  }
}

extension CommandSession {
  /// The locale's conventions for clocks, units, dates and weeks, by settings.
  var locale: [String: String] { LocaleConventions { environment.variables[$0] }.settings }

  /// Sets values that differ. It precedes the child: an interrupted setup resumes here.
  ///
  /// - Parameter unlessChosen: changes only settings that still have their defaults.
  func set(_ wanted: [String: String], unlessChosen: Bool = false) throws {
    guard !wanted.isEmpty else { return }
    let current = try call(SettingsList.self, .init()).settings
    for setting in current where !unlessChosen || setting.source == .default {
      guard let value = wanted[setting.key], value != setting.value else { continue }
      do { _ = try call(SettingsSet.self, .init(key: setting.key, value: value)) } catch {
        guard case .refused(let refusal) = error, refusal.code == .permissionDenied else { throw error }
        return remark("Settings are as an administrator of this machine has set them: bbctl settings")
      }
    }
  }

  /// Why a date of birth looks like a slip: a child of that age has grown up. Nil for one that does not.
  func doubt(ofBirth born: LocalDate, of name: String) -> String? {
    let years = ZoneRules.utc.local(now).date.year - born.year
    return years > 20 ? "Born on \(born), \(name) is \(years) years old." : nil
  }
}

extension CommandSession {
  /// Says that nothing about these is left to ask.
  fileprivate func answer(_ shared: ChildList.Answer) throws {
    if printsJSON { return print(json: try JSON(parsing: shared.encoded)) }
    print(.children(shared.children))
    printNextSteps()
  }
}
