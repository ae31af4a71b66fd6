public import BabyModel
import SystemLibraries

/// The id that something taken over always gets: a version 5 UUID (RFC 9562) of a name in the namespace of another id.
public func derivedID<Namespace, Subject>(in namespace: Identifier<Namespace>, name: String) -> Identifier<Subject> {
  let hash = MessageDigest.sha1(Array(namespace.bytes) + Array(name.utf8))
  var high: UInt64 = 0
  var low: UInt64 = 0
  for (index, byte) in hash.prefix(16).enumerated() {
    if index < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
  }
  return Identifier(
    high: high & 0xffff_ffff_ffff_0fff | 0x5000,
    low: low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000)
}

/// Gives each row of a file its id. The same row has the same id whenever it is read; identical rows are distinguished
/// by a counter, so that none is lost.
struct RowIdentities: Sendable {
  private let childID: ChildID
  private var occurrences: [EntryID: Int] = [:]

  init(childID: ChildID) { self.childID = childID }

  /// - Parameter isUnique: whether no two rows have these fields, so that what comes again is the same row.
  mutating func next(for fields: [String], isUnique: Bool = false) -> EntryID {
    let name = fields.map(normalised).joined(separator: "\u{1f}")
    let id: EntryID = derivedID(in: childID, name: name)
    if isUnique { return id }
    let occurrence = occurrences[id, default: 0] + 1
    occurrences[id] = occurrence
    return occurrence == 1 ? id : derivedID(in: childID, name: "\(name)\u{1f}\(occurrence)")
  }
}

extension LocalDateTime {
  /// The clock time as a part of a row's identity: independent of the phone's time format and of the assumed zone.
  var identity: String { "\(date) \(time.milliseconds / 1000)" }
}

extension Entry {
  /// The digest of the content, to detect later changes.
  public var contentDigest: ContentDigest {
    let hash = MessageDigest.sha256(contentBytes)
    return ContentDigest(hash: hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }
}
