import BabyModel

/// Why a row could not become an entry. It never quotes the row: what a family logged stays out of summaries and logs.
enum RowFault: Error, Hashable {
  case strayQuote
  case openQuote
  case notUTF8
  case tooLong
  case fieldCount(Int, expected: Int)
  case unreadable(column: String)
  case otherChild
  case childMissing
  case unknownKind
  case invalid([FieldError])
}

extension RowFault: CustomStringConvertible {
  var description: String {
    switch self {
    case .strayQuote: "has a quotation mark in the wrong place"
    case .openQuote: "has a quotation mark that is not closed"
    case .notUTF8: "is not UTF-8 text"
    case .tooLong: "is longer than \(CSVReader.recordLimit / 1024) KiB"
    case .fieldCount(let count, let expected): "has \(count) fields instead of \(expected)"
    case .unreadable(let column): "has a value that cannot be read in the column “\(column)”"
    case .otherChild: "is about another child"
    case .childMissing: "does not say which of the children it is about"
    case .unknownKind: "is of a kind that this version does not know"
    case .invalid(let errors): errors.map { "\($0.field) \($0.message)" }.joined(separator: "; ")
    }
  }
}
