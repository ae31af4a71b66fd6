import Synchronization

/// Events on the socket since the daemon started.
package final class SocketCounters: Sendable {
  package struct Values: Hashable, Sendable {
    /// Clients that are connected now.
    package var connections = 0
    /// Connections that were turned away: too many, or of a user who may not connect.
    package var refusedConnections = 0
    /// Connections that were closed because the client did not read.
    package var stalledConnections = 0
    /// Requests and notifications, invalid ones among them.
    package var calls = 0
    /// Calls that ended with an error.
    package var failedCalls = 0
  }

  private let counters = Mutex(Values())

  package init() {}

  package var values: Values { counters.withLock { $0 } }

  func count(_ change: (inout Values) -> Void) { counters.withLock { change(&$0) } }
}
