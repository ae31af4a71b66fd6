import BabyProtocol
import Synchronization

@testable import BabyDaemon
@testable import BabySocket

/// Keeps the events of a client that has no socket.
final class RecordingSink: EventSink {
  private let lines = Mutex<[String]>([])

  func hold() {}

  func send(_ events: [PushedEvent]) -> Bool {
    lines.withLock { $0 += events.map { String(decoding: $0.line.dropLast(), as: UTF8.self) } }
    return true
  }

  func end(_ subscription: Int, lastSeq: Int64) {
    let end = ChangesEnded(subscription: subscription, lastSeq: Int(lastSeq))
    let line = Notification.line(ChangesEnded.method, params: end.encoded)
    lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
  }

  func forget(_ subscription: Int) {}

  func close() {}

  /// The lines that have come since the last time.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
