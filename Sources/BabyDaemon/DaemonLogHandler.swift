import BabySocket
import BabyStore
import Glibc
import Logging
import Synchronization
import Systemd

/// Lines on standard error: level, message, and metadata, which is ids and paths and never a family's texts.
///
/// Where standard error is the journal, it gets all of this as fields: `entryId` is `BB_ENTRY_ID` there.
struct DaemonLogHandler: LogHandler {
  let label: String
  let level: LogLevel
  var metadata: Logger.Metadata = [:]

  init(label: String, level: LogLevel) {
    self.label = label
    self.level = level
  }

  var logLevel: Logger.Level {
    get { level.value }
    set { level.value = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var all = metadata.merging(event.metadata ?? [:]) { _, own in own }
    let id = all.removeValue(forKey: JournalEvent.metadataKey)?.description
    let details = all.mapValues { Self.line($0.description) }.sorted { $0.key < $1.key }
    let text = ([Self.line(event.message.description)] + details.map { "\($0.key)=\($0.value)" })
      .joined(separator: " ")
    if Journal.isStandardError {
      var fields = [
        (name: "MESSAGE", value: text), (name: "PRIORITY", value: "\(event.level.syslogPriority)"),
        (name: "SYSLOG_IDENTIFIER", value: label),
      ]
      if let id { fields.append((name: "MESSAGE_ID", value: id)) }
      fields += details.map { (name: Self.field($0.key), value: $0.value) }
      if Journal.send(fields) { return }
    }
    let prefix = Journal.isStandardError ? "<\(event.level.syslogPriority)>" : "\(label): \(event.level.rawValue): "
    Array((prefix + text + "\n").utf8).withUnsafeBytes { bytes in
      _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }

  private static func line(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }

  /// `entryId` as the journal writes names: `BB_ENTRY_ID`.
  private static func field(_ key: String) -> String {
    key.reduce(into: "BB_") { name, letter in
      if letter.isUppercase { name += "_" }
      name += letter.isASCII && (letter.isLetter || letter.isNumber) ? letter.uppercased() : "_"
    }
  }
}

/// How much is logged; changes when the configuration is read again.
final class LogLevel: Sendable {
  private let level: Mutex<Logger.Level>

  init(_ level: Logger.Level) { self.level = Mutex(level) }

  var value: Logger.Level {
    get { level.withLock { $0 } }
    set { level.withLock { $0 = newValue } }
  }
}

/// The daemon's own events in the journal.
extension JournalEvent {
  static let ready = JournalEvent("e3e8c4ddeaf146c99fef13c223d45008")
  static let stopped = JournalEvent("42926a411af941af9424a64c0e9f45ac")
  static let startRefused = JournalEvent("072a26edd65c4b5990f00167ffaf68c0")
  static let configurationRead = JournalEvent("3c63cb5725bd49b3b4e75b4aa540547a")
  static let configurationRefused = JournalEvent("f30bd1b6c7644173bdc420402c682cb9")
  static let databaseSetAside = JournalEvent("9c40fa3cb210488c8a0dfc625f0c4b23")
  static let stuck = JournalEvent("1e4337e8eb814dc99ad14b451d519d94")
}

extension Logger {
  /// A line for each entry that was written, with its id and without its content: `journalctl BB_ENTRY_ID=…` shows its
  /// history.
  func debug(_ commit: CommittedChanges) {
    guard logLevel <= .debug else { return }
    for change in commit.changes {
      guard case .entry(let id, let child) = change.subject else { continue }
      debug(
        "wrote an entry",
        metadata: [
          "entryId": "\(id)", "childId": "\(child)", "seq": "\(change.seq)", "operation": "\(change.operation)",
          "uid": "\(commit.context.uid)", "client": "\(commit.context.client)",
        ])
    }
  }
}
