import Logging

/// What the journal knows by an id of its own: `journalctl MESSAGE_ID=…`, and `journalctl -x` explains it from
/// systemd/catalog.
enum JournalEvent: String, CaseIterable {
  case ready = "e3e8c4ddeaf146c99fef13c223d45008"
  case stopped = "42926a411af941af9424a64c0e9f45ac"
  case startRefused = "072a26edd65c4b5990f00167ffaf68c0"
  case configurationRead = "3c63cb5725bd49b3b4e75b4aa540547a"
  case configurationRefused = "f30bd1b6c7644173bdc420402c682cb9"
  case databaseSetAside = "9c40fa3cb210488c8a0dfc625f0c4b23"
  case stuck = "1e4337e8eb814dc99ad14b451d519d94"
  case callFailed = "28f1449e624b4aac9bf467721a8a30e5"
  case connectionRefused = "463a251bd0fd41f69cd142e7f77d6d84"
  case clientStalled = "d6c0ad8f94ea43b7bc762a4bc1dc3736"

  /// Under this name it travels among a line's metadata.
  static let metadataKey = "event"
}

extension Logger {
  func log(_ level: Logger.Level, _ message: Logger.Message, event: JournalEvent, metadata: Logger.Metadata = [:]) {
    log(
      level: level, message,
      metadata: metadata.merging([JournalEvent.metadataKey: "\(event.rawValue)"]) { _, own in own })
  }

  func info(_ message: Logger.Message, event: JournalEvent, metadata: Logger.Metadata = [:]) {
    log(.info, message, event: event, metadata: metadata)
  }

  func notice(_ message: Logger.Message, event: JournalEvent, metadata: Logger.Metadata = [:]) {
    log(.notice, message, event: event, metadata: metadata)
  }

  func warning(_ message: Logger.Message, event: JournalEvent, metadata: Logger.Metadata = [:]) {
    log(.warning, message, event: event, metadata: metadata)
  }

  func error(_ message: Logger.Message, event: JournalEvent, metadata: Logger.Metadata = [:]) {
    log(.error, message, event: event, metadata: metadata)
  }
}
