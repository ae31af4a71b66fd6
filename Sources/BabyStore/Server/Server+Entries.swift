public import BabyModel
import GRDB

extension ServerReader {
  /// An entry, deleted or not, of a kind that is known here or not.
  public func entry(_ id: EntryID) throws -> SharedEntry? {
    if let known = try entries.entry(id) { return .known(known) }
    return try db.first(
      "SELECT \(RelayedEntryRow.columns) FROM relayed_entry WHERE id = ?", [.id(id)], RelayedEntryRow.decode
    ).map { .relayed($0) }
  }
}

extension ServerWriter {
  /// Adds an entry or replaces the one with its id, tombstone or not.
  public func put(_ entry: SharedEntry) throws {
    let seq = try touch(entry.childID)
    switch entry {
    case .known(let entry): try put(entry, as: seq)
    case .relayed(let entry): try put(entry, as: seq)
    }
  }

  private func put(_ entry: Entry, as seq: Int64) throws {
    // Not REPLACE, which would also throw out another running timer in place of refusing this one.
    try db.run(
      """
      INSERT INTO entry (\(EntryRow.columns), seq) VALUES (\(EntryRow.columns.placeholders), ?)
      ON CONFLICT (id) DO UPDATE SET \(Self.replacedEntry)
      """, EntryRow.values(entry) + [.integer(seq)])
  }

  private func put(_ entry: RelayedEntry, as seq: Int64) throws {
    try db.run(
      """
      INSERT INTO relayed_entry (\(RelayedEntryRow.columns), seq) VALUES (\(RelayedEntryRow.columns.placeholders), ?)
      ON CONFLICT (id) DO UPDATE SET \(Self.replacedRelayedEntry)
      """, RelayedEntryRow.values(entry) + [.integer(seq)])
  }

  private static let replacedEntry = EntryRow.columns.replacing(
    except: [.id, .childID, .author, .createdAt], and: ["seq"])
  private static let replacedRelayedEntry = RelayedEntryRow.columns.replacing(
    except: [.id, .childID, .kind, .author, .createdAt], and: ["seq"])

  /// Turns entries of formerly unknown kinds into entries, with the numbers of their changes.
  ///
  /// - Parameter read: nil for one that still cannot be read.
  /// - Returns: how many there were.
  @discardableResult
  public func takeOverRelayed(_ read: (RelayedEntry) -> Entry?) throws -> Int {
    let kinds = EntryKind.allCases.map(\.rawValue)
    let kept = try db.all(
      """
      SELECT \(RelayedEntryRow.columns), \(FeedRow.columns) FROM relayed_entry
      WHERE kind IN (\(kinds.map { _ in "?" }.joined(separator: ", "))) ORDER BY seq
      """, kinds.map { .text($0) }
    ) { (row: ResultRow<RelayedEntryRow>) in
      (try RelayedEntryRow.decode(row), row.following(FeedRow.self).integer(.seq))
    }
    return try kept.count { relayed, seq in
      // A second running timer stays where it is until the first has ended.
      guard let entry = read(relayed),
        try !entry.isRunning || self.read.entries.running(entry.timer, child: entry.childID) == nil
      else { return false }
      try put(entry, as: seq)
      try db.run("DELETE FROM relayed_entry WHERE id = ?", [.id(relayed.id)])
      return true
    }
  }
}

/// A position in an account's sequence of changed entries.
///
/// An entry comes at its last change, or, when the child came into sight later, at that; all that come at once are in
/// the order of their own changes.
public struct FeedPosition: Hashable, Comparable, Sendable {
  public var seq: Int64
  public var entrySeq: Int64

  /// Before everything.
  public static let beginning = FeedPosition(seq: 0, entrySeq: 0)

  public init(seq: Int64, entrySeq: Int64) {
    self.seq = seq
    self.entrySeq = entrySeq
  }

  public static func < (a: Self, b: Self) -> Bool { (a.seq, a.entrySeq) < (b.seq, b.entrySeq) }
}

extension FeedPosition: CustomStringConvertible {
  /// `17`, or `17.3` within what came at once.
  public var description: String { seq == entrySeq ? "\(seq)" : "\(seq).\(entrySeq)" }

  /// Nil if it is not a position.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let seq = Int64(parts[0]), let entrySeq = Int64(parts[parts.count - 1]),
      seq >= 0, entrySeq >= 0
    else { return nil }
    self.init(seq: seq, entrySeq: entrySeq)
  }
}

/// The changes for an account.
public struct FeedPage: Hashable, Sendable {
  /// Entries as they are now, tombstones included, in the order of their changes; each once.
  public var entries: [SharedEntry]
  /// Where to go on.
  public var position: FeedPosition
  /// Whether more is there already.
  public var hasMore: Bool
}

extension ServerReader {
  /// Entries of all of an account's children that have changed or become visible since a position.
  ///
  /// - Parameters:
  ///   - memberships: all of the caller's.
  ///   - limit: how many at most; at least 1.
  ///   - room: the approximate size limit on the wire, in bytes; at least one entry is returned.
  public func changes(
    in memberships: [Membership], since position: FeedPosition, limit: Int, room: Int
  ) throws -> FeedPage {
    // Nothing new: the usual case is a look at the child alone.
    var sources = memberships.flatMap { membership in
      FeedSource.Table.allCases.map { FeedSource($0, of: membership, since: position) }
    }.filter { $0.membership.changeSeq > $0.after }
    // The total is bounded, however many there are.
    let portion = max(8, (limit + 1) / max(1, sources.count))
    var page = FeedPage(entries: [], position: position, hasMore: false)
    var rest = room
    while true {
      var next: (index: Int, position: FeedPosition)?
      for index in sources.indices {
        guard let position = try sources[index].head(db, portion: portion)?.position else { continue }
        if next.map({ position < $0.position }) ?? true { next = (index, position) }
      }
      guard let next else { return page }
      let entry = sources[next.index].take()
      rest -= entry.wireSize
      if page.entries.count == limit || (rest < 0 && !page.entries.isEmpty) {
        page.hasMore = true
        return page
      }
      page.entries.append(entry)
      page.position = next.position
    }
  }
}

/// The additional columns of the server's table of entries.
private enum FeedRow: Int32, Columns {
  case seq
  static let columns = ColumnList<Self>()
}

/// The changes of one child in one table, read in portions.
private struct FeedSource {
  enum Table: CaseIterable { case known, relayed }

  private let table: Table
  let membership: Membership
  /// Number of the change that was read last.
  private(set) var after: Int64
  /// The next one last.
  private var read: [(position: FeedPosition, entry: SharedEntry)] = []
  private var isAtEnd = false

  init(_ table: Table, of membership: Membership, since position: FeedPosition) {
    self.table = table
    self.membership = membership
    let joined = membership.joinedSeq
    after = joined > position.seq ? -1 : joined == position.seq ? position.entrySeq : position.seq
  }

  mutating func head(_ db: Database, portion: Int) throws -> (position: FeedPosition, entry: SharedEntry)? {
    if read.isEmpty, !isAtEnd {
      read =
        switch table {
        case .known: try rows("entry", db, portion) { (row: ResultRow<EntryRow>) in .known(try EntryRow.decode(row)) }
        case .relayed:
          try rows("relayed_entry", db, portion) { (row: ResultRow<RelayedEntryRow>) in
            .relayed(try RelayedEntryRow.decode(row))
          }
        }
      isAtEnd = read.count < portion
      after = read.last?.position.entrySeq ?? after
      read.reverse()
    }
    return read.last
  }

  private func rows<Row: Columns>(
    _ table: String, _ db: Database, _ portion: Int, _ decode: (ResultRow<Row>) throws -> SharedEntry
  ) throws -> [(position: FeedPosition, entry: SharedEntry)] {
    try db.all(
      """
      SELECT \(Row.columns), \(FeedRow.columns) FROM \(table) INDEXED BY \(table)_by_seq
      WHERE child_id = ? AND seq > ? ORDER BY seq LIMIT ?
      """, [.id(membership.child.id), .integer(after), .integer(Int64(portion))]
    ) { (row: ResultRow<Row>) in
      let seq = row.following(FeedRow.self).integer(.seq)
      return (FeedPosition(seq: max(seq, membership.joinedSeq), entrySeq: seq), try decode(row))
    }
  }

  /// The head, which has to be there.
  mutating func take() -> SharedEntry { read.removeLast().entry }
}

/// The columns of an entry of a kind that is not known here.
enum RelayedEntryRow: Int32, Columns {
  case id, childID, kind, startAt, endAt, endUnknown, note, content, author, changedBy, createdAt, updatedAt
  case deletedAt

  static let columns = ColumnList<Self>()

  static func values(_ entry: RelayedEntry) -> [SQLValue] {
    allCases.map { column in
      switch column {
      case .id: .id(entry.id)
      case .childID: .id(entry.childID)
      case .kind: .text(entry.kind)
      case .startAt: .instant(entry.start)
      case .endAt: .instant(entry.end)
      case .endUnknown: .integer(entry.endUnknown ? 1 : 0)
      case .note: .optional(entry.note)
      case .content: .text(entry.content)
      case .author: .optional(entry.author)
      case .changedBy: .optional(entry.changedBy)
      case .createdAt: .instant(entry.createdAt)
      case .updatedAt: .instant(entry.updatedAt)
      case .deletedAt: .instant(entry.deletedAt)
      }
    }
  }

  static func decode(_ row: ResultRow<Self>) throws -> RelayedEntry {
    RelayedEntry(
      id: try row.id(.id), childID: try row.id(.childID), kind: row.text(.kind), start: row.instant(.startAt),
      end: row.optionalInstant(.endAt), endUnknown: row.flag(.endUnknown), note: row.optionalText(.note),
      content: row.text(.content), author: row.optionalText(.author), changedBy: row.optionalText(.changedBy),
      createdAt: row.instant(.createdAt), updatedAt: row.instant(.updatedAt), deletedAt: row.optionalInstant(.deletedAt)
    )
  }
}
