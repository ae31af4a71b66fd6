import BabySocket
import Glibc
import Logging
import Systemd

/// Lines on standard error. If that is the journal, which has a clock and levels of its own, a line begins with its
/// level, as in sd-daemon(3); otherwise with the time and the level's name.
struct ServerLogHandler: LogHandler {
  let label: String
  var logLevel: Logger.Level = .notice
  var metadata: Logger.Metadata = [:]

  init(label: String) { self.label = label }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let details = metadata.merging(event.metadata ?? [:]) { _, own in own }.sorted { $0.key < $1.key }
    let text = ([event.message.description] + details.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
    // One event is one line.
    let line = String(text.map { $0.isNewline ? " " : $0 })
    let start =
      Journal.isStandardError
      ? Self.prefix(event.level) : "\(Self.time()) \(label): \(event.level.rawValue): "
    Array("\(start)\(line)\n".utf8).withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// The prefix of a line to standard error that people may read as well.
  static func prefix(_ level: Logger.Level) -> String {
    Journal.isStandardError ? "<\(level.syslogPriority)>" : "babybasics-server: "
  }

  /// `2026-11-21T20:14:05+0000`
  private static func time() -> String {
    var now = Glibc.time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { room in
      guard strftime(room.baseAddress, room.count, "%Y-%m-%dT%H:%M:%S%z", &parts) > 0, let text = room.baseAddress
      else { return "" }
      return String(cString: text)
    }
  }
}
