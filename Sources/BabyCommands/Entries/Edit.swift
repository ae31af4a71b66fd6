import ArgumentParser
import BabyModel
import BabyProtocol

struct Edit: Command {
  static let commandName = "edit"

  static let configuration = command(
    "Change an entry and show it before and after.", usage: "edit <id>",
    discussion: """
      What you do not name stays the same. "none" clears an amount, a side or what a bottle held, and "" clears a note.

        bbctl edit last --at 2:10am
        bbctl edit 1a2b3c --amount 90ml --note "spat up"
        bbctl edit last --content formula
        bbctl edit last --side right
        bbctl edit last --left 12m --right 4m
        bbctl edit last --set type=dirty
      """)

  @Argument(help: OptionHelp.entry, completion: .recentEntries)
  var id: String

  @OptionGroup var time: TimeOptions
  @Option(help: OptionHelp.note) var note: String?

  @Option(help: ArgumentHelp("Feeding: how much, or none.", valueName: "amount"))
  var amount: OptionalArgument<Amount>?

  @Option(help: ArgumentHelp("Feeding: what the bottle held, or none.", valueName: "content"))
  var content: OptionalArgument<BottleContent>?

  @Option(help: "Feeding: the breast, both of them, or none.")
  var side: NewSide?

  @Option(help: "Feeding: the breast it began with.")
  var started: Side?

  @Option(help: ArgumentHelp("Feeding: time at the left breast, or none.", valueName: "duration"))
  var left: OptionalArgument<SideLength>?

  @Option(help: ArgumentHelp("Feeding: time at the right breast, or none.", valueName: "duration"))
  var right: OptionalArgument<SideLength>?

  @Option(help: "Diaper: what was in it.")
  var type: DiaperType?

  @Option(help: "Note: what it is about.")
  var category: NoteCategory?

  @Option(
    help: ArgumentHelp(
      "Any kind: one of its fields as --json shows them, or none to clear it.", valueName: "field=value"),
    completion: .list(Self.fields))
  var set: [SetField] = []

  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  /// The beginnings of all values of `--set`, each once.
  private static let fields = EntryKind.allCases.flatMap(\.declaration.fieldNames)
    .reduce(into: [String]()) { if !$0.contains($1 + "=") { $0.append($1 + "=") } }

  /// `type=dirty`, `amount=90`, `side=none`
  struct SetField: ExpressibleByArgument {
    let field: FieldInputs.Field

    init?(argument: String) {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
      let number = Double(parts[1]).flatMap { $0.isFinite ? $0 : nil }
      field = .init(parts[0], parts[1] == "none" ? .nothing : number.map { .number($0) } ?? .word(parts[1]))
    }
  }

  enum NewSide: String, CaseIterable, ExpressibleByArgument { case left, right, both, none }

  func validate() throws {
    let isAnythingGiven =
      !time.isEmpty || note != nil || amount != nil || content != nil || side != nil || started != nil || left != nil
      || right != nil || type != nil || category != nil || !set.isEmpty
    guard isAnythingGiven else {
      throw ValidationError("Say what to change, such as --at 2:10am or --note \"spat up\".")
    }
    if started != nil, let side, side != .both { throw ValidationError("--started can only be used with --side both.") }
  }

  func run(in session: CommandSession) throws {
    let before = try session.call(EntryGet.self, .init(id: id))
    try refuseUnsuitableOptions(EntrySort(before.entry.entry.content))
    let params = params(id: before.entry.entry.id.description)
    try session.answer(EntryUpdate.self, params) { .change(from: before, to: $0, now: session.now) }
  }

  private func refuseUnsuitableOptions(_ sort: EntrySort) throws(UsageError) {
    // Each with the wire's name of its field, and what has that field. What is cleared need not be there.
    let given: [(option: String, isGiven: Bool, field: String, sorts: String)] = [
      ("--amount", amount?.isValue ?? false, "amount", "a bottle or pumping"),
      ("--content", content?.isValue ?? false, "content", "a bottle"),
      ("--side", side != nil && side != NewSide.none, "breasts", "a breast feed or pumping"),
      ("--started", started != nil, "startedSide", "a breast feed or pumping"),
      ("--left", left?.isValue ?? false, "leftSeconds", "a breast feed"),
      ("--right", right?.isValue ?? false, "rightSeconds", "a breast feed"),
      ("--type", type != nil, "type", "a diaper"),
      ("--category", category != nil, "category", "a note"),
    ]
    if let wrong = given.first(where: { $0.isGiven && !sort.fields.contains($0.field) }) {
      throw UsageError(
        message: "\(wrong.option) is for \(wrong.sorts), but this entry is \(sort.words).")
    }
  }

  func params(id: String) -> EntryUpdate.Params {
    var params = EntryUpdate.Params(
      id: id, startedSide: started.map { .value($0) }, content: content?.nullable,
      leftSeconds: left?.nullable(as: \.seconds),
      rightSeconds: right?.nullable(as: \.seconds), type: type, category: category,
      fields: set.isEmpty ? nil : FieldInputs(set.map(\.field)),
      note: note.map { $0.isEmpty ? .null : .value($0) }, time: time.words, options: write.options)
    params.amount = amount?.nullable(as: \.value)
    if case .value(let amount)? = amount { params.unit = amount.unit }
    switch side {
    case .left?: (params.startedSide, params.breasts) = (.value(.left), .value(.one))
    case .right?: (params.startedSide, params.breasts) = (.value(.right), .value(.one))
    case .both?: params.breasts = .value(.both)
    case NewSide.none?: (params.startedSide, params.breasts) = (.null, .null)
    case nil: break
    }
    return params
  }
}
