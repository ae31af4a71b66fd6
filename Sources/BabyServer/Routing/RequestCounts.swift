import BabyAPI
import Synchronization

/// How many requests were answered, and how, since the server was started.
final class RequestCounts: Sendable {
  struct Key: Hashable, Sendable {
    /// The operation's id; for requests outside the API, a fixed name such as `page.asset`.
    var operation: String
    var status: Int
  }

  private let counts = Mutex<[Key: Int]>([:])
  private let fromMemory = Atomic(0)

  func count(_ operation: Operation, _ status: Int) { count(operation.id, status) }

  func count(_ name: String, _ status: Int) {
    counts.withLock { $0[Key(operation: name, status: status), default: 0] += 1 }
  }

  /// Of conditional requests that needed no transaction, and are not taken apart to see what they ask.
  func countFromMemory() { fromMemory.add(1, ordering: .relaxed) }

  var all: [Key: Int] { counts.withLock { $0 } }

  var allFromMemory: Int { fromMemory.load(ordering: .relaxed) }
}
