/// The parts found in a phrase's words, before any decision.
struct PhraseParts {
  /// A number without a unit, and where it stands.
  struct Number: Hashable {
    var value: Double
    var range: Range<Int>
    /// `15.40`: it may be a time.
    var mayBeTime: Bool
    /// `20 ago`: its unit is missing.
    var isAgo = false
  }

  /// `2-3`, `5 to 3`: numbers without a unit that belong together.
  struct Pair: Hashable {
    var first: Int
    /// As it was typed, with am or pm if given.
    var second: String
    var range: Range<Int>
    /// A word stands between them, and no dash.
    var saysTo: Bool
  }

  var things: [PhraseTopic] = []
  var sides: [Side] = []
  var saysBoth = false
  /// The value given for one breast applies to each.
  var saysEach = false
  var starts = false
  /// `started left`: a feed begins there, unless the phrase says that it has ended.
  var startsOnSide = false
  var switches = false
  var pauses = false
  var resumes = false
  /// `nursing`: in progress, unless the phrase says otherwise.
  var isNursing = false
  var stops = false
  var cancels = false
  /// The name of an activity may follow, whatever it is.
  var namesActivity = false
  var isAsleep = false
  var isAwake = false
  /// A length or a span belongs to being awake: `awake for 20 minutes`.
  var isWaking = false
  /// `she left`: may also mean that a person left.
  var saysWhoLeft = false
  /// `she ate`: not what it was.
  var saysFed = false
  /// `to bed`
  var saysBedtime = false
  /// Words for the note, with the subject of each; nil for any subject.
  var remarks: [(range: Range<Int>, of: Remark?)] = []
  /// `no poop`
  var without: [PhraseTopic] = []
  var amount: (value: Double, unit: VolumeUnit)?
  /// What the other breast gave.
  var secondAmount: (value: Double, unit: VolumeUnit)?
  /// A bottle's contents; pumped milk and milk at the breast are breast milk.
  var contents: [BottleContent] = []
  var numbers: [Number] = []
  /// `for 8`: a length, whose unit is missing.
  var unmeasured: Number?
  /// Tokens of durations.
  var lengths: [Range<Int>] = []
  /// A length that stands behind the word for an end: `nap ended 20 min`.
  var lengthAfterEnd: Range<Int>?
  /// `pumped milk` with a remark that holds before it is given and may hold when it was pumped.
  var pumpedOrGiven: Range<Int>?
  /// A range between two numbers, and both as choices: `30-45 min`.
  var between: (range: Range<Int>, choices: [String])?
  var pair: Pair?
  var at: Range<Int>?
  var from: Range<Int>?
  var to: Range<Int>?
  var span: Range<Int>?
  /// The words of a day apart from the time: `yesterday a nap at 3`.
  var day: String?
  /// How long clocks show the span to be, where they do.
  var spanLength: Duration?
  var child: String?
  /// How many sides were named before the first length.
  var sidesBeforeLength = 0

  /// The first time in the phrase, to which a separate day belongs.
  var firstTime: Range<Int>? { span ?? at ?? from ?? to }
  var hasTime: Bool { at != nil || from != nil || to != nil || span != nil }
  func says(_ thing: PhraseTopic) -> Bool { things.contains(thing) }
  func says(any wanted: [PhraseTopic]) -> Bool { things.contains { wanted.contains($0) } }
}
