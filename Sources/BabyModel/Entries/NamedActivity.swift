extension KindDeclaration {
  /// Anything with a name, with or without a timer: a bath, a walk, a music class. Tummy time is one too, and has its
  /// own kind.
  public static let activity = KindDeclaration(
    "activity", title: "Activity", noun: "an activity", example: "activity bath 20m", longest: EntryLimits.longest,
    hasTimer: true, namedBy: "name",
    fields: [
      FieldDeclaration(
        "name", .text, isRequired: true, "Activity: what it is called, in at most 40 characters; one of each name runs."
      )
    ])

  /// How many activities of a child can run at a time.
  public static let mostRunningActivities = 20
}

extension EntryContent {
  /// An activity with a name; tummy time has its own kind.
  ///
  /// - Throws: `BabyError.entryInvalid` for what can be no name.
  public static func activity(_ name: String) throws(BabyError) -> EntryContent {
    try EntryContent(.declared(.activity), fields: FieldInputs([.init("name", .word(name))]))
  }
}

/// The activities with their own words in phrases. All others are named in quotation marks.
public enum KnownActivities {
  /// Each by its name, with all that it is called.
  static let all: [(name: String, words: [String])] = [
    ("bath", ["bath", "baths", "bathed", "bathing", "bathtime", "bath time"]),
    ("walk", ["walk", "walks", "walked", "walking", "stroller", "stroller walk", "pram"]),
    ("play", ["play", "plays", "played", "playing", "playtime", "play time"]),
    ("skin to skin", ["skin to skin", "kangaroo care"]),
    ("crying", ["crying", "cry", "cries", "cried"]),
    ("car", ["car", "car ride"]),
    ("reading", ["reading", "story", "story time"]),
    ("massage", ["massage", "massaged"]),
    ("shower", ["shower", "showered"]),
    ("swimming", ["swimming", "swim", "swam"]),
  ]

  public static var names: [String] { all.map(\.name) }

  /// Whether a phrase about one can begin with a word, in small letters.
  public static func begin(with word: String) -> Bool {
    all.contains { $0.words.contains { $0 == word || $0.hasPrefix(word) && $0.dropFirst(word.count).first == " " } }
  }
}
