public import BabyModel

/// Which entries of a child are wanted. Deleted ones never are.
public struct EntryQuery: Sendable {
  /// What one answer to a client of the daemon's may come to, in bytes: a thousand entries with a few lines each.
  public static let answerRoom = 4 * 1024 * 1024

  public var child: ChildID
  /// Only what touches the time from here on: what began before must have ended after, or be running.
  public var from: Instant?
  /// Only what began before.
  public var to: Instant?
  /// Only these kinds.
  public var kinds: Set<EntryKind>
  /// At most so many; at least 1.
  public var limit: Int
  /// Bytes that they may come to on the wire, about; one is told in any case.
  public var room = Int.max
  /// Bytes that a search may look through, about; then the page ends, whatever was found, and its cursor goes on.
  public var scan = Int.max
  /// `nextCursor` of the page before.
  public var cursor: String?
  /// Only entries in which this is found.
  public var search: EntrySearch?
  /// What is read of each entry.
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
  /// Asks for the entries that follow; nil when there are none.
  public var nextCursor: String?
}

/// A place in the order of entries.
struct EntryPosition: Comparable {
  var start: Instant
  /// Nil is before every id.
  var id: EntryID?

  init(start: Instant, id: EntryID?) {
    self.start = start
    self.id = id
  }

  init(_ entry: Entry) { self.init(start: entry.start, id: entry.id) }

  /// - Throws: `BabyError.entryInvalid` for what is no cursor.
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
