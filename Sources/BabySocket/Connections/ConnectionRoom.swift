import BabyProtocol
import NIOCore

/// Decides which connections are accepted, and which are closed to make room.
///
/// One user cannot lock others out: each user has a limit, some places are reserved for the daemon's own user and root,
/// and when the daemon is full, a silent connection is closed for a new one.
struct ConnectionRoom {
  /// How a connection is used.
  enum Use: Hashable {
    /// No request yet.
    case silent
    /// No request in progress, and no subscription.
    case idle(since: NIODeadline)
    case busy
  }

  struct Place {
    /// Counts up with each connection.
    var id: Int
    var uid: UInt32
  }

  enum Decision: Hashable {
    case admit
    /// Admit, in place of the connection with this id.
    case replace(Int)
    case refuse(RPCError)
  }

  var limits: SocketLimits
  /// The daemon's own user.
  var owner: UInt32

  /// - Parameter use: called only when a connection has to be closed.
  func decide(on uid: UInt32, among places: [Place], use: (Place) -> Use) -> Decision {
    let isPrivileged = uid == owner || uid == 0
    if !isPrivileged, places.count(where: { $0.uid == uid }) >= limits.connectionsPerUser {
      return makeRoom(
        among: places.filter { $0.uid == uid }, use,
        else: "You already have \(limits.connectionsPerUser) connections to this daemon, the most one user may have.")
    }
    let reserved = isPrivileged ? 0 : min(limits.reservedConnections, limits.connections / 4)
    if places.count >= limits.connections - reserved {
      return makeRoom(
        among: places, use,
        else: "The daemon is already serving \(places.count) clients, as many as it can.")
    }
    return .admit
  }

  /// Closes the oldest connection that has never sent a request, otherwise the one that has been idle for longest.
  private func makeRoom(among places: [Place], _ use: (Place) -> Use, else refusal: String) -> Decision {
    var silent: Int?
    var idle: (id: Int, since: NIODeadline)?
    for place in places {
      switch use(place) {
      case .silent: silent = min(silent ?? place.id, place.id)
      case .idle(let since): if since < idle?.since ?? .distantFuture { idle = (place.id, since) }
      case .busy: break
      }
    }
    if let id = silent ?? idle?.id { return .replace(id) }
    return .refuse(RPCError(.tooManyConnections, refusal))
  }
}
