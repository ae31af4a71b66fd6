public import BabyModel
public import BabyProtocol
import BabyStore

/// One caller's write: decides and applies within one transaction.
///
/// Its methods are spread over files by subject: logging, timers, editing, children, settings.
public struct LogbookWriter {
  public let reader: LogbookReader
  let transaction: WriteTransaction
  let ids: IDGenerator
  let systemZone: String
  public let isDryRun: Bool

  init(
    transaction: WriteTransaction, reader: LogbookReader, ids: IDGenerator, systemZone: String, isDryRun: Bool
  ) {
    self.transaction = transaction
    self.reader = reader
    self.ids = ids
    self.systemZone = systemZone
    self.isDryRun = isDryRun
  }

  public var now: Instant { reader.now }

  /// Has something noted that is true once this is on the disk; nothing is when it fails or is a dry run.
  public func afterCommit(_ action: @escaping () -> Void) { transaction.afterCommit(action) }

  /// Number of the database's last change, this write's own included.
  public var seq: Int { get throws { Int(try reader.transaction.lastSeq()) } }
}

/// An entry that was logged or changed, and the message about it.
public struct EntryOutcome: Hashable, Sendable {
  public var entry: Entry
  public var child: Child
  public var settings: Settings
  public var zone: ZoneRules
  /// "Logged left breast"
  public var message: String
  /// Another sleep, tummy time or activity of the name that was at the same time: one of the two is a slip.
  public var overlap: Entry?
  /// The medicine of a dose that was given sooner than was noted that it may be.
  public var tooSoon: MedicineCourse?

  init(
    _ entry: Entry, on page: ChildPage, message: String, overlap: Entry? = nil, tooSoon: MedicineCourse? = nil
  ) {
    self.entry = entry
    self.message = message
    self.overlap = overlap
    self.tooSoon = tooSoon
    child = page.child
    settings = page.settings
    zone = page.zone
  }
}

extension LogbookReader {
  /// An entry on the wire, with its times as the child's clocks show them.
  public func record(_ entry: Entry, of child: Child) throws -> EntryRecord {
    EntryRecord(entry, in: try zone(child.zone))
  }
}

extension LogbookWriter {
  /// The answer about one entry; to be made within the write.
  public func answer(_ outcome: EntryOutcome) throws -> EntryAnswer {
    EntryAnswer(
      entry: EntryRecord(outcome.entry, in: outcome.zone), child: ChildReference(outcome.child),
      timeFormat: outcome.settings.timeFormat, message: outcome.message,
      overlap: outcome.overlap.map { EntryRecord($0, in: outcome.zone) },
      tooSoon: outcome.tooSoon.map { MedicineRecord($0, in: outcome.zone) }, seq: try seq, isDryRun: isDryRun)
  }

  /// - Parameter outcomes: at least one, with the same message.
  public func answer(_ outcomes: [EntryOutcome]) throws -> EntryDeleteSeveral.Answer {
    var children: [ChildReference] = []
    for child in outcomes.map({ ChildReference($0.child) }) where !children.contains(child) { children.append(child) }
    return EntryDeleteSeveral.Answer(
      entries: outcomes.map { EntryRecord($0.entry, in: $0.zone) }, children: children,
      timeFormat: try outcomes.first?.settings.timeFormat ?? reader.timeFormat(for: nil),
      message: outcomes.first?.message ?? "", seq: try seq, isDryRun: isDryRun)
  }
}

extension TimeWords {
  /// The texts of the times, as rules read them.
  public var texts: TimeTexts { TimeTexts(at: at, for: self.for, from: from, to: to) }
}
