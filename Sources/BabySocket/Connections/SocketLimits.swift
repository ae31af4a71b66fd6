/// What one client, and all of them together, can ask of the daemon.
package struct SocketLimits: Sendable {
  package static let standard = SocketLimits()

  /// Clients that are connected at the same time.
  package var connections = 256
  /// Clients of one user, where several share a daemon. Its own user and root may have more.
  package var connectionsPerUser = 64
  /// Places that are kept for the daemon's own user and root.
  package var reservedConnections = 16
  /// Longest line of a client, in bytes without its line feed.
  package var lineLength = 1 << 20
  /// Requests of a connection that are read and not answered yet. Its next one stays unread until one of these is done.
  package var pendingCalls = 32
  /// Bytes of requests that wait on a connection above which its next one stays unread.
  package var pendingBytes = 2 << 20
  /// Requests in one batch.
  package var batchLength = 256
  /// Requests of a connection that are worked on before the others have their turn.
  package var callsPerTurn = 32
  /// Bytes of unsent answers above which no more of a connection's requests are worked on.
  package var unsentBytes = 256 * 1024
  /// Events of log topics that wait for one client. One more, and its subscription ends.
  package var waitingEvents = 1024
  /// Bytes of these events.
  package var waitingEventBytes = 1 << 20
  /// How long a client may read nothing of the answers that wait for it.
  package var stallTimeout: Duration = .seconds(5)
}

extension SocketLimits {
  package init(connections: Int, connectionsPerUser: Int) {
    self = .standard
    self.connections = connections
    self.connectionsPerUser = connectionsPerUser
  }
}
