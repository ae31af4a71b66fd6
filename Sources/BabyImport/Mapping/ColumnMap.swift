import BabyModel

/// What the columns of somebody's table mean, as a person has written it down: which of them says when something began,
/// which says what it was, and what each word stands for that is in there.
///
/// It says nothing of the order of dates and of the clock: that is found out from the file as for any other.
public struct ColumnMap: Hashable, Sendable {
  /// Bytes of the text that it is written in.
  public static let longestText = 65_536
  static let mostColumns = 64
  static let mostWords = 200
  /// Bytes of a column's name and of a word.
  static let longestName = 256

  /// What a column is for.
  enum Role: String, CaseIterable, Sendable {
    /// The day, where it stands in another column than the time.
    case date
    case start, end, duration
    /// What the row is about.
    case kind
    case amount, unit, side
    /// What a medicine, a food or an activity is called.
    case name
    case note, author, child
    /// What nobody wants to keep: every other column that has no use stays in the note.
    case skip

    /// How many columns it can have.
    var most: Int {
      switch self {
      case .kind: 4
      case .name, .note, .skip: ColumnMap.mostColumns
      case .date, .start, .end, .duration, .amount, .unit, .side, .author, .child: 1
      }
    }
  }

  /// What a row is, or a word in it says that it is.
  enum Meaning: Hashable, Sendable {
    /// Nothing that anybody wants to keep.
    case skip
    /// An entry of a kind, with what the map says of its fields.
    case entry(EntryKind, [SaidFields.Field])
  }

  struct Word: Hashable, Sendable {
    /// As the map has it.
    var text: String
    var meaning: Meaning
  }

  /// What becomes of rows with a word that the map does not have.
  enum Others: String, CaseIterable, Sendable { case note, skip, refuse }

  /// How lengths of time are written that carry no unit.
  enum LengthForm: String, CaseIterable, Sendable {
    case minutes, hours, seconds
    /// `1:05` is an hour and five minutes.
    case hoursAndMinutes = "h:mm"
    /// `1:05` is a minute and five seconds.
    case minutesAndSeconds = "m:ss"
  }

  var columns: [Role: [String]] = [:]
  /// What every row is; nil where a column says it.
  var every: Meaning?
  /// By their keys.
  var words: [String: Word] = [:]
  var others = Others.note
  /// Of numbers that carry none, by the words of their units.
  var units: [ImportQuantity: String] = [:]
  /// Nil for what the column's title says, or minutes.
  var lengths: LengthForm?

  /// The names of all columns that it needs, each once, in their order.
  var names: [String] {
    var seen: Set<String> = []
    return Role.allCases.flatMap { columns[$0] ?? [] }.filter { seen.insert(Self.key($0)).inserted }
  }

  /// How names of columns and words are compared: capital letters and white space do not count.
  static func key(_ text: String) -> String { normalised(text).lowercased() }

  /// What stands between the words of several columns that together say what a row is.
  static let joint = " / "
}

/// What is wrong with a map, and where.
public struct ColumnMapFault: Error, Hashable, Sendable {
  /// The keys that lead to it, from the outermost on; empty for the map as a whole.
  public var path: [String]
  /// The rest of a sentence that begins with the keys: "must be one of left, right".
  public var reason: String

  init(_ path: [String], _ reason: String) {
    self.path = path
    self.reason = reason
  }

  /// - Parameter place: "line 3, column 5", of the text that the map is written in; nil where nobody knows it.
  public func sentence(at place: String? = nil) -> String {
    let subject = path.isEmpty ? "it" : path.map(\.excerpt).joined(separator: ".")
    return "The map cannot be used\(place.map { " (\($0))" } ?? ""): \(subject) \(reason)."
  }
}
