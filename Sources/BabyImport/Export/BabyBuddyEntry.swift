import BabyModel
import BabyProtocol

/// An entry in Baby Buddy's tables.
///
/// Data without a field goes into the row's notes, and an entry without a table becomes a note. Running timers are left
/// out: Baby Buddy cannot import them.
struct BabyBuddyEntry {
  let entry: Entry
  let child: Child
  let zone: ZoneRules
  let units: BabyBuddyUnits

  struct Line: Hashable {
    var table: BabyBuddyTable
    /// Those after the child's.
    var fields: [String]
    /// A part of the notes, or the whole note, has a field here.
    var isReworded = false
  }

  /// The longest milestone of a tummy time, in code points.
  private static let longestMilestone = 255
  /// Contents that Baby Buddy has no type for, in the words of a row's notes.
  static let others: [BottleContent: String] = [.otherMilk: "other milk", .water: "water"]

  /// The span in the zone's clock time, in seconds, in a table with a start and an end.
  var span: (start: Int, end: Int) {
    let start = Self.seconds(entry.start)
    let end = entry.end.map { max(start + 1, Self.seconds($0)) }
    return (
      start + zone.offset(at: entry.start),
      end.map { $0 + zone.offset(at: entry.end ?? entry.start) } ?? start + zone.offset(at: entry.start)
    )
  }

  /// As a note, in place of a row that its table would refuse.
  var inWords: [Line] { [described] }

  /// When it began, as the clocks of its zone showed it: "2026-11-20 03:05".
  var startText: String { String(start.dropLast(3)) }

  var lines: [Line] {
    guard !entry.isRunning else { return [] }
    switch entry.content {
    case .feeding(let feeding):
      return [feeding.method == .pumping ? pumping(feeding) : self.feeding(feeding)]
    case .diaper(let type):
      let flags = [type != .dirty, type != .wet].map { $0 ? "1" : "0" }
      return [Line(table: .diaperChanges, fields: [start] + flags + ["", "", note])]
    case .sleep: return [entry.endUnknown ? described : Line(table: .sleep, fields: times + [note])]
    case .tummyTime: return tummyTime
    case .note(.general): return [Line(table: .notes, fields: [start, note])]
    case .note(let category): return [remark([Words.title(category), note])]
    case .declared(let kind, let values): return [declared(kind, values)]
    }
  }

  // MARK: Feeds

  private func feeding(_ feeding: Feeding) -> Line {
    var (type, method) = ("breast milk", "both breasts")
    var (note, said) = (self.note, sides(of: feeding))
    if feeding.method == .bottle {
      method = "bottle"
      let bottle = bottle(feeding.content)
      (type, note, said) = (bottle.type, bottle.note, bottle.said.map { [$0] } ?? [])
    } else if feeding.breasts != .both, let side = feeding.startedSide {
      method = "\(side.rawValue) breast"
    } else if feeding.breasts == .both {
      if let side = feeding.startedSide { said.append("began \(side.rawValue)") }
    } else {
      said.append("side not known")
    }
    return Line(
      table: .feedings, fields: times + [type, method, amount(feeding), joined(said + [note]) ?? ""],
      isReworded: !said.isEmpty)
  }

  private func pumping(_ feeding: Feeding) -> Line {
    let side = feeding.breasts == .both ? "both breasts" : feeding.startedSide.map { "\($0.rawValue) breast" }
    let began = feeding.breasts == .both ? feeding.startedSide.map { "began \($0.rawValue)" } : nil
    let said = [side, began].compactMap(\.self)
    // An amount has to be there, and none is read as one.
    let amount = feeding.amount == nil ? "0" : amount(feeding)
    return Line(table: .pumping, fields: times + [amount, joined(said + [note]) ?? ""], isReworded: !said.isEmpty)
  }

  /// The content is required there. If no field has it, it may be at the start of the note; otherwise it is the most
  /// common one for the child's feeding style.
  ///
  /// - Returns: `said` is the content without a type.
  private func bottle(_ content: BottleContent?) -> (type: String, note: String, said: String?) {
    let first = note.firstRange(of: Words.separator).map { note[..<$0.lowerBound] } ?? note[...]
    var words = BottleWords(first.lowercased())
    // A note is free text: if it has more words than these, they mean something else.
    if !["", Self.fortified].contains(words.rest) { words.content = nil }
    let isFortified = [Self.fortified, Self.fortified + " breast milk"].contains(first.lowercased())
    let type: String
    switch content ?? words.content {
    case .formula?: type = "formula"
    case .breastMilk? where isFortified: type = "fortified breast milk"
    case .breastMilk?: type = "breast milk"
    case .otherMilk?, .water?: type = "solid food"
    case nil: type = child.feedingStyle == .breast ? "breast milk" : "formula"
    }
    let isSaid = words.content != nil && first.lowercased() == type || type == "fortified breast milk"
    return (
      type, isSaid ? String(note.dropFirst(first.count + Words.separator.count)) : note,
      content.flatMap { Self.others[$0] }
    )
  }

  private static let fortified = "fortified"

  private func sides(of feeding: Feeding) -> [String] {
    [(Side.left, feeding.left), (.right, feeding.right)]
      .compactMap { side, length in length.map { "\(side.rawValue) \(Words.length($0))" } }
  }

  private func amount(_ feeding: Feeding) -> String {
    guard let amount = feeding.amount else { return "" }
    return amount.unit == units.volume
      ? Self.number(amount.value) : Self.rounded(amount.converted(to: units.volume).value)
  }

  // MARK: What lasts

  private var tummyTime: [Line] {
    if entry.endUnknown { return [described] }
    guard note.unicodeScalars.count > Self.longestMilestone else {
      return [Line(table: .tummyTimes, fields: times + [note])]
    }
    return [Line(table: .tummyTimes, fields: times + [""]), remark([Words.title(entry.kind), note])]
  }

  // MARK: Kinds that are declared and nothing more

  private func declared(_ kind: KindDeclaration, _ values: [FieldValue?]) -> Line {
    switch kind {
    case .temperature: return measured(.temperature, at: start, in: units.temperature, values)
    case .weight: return measured(.weight, at: day, in: units.weight, values)
    case .length: return measured(.height, at: day, in: units.length, values)
    case .head: return measured(.headCircumference, at: day, in: units.length, values)
    case .medicine: return medicine(values)
    case .food:
      let notes = joined(Words.measures(entry, units: units.volume) + [note]) ?? ""
      return Line(
        table: .feedings, fields: [start, start, "", "solid food", "parent fed", "", notes], isReworded: true)
    default: return described
    }
  }

  /// A number with its details: where a temperature was taken, how a length was measured.
  private func measured(
    _ table: BabyBuddyTable, at time: String, in word: String, _ values: [FieldValue?]
  ) -> Line {
    guard let quantity = entry.kind.declaration.quantity, case .quantity(let number, let unit)? = values.first,
      let target = quantity.unitWords.firstIndex(of: word)
    else { return described }
    var text = Self.number(number)
    if target != unit {
      let zero = quantity.inBaseUnit(0, unit: target)
      let step = quantity.inBaseUnit(1, unit: target) - zero
      text = Self.rounded((quantity.inBaseUnit(number, unit: unit) - zero) / step)
    }
    let said = zip(entry.kind.declaration.fields, values).compactMap { field, value -> String? in
      if case (.choice(let words), .choice(let place)?) = (field.type, value) { words[place] } else { nil }
    }
    return Line(table: table, fields: [time, text, joined(said + [note]) ?? ""], isReworded: !said.isEmpty)
  }

  /// Four of the units are units there, too; any other dose stays with its unit in the notes.
  private func medicine(_ values: [FieldValue?]) -> Line {
    guard values.count == 4, case .text(let name)? = values[0] else { return described }
    var (dose, unit) = ("", "")
    var said: [String] = []
    if case .quantity(let number, let place)? = values[1], let quantity = entry.kind.declaration.quantity {
      let word = quantity.unitWords[place]
      if let known = ["mg": "mg", "ml": "ml", "tablet": "tablets", "drop": "drops"][word] {
        (dose, unit) = (Self.number(number), known)
      } else {
        said.append("\(Self.number(number)) \(word)")
      }
    }
    let interval = if case .seconds(let seconds)? = values[2] { Self.length(seconds) } else { "" }
    if case .count(let most)? = values[3] { said.append("at most \(most) a day") }
    return Line(
      table: .medication, fields: [start, name, dose, unit, interval, joined(said + [note]) ?? ""],
      isReworded: !said.isEmpty)
  }

  // MARK: Notes

  /// The entry in words, as a note.
  private var described: Line { remark([Words.line(entry, units: units.volume), note]) }

  private func remark(_ parts: [String]) -> Line {
    Line(table: .notes, fields: [start, joined(parts) ?? ""], isReworded: true)
  }

  private var note: String { entry.note ?? "" }

  // MARK: Times and numbers

  private var start: String { text(entry.start) }

  private var day: String { "\(zone.local(entry.start).date)" }

  /// Start, end and length. What has no end has its start for it, as it has there.
  private var times: [String] {
    guard let end = entry.end else { return [start, start, Self.length(0)] }
    // To the second, and never nothing.
    let seconds = max(1, Self.seconds(end) - Self.seconds(entry.start))
    return [start, text(entry.start + .seconds(seconds)), Self.length(seconds)]
  }

  private func text(_ instant: Instant) -> String {
    let local = zone.local(instant)
    return "\(local.date) \(local.time):" + Self.padded(local.time.second)
  }

  private static func seconds(_ instant: Instant) -> Int {
    Int((Double(instant.milliseconds) / 1000).rounded(.down))
  }

  /// `02:34:00`, and from a day on `1 02:34:00`, as Django reads it.
  private static func length(_ seconds: Int) -> String {
    let clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map(padded).joined(separator: ":")
    return seconds < 86_400 ? clock : "\(seconds / 86_400) \(clock)"
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// As it was typed, without an exponent.
  private static func number(_ value: Double) -> String {
    if let whole = Int64(exactly: value) { return "\(whole)" }
    return value < 0.001 ? Words.decimalText(value, places: 9) : "\(value)"
  }

  /// Converted values: more than three places would be false precision.
  private static func rounded(_ value: Double) -> String { number((value * 1000).rounded() / 1000) }
}
