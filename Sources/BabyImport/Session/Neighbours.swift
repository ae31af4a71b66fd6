import BabyModel

/// Finds rows that are probably one thing logged twice. It remembers 40 bytes a row, whatever the rows hold.
struct Neighbours: Sendable {
  private struct Row: Sendable {
    let start: Instant
    let end: Instant?
    let line: Int
    let author: Int
  }

  /// A kind, where feeds at the breast, from a bottle and pumping are three.
  private struct Group: Hashable {
    let kind: EntryKind
    let method: FeedingMethod?
  }

  private static let nearness = Duration.seconds(600)

  private var authors: [String?: Int] = [:]
  private var groups: [Group: [Row]] = [:]

  mutating func add(_ entry: Entry, line: Int) {
    let group: Group
    switch entry.content {
    case .feeding(let feeding): group = Group(kind: .feeding, method: feeding.method)
    // Several notes at the same time are several notes.
    case .note: return
    default: group = Group(kind: entry.kind, method: nil)
    }
    let author = authors[entry.author] ?? authors.count
    authors[entry.author] = author
    groups[group, default: []].append(Row(start: entry.start, end: entry.end, line: line, author: author))
  }

  /// Flags each row at most once for a near-duplicate and once for an overlap: the row that comes later in time.
  func flag(in summary: inout ImportSummary) {
    var found: [(flag: ImportFlag, line: Int, other: Int)] = []
    for group in groups.values {
      let rows = group.sorted { ($0.start, $0.line) < ($1.start, $1.line) }
      var last: Row?
      var lastByAnother: Row?
      var longest: (end: Instant, line: Int)?
      for row in rows {
        if let last, last.author != row.author { lastByAnother = last }
        if let other = lastByAnother, row.start - other.start <= Self.nearness {
          found.append((.nearDuplicate, row.line, other.line))
        }
        last = row
        if let longest, row.start < longest.end { found.append((.overlap, row.line, longest.line)) }
        if let end = row.end, end > longest?.end ?? row.start { longest = (end, row.line) }
      }
    }
    for (flag, line, other) in found.sorted(by: { $0.line < $1.line }) {
      summary.addFlag(flag, line: line, other: other)
    }
  }
}
