public import BabyImport
import BabyModel
import BabyStore

/// A log on its way into a file: one state of the database, written in parts, oldest entries first, child by child.
public struct ExportRun: Sendable {
  /// About how many bytes a part has.
  private static let partSize = 262_144

  public let format: ExportFormat
  /// Entries written so far.
  public private(set) var entries = 0
  public private(set) var isAtEnd = false

  private let snapshot: StoreSnapshot
  private let archive: Archive
  private var children: [(child: Child, zone: ZoneRules)]
  private var last: Entry?
  private var writer: ExportWriter
  private var hasBegun = false

  /// - Parameter reference: id or name of the only child that is wanted; nil is for all of them, also those that have
  ///   been removed, for they can be restored.
  /// - Throws: `BabyError.childNotFound`, `.zoneUnknown`, and what the database says.
  public init(of reference: String?, format: ExportFormat, by caller: Caller, engine: Engine) throws {
    snapshot = try engine.store.snapshot()
    self.format = format
    writer = ExportWriter(format: format)
    let now = engine.now()
    (archive, children) = try snapshot.read { transaction in
      let book = LogbookReader(transaction: transaction, zones: engine.zones, caller: caller, now: now)
      let chosen = try reference.map { [try book.anyChild($0)] }
      let children = try chosen ?? transaction.children(includingRemoved: true)
      return (try transaction.archive(of: children), try children.map { ($0, try book.zone($0.zone)) })
    }
  }

  /// The next bytes of the file, which end with a whole record; empty after the end.
  public mutating func next() throws -> [UInt8] {
    guard !isAtEnd else { return [] }
    let snapshot = snapshot
    try snapshot.read { try write($0) }
    return writer.take()
  }

  private mutating func write(_ transaction: ReadTransaction) throws {
    if !hasBegun { writer.begin(archive) }
    hasBegun = true
    while let (child, zone) = children.first {
      try transaction.eachEntry(of: child.id, after: last) { entry in
        writer.add(entry, of: child, in: zone)
        entries += 1
        last = entry
        return writer.bytes.count < Self.partSize
      }
      if writer.bytes.count >= Self.partSize { return }
      children.removeFirst()
      last = nil
    }
    writer.end()
    isAtEnd = true
  }
}

extension ReadTransaction {
  /// What a file holds of these children beside their entries.
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
