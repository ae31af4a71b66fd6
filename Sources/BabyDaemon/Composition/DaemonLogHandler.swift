import Glibc
import Logging
import BabySocket
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
