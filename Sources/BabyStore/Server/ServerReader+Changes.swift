public import BabyModel
import GRDB

/// A place in the order in which somebody gets to know of entries.
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

  /// Nil for what is no position.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let seq = Int64(parts[0]), let entrySeq = Int64(parts[parts.count - 1]),
      seq >= 0, entrySeq >= 0
    else { return nil }
    self.init(seq: seq, entrySeq: entrySeq)
  }
}

/// What has changed for somebody.
public struct FeedPage: Hashable, Sendable {
  /// Entries as they are now, tombstones included, in the order of their changes; each once.
  public var entries: [SharedEntry]
  /// Where to go on.
  public var position: FeedPosition
  /// Whether more is there already.
  public var hasMore: Bool
}

extension ServerReader {
  /// Entries of all of somebody's children that have changed since a position, or come into sight.
  ///
  /// - Parameters:
  ///   - memberships: all of the caller's.
  ///   - limit: how many at most; at least 1.
  ///   - room: bytes that they may come to on the wire, about; one entry is told in any case.
  public func changes(
    in memberships: [Membership], since position: FeedPosition, limit: Int, room: Int
  ) throws -> FeedPage {
    // Nothing new: the usual case is a look at the child alone.
    var sources = memberships.flatMap { membership in
      FeedSource.Table.allCases.map { FeedSource($0, of: membership, since: position) }
    }.filter { $0.membership.changeSeq > $0.after }
    // What all of them read together is bounded, however many there are.
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

/// What the server's table of entries has beside an entry.
enum FeedRow: Int32, Columns {
  case seq
  static let columns = ColumnList<Self>()
}

/// What is new of one child in one table, read in portions.
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
