import BabyModel
import BabyProtocol

/// Converted notes, tried foods, and stored milk.
extension Sample {
  private static func said(_ phrase: String) -> EntryContent {
    guard case .understood(let understood) = PhraseReading(phrase, in: PhraseContext(units: .milliliters)),
      case .declared(let kind, let said) = understood.action,
      let content = try? EntryContent(.declared(kind), fields: said)
    else { preconditionFailure("\(phrase) is about no kind") }
    return content
  }

  /// Two pages, of which the second has a note that is not certain.
  ///
  /// - Parameter isEmpty: whether there is no data.
  static func conversion(isEmpty: Bool, cursor: String?, isDryRun: Bool) -> NoteConvert.Answer {
    let weight = NoteConversionRecord(
      note: record(0xa1b2d1, .note(.growth), "2026-11-14T17:20:00Z", note: "Weight 11.88 lbs · at the doctor's"),
      entry: record(0xa1b2e1, said("weight 11.88 lb"), "2026-11-14T17:20:00Z", note: "at the doctor's"))
    let first = NoteConversionRecord(
      note: smile, entry: record(0xa1b2e2, said("milestone first smile"), "2026-11-14T17:20:00Z"))
    let unsure = NoteConversionRecord(
      note: record(0xa1b2d3, .note(.food), "2026-11-13T17:20:00Z", note: "She did not like the carrots"))
    let isLast = isEmpty || cursor != nil
    return NoteConvert.Answer(
      child: child, units: .milliliters, timeFormat: .twelveHour, theme: Theme(),
      notes: isEmpty ? [] : isLast ? [first, unsure] : [weight], otherNotes: 1, nextCursor: isLast ? nil : "page2",
      step: isDryRun || isEmpty ? nil : "step.17", seq: 51, isDryRun: isDryRun)
  }

  static func foods(isEmpty: Bool, isCut: Bool) -> FoodList.Answer {
    func food(_ name: String, _ day: Int, _ count: Int) -> FoodRecord {
      FoodRecord(
        name: name, firstID: identifier(UInt64(day)), first: at("2026-11-14T17:20:00Z"),
        firstDay: LocalDate(dayNumber: day), last: at("2026-11-14T17:20:00Z"), lastDay: LocalDate(dayNumber: 20_771),
        count: count, reactions: [], allergens: [])
    }
    var (egg, banana) = (food("egg", 20_770, 1), food("banana", 20_700, 12))
    (egg.reactions, egg.allergens) = (["a mild rash", "sleepy"], ["egg"])
    banana.liking = "loved"
    return .init(
      child: child, theme: Theme(), foods: isEmpty ? [] : isCut ? [egg] : [egg, banana], leftOut: isCut ? 1 : nil)
  }

  /// - Parameter isLess: more was taken out than was put in.
  static func milk(isEmpty: Bool, isLess: Bool) -> MilkGet.Answer {
    let changes = [
      record(0xa1b2f1, said("milk less 30ml"), "2026-11-14T17:20:00Z", note: "spilled"),
      record(0xa1b2f2, said("milk add 4oz"), "2026-11-13T17:20:00Z"),
    ]
    let amount = isEmpty ? 0 : isLess ? -30 : 88.294
    return .init(
      child: child, units: .milliliters, timeFormat: .twelveHour, theme: Theme(), amount: amount, amountMl: amount,
      changes: isEmpty ? [] : isLess ? [changes[0]] : changes)
  }
}
