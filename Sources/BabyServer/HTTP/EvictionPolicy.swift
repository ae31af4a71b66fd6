import NIOCore
import Synchronization

/// Picks the connection to close when the server is full: the one that has been idle for longest, and first of all one
/// that has never sent a request.
///
/// One scan serves many new connections, not each its own: a flood of them comes when all places are taken.
struct EvictionPolicy {
  private typealias Found = (connection: HTTPConnection, waiting: HTTPConnection.Waiting)

  /// Newcomers for whom one look at everybody is enough.
  static let batch = 32
  /// How long a new connection may take for its first word before it counts as one that never asks anything.
  static let patience: TimeAmount = .seconds(1)

  /// The least missed last.
  private var found: [Found] = []

  /// The next one to go; nil when the server is at work for all of them.
  ///
  /// - Parameters:
  ///   - holds: whether a connection has a place.
  ///   - all: those that have one.
  mutating func next(
    now: NIODeadline, holds: (HTTPConnection) -> Bool, among all: () -> some Sequence<HTTPConnection>
  ) -> HTTPConnection? {
    while let (connection, waiting) = found.popLast() {
      // Not if it has been active since.
      if holds(connection), connection.waiting.withLock({ $0 }) == waiting { return connection }
    }
    look(among: all(), now)
    return found.popLast()?.connection
  }

  private mutating func look(among all: some Sequence<HTTPConnection>, _ now: NIODeadline) {
    func rank(_ waiting: HTTPConnection.Waiting) -> (Int, NIODeadline) {
      // A new connection's first request may be on its way.
      let isSilent = !waiting.hasSpoken && waiting.since + Self.patience < now
      return (isSilent ? 0 : 1, waiting.since)
    }
    var least: [Found] = []
    for connection in all {
      guard let waiting = connection.waiting.withLock({ $0 }) else { continue }
      let own = rank(waiting)
      if least.count == Self.batch {
        guard own < rank(least[Self.batch - 1].waiting) else { continue }
        least.removeLast()
      }
      least.insert((connection, waiting), at: least.firstIndex { own < rank($0.waiting) } ?? least.endIndex)
    }
    found = least.reversed()
  }
}
