/// What one client, and all of them together, can ask of the daemon.
struct SocketLimits: Sendable {
  /// Clients that are connected at the same time.
  var connections = 256
  /// Clients of one user, where several share a daemon. Its own user and root may have more.
  var connectionsPerUser = 64
  /// Places that are kept for the daemon's own user and root.
  var reservedConnections = 16
  /// Longest line of a client, in bytes without its line feed.
  var lineLength = 1 << 20
  /// Requests of a connection that are read and not answered yet. Its next one stays unread until one of these is done.
  var pendingCalls = 32
  /// Bytes of requests that wait on a connection above which its next one stays unread.
  var pendingBytes = 2 << 20
  /// Requests in one batch.
  var batchLength = 256
  /// Requests of a connection that are worked on before the others have their turn.
  var callsPerTurn = 32
  /// Bytes of unsent answers above which no more of a connection's requests are worked on.
  var unsentBytes = 256 * 1024
  /// Events of log topics that wait for one client. One more, and its subscription ends.
  var waitingEvents = 1024
  /// Bytes of these events.
  var waitingEventBytes = 1 << 20
  /// How long a client may read nothing of the answers that wait for it.
  var stallTimeout: Duration = .seconds(5)
}
