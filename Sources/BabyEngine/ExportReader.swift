public import BabyImport
public import BabyModel
import BabyStore

/// Reads a log for a file: one state of the database, in parts, oldest entries first, child by child.
public struct ExportReader: Sendable {
  /// Entries of one child, in order.
  public struct Section: Sendable {
    public let child: Child
    /// The child's.
    public let zone: ZoneRules
    public fileprivate(set) var entries: [Entry] = []
    /// Entries of kinds that this version does not know, after all others of the child.
    public fileprivate(set) var unknown: [UnknownEntry] = []
  }

  /// About how many bytes of a table a part makes.
  private static let partSize = 65_536
  /// About how many of them an entry makes, beside its note.
  private static let entrySize = 128
  /// The number of potentially long entries to read at a time.
  private static let unknownCount = 4

  /// The file's contents other than entries.
  public let archive: Archive
  /// The caller's, for the first child.
  public let settings: Settings
  private let snapshot: StoreSnapshot
  private var rest: [Section]
  private var last: Entry?
  /// Of the first section: its own entries have all been read, and of the others those up to this one.
  private var unknown: (areNext: Bool, last: EntryID?) = (false, nil)

  /// - Parameter reference: id or name of one child; nil for all, including removed ones, because they can be restored.
  /// - Throws: `BabyError.childNotFound`, `.zoneUnknown`, and the database's errors.
  public init(of reference: String?, by caller: Caller, engine: Engine) throws {
    snapshot = try engine.store.snapshot()
    let now = engine.now()
    (archive, settings, rest) = try snapshot.read { transaction in
      let book = LogbookReader(transaction: transaction, zones: engine.zones, caller: caller, now: now)
      let chosen = try reference.map { [try book.anyChild($0)] }
      let children = try chosen ?? transaction.children(includingRemoved: true)
      return (
        try transaction.archive(of: children), try children.first.map(book.settings(of:)) ?? Settings(),
        try children.map { Section(child: $0, zone: try book.zone($0.zone)) }
      )
    }
  }

  public var isAtEnd: Bool { rest.isEmpty }

  /// The next entries; none at the end.
  public mutating func next() throws -> [Section] {
    guard !isAtEnd else { return [] }
    let snapshot = snapshot
    return try snapshot.read { try read($0) }
  }

  private mutating func read(_ transaction: ReadTransaction) throws -> [Section] {
    var part: [Section] = []
    var room = Self.partSize
    while var section = rest.first {
      if !unknown.areNext {
        try transaction.eachEntry(of: section.child.id, after: last) { entry in
          section.entries.append(entry)
          room -= Self.entrySize + (entry.note?.utf8.count ?? 0)
          return room > 0
        }
        last = section.entries.last
        unknown.areNext = room > 0
      }
      while room > 0, try readUnknown(transaction, into: &section, room: &room) {}
      part.append(section)
      guard room > 0 else { return part }
      rest.removeFirst()
      (last, unknown) = (nil, (false, nil))
    }
    return part
  }

  /// - Returns: whether there may be more.
  private mutating func readUnknown(
    _ transaction: ReadTransaction, into section: inout Section, room: inout Int
  ) throws -> Bool {
    let next = try transaction.unknownEntries(of: section.child.id, after: unknown.last, limit: Self.unknownCount)
    section.unknown += next
    room -= next.reduce(0) { $0 + $1.json.utf8.count }
    unknown.last = next.last?.id ?? unknown.last
    return next.count == Self.unknownCount
  }
}

extension ReadTransaction {
  /// The data of these children other than their entries.
  fileprivate func archive(of children: [Child]) throws -> Archive {
    let owners = [nil] + children.map { Optional($0.id) }
    return Archive(
      children: children,
      settings: try owners.flatMap { owner in
        try settings(child: owner).sorted { $0.key < $1.key }
          .map { ArchivedSetting(key: $0.key, value: $0.value, childID: owner) }
      },
      reminders: try children.flatMap { try customReminders(child: $0.id) })
  }
}
