import Synchronization

/// What has happened on the socket since the daemon started.
final class SocketCounters: Sendable {
  struct Values: Hashable, Sendable {
    /// Clients that are connected now.
    var connections = 0
    /// Connections that were turned away: too many, or of a user who may not connect.
    var refusedConnections = 0
    /// Connections that were closed because the client did not read.
    var stalledConnections = 0
    /// Requests and notifications, invalid ones among them.
    var calls = 0
    /// Calls that ended with an error.
    var failedCalls = 0
  }

  private let counters = Mutex(Values())

  init() {}

  var values: Values { counters.withLock { $0 } }

  func count(_ change: (inout Values) -> Void) { counters.withLock { change(&$0) } }
}
