import ArgumentParser
import BabyModel
import BabyProtocol

struct Edit: Command {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change an entry, and show it before and after.",
    usage: "bbctl edit <id> [<options>]",
    discussion: """
      What is not named stays as it is. "none" clears an amount or a side, and "" clears a note.

        bbctl edit last --at 2:10am
        bbctl edit 1a2b3c --amount 90ml --note "spat up"
        bbctl edit last --side right
      """)

  @Argument(help: OptionHelp.entry, completion: .recentEntries)
  var id: String

  @OptionGroup var time: TimeOptions
  @Option(help: OptionHelp.note) var note: String?

  @Option(help: ArgumentHelp("Feeding: how much, or none.", valueName: "amount"))
  var amount: NewAmount?

  @Option(help: "Feeding: the breast, both of them, or none.")
  var side: NewSide?

  @Option(help: "Feeding: the breast that it began with.")
  var started: Side?

  @Option(help: "Diaper: what was in it.")
  var type: DiaperType?

  @Option(help: "Note: what it is about.")
  var category: NoteCategory?

  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  enum NewSide: String, CaseIterable, ExpressibleByArgument { case left, right, both, none }

  enum NewAmount: ExpressibleByArgument {
    case amount(Amount)
    case none

    init?(argument: String) {
      if argument == "none" {
        self = .none
      } else if let amount = Amount(argument: argument) {
        self = .amount(amount)
      } else {
        return nil
      }
    }
  }

  func validate() throws {
    let isAnythingGiven =
      !time.isEmpty || note != nil || amount != nil || side != nil || started != nil || type != nil
      || category != nil
    guard isAnythingGiven else {
      throw ValidationError("Say what to change, such as --at 2:10am or --note \"spat up\".")
    }
    if started != nil, let side, side != .both { throw ValidationError("--started goes with --side both.") }
  }

  func run(in session: Session) throws {
    let before = try session.call(EntryGet.self, .init(id: id))
    try refuseWhatDoesNotFit(before.entry.entry.kind)
    let params = params(id: before.entry.entry.id.description)
    try session.answer(EntryUpdate.self, params) { .change(from: before, to: $0, now: session.now) }
  }

  private func refuseWhatDoesNotFit(_ kind: EntryKind) throws(Refusal) {
    let given: [(option: String, isGiven: Bool, kind: EntryKind)] = [
      ("--amount", amount != nil, .feeding), ("--side", side != nil, .feeding),
      ("--started", started != nil, .feeding), ("--type", type != nil, .diaper),
      ("--category", category != nil, .note),
    ]
    if let wrong = given.first(where: { $0.isGiven && $0.kind != kind }) {
      throw Refusal(
        message: "\(wrong.option) goes with a \(noun(wrong.kind)), and this entry is a \(noun(kind)).")
    }
  }

  private func noun(_ kind: EntryKind) -> String { Words.title(kind).lowercased() }

  func params(id: String) -> EntryUpdate.Params {
    var params = EntryUpdate.Params(
      id: id, startedSide: started.map { .value($0) }, type: type, category: category,
      note: note.map { $0.isEmpty ? .null : .value($0) }, time: time.words, options: write.options)
    switch amount {
    case .amount(let amount)?: (params.amount, params.unit) = (.value(amount.value), amount.unit)
    case NewAmount.none?: params.amount = .null
    case nil: break
    }
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
