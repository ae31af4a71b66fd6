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
  public var entries: [Entry]
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
  public func changes(in memberships: [Membership], since position: FeedPosition, limit: Int) throws -> FeedPage {
    var found: [(position: FeedPosition, entry: Entry)] = []
    for membership in memberships {
      let joined = membership.joinedSeq
      let after = joined > position.seq ? -1 : joined == position.seq ? position.entrySeq : position.seq
      // Nothing new: the usual case is a look at the child alone.
      guard membership.changeSeq > after else { continue }
      found += try db.all(
        """
        SELECT \(EntryRow.columns), seq FROM entry INDEXED BY entry_by_seq
        WHERE child_id = ? AND seq > ? ORDER BY seq LIMIT ?
        """, [.id(membership.child.id), .integer(after), .integer(Int64(limit) + 1)]
      ) { row in
        let seq = row.integer(18)
        return (FeedPosition(seq: max(seq, joined), entrySeq: seq), try EntryRow.decode(row))
      }
    }
    found.sort { $0.position < $1.position }
    let page = found.prefix(limit)
    return FeedPage(
      entries: page.map(\.entry), position: page.last?.position ?? position, hasMore: found.count > limit)
  }
}
