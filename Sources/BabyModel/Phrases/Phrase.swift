/// What somebody has said, understood: what is to be logged, and when it was.
public struct Phrase: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case feeding(
      FeedingMethod?, startedSide: Side?, breasts: Breasts?, amount: Double?, unit: VolumeUnit?,
      content: BottleContent? = nil)
    case diaper(DiaperType?)
    /// A breast feed begins and goes on.
    case startFeeding(Side?)
    /// Something happens to the breast feed that goes on.
    case nursing(NursingStep)
    /// A sleep, tummy time or other activity begins.
    case start(TimerKey)
    /// The running one ends.
    case stop(TimerKey)
    /// The running one was a slip.
    case cancel(TimerKey)
    /// A sleep that is over.
    case sleep
    /// A tummy time that is over.
    case tummyTime
    /// The note is the phrase's.
    case note
    /// A kind that is declared and nothing more, with what is said of its fields.
    case declared(KindDeclaration, SaidFields)
  }

  public var action: Action
  /// The words that say when it was; the grammar of times resolves them.
  public var time = TimeTexts()
  /// Time at each breast, where both were said.
  public var left: Duration?
  public var right: Duration?
  public var note: String?
  /// Whom it is about, where a name was said.
  public var child: String?

  public init(action: Action, time: TimeTexts = TimeTexts(), note: String? = nil, child: String? = nil) {
    self.action = action
    self.time = time
    self.note = note
    self.child = child
  }

  /// Bytes of the longest phrase, without its note, that is looked at.
  public static let longestText = 512
}

/// What decides between readings of the same words.
public struct PhraseContext: Hashable, Sendable {
  public var units: VolumeUnit
  public var feedingStyle: FeedingStyle?
  /// The names that may be said.
  public var children: [String]
  /// Activities of the family's own, which may be said without quotation marks.
  public var activities: [String]
  /// What runs: all that `stop` and `cancel` can be about where they stand alone.
  public var running: [TimerKey]
  /// The units that somebody has chosen: a number alone is in one of these, if its kind has it.
  public var measures = MeasureUnits()
  /// What else can be logged beside the five kinds with rules of their own.
  public var kinds: [KindDeclaration]
  /// The child's medicines, as its log calls them.
  public var medicines: [String]
  /// Whether a medicine's name, say, is enough where the kind is not named.
  var impliesKinds = true

  public init(
    units: VolumeUnit, feedingStyle: FeedingStyle? = nil, children: [String] = [], activities: [String] = [],
    running: [TimerKey] = [], kinds: [KindDeclaration] = DeclaredKinds.all, medicines: [String] = []
  ) {
    self.units = units
    self.feedingStyle = feedingStyle
    self.children = children
    self.activities = activities
    self.running = running
    self.kinds = kinds
    self.medicines = medicines
  }
}

/// What becomes of a phrase. It is never guessed: what can be read in several ways, or has a word in it that says
/// something unknown, is not logged.
public enum PhraseReading: Hashable, Sendable {
  case understood(Phrase)
  /// It can be read in several ways: each as a phrase of its own, to be said in its place.
  case unclear([String])
  case refused(PhraseRefusal)

  /// Whether what a child's medicines are called can change it.
  public var mayBeMedicine: Bool {
    guard case .understood(let phrase) = self else { return true }
    if case .declared(.medicine, _) = phrase.action { return true }
    return false
  }
}

/// Why a phrase is not logged.
public enum PhraseRefusal: Error, Hashable, Sendable {
  case tooLong
  /// A word that says nothing here.
  case unknown(String)
  /// A phrase about it begins with the name of its kind.
  case begins(KindDeclaration)
  /// It is known, and has no kind of entry; a note can keep it.
  case notKept(String, NoteCategory)
  /// What follows a word such as `at` is no time: `3:75pm`.
  case notATime(String)
  /// A feed and a diaper, say.
  case severalThings
  /// Nothing is to be logged, as a sentence says; the command is the one that does what is meant, or shows how.
  case instead(String, command: String)
  /// What is wrong, as a sentence.
  case contradiction(String)
}
