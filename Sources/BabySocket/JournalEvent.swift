package import Logging

/// A journal message with its own id: `journalctl MESSAGE_ID=…`, and `journalctl -x` explains it from systemd/catalog.
package struct JournalEvent: Hashable, Sendable {
  /// Under this name it travels among a line's metadata.
  package static let metadataKey = "event"

  /// 128 bits as hexadecimal digits, as in sd-id128(3).
  package let id: String

  package init(_ id: String) { self.id = id }
}

extension Logger {
  package func log(
    _ level: Logger.Level, _ message: Logger.Message, event: JournalEvent, metadata: Logger.Metadata = [:]
  ) {
    log(
      level: level, message,
      metadata: metadata.merging([JournalEvent.metadataKey: "\(event.id)"]) { _, own in own })
  }

  package func info(_ message: Logger.Message, event: JournalEvent, metadata: Logger.Metadata = [:]) {
    log(.info, message, event: event, metadata: metadata)
  }

  package func notice(_ message: Logger.Message, event: JournalEvent, metadata: Logger.Metadata = [:]) {
    log(.notice, message, event: event, metadata: metadata)
  }

  package func warning(_ message: Logger.Message, event: JournalEvent, metadata: Logger.Metadata = [:]) {
    log(.warning, message, event: event, metadata: metadata)
  }

  package func error(_ message: Logger.Message, event: JournalEvent, metadata: Logger.Metadata = [:]) {
    log(.error, message, event: event, metadata: metadata)
  }
}

extension Logger.Level {
  /// As in sd-daemon(3).
  package var syslogPriority: Int {
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

/// The socket's events in the journal.
extension JournalEvent {
  static let callFailed = JournalEvent("28f1449e624b4aac9bf467721a8a30e5")
  static let connectionRefused = JournalEvent("463a251bd0fd41f69cd142e7f77d6d84")
  static let clientStalled = JournalEvent("d6c0ad8f94ea43b7bc762a4bc1dc3736")
}
