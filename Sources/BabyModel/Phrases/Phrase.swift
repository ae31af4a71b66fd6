/// A parsed phrase: what to log, and when it happened.
public struct Phrase: Hashable, Sendable {
  /// What is logged, or what happens to a timer.
  public enum Action: Hashable, Sendable {
    case feeding(
      FeedingMethod?, startedSide: Side?, breasts: Breasts?, amount: Double?, unit: VolumeUnit?,
      content: BottleContent? = nil)
    case diaper(DiaperType?)
    /// A breast feed starts.
    case startFeeding(Side?)
    /// An action on the running breast feed.
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
    /// A kind that is only declared, with the values of its fields.
    case declared(KindDeclaration, FieldInputs)
  }

  public var action: Action
  /// The words about time; the grammar of times resolves them.
  public var time = TimeTexts()
  /// Time at the left breast, if both sides were given.
  public var left: Duration?
  /// Time at the right breast, if both sides were given.
  public var right: Duration?
  public var note: String?
  /// The child's name, if given.
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

/// The context that decides between readings of the same words.
public struct PhraseContext: Hashable, Sendable {
  public var units: VolumeUnit
  public var feedingStyle: FeedingStyle?
  /// The children's names.
  public var children: [String]
  /// The family's own activities, which need no quotation marks.
  public var activities: [String]
  /// The running timers: all that `stop` and `cancel` can mean without a name.
  public var running: [TimerKey]
  /// The chosen units: a number without a unit is in one of these, if its kind has it.
  public var measures = MeasureUnits()
  /// The kinds that can be logged beside the five with rules of their own.
  public var kinds: [KindDeclaration]
  /// The child's medicines, as its log calls them.
  public var medicines: [String]
  /// Whether a name, such as a medicine's, is enough without the kind.
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

/// The result of reading a phrase. Nothing is guessed: an ambiguous phrase, or one with an unknown word, is not logged.
public enum PhraseReading: Hashable, Sendable {
  case understood(Phrase)
  /// Ambiguous: one phrase for each reading.
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
  /// The text after a word such as `at` is not a time: `3:75pm`.
  case notATime(String)
  /// For example, a feed and a diaper.
  case severalThings
  /// Nothing to log, with the reason as a sentence; the command does or shows what is meant.
  case instead(String, command: String)
  /// The contradiction, as a sentence.
  case contradiction(String)
}
