import BabyModel
import BabyProtocol

/// A piece of a file, independent of the app that wrote it.
enum FileRecord: Sendable {
  /// A line of a table: its fields, or why it has none. The first one names the columns.
  case fields(line: Int, Result<[String], RowFault>)
  /// A member of a JSON object that is not a list.
  case member(name: String, JSON)
  /// An element of a JSON list or a row of a database; `list` is empty where the whole file is one list.
  case record(list: String, line: Int, JSON)
  /// A line of a text, without its line end.
  case text(line: Int, String)
  /// The first record of a database: the names of its tables.
  case tables([String])

  /// Where it stands, from 1; 0 where no one line is meant.
  var line: Int {
    switch self {
    case .fields(let line, _), .record(_, let line, _), .text(let line, _): line
    case .member, .tables: 0
    }
  }
}

/// A row of a database that another app has written.
public struct DatabaseRow: Sendable {
  public enum Value: Hashable, Sendable { case null, integer(Int64), real(Double), text(String) }

  public var table: String
  /// Its number in the table, from 1.
  public var line: Int
  public var values: [(name: String, value: Value)]

  public init(table: String, line: Int, values: [(name: String, value: Value)]) {
    self.table = table
    self.line = line
    self.values = values
  }

  var record: FileRecord {
    let members = values.map { column in
      let value: JSON =
        switch column.value {
        case .null: .null
        case .integer(let number): .integer(number)
        case .real(let number): .number(number)
        case .text(let text): .string(text)
        }
      return (column.name, value)
    }
    return .record(list: table, line: line, .object(JSONObject(members)))
  }
}
