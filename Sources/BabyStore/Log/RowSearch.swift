import BabyModel

/// A search through rows that decodes only the matches: of a hundred thousand rows, most differ only in their times, so
/// the result for one holds for the next.
struct RowSearch {
  /// An entry's content as numbers in a row.
  private struct Content: Hashable {
    /// Those of `RowSearch.words`, each by its first eight letters, which no two share.
    var words: SIMD8<UInt64>
    var amount: UInt64
  }

  private static let words: [EntryRow] = [
    .kind, .method, .startedSide, .breasts, .unit, .bottleContent, .diaper, .category,
  ]

  private let search: EntrySearch
  private var contents: [Content: UInt64] = [:]
  private var minutes = [UInt64?](repeating: nil, count: 24 * 60)

  init(_ search: EntrySearch) { self.search = search }

  mutating func matches(_ row: ResultRow<EntryRow>) throws -> Bool {
    var found: UInt64 = 0
    if search.inNotesOnly != 0 {
      found = foundInNote(row)
      // Declared kinds can have texts beside the note.
      guard found & search.inNotesOnly == search.inNotesOnly || !row.isNull(.content) else { return false }
    }
    if found == search.all { return true }
    found |= try foundInContent(row)
    if found == search.all { return true }
    found |= foundInTime(row)
    if found == search.all { return true }
    return search.inNotesOnly == 0 && found | foundInNote(row) == search.all
  }

  private func foundInNote(_ row: ResultRow<EntryRow>) -> UInt64 {
    row.utf8(.note).map { search.found(inNote: $0) } ?? 0
  }

  private mutating func foundInContent(_ row: ResultRow<EntryRow>) throws -> UInt64 {
    // Of a kind that is declared and nothing more there are few entries, and their numbers differ.
    if !row.isNull(.content) { return search.found(in: try EntryRow.decode(row).content) }
    var content = Content(words: .zero, amount: row.real(.amount).bitPattern)
    for (index, column) in Self.words.enumerated() {
      content.words[index] = Self.number(row.utf8(column))
    }
    if let known = contents[content] { return known }
    let found = search.found(in: try EntryRow.decode(row).content)
    contents[content] = found
    return found
  }

  private mutating func foundInTime(_ row: ResultRow<EntryRow>) -> UInt64 {
    let start = row.instant(.startAt)
    let minute = search.minuteOfDay(at: start)
    if let known = minutes[minute] { return known }
    let found = search.found(at: start)
    minutes[minute] = found
    return found
  }

  /// The first eight bytes of a text; 0 for NULL.
  private static func number(_ text: UnsafeBufferPointer<UInt8>?) -> UInt64 {
    var number: UInt64 = 0
    if let text { for byte in text.prefix(8) { number = number << 8 | UInt64(byte) } }
    return number
  }
}
