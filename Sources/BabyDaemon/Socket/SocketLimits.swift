/// What one client, and all of them together, can ask of the daemon.
struct SocketLimits: Sendable {
  /// Clients that can be connected at the same time.
  var connections = 256
  /// Clients of one user on a shared daemon. Its own user and root may have more.
  var connectionsPerUser = 64
  /// Connections that are reserved for the daemon's own user and root.
  var reservedConnections = 16
  /// The longest line from a client, in bytes without its line feed.
  var lineLength = 1 << 20
  /// Requests on a connection that are read but not answered yet. The next one stays unread until one of them is done.
  var pendingCalls = 32
  /// Bytes of waiting requests on a connection, above which its next one stays unread.
  var pendingBytes = 2 << 20
  /// Requests in one batch.
  var batchLength = 256
  /// Requests on a connection that are handled before other connections get their turn.
  var callsPerTurn = 32
  /// Bytes of unsent answers, above which no more of a connection's requests are handled.
  var unsentBytes = 256 * 1024
  /// Events of log topics that can wait for one client. One more ends its subscription.
  var waitingEvents = 1024
  /// Bytes of these events.
  var waitingEventBytes = 1 << 20
  /// How long a client may read nothing while answers wait for it.
  var stallTimeout: Duration = .seconds(5)
}
