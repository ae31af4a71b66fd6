import BabyModel
public import BabyProtocol

/// A person's map of a table's columns: which one has the start, which one the kind, and the meaning of each word in
/// it.
///
/// It does not contain the order of dates or the format of times: as for any other file, those are determined from the
/// file.
public struct ColumnMap: Hashable, Sendable {
  /// Bytes of the text that it is written in.
  public static let longestText = 65_536
  static let mostColumns = 64
  static let mostWords = 200
  /// Bytes of a column's name and of a word.
  static let longestName = 256

  /// The use of a column.
  enum Role: String, CaseIterable, Sendable {
    /// The day, if it is in another column than the time.
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
    case entry(EntryKind, [FieldInputs.Field])
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

extension ColumnMap {
  private enum Key: String, CaseIterable { case columns, every, words, others, units }

  /// - Parameter tree: what a file in YAML says: objects, lists and texts.
  /// - Throws: with the first thing that is wrong.
  public init(_ tree: JSON) throws(ColumnMapFault) {
    let members = try Self.members(of: tree, at: [], knowing: Key.allCases.map(\.rawValue))
    columns = try Self.columns(of: members["columns"] ?? .null)
    try requireColumns()
    if let units = members["units"] { try readUnits(units) }
    if let word = try members["others"].map({ value throws(ColumnMapFault) in try Self.text(value, at: ["others"]) }) {
      others = try Self.word(word ?? Others.note.rawValue, at: ["others"])
    }
    if let every = members["every"] { self.every = try meaning(of: every, at: ["every"], isWord: false) }
    if let words = members["words"] { try readWords(words) }
    try requireKinds()
  }

  // MARK: Columns

  private static func columns(of tree: JSON) throws(ColumnMapFault) -> [Role: [String]] {
    let members = try members(of: tree, at: ["columns"], knowing: Role.allCases.map(\.rawValue))
    var columns: [Role: [String]] = [:]
    var count = 0
    for role in Role.allCases {
      guard let value = members[role.rawValue] else { continue }
      let path = ["columns", role.rawValue]
      var names: [String] = []
      for element in value.arrayValue ?? [value] {
        guard let name = try text(element, at: path) else { continue }
        names.append(name)
        count += 1
        if names.count > role.most {
          throw .init(path, role.most == 1 ? "takes one column" : "takes at most \(role.most) columns")
        }
        if count > mostColumns { throw .init(["columns"], "names more than \(mostColumns) columns") }
      }
      if !names.isEmpty { columns[role] = names }
    }
    return columns
  }

  private func requireColumns() throws(ColumnMapFault) {
    guard columns[.start] != nil else {
      throw ColumnMapFault(["columns", "start"], "is missing: the column that says when something began")
    }
    if columns[.unit] != nil, columns[.amount] == nil {
      throw ColumnMapFault(["columns", "unit"], "is of no use without columns.amount")
    }
  }

  private func requireKinds() throws(ColumnMapFault) {
    if columns[.kind] == nil, every == nil {
      throw ColumnMapFault(
        ["columns", "kind"],
        "is missing: the column that says what a row is about; or say what every row is, with the key every")
    }
    if columns[.kind] != nil, every != nil {
      throw ColumnMapFault(["every"], "says what all rows are, and columns.kind that a column does: leave out one")
    }
    if columns[.kind] != nil, words.isEmpty {
      throw ColumnMapFault(["words"], "is missing: what the words mean that stand in the column of columns.kind")
    }
    if columns[.kind] == nil, !words.isEmpty {
      throw ColumnMapFault(["words"], "is of no use without columns.kind")
    }
  }

  // MARK: Units

  private mutating func readUnits(_ tree: JSON) throws(ColumnMapFault) {
    let names = ImportQuantity.allCases.map(\.rawValue) + ["duration"]
    let members = try Self.members(of: tree, at: ["units"], knowing: names)
    for (name, value) in members {
      let path = ["units", name]
      guard let word = try Self.text(value, at: path) else { continue }
      guard let quantity = ImportQuantity(rawValue: name) else {
        lengths = try Self.word(word, at: path)
        continue
      }
      guard quantity.units.contains(word) else {
        throw ColumnMapFault(path, "must be one of \(quantity.units.joined(separator: ", "))")
      }
      units[quantity] = word
    }
    if units[.head] == nil { units[.head] = units[.length] }
  }

  // MARK: Words

  private mutating func readWords(_ tree: JSON) throws(ColumnMapFault) {
    guard let object = tree.objectValue else { throw ColumnMapFault(["words"], "must be a table of words") }
    guard object.members.count <= Self.mostWords else {
      throw ColumnMapFault(["words"], "has more than \(Self.mostWords) words")
    }
    for member in object.members {
      let path = ["words", member.name]
      guard member.name.utf8.count <= Self.longestName else {
        throw ColumnMapFault(path, "has more than \(Self.longestName) bytes")
      }
      let word = Word(
        text: normalised(member.name), meaning: try meaning(of: member.value, at: path, isWord: true))
      guard words.updateValue(word, forKey: Self.key(member.name)) == nil else {
        throw ColumnMapFault(path, "occurs twice: case does not matter")
      }
    }
  }

  // MARK: The tree

  /// The members of a table by their names, without empty ones.
  private static func members(
    of tree: JSON, at path: [String], knowing names: [String]
  ) throws(ColumnMapFault) -> [String: JSON] {
    if case .null = tree { return [:] }
    if case .string(let text) = tree, text.isEmpty, !path.isEmpty { return [:] }
    guard let object = tree.objectValue else {
      throw ColumnMapFault(path, "must be a table of \(names.joined(separator: ", "))")
    }
    var members: [String: JSON] = [:]
    for member in object.members {
      guard names.contains(member.name) else {
        let nearest = nearestName(to: member.name, among: names).map { "did you mean “\($0)”" }
        throw ColumnMapFault(
          path + [member.name], "is not known: \(nearest ?? "there are \(names.joined(separator: ", "))")")
      }
      members[member.name] = member.value
    }
    return members
  }

  /// - Returns: nil for what is left empty.
  static func text(_ value: JSON, at path: [String]) throws(ColumnMapFault) -> String? {
    let text: String
    switch value {
    case .null: return nil
    case .string(let string): text = normalised(string)
    case .integer(let number): text = "\(number)"
    case .number, .bool: text = value.text
    case .array, .object: throw ColumnMapFault(path, "must be a single word or text")
    }
    guard text.utf8.count <= longestName else { throw ColumnMapFault(path, "has more than \(longestName) bytes") }
    return text.isEmpty ? nil : text
  }

  private static func word<Word: RawRepresentable<String> & CaseIterable>(
    _ text: String, at path: [String]
  ) throws(ColumnMapFault) -> Word {
    guard let word = Word(rawValue: text) else {
      throw ColumnMapFault(path, "must be one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }
}
