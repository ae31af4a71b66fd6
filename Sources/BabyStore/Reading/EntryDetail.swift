import BabyModel

/// How much of an entry is read.
enum EntryDetail {
  case all
  /// All but the note, which is the longest part of it by far.
  case withoutNotes
  /// What days are counted from: without what somebody has said in words, as if it had been written when it began. A family
  /// server has all of it in an index.
  case forCounting

  /// The kinds of which there is something to count.
  static let countedKinds = Set(EntryKind.withRules + [.declared(.briefWaking)])

  /// The columns of `EntryRow`, in its order.
  var columns: String {
    switch self {
    case .all: "\(EntryRow.columns)"
    case .withoutNotes: Self.columnsWithoutNotes
    case .forCounting: Self.columnsForCounting
    }
  }

  private static let columnsWithoutNotes = ColumnList<EntryRow>(computing: [.note: "NULL"]).description

  private static let columnsForCounting = ColumnList<EntryRow>(
    computing: Dictionary(uniqueKeysWithValues: EntryRow.allCases.map { ($0, expression(forCounting: $0)) })
  ).description

  private static func expression(forCounting column: EntryRow) -> String {
    switch column {
    case .id, .childID, .kind, .startAt, .endAt, .endUnknown, .method, .startedSide, .breasts, .amount, .unit,
      .bottleContent, .diaper, .category, .leftSeconds, .rightSeconds, .timedSide, .timedSince, .pausedSince, .timer:
      ColumnList([column]).description
    case .createdAt, .updatedAt: "start_at"
    case .content: "CASE WHEN kind NOT IN (\(kindsWithRules)) THEN '{}' END"
    default: "NULL"
    }
  }

  private static let kindsWithRules = EntryKind.withRules.map { "'\($0.rawValue)'" }.joined(separator: ", ")
}
