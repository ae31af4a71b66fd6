import BabyProtocol
import NIOCore

/// Who gets a place among the connections, and who gives one up for that.
///
/// Nobody can keep others out: a user has so many places, the daemon's own user and root have some for themselves, and
/// where none is left, a connection that says nothing gives way to one that may.
struct ConnectionRoom {
  /// How a connection is used.
  enum Use: Hashable {
    /// Nothing has been asked on it yet.
    case silent
    /// Nothing is asked on it, and nothing is to be told on it.
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

  /// - Parameter use: asked about places only when one has to be given up.
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

  /// The oldest that has never said anything gives way, else the one that has been idle for longest.
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
