/// What words in a phrase mean.
enum PhraseWord: Hashable, Sendable {
  /// It says nothing by itself.
  case filler(Filler)
  case thing(PhraseThing)
  /// What a bottle held: `formula`.
  case content(BottleContent)
  /// The same in words that say more than the content does, and go into the note: `goat milk`, `colostrum`.
  case namedContent(BottleContent)
  case side(Side)
  case both
  case start, stop, cancel
  /// The name of an activity follows.
  case activity
  /// What happens to a breast feed that goes on.
  case switchSides, pause, resume
  /// A breast feed goes on.
  case nursing
  /// A sleep begins or ends, in one word.
  case asleep, awake
  /// What was said of one breast holds for each.
  case each
  /// A breast feed begins there.
  case started(Side)
  /// Milk that was pumped before, if it was given; else it was pumped.
  case pumpedMilk
  /// The same of `pumped` alone: of a bottle, it says what was in it.
  case pumped
  /// It was not there: `no poop`.
  case without(PhraseThing)
  /// Something was fed, and what it was is not said: `she ate`.
  case fed
  /// It goes into the note of an entry that it can be said of: `green`, `thawed`.
  case remark(Remark)
  /// It goes into the note and names what is logged: `blowout`, `contact nap`.
  case remarkable(PhraseThing)
  /// A sleep of the night begins: `to bed`.
  case bedtime
  /// Several children: `both of them`.
  case children
  /// It is still to come: `will`, `due`.
  case later
  /// What was said before was wrong: `sorry`, `I mean`.
  case corrects
  /// What is named here is logged in a phrase that begins with the name of its kind.
  case begins(KindDeclaration)
  /// What is named here is nothing that is logged.
  case notKept(String, NoteCategory)
}

/// What a word is said of that goes into the note.
enum Remark: Hashable, Sendable {
  /// What a diaper looks like.
  case look
  /// What was done with a bottle's milk before.
  case milk
  /// How much or how well it was: of anything.
  case manner
}

/// What a word does that says nothing by itself.
enum Filler: Hashable, Sendable {
  case plain
  /// It leads to what follows, and something has to.
  case leading
  /// Who did something: `she left` is no breast.
  case person
  /// `gave pumped milk` is a bottle.
  case given
  /// `some`: it takes more to say how much.
  case some
  /// `nap time`: it belongs to the word before it.
  case time
}

/// What a phrase is about.
enum PhraseThing: Hashable, Sendable {
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

  /// What has a timer, perhaps.
  fileprivate var timed: PhraseThing? {
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
  /// How many tokens the next one and some words behind it are, if they stand there; a hyphen may stand between them.
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
  /// What somebody calls it: "formula", "breast-milk", "ebm", "cow's milk". Nil for anything else.
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
  /// The timer that somebody names: "sleep", "tummy time", "bathtime", or an activity of any name.
  public init(named name: String) {
    let reader = TokenReader(name)
    guard let (word, length) = PhraseWord.reading(reader), length == reader.tokens.count, let thing = word.timed
    else {
      self.init(.declared(.activity), name: String(name[...].trimmed))
      return
    }
    switch thing {
    case .sleep, .nap: self = .sleep
    case .tummy: self = .tummyTime
    case .feed, .breast: self = .feeding
    case .activity(let known): self.init(.declared(.activity), name: known)
    case .bottle, .milk, .pump, .diaper, .wet, .dirty, .mixed, .slept:
      self.init(.declared(.activity), name: String(name[...].trimmed))
    }
  }
}
