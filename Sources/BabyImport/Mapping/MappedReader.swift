import BabyModel

/// Reads any table whose columns a map names.
struct MappedReader: AppReader {
  let format = ImportFormat.mappedCSV
  private let map: ColumnMap
  /// Of the table, in its order.
  private let count: Int
  /// The used columns, each with its index.
  private let columns: [(role: ColumnMap.Role, place: Int, column: LooseColumns.Column)]
  /// All others.
  private let others: [(place: Int, column: LooseColumns.Column)]

  /// Only an explicit map selects this format.
  init?(recognising first: FileRecord) { return nil }

  /// - Returns: nil if it is not a table, or lacks a column that the map names.
  init?(_ map: ColumnMap, recognising first: FileRecord) {
    guard case .fields(_, .success(let fields)) = first, Self.missing(of: map, in: fields).isEmpty else { return nil }
    let places = Self.places(fields)
    self.map = map
    count = fields.count
    let columns = ColumnMap.Role.allCases.flatMap { role in
      (map.columns[role] ?? []).compactMap { name in
        places[ColumnMap.key(name)].map { (role: role, place: $0, column: LooseColumns.Column(fields[$0])) }
      }
    }
    self.columns = columns
    let used = Set(columns.map(\.place))
    others = fields.indices.filter { !used.contains($0) }.map { ($0, LooseColumns.Column(fields[$0])) }
  }

  /// The columns that the map names and a table does not have.
  static func missing(of map: ColumnMap, in fields: [String]) -> [String] {
    let places = places(fields)
    return map.names.filter { places[ColumnMap.key($0)] == nil }
  }

  /// Of several columns with one name the first is meant.
  private static func places(_ fields: [String]) -> [String: Int] {
    Dictionary(zip(fields.map(ColumnMap.key), fields.indices)) { first, _ in first }
  }

  func survey(_ record: FileRecord, into survey: inout Survey) {
    guard let row = try? row(record) else { return }
    row.survey(into: &survey, line: record.line)
  }

  func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    guard let row = try row(record) else { return [] }
    let target = try context.target(named: map.columns[.child].map { _ in row[.child]?.text ?? "" })
    let start = try row.start(in: context)
    let reading = try row.reading(from: start, in: target.zone, context)
    // The row's word is part of its identity: an entry's kind never changes, so a row whose meaning changes in a
    // corrected map becomes another entry.
    let identity = ["mapped", start.identity, ColumnMap.key(row.word), reading.content.kind.rawValue]
    return [ReadRow([reading], RowIdentity(identity), of: target)]
  }

  /// - Returns: nil for a row to leave out.
  private func row(_ record: FileRecord) throws(RowFault) -> MappedRow? {
    guard case .fields(_, let result) = record else { return nil }
    let fields = try result.get().fitted(to: count)
    var cells: [ColumnMap.Role: [LooseRow.Cell]] = [:]
    for (role, place, column) in columns where role != .skip {
      let text = trimmed(fields.field(place))
      if !text.isEmpty { cells[role, default: []].append(LooseRow.Cell(column: column, text: text)) }
    }
    let rest = others.prefix { $0.place < fields.count }.compactMap { place, column -> LooseRow.Cell? in
      let text = trimmed(fields[place])
      return text.isEmpty ? nil : LooseRow.Cell(column: column, text: text)
    }
    if cells.isEmpty, rest.isEmpty { return nil }
    return try MappedRow(map, cells, rest: rest)
  }
}
