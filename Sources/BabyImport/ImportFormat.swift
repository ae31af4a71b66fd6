public import BabyModel

/// The files that can be imported, by the names that `--format` takes.
public enum ImportFormat: String, CaseIterable, Sendable {
  /// The CSV export of the Baby Connect app, whose clock times are local and carry no zone.
  case babyConnectCSV = "babyconnect-csv"

  /// The format of that name.
  /// - Throws: `BabyError.importFormatUnknown`.
  public init(named name: String) throws(BabyError) {
    guard let format = Self(rawValue: name) else { throw .importFormatUnknown(name) }
    self = format
  }

  /// The names of the columns, in their order.
  var columns: [String] {
    switch self {
    case .babyConnectCSV: BabyConnectRow.Column.allCases.map(\.rawValue)
    }
  }

  /// The format whose columns a file's first record names, among those that are allowed.
  /// - Throws: `BabyError.importFormatUnknown` with the beginning of what stands there.
  static func recognise(_ header: [String], among formats: [Self]) throws(BabyError) -> Self {
    let columns = header.map(trimmed)
    guard let format = formats.first(where: { $0.columns == columns }) else {
      throw .importFormatUnknown(String(header.joined(separator: ",").prefix(200)))
    }
    return format
  }
}
