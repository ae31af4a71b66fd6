import BabyProtocol
import Logging
import NIOCore

/// The connections that are open. Lives on the event loop.
final class ConnectionTable {
  private let service: SocketService
  private let turns: NextTurnQueue
  private let eventLoop: any EventLoop
  private var connections: [Int: (connection: ClientConnection, uid: UInt32)] = [:]
  private var lastID = 0
  private var drained: EventLoopPromise<Void>?

  init(service: SocketService, turns: NextTurnQueue, eventLoop: any EventLoop) {
    self.service = service
    self.turns = turns
    self.eventLoop = eventLoop
  }

  /// Makes a connection of an accepted channel, or turns its client away.
  ///
  /// - Parameter isShared: the socket is open to others than the daemon's user, and who got this far may connect.
  func add(_ channel: any Channel, isShared: Bool = false) throws {
    let socket = try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: CInt.self) { $0 }
    // Without credentials it has no owner.
    let known = socket.flatMap { Peer(socket: $0) } ?? Peer(pid: 0, uid: .max, gid: .max)
    lastID += 1
    let id = lastID
    let events = ConnectionEvents(limits: service.limits)
    let sink = ConnectionEventSink(events, eventLoop: eventLoop)
    let isAdministrator = service.administrators.include(known, socket: socket)
    let session = ClientSession(id: id, peer: known, isAdministrator: isAdministrator, sink: sink)
    let refusal = refusal(of: known, isShared: isShared)
    let connection = ClientConnection(
      service: service, turns: turns, session: session, socket: socket, events: events, refusal: refusal
    ) { [weak self, service] in
      service.handler.ended(session)
      self?.remove(id)
    }
    try channel.pipeline.syncOperations.addHandler(connection)
    if let refusal {
      service.counters.count { $0.refusedConnections += 1 }
      service.logger.warning(
        "refused a connection", event: .connectionRefused,
        metadata: ["reason": "\(refusal.code.name)", "pid": "\(known.pid)", "uid": "\(known.uid)"])
    } else {
      connections[id] = (connection, known.uid)
      service.counters.count { $0.connections += 1 }
    }
  }

  /// Ends every connection once what it has taken in is answered.
  func drain(within deadline: TimeAmount) -> EventLoopFuture<Void> {
    let promise = eventLoop.makePromise(of: Void.self)
    drained = promise
    for (connection, _) in Array(connections.values) { connection.drain() }
    finishIfDrained()
    let timeout = eventLoop.assumeIsolated().scheduleTask(in: deadline) { [self] in
      service.logger.warning(
        "closed connections with calls that took too long", metadata: ["count": "\(connections.count)"])
      for (connection, _) in Array(connections.values) { connection.abort() }
      drained?.succeed()
      drained = nil
    }
    promise.futureResult.assumeIsolated().whenComplete { _ in timeout.cancel() }
    return promise.futureResult
  }

  private func remove(_ id: Int) {
    guard connections.removeValue(forKey: id) != nil else { return }
    service.counters.count { $0.connections -= 1 }
    finishIfDrained()
  }

  private func finishIfDrained() {
    guard connections.isEmpty else { return }
    drained?.succeed()
    drained = nil
  }

  /// Why a client is turned away; nil when there is room, which may have had to be made.
  private func refusal(of peer: Peer, isShared: Bool) -> RPCError? {
    if !isShared && !service.policy.admits(peer) {
      return RPCError(.permissionDenied, "This socket belongs to another user.")
    }
    if drained != nil { return RPCError(.shuttingDown, "The daemon is stopping and accepts no new calls.") }
    switch decision(for: peer) {
    case .admit: return nil
    case .refuse(let error): return error
    case .replace(let id):
      service.logger.info("closed an idle connection to make room")
      let oldest = connections[id]?.connection
      // Its place is free at once, whenever the client takes notice.
      remove(id)
      oldest?.giveWay()
      return nil
    }
  }

  private func decision(for peer: Peer) -> ConnectionLimiter.Decision {
    let places = connections.map { ConnectionLimiter.Place(id: $0, uid: $1.uid) }
    return ConnectionLimiter(limits: service.limits, owner: service.owner).decide(on: peer.uid, among: places) {
      connections[$0.id]?.connection.use ?? .busy
    }
  }
}

/// Decides which connections are accepted, and which are closed to make room.
///
/// One user cannot lock others out: each user has a limit, some places are reserved for the daemon's own user and root,
/// and when the daemon is full, a silent connection is closed for a new one.
struct ConnectionLimiter {
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
