import Synchronization
import SystemCalls

/// Limits for one client, and for all of them together.
package struct SocketLimits: Sendable {
  package static let standard = SocketLimits()

  /// Clients that can be connected at the same time.
  package var connections = 256
  /// Clients of one user on a shared daemon. Its own user and root may have more.
  package var connectionsPerUser = 64
  /// Connections that are reserved for the daemon's own user and root.
  package var reservedConnections = 16
  /// The longest line from a client, in bytes without its line feed.
  package var lineLength = 1 << 20
  /// Requests on a connection that are read but not answered yet. The next one stays unread until one of them is done.
  package var pendingCalls = 32
  /// Bytes of waiting requests on a connection, above which its next one stays unread.
  package var pendingBytes = 2 << 20
  /// Requests in one batch.
  package var batchLength = 256
  /// Requests on a connection that are handled before other connections get their turn.
  package var callsPerTurn = 32
  /// In bytes of unsent answers: above this, no more of a connection's requests are handled.
  package var unsentBytes = 256 * 1024
  /// Events of log topics that can wait for one client. One more ends its subscription.
  package var waitingEvents = 1024
  /// Bytes of these events.
  package var waitingEventBytes = 1 << 20
  /// How long a client may read nothing while answers wait for it.
  package var stallTimeout: Duration = .seconds(5)
}

extension SocketLimits {
  /// Descriptors for everything but clients: the database's files, listening sockets, the connection to the family
  /// server, and a client that has to be rejected.
  private static let reservedDescriptors = 64

  /// - Parameter descriptors: the process's limit, nil for none. Each client takes one; beyond the limit, the system
  ///   rejects clients without a message.
  package init(connections: Int, connectionsPerUser: Int, descriptors: Int?) {
    self = .standard
    self.connections = SystemCalls.connections(
      within: descriptors, wanted: connections, keeping: Self.reservedDescriptors)
    self.connectionsPerUser = connectionsPerUser
  }
}

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
