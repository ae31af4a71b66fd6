import ArgumentParser
import BabyModel
import BabyProtocol

struct ChildGroup: ParsableCommand, NamedCommand {
  static let commandName = "child"

  static func listSubcommands(_ add: (any NamedCommand.Type) -> Void) {
    add(ChildListCommand.self)
    add(ChildAddCommand.self)
    add(ChildEdit.self)
    add(ChildRemoveCommand.self)
    add(ChildRestoreCommand.self)
    add(ChildPurgeCommand.self)
    add(ChildSelectCommand.self)
  }

  static let configuration = group(
    "Add, list, edit and select children.",
    discussion: """
        bbctl child add Eva --born 2026-06-28 --zone America/Los_Angeles
        bbctl child select Eva
      """)
}

struct ChildListCommand: Command {
  static let commandName = "list"

  static let configuration = command(
    "List the children.", usage: "child list")

  @Flag(help: "Also list removed children.")
  var removed = false

  @OptionGroup var global: GlobalOptions

  static func action(for words: ArraySlice<String>) -> CommandAction? {
    words.isEmpty ? { try show(includingRemoved: false, in: $0) } : nil
  }

  func run(in session: CommandSession) throws { try Self.show(includingRemoved: removed, in: session) }

  static func show(includingRemoved: Bool, in session: CommandSession) throws {
    try session.answer(ChildList.self, .init(includesRemoved: includingRemoved)) { .children($0.children) }
  }
}

struct ChildAddCommand: Command {
  static let commandName = "add"

  static let configuration = command(
    "Add a child and select it.", usage: "child add <name> --born <date>",
    discussion: """
        bbctl child add Eva --born 2026-06-28 --zone America/Los_Angeles

      The first child also sets clock, units and the order of dates to those of
      your locale. What has been set already stays as it is.
      """)

  @Argument(help: "The child's name.")
  var name: String

  @Option(help: ArgumentHelp("Date of birth, such as 2026-01-31.", valueName: "date"))
  var born: LocalDate

  @Option(help: ArgumentHelp("Time zone of the child's days; default: the system's.", valueName: "zone"))
  var zone: String?

  @Option(help: "Sex.")
  var sex: Sex?

  @Option(help: "How the child is mostly fed.")
  var feedingStyle: FeedingStyle?

  @Option(
    help: ArgumentHelp(
      "Date when the child was due; if it came before 37 weeks, its age is corrected by that.", valueName: "date"))
  var due: LocalDate?

  @Option(help: ArgumentHelp("Weight at birth, such as 3200g, 3.2kg or 7lb4oz.", valueName: "weight"))
  var birthWeight: BodyWeight?

  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    guard try yes || write.dryRun || session.isSure(ofBirth: born, of: name) else { return }
    try takeLocale(in: session)
    try session.change(ChildAdd.self, params(write.options))
  }

  private func params(_ options: WriteOptions) -> ChildAdd.Params {
    .init(
      name: name, born: born, zone: zone, sex: sex, feedingStyle: feedingStyle, dueDate: due, birthWeight: birthWeight,
      options: options)
  }
}

extension CommandSession {
  /// Asks about a date of birth that is unlikely.
  ///
  /// - Throws: `UsageError` if there is no person to ask.
  fileprivate func isSure(ofBirth born: LocalDate, of name: String) throws(UsageError) -> Bool {
    guard let doubt = doubt(ofBirth: born, of: name) else { return true }
    guard hasPerson else { throw UsageError(message: "\(doubt) If that is right, add --yes.") }
    return confirms("\(doubt) Is that right?")
  }
}

extension ChildAddCommand {
  /// Before there is any child, clock, units and dates become what the locale has. It comes before the child, so that undo
  /// takes the child back first; a child that cannot be added changes nothing.
  fileprivate func takeLocale(in session: CommandSession) throws {
    let locale = session.locale
    guard !write.dryRun, !locale.isEmpty,
      try session.call(ChildList.self, .init(includesRemoved: true)).children.isEmpty
    else { return }
    _ = try session.call(ChildAdd.self, params(WriteOptions(dryRun: true)))
    try session.set(locale, unlessChosen: true)
  }
}

struct ChildEdit: Command {
  static let commandName = "edit"

  static let configuration = command(
    "Edit a child; what you do not name stays the same.", usage: "child edit <child>",
    discussion: "bbctl child edit Eva --zone Europe/Berlin --feeding-style bottle")

  @Argument(help: "The child's name or id.")
  var child: String

  @Option(help: "The new name.")
  var name: String?

  @Option(help: ArgumentHelp("Date of birth.", valueName: "date"))
  var born: LocalDate?

  @Option(help: ArgumentHelp("Time zone of the child's days.", valueName: "zone"))
  var zone: String?

  @Option(help: "Sex.")
  var sex: OptionalArgument<Sex>?

  @Option(help: "How the child is mostly fed.")
  var feedingStyle: OptionalArgument<FeedingStyle>?

  @Option(help: ArgumentHelp("Date when the child was due, or none.", valueName: "date"))
  var due: OptionalArgument<LocalDate>?

  @Option(help: ArgumentHelp("Weight at birth, such as 3200g, 3.2kg or 7lb4oz, or none.", valueName: "weight"))
  var birthWeight: OptionalArgument<BodyWeight>?

  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard
      name != nil || born != nil || zone != nil || sex != nil || feedingStyle != nil || due != nil
        || birthWeight != nil
    else {
      throw ValidationError("Say what to change, such as --name or --zone.")
    }
  }

  func run(in session: CommandSession) throws {
    if let born, !yes, !write.dryRun {
      let shown = name ?? (ChildID(child) == nil ? child : "the child")
      guard try session.isSure(ofBirth: born, of: shown) else { return }
    }
    try session.change(
      ChildUpdate.self,
      .init(
        childID: child, name: name, born: born, zone: zone, sex: sex?.nullable, feedingStyle: feedingStyle?.nullable,
        dueDate: due?.nullable, birthWeight: birthWeight?.nullable, options: write.options))
  }
}

struct ChildSelectCommand: Command {
  static let commandName = "select"

  static let configuration = command(
    "Select the child that commands without --child are about.", usage: "child select <child>")

  @Argument(help: "The child's name or id.")
  var child: String

  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.change(ChildSelect.self, .init(childID: child, options: write.options))
  }
}

extension CommandSession {
  func change<Method: RPCMethod>(
    _ method: Method.Type, _ params: Method.Params
  ) throws where Method.Answer == ChildAnswer {
    try answer(method, params) { .childChange($0) }
  }
}

extension Page {
  static func children(_ children: [ChildRecord]) -> Page {
    guard !children.isEmpty else { return Page(line: "No children yet: bbctl setup") }
    var page = Page()
    for record in children {
      let child = record.child
      var facts = birthFacts(of: child) + [child.zone]
      if record.isCurrent { facts.append("selected") }
      if child.removedAt != nil { facts.append("removed") }
      page.row([.init(child.name, .strong), .init(facts.joined(separator: Words.separator))])
    }
    return page
  }
}
