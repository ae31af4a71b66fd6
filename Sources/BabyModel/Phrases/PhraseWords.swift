/// The meanings of words in a phrase.
enum PhraseWord: Hashable, Sendable {
  /// It says nothing by itself.
  case filler(Filler)
  case thing(PhraseTopic)
  /// A bottle's content: `formula`.
  case content(BottleContent)
  /// The same, with more detail than the content has; the words go into the note: `goat milk`, `colostrum`.
  case namedContent(BottleContent)
  case side(Side)
  case both
  case start, stop, cancel
  /// The name of an activity follows.
  case activity
  /// Actions on a running breast feed.
  case switchSides, pause, resume
  /// A breast feed is running.
  case nursing
  /// A sleep begins or ends, in one word.
  case asleep, awake
  /// The value given for one breast applies to each.
  case each
  /// A breast feed begins there.
  case started(Side)
  /// Milk that was pumped before, if it was given; otherwise a pumping.
  case pumpedMilk
  /// The same for `pumped` alone: for a bottle, it is the content.
  case pumped
  /// It was not there: `no poop`.
  case without(PhraseTopic)
  /// A feed of an unknown kind: `she ate`.
  case fed
  /// Goes into the note of a matching entry: `green`, `thawed`.
  case remark(Remark)
  /// It goes into the note and names the kind: `blowout`, `contact nap`.
  case remarkable(PhraseTopic)
  /// A sleep of the night begins: `to bed`.
  case bedtime
  /// Several children: `both of them`.
  case children
  /// It is still to come: `will`, `due`.
  case later
  /// Corrects what came before: `sorry`, `I mean`.
  case corrects
  /// A word of a kind that is logged only in phrases that begin with the kind's name.
  case begins(KindDeclaration)
  /// A word for a thing that is not logged.
  case notKept(String, NoteCategory)
}

/// The subject of a word that goes into the note.
enum Remark: Hashable, Sendable {
  /// A diaper's appearance.
  case look
  /// How a bottle's milk was prepared.
  case milk
  /// How much or how well it was: of anything.
  case manner
}

/// The function of a word without a meaning of its own.
enum Filler: Hashable, Sendable {
  case plain
  /// It leads to what follows, and something has to.
  case leading
  /// A person as the subject: `she left` is not a breast.
  case person
  /// `gave pumped milk` is a bottle.
  case given
  /// `some`: the amount is still missing.
  case some
  /// `nap time`: it belongs to the word before it.
  case time
}

/// The subject of a phrase.
enum PhraseTopic: Hashable, Sendable {
  case feed, bottle, milk, breast, pump
  case diaper, wet, dirty, mixed
  case sleep, nap, slept
  case tummy
  /// By its name.
  case activity(String)
}

extension PhraseWord {
  var isFiller: Bool { if case .filler = self { true } else { false } }

  /// Whether it names what is logged.
  var isThing: Bool {
    switch self {
    case .thing, .content, .namedContent, .pumped, .fed, .remarkable: true
    default: false
    }
  }

  fileprivate var isKind: Bool { if case .begins = self { true } else { false } }

  /// Subjects that may have a timer.
  fileprivate var timed: PhraseTopic? {
    switch self {
    case .thing(let thing): thing
    case .fed: .feed
    default: nil
    }
  }

  /// The longest group of words that begins a phrase's rest, and its length.
  static func reading(_ reader: TokenReader) -> (PhraseWord, length: Int)? {
    guard let first = reader.word(), let groups = table[first] else { return nil }
    for group in groups {
      if let length = reader.length(beforeWords: group.rest) { return (group.meaning, length) }
    }
    return nil
  }

  /// The meaning of what stands at a token; nil for an unknown word.
  static func meaning(of reader: TokenReader, at place: Int) -> PhraseWord? {
    var rest = reader
    rest.position = place
    return reading(rest)?.0
  }

  /// A word of phrases that another is likely a slip of: `bottel`.
  static func nearest(to word: String) -> String? {
    let word = word.lowercased()
    guard word.utf8.count > 4 else { return nil }
    return table.filter { known, groups in
      // `sleepy` is another word than `sleep`, and so is a list of entries.
      KnownName.isSlip(word, known) && word.first == known.first && !word.hasPrefix(known)
        && ListedEntries(named: known) == nil
        && groups.contains { $0.rest.isEmpty && ($0.meaning.isThing || $0.meaning.isKind) }
    }.keys.min()
  }

  private struct Group: Sendable {
    let rest: [String]
    let meaning: PhraseWord
  }

  /// By the first word, the longer groups first.
  private static let table: [String: [Group]] = {
    var table: [String: [Group]] = [:]
    let activities = KnownActivities.all.map {
      (PhraseWord.thing(.activity($0.name)), Words.line($0.words, separator: ","))
    }
    for (meaning, texts) in meanings + activities {
      for text in texts.split(separator: ",") {
        let words = text.split(separator: " ").map(String.init)
        table[words[0], default: []].append(Group(rest: Array(words.dropFirst()), meaning: meaning))
      }
    }
    return table.mapValues { $0.sorted { $0.rest.count > $1.rest.count } }
  }()
}

extension TokenReader {
  /// The number of tokens of the next word and the given following words, if they match; a hyphen may be between them.
  fileprivate func length(beforeWords words: [String]) -> Int? {
    var rest = self
    rest.position += 1
    for word in words {
      if rest.isGlued, rest.peek(1)?.isSpaced == false { _ = rest.take(sign: "-") }
      guard rest.take(word) else { return nil }
    }
    return rest.position - position
  }
}

extension BottleContent {
  /// A content by its common names: "formula", "breast-milk", "ebm", "cow's milk". Nil for any other text.
  public init?(named name: String) {
    let name = name.lowercased().replacing("-", with: " ")
    if let content = Self.allCases.first(where: { $0.rawValue.lowercased() == name }) {
      self = content
      return
    }
    let reader = TokenReader(name)
    guard let (word, length) = PhraseWord.reading(reader), length == reader.tokens.count else { return nil }
    switch word {
    case .content(let content), .namedContent(let content): self = content
    case .pumpedMilk, .pumped: self = .breastMilk
    default: return nil
    }
  }
}

extension TimerKey {
  /// A timer by its name: "sleep", "tummy time", "bathtime", or an activity of any name.
  public init(named name: String) {
    let reader = TokenReader(name)
    guard let (word, length) = PhraseWord.reading(reader), length == reader.tokens.count, let thing = word.timed
    else {
      self.init(.declared(.activity), name: name.trimmed)
      return
    }
    switch thing {
    case .sleep, .nap: self = .sleep
    case .tummy: self = .tummyTime
    case .feed, .breast: self = .feeding
    case .activity(let known): self.init(.declared(.activity), name: known)
    case .bottle, .milk, .pump, .diaper, .wet, .dirty, .mixed, .slept:
      self.init(.declared(.activity), name: name.trimmed)
    }
  }
}
