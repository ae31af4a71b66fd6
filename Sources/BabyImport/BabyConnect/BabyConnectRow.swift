import BabyModel

/// The columns of a Baby Connect table, which the app has written in several orders and under several names.
struct BabyConnectColumns {
  enum Column: String, CaseIterable {
    case start = "Date and Time"
    case end = "End Time"
    case duration = "Duration (min)"
    case activity = "Activity"
    case quantity = "Quantity"
    case extraData = "Extra data"
    case text = "Text"
    case notes = "Notes"
    case caregiver = "Caregiver"
    /// Only of tables of several children.
    case child = "Child Name"

    /// As versions of the app call it, in small letters and without its unit.
    fileprivate var names: [String] {
      switch self {
      case .start: ["date and time", "start time"]
      case .end: ["end time"]
      case .duration: ["duration"]
      case .activity: ["activity"]
      case .quantity: ["quantity"]
      case .extraData: ["extra data"]
      case .text: ["text"]
      case .notes: ["notes", "note"]
      case .caregiver: ["caregiver"]
      case .child: ["child name", "child"]
      }
    }
  }

  private let columns: LooseColumns
  /// The name of each column: the first of its possible names that the table has.
  private let names: [Column: String]
  private let used: Set<String>

  /// No row can be read without these. The end is one of them because the length of a feed leaves out its pauses.
  private static let needed: [Column] = [.start, .end, .activity]
  /// One of these may have another name or be missing. The note keeps the cells of a renamed one.
  private static let usual: [Column] = [.duration, .quantity, .extraData, .text]

  /// The columns by which the table is recognised, each with all names that the app has given it.
  static let headings = (needed + usual).map { (title: $0.rawValue, names: $0.names) }

  /// - Returns: nil for another app's table.
  init?(_ fields: [String]) {
    columns = LooseColumns(fields)
    let all = columns.names
    let names = Dictionary(
      uniqueKeysWithValues: Column.allCases.compactMap { column in
        column.names.first(where: all.contains).map { (column, $0) }
      })
    guard Self.needed.allSatisfy({ names[$0] != nil }),
      Self.usual.count(where: { names[$0] == nil }) <= 1
    else { return nil }
    self.names = names
    used = Set(names.values)
  }

  /// Whether rows name the child.
  var nameChildren: Bool { names[.child] != nil }

  /// The values of a row.
  struct Cells {
    fileprivate let columns: BabyConnectColumns
    fileprivate let row: LooseRow

    /// Empty if it is missing.
    subscript(_ column: Column) -> String { columns.names[column].map { row[$0] } ?? "" }

    /// The other columns, for the note.
    var rest: [String] { row.remarks(besides: columns.used) }
  }

  /// - Throws: `RowFault.fieldCount`.
  func cells(of fields: [String]) throws(RowFault) -> Cells { Cells(columns: self, row: try columns.row(fields)) }
}

/// One row of a Baby Connect export, its columns read but not yet understood.
struct BabyConnectRow {
  typealias Column = BabyConnectColumns.Column

  let span: WallSpan
  let activity: String
  let quantity: String
  /// A bottle's content, a diaper's appearance, or the unit of the quantity.
  let extraData: String
  /// The sentence that the app shows, such as `Eva drank 8.2 oz of formula (30m)`.
  let text: String
  /// The note, and columns that the app does not have.
  let notes: String
  let caregiver: String
  /// When it ended, as the row has it.
  let end: String

  /// The app writes no ids. The time stays when a row is corrected, and so does what it is about and who wrote it; earlier
  /// versions knew a row by all that it says.
  func identity(of fields: [String]) -> RowIdentity {
    RowIdentity(["Baby Connect", activity.lowercased(), span.start.identity, caregiver], former: [fields])
  }

  init(_ cells: BabyConnectColumns.Cells, in context: ReadingContext, _ zone: ZoneRules) throws(RowFault) {
    let start = try context.wallTime(cells[.start], column: Column.start.rawValue, in: zone)
    end = cells[.end]
    let last = end.isEmpty ? nil : try context.wallTime(end, column: Column.end.rawValue, in: zone)
    let duration = cells[.duration]
    let minutes = Self.minutes(duration)
    // If the end is known, the note keeps a length that cannot be read.
    let isOpen = minutes == nil && !duration.isEmpty
    if isOpen, last == nil { throw .unreadable(column: Column.duration.rawValue) }
    activity = cells[.activity]
    if activity.isEmpty { throw .unreadable(column: Column.activity.rawValue) }
    span = WallSpan(start: start, end: last, minutes: minutes)
    quantity = cells[.quantity]
    extraData = cells[.extraData]
    text = cells[.text]
    notes = joined([cells[.notes]] + cells.rest + (isOpen ? ["\(Column.duration.rawValue) \(duration)"] : [])) ?? ""
    caregiver = cells[.caregiver]
  }

  /// Whole minutes, which a spreadsheet may write with decimals, and people in words: `30`, `30.0`, `30,0`, `1h 5m`
  static func minutes(_ text: String) -> Int? {
    if let minutes = plainInteger(text, digits: 5) { return minutes }
    if let length = lengthInWords(text) { return Int(length.wholeMinutes) }
    return cellNumber(text).flatMap { $0 < 100_000 ? Int(exactly: $0) : nil }
  }
}
