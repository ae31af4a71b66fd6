import Synchronization

/// The properties and names of a kind of entries, beside its own rules.
///
/// The properties of a kind: a new kind is one more of these. Each exists once, is passed by reference and never
/// copied.
public final class KindDeclaration: Sendable {
  /// The name on the wire and in tables: letters and digits, at most 40, beginning with a lower-case letter.
  public let word: String
  /// The name that people read: "Tummy time"
  public let title: String
  /// Within a sentence, with its article: "a diaper"
  public let noun: String
  /// A phrase about it, for help, completion and errors: "weight 7.25kg"; nil if there is a better way to log it.
  public let example: String?
  private let others: [String]
  private let shortNames: [String]
  /// How long an entry can last; nil for what happens at a point in time.
  public let longest: Duration?
  /// Whether it can run, one of each `TimerKey` at a time for a child.
  public let hasTimer: Bool
  /// Whether an entry without an end is running, unless its end is unknown. Other kinds can also be logged as of one
  /// moment, and run only while their content says so.
  public let runsWithoutEnd: Bool
  /// Whether its timer is switched between the breasts, paused and resumed.
  public let hasTurns: Bool
  /// The title of the note if an entry of this kind requires one; otherwise nil.
  public let requiredNote: String?
  /// The fields of this kind.
  public let fields: [FieldDeclaration]
  /// The index of the field that names an entry, if its kind's name does not. Each name has its own timer. Such an
  /// entry can also be logged as of one moment; its end is then not marked as unknown.
  private let nameField: Int?

  /// - Parameters:
  ///   - others: other names, in lower case.
  ///   - shortNames: what it is called where a word of its fields follows.
  ///   - nameField: the field with what an entry is called.
  public init(
    _ word: String, title: String, noun: String, example: String? = nil, alsoCalled others: [String] = [],
    beforeItsWords shortNames: [String] = [], longest: Duration? = nil,
    hasTimer: Bool = false, runsWithoutEnd: Bool? = nil, hasTurns: Bool = false, requiredNote: String? = nil,
    namedBy nameField: String? = nil, fields: [FieldDeclaration] = []
  ) {
    self.word = word
    self.title = title
    self.noun = noun
    self.others = others
    self.shortNames = shortNames
    self.example = example
    self.longest = longest
    self.hasTimer = hasTimer
    self.runsWithoutEnd = runsWithoutEnd ?? hasTimer
    self.hasTurns = hasTurns
    self.requiredNote = requiredNote
    self.fields = fields
    self.nameField = nameField.flatMap { name in fields.firstIndex { $0.name == name } }
  }

  /// Whether each entry has its own name.
  public var isNamed: Bool { nameField != nil }

  package func isNamed(by field: FieldDeclaration) -> Bool { nameField.map { fields[$0] === field } ?? false }

  /// The entry's name; nil if it has its kind's name.
  func name(in values: [FieldValue?]) -> String? {
    guard let nameField, values.indices.contains(nameField), case .text(let name)? = values[nameField] else {
      return nil
    }
    return name
  }

  /// The text that an entry is nothing without, such as a medicine's name.
  package var requiredText: FieldDeclaration? {
    fields.first { if case .text = $0.type { $0.isRequired } else { false } }
  }

  /// The words that begin a phrase about it, in lower case, the longest first.
  private struct Names {
    let all: [[String]]
    /// Words that count only if a word of its fields follows: "milk" in "milk add 120ml".
    let short: [[String]]
  }

  /// Filled on demand. They are kept here and not in each kind because clients read entries, never use the names, and
  /// would pay for building them.
  private static let known = Mutex<[KindDeclaration: Names]>([:])

  private var names: Names {
    Self.known.withLock { known in
      if let names = known[self] { return names }
      let names = Names(
        all: TokenReader.names([title.lowercased(), word.lowercased()] + others), short: TokenReader.names(shortNames))
      known[self] = names
      return names
    }
  }

  /// Whether a phrase that begins with a word can be about it.
  func isCalled(_ word: String) -> Bool { (names.all + names.short).contains { $0.first == word } }

  /// A phrase with a text: the kind's name comes first, unless the text begins with it.
  public func phrase(with text: String) -> String {
    let first = text.lowercased().prefix { $0 != " " }
    return isCalled(String(first)) ? text : "\(title.lowercased()) \(text)"
  }

  /// The words for a field in a phrase: "dose number"; nil if there is no such field.
  public func words(forField name: String) -> String? {
    let name = name.lowercased().filter { $0 != "-" }
    return fields.first { $0.name.lowercased() == name || $0.alsoSaid.contains(name) }.map { Words.spaced($0.name) }
  }

  /// Takes what a phrase about it begins with.
  func takeName(_ reader: inout TokenReader) -> Bool {
    if reader.take(any: names.all) { return true }
    return reader.attempt { reader -> Bool? in
      let isNamed = reader.take(any: names.short) && reader.word().map(isWord) == true
      return isNamed ? true : nil
    } ?? false
  }

  /// Whether a word is a possible value of a field.
  private func isWord(_ word: String) -> Bool {
    fields.contains { if case .choice(let words) = $0.type { words.contains(word) } else { false } }
  }

  /// The names of its fields, and of their units, as the wire has them.
  public var fieldNames: [String] {
    fields.flatMap { field in
      if case .quantity(let quantity) = field.type { [field.name, quantity.unitName] } else { [field.name] }
    }
  }

  /// The errors in an entry of this kind.
  ///
  /// - Parameters:
  ///   - values: of its fields.
  ///   - own: errors by rules that only this kind has.
  func errors(
    in frame: EntryFrame, values: [FieldValue?], and own: [FieldError] = [], child: Child, zone: ZoneRules,
    now: Instant
  ) -> [FieldError] {
    var errors = frame.timeErrors(longest: longest, child: child, zone: zone, now: now)
    if frame.endUnknown, !runsWithoutEnd {
      errors.append(FieldError("endUnknown", "applies only to sleep, tummy time and other activities"))
    }
    let name = name(in: values).flatMap(TextLimits.activity.problem).map { FieldError("name", $0) }
    return errors + self.errors(in: values) + [name].compactMap(\.self) + own
      + frame.noteErrors(named: requiredNote ?? "note", isRequired: requiredNote != nil)
  }
}

extension KindDeclaration: Hashable {
  // There is one of each.
  public static func == (one: KindDeclaration, other: KindDeclaration) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension KindDeclaration {
  static let feeding = KindDeclaration(
    EntryKind.feeding.rawValue, title: "Feed", noun: "a feed", longest: EntryLimits.feed, hasTimer: true,
    runsWithoutEnd: false, hasTurns: true,
    fields: [
      FieldDeclaration("method", heading: "type", .choice(FeedingMethod.self), isRequired: true, "Feeding: how."),
      FieldDeclaration(
        "startedSide", column: "started_side", .choice(Side.self), "Feeding: the breast it began with."),
      FieldDeclaration("breasts", .choice(Breasts.self), "Feeding: one breast, or both with a switch."),
      FieldDeclaration(
        "amount",
        .quantity(
          QuantityDeclaration(
            units: QuantityDeclaration.Unit.volumes,
            unit: ("unit", "Feeding: the amount's unit."),
            base: ("amountMl", "Feeding: the amount in millilitres."), plausible: Volume.plausible)),
        "Feeding: how much, in unit."),
      // The column `content` contains the fields of other kinds.
      FieldDeclaration(
        "content", column: "bottle_content", .choice(BottleContent.self),
        "Feeding: a bottle's content; left out if unknown."),
      FieldDeclaration(
        "leftSeconds", column: "left_seconds", .seconds(Feeding.plausibleSeconds),
        "Feeding: time at the left breast, without the turn that is going on."),
      FieldDeclaration(
        "rightSeconds", column: "right_seconds", .seconds(Feeding.plausibleSeconds),
        "Feeding: time at the right breast, without the turn that is going on."),
      FieldDeclaration(
        "timedSide", column: "timed_side", .choice(Side.self), isOfTimer: true,
        "Feeding: while it runs, the breast it is at, or was at before it was paused."),
      FieldDeclaration(
        "timedSince", column: "timed_since", .instant, isOfTimer: true,
        "Feeding: when the turn that is going on began; left out unless one is."),
      FieldDeclaration(
        "pausedSince", column: "paused_since", .instant, isOfTimer: true,
        "Feeding: when it was paused; left out unless it is."),
    ])
  static let diaper = KindDeclaration(
    EntryKind.diaper.rawValue, title: "Diaper", noun: "a diaper",
    fields: [
      FieldDeclaration(
        "type", column: "diaper", .choice(DiaperType.self), isRequired: true, "Diaper: what was in it.")
    ])
  static let sleep = KindDeclaration(
    EntryKind.sleep.rawValue, title: "Sleep", noun: "a sleep", longest: EntryLimits.sleep, hasTimer: true)
  static let tummyTime = KindDeclaration(
    EntryKind.tummyTime.rawValue, title: "Tummy time", noun: "tummy time", longest: EntryLimits.tummyTime,
    hasTimer: true)
  static let note = KindDeclaration(
    EntryKind.note.rawValue, title: "Note", noun: "a note", requiredNote: "note",
    fields: [
      FieldDeclaration(
        "category", heading: "type", .choice(NoteCategory.self), isRequired: true, standard: .choice(0),
        "Note: what it is about.")
    ])

  /// For unknown kinds: only the rules that hold for all kinds.
  static let relayed = KindDeclaration("", title: "", noun: "", longest: EntryLimits.longest, hasTimer: true)
}
