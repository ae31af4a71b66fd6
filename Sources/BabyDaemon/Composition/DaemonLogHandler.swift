import Glibc
import Logging
import Synchronization

/// Lines on standard error: level, message, and metadata, which is ids and paths and never what somebody has logged.
///
/// Under systemd each line begins with its priority, and the journal knows the time already.
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
    let all = metadata.merging(event.metadata ?? [:]) { _, own in own }.sorted { $0.key < $1.key }
    let details = all.map { " \($0.key)=\($0.value)" }.joined()
    let isJournal = getenv("JOURNAL_STREAM") != nil
    let prefix = isJournal ? "<\(event.level.syslogPriority)>" : "\(label): \(event.level.rawValue): "
    let text = (event.message.description + details).map { $0.isNewline ? " " : String($0) }.joined()
    Array((prefix + text + "\n").utf8).withUnsafeBytes { bytes in
      _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
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

extension Logger.Level {
  /// As in sd-daemon(3).
  fileprivate var syslogPriority: Int {
    switch self {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}
