import BabyProtocol
import Logging
import NIOCore

/// The connections that are open. Lives on the event loop.
final class ConnectionTable {
  private let service: SocketService
  private let turns: TurnQueue
  private let eventLoop: any EventLoop
  private var connections: [Int: Connection] = [:]
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
    // Without credentials it is nobody's.
    let known = socket.flatMap { Peer(socket: $0) } ?? Peer(pid: 0, uid: .max, gid: .max)
    lastID += 1
    let id = lastID
    let events = ConnectionEvents(limits: service.limits)
    let outlet = ConnectionOutlet(events, eventLoop: eventLoop)
    let isAdministrator = service.administrators.include(known, socket: socket)
    let session = Session(id: id, peer: known, isAdministrator: isAdministrator, outlet: outlet) {
      channel.close(promise: nil)
    }
    let refusal = refusal(of: known, isShared: isShared)
    let connection = Connection(
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
      connections[id] = connection
      service.counters.count { $0.connections += 1 }
    }
  }

  /// Ends every connection once what it has taken in is answered.
  func drain(within deadline: TimeAmount) -> EventLoopFuture<Void> {
    let promise = eventLoop.makePromise(of: Void.self)
    drained = promise
    for connection in Array(connections.values) { connection.drain() }
    finishIfDrained()
    let timeout = eventLoop.assumeIsolated().scheduleTask(in: deadline) { [self] in
      service.logger.warning(
        "closed connections with calls that took too long", metadata: ["count": "\(connections.count)"])
      for connection in Array(connections.values) { connection.abort() }
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

  private func refusal(of peer: Peer, isShared: Bool) -> RPCError? {
    if !isShared && !service.policy.admits(peer) {
      RPCError(.permissionDenied, "This socket belongs to another user.")
    } else if drained != nil {
      RPCError(.shuttingDown, "The daemon is stopping and takes no more calls.")
    } else if connections.count >= service.limits.connections {
      RPCError(
        .tooManyConnections,
        "The daemon serves \(service.limits.connections) clients already, which is as many as it serves at a time.")
    } else {
      nil
    }
  }
}
