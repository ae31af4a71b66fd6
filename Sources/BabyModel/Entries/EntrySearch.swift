/// A search for text in entries: all words of it have to be found.
///
/// A word is found where a word of the entry begins with it, be it the kind, a detail, the amount or the clock time in
/// either form, and anywhere in the note. Upper and lower case are the same.
///
/// Matches are bits, one for each word, so that a search through many entries can reuse the results for equal parts.
public struct EntrySearch: Sendable {
  private struct Word: Sendable {
    let text: String
    let bytes: Pattern<UInt8>
    /// Non-ASCII text can be equal with different bytes, so it is compared by characters. Empty for ASCII.
    let letters: Pattern<Character>

    init(_ text: String) {
      self.text = text
      bytes = Pattern(Array(text.utf8))
      letters = Pattern(text.utf8.allSatisfy { $0 < 0x80 } ? [] : Array(text))
    }

    var isASCII: Bool { letters.elements.isEmpty }
  }

  private let words: [Word]
  /// Whether there are words that have to be compared letter by letter.
  private let inNotesAsLetters: Bool
  private let units: VolumeUnit
  private let zone: ZoneRules
  /// The bits of all words.
  public let all: UInt64
  /// The bits of words that only a note can contain, because no kind, detail, amount or time begins with them, or that
  /// a declared kind has in a free-text field.
  public let inNotesOnly: UInt64

  /// - Parameter text: words after the 63rd are left out.
  public init(_ text: String, units: VolumeUnit, zone: ZoneRules) {
    let texts = text.lowercased().split(whereSeparator: \.isWhitespace).prefix(63).map(String.init)
    words = texts.map(Word.init)
    inNotesAsLetters = words.contains { !$0.isASCII }
    self.units = units
    self.zone = zone
    all = UInt64(1) << UInt64(words.count) - 1
    // Amounts and times begin with digits, and with what follows those.
    let known =
      Self.contents.flatMap(Self.keywords) + DeclaredKinds.all.flatMap(Self.keywords) + ["ml", "oz", "am", "pm"]
    inNotesOnly = Self.bits(words) { word in
      word.text.first?.isNumber != true && !known.contains { $0.hasPrefix(word.text) }
    }
  }

  /// Whether everything that is searched for is in the entry; true when nothing is.
  public func matches(_ entry: Entry) -> Bool {
    found(in: entry.content) | found(at: entry.start) | found(in: entry.note) == all
  }

  /// The words that match the kind, the details and the amount.
  public func found(in content: EntryContent) -> UInt64 {
    var keywords = Self.keywords(of: content)
    if case .feeding(let feeding) = content, let amount = feeding.amount {
      keywords += Self.split(Words.amount(amount, in: units))
    }
    return found(in: keywords)
  }

  /// The words that match the clock time, to the minute.
  public func found(at start: Instant) -> UInt64 {
    let time = zone.local(start).time
    return found(
      in: Self.split(Words.clock(time, format: .twelveHour)) + Self.split(Words.clock(time, format: .twentyFourHour)))
  }

  /// The minute of the local day, 0 to 1439: entries that have the same are found alike by their time.
  public func minuteOfDay(at start: Instant) -> Int {
    let time = zone.local(start).time
    return time.hour * 60 + time.minute
  }

  /// The words that match a note.
  public func found(in note: String?) -> UInt64 {
    guard var note else { return 0 }
    return note.withUTF8 { found(inNote: $0) }
  }

  /// The same for a note's UTF-8 bytes.
  public func found(inNote bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard bytes.allSatisfy({ $0 < 0x80 }) else {
      let note = String(decoding: bytes, as: UTF8.self).lowercased()
      let (noteBytes, letters) = (Array(note.utf8), inNotesAsLetters ? Array(note) : [])
      return Self.bits(words) { word in
        // A letter with its accent is the same however it is composed.
        word.bytes.isFound(in: noteBytes.count) { noteBytes[$0] }
          || (!word.isASCII && word.letters.isFound(in: letters.count) { letters[$0] })
      }
    }
    return Self.bits(words) { word in
      word.isASCII && word.bytes.isFound(in: bytes.count) { bytes[$0].lowercasedASCII }
    }
  }

  private func found(in keywords: [Substring]) -> UInt64 {
    Self.bits(words) { word in keywords.contains { $0.hasPrefix(word.text) } }
  }

  private static func bits(_ words: [Word], where isFound: (Word) -> Bool) -> UInt64 {
    var bits: UInt64 = 0
    for (index, word) in words.enumerated() where isFound(word) { bits |= 1 << UInt64(index) }
    return bits
  }

  private static func split(_ text: String) -> [Substring] { text.lowercased().split(separator: " ") }

  /// All but a feed's amount.
  private static func keywords(of content: EntryContent) -> [Substring] {
    var texts = [Words.title(content.kind), Words.title(of: content), content.kind.rawValue]
    switch content {
    case .feeding(let feeding):
      texts += ["feeding", feeding.method.rawValue, feeding.method == .breast ? "nursing" : ""]
      texts += [feeding.startedSide?.rawValue ?? "", feeding.breasts == .both ? "both" : ""]
      if let content = feeding.content { texts.append(Words.name(of: content)) }
    case .diaper(let type):
      if type != .dirty { texts.append("wet pee") }
      if type != .wet { texts.append("dirty poop") }
      if type == .both { texts.append("both") }
    case .sleep: texts.append("nap")
    case .tummyTime: break
    case .note(let category): texts.append(category.rawValue)
    case .declared(let kind, let values):
      texts += Words.said(values, of: kind)
      for (field, value) in zip(kind.fields, values) {
        if case (.quantity(let quantity), .quantity(_, let unit)?) = (field.type, value) {
          texts.append(quantity.unitWords[unit])
        }
      }
    }
    return texts.flatMap(split)
  }

  /// All that there can be in entries of a declared kind but for numbers and texts.
  private static func keywords(of kind: KindDeclaration) -> [Substring] {
    let words: [String] = kind.fields.flatMap { field -> [String] in
      switch field.type {
      case .choice(let words): words
      case .quantity(let quantity): quantity.unitWords + quantity.units.map(\.sign)
      case .seconds, .instant, .count, .text: []
      }
    }
    return ([kind.title, kind.word] + words).flatMap(split)
  }

  /// All that there are but for their amounts.
  private static let contents: [EntryContent] = {
    let sides = [nil] + Side.allCases.map(Optional.some)
    let breasts = [nil] + Breasts.allCases.map(Optional.some)
    let feedings = FeedingMethod.allCases.flatMap { method in
      sides.flatMap { side in breasts.map { Feeding(method: method, startedSide: side, breasts: $0) } }
    }
    let bottles = BottleContent.allCases.map { Feeding(method: .bottle, content: $0) }
    return (feedings + bottles).map { .feeding($0) } + DiaperType.allCases.map { .diaper($0) }
      + NoteCategory.allCases.map { .note($0) } + [.sleep, .tummyTime]
  }()
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 { (0x41...0x5a).contains(self) ? self | 0x20 : self }
}

/// The properties of an entry that decide which fields it has.
public enum EntrySort: Hashable, Sendable {
  case breast, bottle, pumping
  /// All entries of the kind have the same.
  case kind(KindDeclaration)

  public init(_ content: EntryContent) {
    if case .feeding(let feeding) = content {
      self.init(feeding.method)
    } else {
      self = .kind(content.kind.declaration)
    }
  }

  public init(_ method: FeedingMethod) {
    switch method {
    case .breast: self = .breast
    case .bottle: self = .bottle
    case .pumping: self = .pumping
    }
  }

  /// The fields that it has beside time and note, as they are named on the wire.
  public var fields: [String] {
    switch self {
    case .breast: ["method", "startedSide", "breasts", "leftSeconds", "rightSeconds"]
    case .bottle: ["method", "amount", "unit", "content"]
    case .pumping: ["method", "startedSide", "breasts", "amount", "unit"]
    case .kind(let kind): kind.fieldNames
    }
  }

  /// With its article: "a breast feed"
  public var words: String {
    switch self {
    case .breast: "a breast feed"
    case .bottle: "a bottle"
    case .pumping: "pumping"
    case .kind(let kind): kind.noun
    }
  }
}

extension FieldError {
  /// A field that does not go with what the entry is: "does not apply to a bottle, which has method, amount, unit".
  public static func misfit(_ field: String, _ sort: EntrySort) -> FieldError {
    let fields = sort.fields.isEmpty ? "only a time and a note" : sort.fields.joined(separator: ", ")
    return FieldError(field, "does not apply to \(sort.words), which has \(fields)")
  }
}
