import BabyProtocol
import Logging
import NIOCore

/// The connections that are open. Lives on the event loop.
final class ConnectionTable {
  private let service: SocketService
  private let turns: TurnQueue
  private let eventLoop: any EventLoop
  private var connections: [Int: (connection: ClientConnection, uid: UInt32)] = [:]
  private var lastID = 0
  private var drained: EventLoopPromise<Void>?

  init(service: SocketService, turns: TurnQueue, eventLoop: any EventLoop) {
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
    let outlet = ConnectionOutlet(events, eventLoop: eventLoop)
    let isAdministrator = service.administrators.include(known, socket: socket)
    let session = ClientSession(id: id, peer: known, isAdministrator: isAdministrator, outlet: outlet) {
      channel.close(promise: nil)
    }
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
    switch room(for: peer) {
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

  private func room(for peer: Peer) -> ConnectionRoom.Decision {
    let places = connections.map { ConnectionRoom.Place(id: $0, uid: $1.uid) }
    return ConnectionRoom(limits: service.limits, owner: service.owner).decide(on: peer.uid, among: places) {
      connections[$0.id]?.connection.use ?? .busy
    }
  }
}
