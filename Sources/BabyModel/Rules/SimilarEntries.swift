/// Finds entries that are probably the same as others, by subject and hour, so that looking for one costs the same however
/// many there are.
public struct SimilarEntries: Sendable {
  private struct Place: Hashable {
    let child: ChildID
    let subject: Occurrence.Subject
    let hour: Int64
  }

  /// The maximum number of entries of one subject and hour that are compared with one other: with more, the match would
  /// be arbitrary.
  private static let mostLookedAt = 200
  private static let hour: Int64 = 3_600_000

  private var places: [Place: [Occurrence]] = [:]

  public init() {}

  public var isEmpty: Bool { places.isEmpty }

  public mutating func add(_ occurrence: Occurrence, of child: ChildID) {
    let hour = Self.hour(of: occurrence.start)
    places[Place(child: child, subject: occurrence.subject, hour: hour), default: []].append(occurrence)
  }

  /// An occurrence of a row and the entry that it probably is.
  private struct Candidate {
    let row: Int
    let entry: EntryID
    let distance: Int64
  }

  /// Finds the rows that are already in the log. An entry matches at most one row, the nearest: two bottles within two
  /// minutes are two bottles.
  ///
  /// - Parameters:
  ///   - rows: of one child, with the ids of their own.
  ///   - taken: entries that have a partner, with its id; the new ones are added.
  /// - Returns: the entries, by the places of the rows.
  public func partners(
    of rows: [Occurrence], child: ChildID, taken: inout [EntryID: EntryID]
  ) -> [Int: EntryID] {
    var candidates: [Candidate] = []
    for (place, row) in rows.enumerated() {
      let reach = row.reach
      for hour in Self.hour(of: reach.lowerBound)...Self.hour(of: reach.upperBound) {
        let near = places[Place(child: child, subject: row.subject, hour: hour)] ?? []
        for other in near.prefix(Self.mostLookedAt) where other.source == nil || other.source != row.source {
          guard other.id != row.id, row.isProbably(other) else { continue }
          candidates.append(Candidate(row: place, entry: other.id, distance: row.distance(to: other)))
        }
      }
    }
    candidates.sort { ($0.distance, $0.row, $0.entry) < ($1.distance, $1.row, $1.entry) }
    var partners: [Int: EntryID] = [:]
    for candidate in candidates where partners[candidate.row] == nil {
      let row = rows[candidate.row].id
      // A row that comes again in the same import is the same thing still.
      guard taken[candidate.entry] == nil || taken[candidate.entry] == row else { continue }
      taken[candidate.entry] = row
      partners[candidate.row] = candidate.entry
    }
    return partners
  }

  private static func hour(of instant: Instant) -> Int64 {
    (instant.milliseconds - (instant.milliseconds < 0 ? hour - 1 : 0)) / hour
  }
}
