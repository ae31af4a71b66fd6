public import BabyModel
import GRDB

/// A query for entries of a child. Deleted ones are never returned.
public struct EntryQuery: Sendable {
  /// The size limit of one answer to a client of the daemon, in bytes: a thousand entries with a few lines each.
  public static let answerRoom = 4 * 1024 * 1024

  public var child: ChildID
  /// Only what touches the time from here on: what began before must have ended after, or be running.
  public var from: Instant?
  /// Only what began before.
  public var to: Instant?
  /// Only these kinds.
  public var kinds: Set<EntryKind>
  /// The maximum number; at least 1.
  public var limit: Int
  /// The approximate size limit on the wire, in bytes; at least one entry is returned.
  public var room = Int.max
  /// The approximate number of bytes that a search may read; then the page ends, whatever was found, and its cursor
  /// continues from there.
  public var scan = Int.max
  /// `nextCursor` of the page before.
  public var cursor: String?
  /// Only entries in which this is found.
  public var search: EntrySearch?
  /// The columns to read of each entry.
  var detail = EntryDetail.all

  public init(
    child: ChildID, from: Instant? = nil, to: Instant? = nil, kinds: Set<EntryKind> = Set(EntryKind.allCases),
    limit: Int = .max, cursor: String? = nil, search: EntrySearch? = nil
  ) {
    self.child = child
    self.from = from
    self.to = to
    self.kinds = kinds
    self.limit = limit
    self.cursor = cursor
    self.search = search
  }
}

/// Entries, newest first: by their start, then by their id.
public struct EntryPage: Hashable, Sendable {
  public var entries: [Entry]
  /// The cursor of the next entries; nil if there are none.
  public var nextCursor: String?
}

/// A place in the order of entries.
private struct EntryPosition: Comparable {
  var start: Instant
  /// Nil is before every id.
  var id: EntryID?

  init(start: Instant, id: EntryID?) {
    self.start = start
    self.id = id
  }

  init(_ entry: Entry) { self.init(start: entry.start, id: entry.id) }

  /// - Throws: `BabyError.entryInvalid` for an invalid cursor.
  init(cursor: String) throws(BabyError) {
    let parts = cursor.split(separator: "_")
    guard parts.count == 2, let milliseconds = Int64(parts[0], radix: 36), let id = EntryID(parts[1]) else {
      throw .entryInvalid([FieldError("cursor", "must be the nextCursor from an earlier answer")])
    }
    self.init(start: Instant(milliseconds: milliseconds), id: id)
  }

  var cursor: String { "\(String(start.milliseconds, radix: 36))_\(id.map(\.description) ?? "")" }

  static func < (a: Self, b: Self) -> Bool {
    guard a.start == b.start else { return a.start < b.start }
    switch (a.id, b.id) {
    case (_, nil): return false
    case (nil, _?): return true
    case (let a?, let b?): return a < b
    }
  }
}

extension ReadTransaction {
  /// The number of rows that a search reads in the order of the timeline, with a lookup for each; five times as many if
  /// they are likely to fill the page. After that it scans the table in its own order, which is ten times as fast, and
  /// sorts the results.
  private static let nearRows = 1_000

  /// When a child's oldest entry begins; nil without entries.
  public func firstStart(of child: ChildID) throws -> Instant? {
    let sql = "SELECT start_at FROM entry WHERE child_id = ? AND deleted_at IS NULL ORDER BY start_at LIMIT 1"
    return try db.first(sql, [.id(child)]) { Instant(milliseconds: $0.integer()) }
  }

  /// Entries of a child, newest first.
  ///
  /// - Throws: `BabyError.entryInvalid` for an invalid cursor.
  public func entries(_ query: EntryQuery) throws -> EntryPage { try entries(query, nearRows: Self.nearRows) }

  func entries(_ query: EntryQuery, nearRows: Int) throws -> EntryPage {
    var upper = EntryPosition(start: query.to ?? .distantFuture, id: nil)
    if let cursor = query.cursor { upper = min(upper, try EntryPosition(cursor: cursor)) }
    var page = EntryPage(entries: [])
    if query.kinds.isEmpty { return page }

    var rest = query.room
    /// Whether there is room for more.
    func add(_ entry: Entry) -> Bool {
      let size = query.room == .max ? 0 : entry.wireSize
      guard page.entries.count < query.limit, size <= rest || page.entries.isEmpty else {
        page.nextCursor = page.entries.last.map { EntryPosition($0).cursor }
        return false
      }
      page.entries.append(entry)
      rest -= size
      return true
    }

    var hasRoom = true
    if let search = query.search {
      var rows = RowSearch(search)
      var looked = 0
      var unscanned = query.scan
      // Where the search continues in the other way.
      var rest: EntryPosition?
      try eachRow(of: query, before: upper, inOrder: true) { row in
        if try rows.matches(row) { hasRoom = add(try EntryRow.decode(row)) }
        looked += 1
        if query.scan < .max {
          unscanned -= Self.scanSize(row)
          if hasRoom, unscanned <= 0 {
            page.nextCursor = EntryPosition(start: row.instant(.startAt), id: try row.id(.id)).cursor
            hasRoom = false
          }
          // In another order, there would be no place to go on from.
          return hasRoom
        }
        let rowsOfFullPage = Double(looked) / Double(max(page.entries.count, 1)) * Double(query.limit)
        let isNear = looked < nearRows || rowsOfFullPage <= Double(5 * nearRows)
        if !isNear { rest = EntryPosition(start: row.instant(.startAt), id: try row.id(.id)) }
        return hasRoom && isNear
      }
      if hasRoom, let rest {
        var found = NewestPositions(query.limit - page.entries.count)
        try eachRow(of: query, before: rest, inOrder: false) { row in
          if try rows.matches(row) { found.add(EntryPosition(start: row.instant(.startAt), id: try row.id(.id))) }
          return true
        }
        for position in found.sorted where hasRoom {
          if let id = position.id, let entry = try entry(id) { hasRoom = add(entry) }
        }
      }
    } else {
      try eachRow(of: query, before: upper, inOrder: true) { row in
        hasRoom = add(try EntryRow.decode(row))
        return hasRoom
      }
    }
    // Nothing that has ended reaches further than the longest entry; only what is running can have begun before that.
    if hasRoom, let from = query.from {
      for entry in try longRunning(query, at: from) where query.kinds.contains(entry.kind) {
        guard EntryPosition(entry) < upper, query.search?.matches(entry) ?? true else { continue }
        guard add(entry) else { break }
      }
    }
    return page
  }

  /// The approximate number of bytes to read a row, including all its texts, whether they are searched or not.
  private static func scanSize(_ row: ResultRow<EntryRow>) -> Int {
    128 + (row.utf8(.note)?.count ?? 0) + (row.utf8(.content)?.count ?? 0)
  }

  /// Goes through what a query is about, whatever is searched for.
  ///
  /// - Parameter isInOrder: newest first; else as the rows lie in the table.
  /// - Throws: `CancellationError` if the call was cancelled: a search may go through years of entries.
  private func eachRow(
    of query: EntryQuery, before upper: EntryPosition, inOrder isInOrder: Bool,
    _ body: (ResultRow<EntryRow>) throws -> Bool
  ) throws {
    var looked = 0
    try db.eachRow(
      Self.timelineSQL(kinds: query.kinds, inOrder: isInOrder, detail: query.detail),
      [
        .id(query.child), .instant(upper.start), upper.id.map { .id($0) } ?? .bytes([]),
        .instant(query.from ?? .distantPast),
      ]
    ) { row in
      if query.search != nil, looked.isMultiple(of: 256), Task.isCancelled { throw CancellationError() }
      looked += 1
      return try body(row)
    }
  }

  /// Goes through a child's entries, oldest first: by their start, then by their id.
  ///
  /// - Parameters:
  ///   - last: begins after this one.
  ///   - body: false ends it. It must not begin another of these.
  public func eachEntry(of child: ChildID, after last: Entry?, _ body: (Entry) throws -> Bool) throws {
    try db.eachRow(
      """
      SELECT \(EntryRow.columns) FROM entry INDEXED BY entry_by_start
      WHERE child_id = ?1 AND deleted_at IS NULL AND (start_at, id) > (?2, ?3) ORDER BY start_at, id
      """,
      [.id(child), .instant(last?.start ?? .distantPast), last.map { .id($0.id) } ?? .bytes([])]
    ) { try body(EntryRow.decode($0)) }
  }

  /// Running entries that began more than a day before, newest first.
  private func longRunning(_ query: EntryQuery, at from: Instant) throws -> [Entry] {
    try db.all(
      """
      SELECT \(query.detail.columns) FROM entry INDEXED BY entry_running
      WHERE child_id = ? AND \(EntryRow.isRunning) AND start_at < ? ORDER BY start_at DESC, id DESC
      """, [.id(query.child), .instant(from - EntryLimits.longest)], EntryRow.decode)
  }

  /// Parameters: child, start and id below which entries are wanted, and the instant from which on.
  ///
  /// A rare kind is found by its own index. In that index feeds are sorted by method, so feeds, and several kinds
  /// together, are filtered from all entries.
  static func timelineSQL(
    kinds: Set<EntryKind>, inOrder isInOrder: Bool = true, detail: EntryDetail = .all
  ) -> String {
    let index: String
    let condition: String
    if kinds.count == 1, let kind = kinds.first, kind != .feeding {
      index = "entry_by_kind"
      condition = "AND kind = '\(kind.rawValue)' AND method IS NULL"
    } else {
      index = "entry_by_start"
      let names = EntryKind.allCases.filter(kinds.contains).map { "'\($0.rawValue)'" }
      condition = names.count == EntryKind.allCases.count ? "" : "AND kind IN (\(names.joined(separator: ", ")))"
    }
    // With the plus no index fits, and nothing is looked up.
    let (source, deletedAt) = isInOrder ? ("entry INDEXED BY \(index)", "deleted_at") : ("entry", "+deleted_at")
    return """
      SELECT \(detail.columns) FROM \(source)
      WHERE child_id = ?1 AND \(deletedAt) IS NULL AND (start_at, id) < (?2, ?3)
        AND start_at >= ?4 - \(EntryLimits.longest.inMilliseconds)
        AND (start_at >= ?4 OR end_at > ?4 OR timer IS NOT NULL)
        \(condition)
      \(isInOrder ? "ORDER BY start_at DESC, id DESC" : "")
      """
  }
}

extension Instant {
  /// Beyond all times that entries can have, and far enough from the ends of the numbers to calculate with.
  fileprivate static let distantPast = Instant(milliseconds: -1 << 60)
  fileprivate static let distantFuture = Instant(milliseconds: 1 << 60)
}

/// The newest of many positions that come in any order.
private struct NewestPositions {
  private let count: Int
  private var positions: [EntryPosition] = []
  private var oldest: EntryPosition?

  /// - Parameter room: the limit; one more is read to see whether there are more.
  init(_ room: Int) { count = room == .max ? room : room + 1 }

  mutating func add(_ position: EntryPosition) {
    if let oldest, position < oldest { return }
    positions.append(position)
    guard positions.count / 2 > max(count, 256) else { return }
    positions = sorted
    oldest = positions.last
  }

  /// Newest first.
  var sorted: [EntryPosition] { Array(positions.sorted(by: >).prefix(count)) }
}
