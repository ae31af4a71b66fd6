import BabyModel

/// The columns of a table whose header differs between versions of the app: in case, in spaces, in their order, and in
/// the unit in brackets.
struct LooseColumns: Sendable {
  struct Column: Hashable, Sendable {
    /// As the file has it.
    let title: String
    /// In small letters and without the unit: "left duration"; empty if the file has no name.
    let name: String
    /// The text in brackets at the end, in lower case and without points: "oz"; nil if there is none.
    let unit: String?

    /// In characters. Notes keep a title with each cell that no field has room for, and people write shorter ones.
    private static let longestTitle = 200

    static func shortened(_ title: String) -> String {
      let start = title.prefix(longestTitle)
      return start.endIndex < title.endIndex ? start + "…" : title
    }

    init(_ field: String) {
      title = Self.shortened(normalised(field))
      var name = title.lowercased().replacing("’", with: "'")
      var unit: String?
      if name.hasSuffix(")"), let open = name.lastIndex(of: "(") {
        unit = normalised(name[name.index(after: open)...].dropLast().filter { $0 != "." })
        name = normalised(String(name[..<open]))
      }
      self.name = name
      self.unit = unit?.isEmpty == true ? nil : unit
    }
  }

  let all: [Column]
  /// Where the columns of a name stand, of which there is one for each unit.
  fileprivate let places: [String: [Int]]
  /// Columns that may contain a row's author.
  fileprivate let authors: [Int]
  /// Columns with a name that others have, too: of another unit, or of the same one.
  fileprivate let shared: Set<Int>

  init(_ fields: [String]) {
    all = fields.map(Column.init)
    places = Dictionary(grouping: all.indices) { [all] in all[$0].name }
    authors = all.indices.filter { [all] in AuthorColumns.contains(all[$0]) }
    shared = Set(places.values.filter { $0.count > 1 }.joined())
  }

  /// Those that have a name.
  var names: Set<String> { Set(places.keys).subtracting([""]) }

  /// - Throws: `RowFault.fieldCount`.
  func row(_ fields: [String]) throws(RowFault) -> LooseRow {
    LooseRow(columns: self, fields: try fields.fitted(to: all.count).map(trimmed))
  }
}

/// A record of such a table.
struct LooseRow {
  /// A value that says something, and where it stands.
  struct Cell {
    let column: LooseColumns.Column
    let text: String

    /// With the column's title, as a note keeps it: "Percentile 0.69"
    var remark: String { column.title.isEmpty ? text : "\(column.title) \(text)" }
    var fault: RowFault { .unreadable(column: column.title) }
  }

  fileprivate let columns: LooseColumns
  fileprivate let fields: [String]

  /// The values in the columns of a name, without those that are empty.
  func cells(_ name: String) -> [Cell] {
    places(name).filter { !fields[$0].isEmpty }.map { Cell(column: columns.all[$0], text: fields[$0]) }
  }

  /// The first value in the columns of some names.
  func cell(_ names: [String]) -> Cell? {
    for name in names {
      if let place = place(name) { return Cell(column: columns.all[place], text: fields[place]) }
    }
    return nil
  }

  /// The first value in the columns with a name; empty if there is none.
  subscript(_ name: String) -> String { place(name).map { fields[$0] } ?? "" }

  /// Where the first value in the columns of a name stands.
  private func place(_ name: String) -> Int? { places(name).first { !fields[$0].isEmpty } }

  /// Where the row has fields of a name.
  private func places(_ name: String) -> ArraySlice<Int> { (columns.places[name] ?? []).prefix { $0 < fields.count } }

  /// The file's title of the first existing column of some.
  func title(_ names: [String]) -> String {
    names.lazy.compactMap { columns.places[$0]?.first }.first.map { columns.all[$0].title } ?? names.first ?? ""
  }

  /// The row's author, and the name of that column; nil if there is none.
  var author: (column: String, name: String)? {
    columns.authors.prefix { $0 < fields.count }.first { AuthorColumns.isName(fields[$0]) }
      .map { (columns.all[$0].name, fields[$0]) }
  }

  /// The values that no field has room for, as a note keeps them.
  ///
  /// - Parameters:
  ///   - names: of the columns that are read: the first value of each name, so that any other one is a remark.
  ///   - alternatives: names of which the first that says something is read, and no other.
  ///   - wholes: names of which all values are read.
  func remarks(
    besides names: Set<String>, oneOf alternatives: [[String]] = [], allOf wholes: Set<String> = []
  ) -> [String] {
    let chosen = Set(alternatives.compactMap { $0.lazy.compactMap(place).first })
    let grouped = Set(alternatives.joined())
    var read: Set<String> = []
    return fields.indices.filter { index in
      guard !fields[index].isEmpty else { return false }
      let name = columns.all[index].name
      guard names.contains(name) else { return true }
      if wholes.contains(name) { return false }
      if grouped.contains(name) { return !chosen.contains(index) }
      return columns.shared.contains(index) && !read.insert(name).inserted
    }
    .map { Cell(column: columns.all[$0], text: fields[$0]).remark }
  }
}

extension LooseColumns.Column {
  /// The unit that the title says: in brackets, or as its last word: "Amount ml", "weight_kg", "Menge in fl oz".
  func unit(of quantity: QuantityDeclaration) -> String? {
    if let unit { return quantity.unit(inTable: unit) }
    let words = title.split { !$0.isLetter && $0 != "°" && $0 != "." }.suffix(2)
    let last = words.last.map(String.init)
    return quantity.unit(inTable: words.joined(separator: " ")) ?? last.flatMap { quantity.unit(inTable: $0) }
  }
}

extension LooseRow.Cell {
  /// A number such as `2.75`, also with a comma for the point.
  var number: Double? { cellNumber(text) }

  /// A number of minutes, or a length such as `1h 20m`.
  ///
  /// - Throws: `RowFault.unreadable`, also for minutes with a contradicting column title.
  func minutes() throws(RowFault) -> Int {
    let isOfMinutes = column.unit.map { ["m", "min", "mins", "minute", "minutes"].contains($0) } ?? true
    let length = lengthInWords(text) ?? (isOfMinutes ? Duration(text: text, bareMinutes: true) : nil)
    guard let length else { throw fault }
    return Int(length.wholeMinutes)
  }

  /// A number with the unit that stands behind it, or in the column's title; the unit is nil if neither has one.
  ///
  /// - Throws: `RowFault.unreadable` if it is not a number, or has an unknown unit.
  func value(of quantity: QuantityDeclaration) throws(RowFault) -> (number: Double, unit: String?) {
    if let reading = quantity.reading(inCell: text) { return (reading.number, reading.unit) }
    guard let number, quantity.plausible.contains(number) else { throw fault }
    guard let unit = column.unit else { return (number, nil) }
    guard let word = quantity.unit(called: unit) ?? quantity.unit(called: unit.replacing("fl ", with: "")) else {
      throw fault
    }
    return (number, word)
  }
}

extension KindDeclaration {
  /// How much was drunk or pumped.
  static var amount: QuantityDeclaration? { EntryKind.feeding.declaration.quantity }
}

extension ReadingContext {
  /// The unit of a number: its own, or the one that was decided for all files.
  ///
  /// - Throws: `RowFault.unreadable` naming the column if the unit is unknown.
  func unit(_ own: String?, of quantity: ImportQuantity, column: String) throws(RowFault) -> String {
    if let own { return own }
    return try unit(of: quantity, column: column)
  }
}
