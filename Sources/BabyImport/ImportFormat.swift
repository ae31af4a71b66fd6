public import BabyModel

/// The files that can be imported, by the names that `--format` takes.
public enum ImportFormat: String, CaseIterable, Sendable {
  /// This program's own: everything that `data.export` has written as JSON.
  case babyBasicsJSON = "babybasics-json"
  /// The table of entries that `data.export` has written as CSV.
  case babyBasicsCSV = "babybasics-csv"
  /// The CSV export of the Baby Connect app, whose clock times are local and carry no zone.
  case babyConnectCSV = "babyconnect-csv"
  /// One of the tables that Baby Buddy exports as CSV.
  case babyBuddyCSV = "babybuddy-csv"
  /// The same as JSON, or what Baby Buddy's API answers.
  case babyBuddyJSON = "babybuddy-json"
  /// The CSV export of the Huckleberry app, a child's, whose clock times are local and carry no zone.
  case huckleberryCSV = "huckleberry-csv"
  /// The CSV export of the Nara app, whose times are instants.
  case naraCSV = "nara-csv"

  /// The format of that name.
  /// - Throws: `BabyError.importFormatUnknown`.
  public init(named name: String) throws(BabyError) {
    guard let format = Self(rawValue: name) else { throw .importFormatUnknown(name) }
    self = format
  }

  /// Whether the file names its children itself.
  public var bringsChildren: Bool { self == .babyBasicsJSON }

  /// The format whose columns a table's first record names, among those that are allowed.
  /// - Throws: `BabyError.importFormatUnknown` with the beginning of what stands there.
  static func recognise(_ columns: [String], among formats: [Self]) throws(BabyError) -> Self {
    let format: Self? =
      if ExportedRow.isHeader(columns) {
        .babyBasicsCSV
      } else if columns == BabyConnectRow.Column.allCases.map(\.rawValue) {
        .babyConnectCSV
      } else if BabyBuddyRow.isHeader(columns) {
        .babyBuddyCSV
      } else if HuckleberryRow.isHeader(columns) {
        .huckleberryCSV
      } else if NaraRow.isHeader(columns) {
        .naraCSV
      } else {
        nil
      }
    guard let format, formats.contains(format) else {
      throw .importFormatUnknown(String(columns.joined(separator: ",").prefix(200)))
    }
    return format
  }
}
