import BabyModel

/// A person's map of a table's columns: which one has the start, which one the kind, and the meaning of each word in
/// it.
///
/// It says nothing of the order of dates and of the clock: that is found out from the file as for any other.
public struct ColumnMap: Hashable, Sendable {
  /// Bytes of the text that it is written in.
  public static let longestText = 65_536
  static let mostColumns = 64
  static let mostWords = 200
  /// Bytes of a column's name and of a word.
  static let longestName = 256

  /// The use of a column.
  enum Role: String, CaseIterable, Sendable {
    /// The day, where it stands in another column than the time.
    case date
    case start, end, duration
    /// The row's kind.
    case kind
    case amount, unit, side
    /// The name of a medicine, a food or an activity.
    case name
    case note, author, child
    /// Columns to leave out: all other unused columns stay in the note.
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

  /// The meaning of a row, or of a word in it.
  enum Meaning: Hashable, Sendable {
    /// To be left out.
    case skip
    /// An entry of a kind, with what the map says of its fields.
    case entry(EntryKind, [SaidFields.Field])
  }

  struct Word: Hashable, Sendable {
    /// As the map has it.
    var text: String
    var meaning: Meaning
  }

  /// What happens to rows with a word that is not in the map.
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
  /// The kind of all rows; nil if a column has it.
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

  /// The separator between the words of several columns that together determine the row's kind.
  static let joint = " / "
}

/// An error in a map, and where it is.
public struct ColumnMapFault: Error, Hashable, Sendable {
  /// The keys that lead to it, from the outermost on; empty for the map as a whole.
  public var path: [String]
  /// The rest of a sentence that begins with the keys: "must be one of left, right".
  public var reason: String

  init(_ path: [String], _ reason: String) {
    self.path = path
    self.reason = reason
  }

  /// - Parameter place: "line 3, column 5", in the text of the map; nil if unknown.
  public func sentence(at place: String? = nil) -> String {
    let subject = path.isEmpty ? "it" : path.map(\.excerpt).joined(separator: ".")
    return "The map cannot be used\(place.map { " (\($0))" } ?? ""): \(subject) \(reason)."
  }
}
