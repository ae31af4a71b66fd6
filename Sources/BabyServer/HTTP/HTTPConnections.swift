import NIOCore
import Synchronization

final class HTTPConnection: Sendable {
  /// It is the client's turn: to send a request or the rest of one, or to read an answer.
  struct Waiting: Hashable, Sendable {
    var since: NIODeadline
    /// Whether it has sent a request before.
    var hasSpoken: Bool
  }

  /// Nil while the server is at work for it.
  let waiting: Mutex<Waiting?>
  /// Closes it at once, whatever is in progress.
  let hangUp: @Sendable () -> Void

  init(since: NIODeadline = .now(), hangUp: @escaping @Sendable () -> Void) {
    waiting = Mutex(Waiting(since: since, hasSpoken: false))
    self.hangUp = hangUp
  }
}

/// Travels from anywhere in a connection's pipeline to its front, where it is closed: TLS on the way would wait for the
/// client's close.
struct HangUp: Sendable {}

/// All connections, and how many there may be.
final class HTTPConnections: Sendable {
  private struct State {
    var all: [ObjectIdentifier: (connection: HTTPConnection, network: [UInt8]?)] = [:]
    /// By network; only what is counted.
    var counts: [[UInt8]: Int] = [:]
    var evictionPolicy = EvictionPolicy()
    /// Those whose request was answered before all of it had arrived, the one answered first in front.
    var lingering: [HTTPConnection] = []
    /// Whether the server has closed all of them for good.
    var isOver = false
  }

  /// Connections that may stay for the rest of a request that is answered, until they read their answer. They are for
  /// nothing else, and each takes memory.
  static let mostLingering = 64

  private let most: Int
  private let mostOfOne: Int
  private let proxies: TrustedProxies
  private let state = Mutex(State())

  /// - Parameters:
  ///   - most: at once.
  ///   - mostOfOne: from one network. This machine and proxies speak for many, and are not counted.
  init(most: Int, mostOfOne: Int, proxies: TrustedProxies) {
    self.most = most
    self.mostOfOne = mostOfOne
    self.proxies = proxies
  }

  /// Takes a place for a connection. When all are taken, the one that `EvictionPolicy` picks loses its own.
  ///
  /// - Returns: false if there is none.
  func admit(_ connection: HTTPConnection, from address: NetworkAddress?, now: NIODeadline = .now()) -> Bool {
    let network = address.flatMap { $0.isLoopback || proxies.contains($0) ? nil : $0.network }
    let (isAdmitted, evicted) = state.withLock { state -> (Bool, HTTPConnection?) in
      if state.isOver { return (false, nil) }
      if let network, state.counts[network, default: 0] >= mostOfOne { return (false, nil) }
      let evicted = state.all.count >= most ? Self.evictionCandidate(&state, now) : nil
      if let evicted { Self.remove(evicted, from: &state) }
      guard state.all.count < most else { return (false, nil) }
      state.all[ObjectIdentifier(connection)] = (connection, network)
      if let network { state.counts[network, default: 0] += 1 }
      return (true, evicted)
    }
    evicted?.hangUp()
    return isAdmitted
  }

  /// The connection's request is answered before all of it has arrived. When there are too many of these, the one that
  /// was answered first is closed.
  func lingers(_ connection: HTTPConnection) {
    let overdue = state.withLock { state -> HTTPConnection? in
      guard state.all[ObjectIdentifier(connection)] != nil else { return nil }
      state.lingering.append(connection)
      return state.lingering.count > Self.mostLingering ? state.lingering.removeFirst() : nil
    }
    overdue?.hangUp()
  }

  /// The rest of the request has arrived.
  func stopsLingering(_ connection: HTTPConnection) {
    state.withLock { state in state.lingering.removeAll { $0 === connection } }
  }

  func remove(_ connection: HTTPConnection) { state.withLock { Self.remove(connection, from: &$0) } }

  /// Closes all connections, and those that still come.
  func hangUp() {
    let all = state.withLock { state in
      state.isOver = true
      return state.all.values.map(\.connection)
    }
    for connection in all { connection.hangUp() }
  }

  private static func evictionCandidate(_ state: inout State, _ now: NIODeadline) -> HTTPConnection? {
    let all = state.all
    return state.evictionPolicy.next(now: now, holds: { all[ObjectIdentifier($0)] != nil }) {
      all.values.lazy.map(\.connection)
    }
  }

  private static func remove(_ connection: HTTPConnection, from state: inout State) {
    state.lingering.removeAll { $0 === connection }
    guard let place = state.all.removeValue(forKey: ObjectIdentifier(connection)), let network = place.network,
      let count = state.counts[network]
    else { return }
    state.counts[network] = count > 1 ? count - 1 : nil
  }
}

/// Stands at the front of a connection's pipeline, before TLS: takes its place, gives it back, and hangs up.
final class ConnectionSlotHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer

  private let connection: HTTPConnection
  private let connections: HTTPConnections

  init(_ connection: HTTPConnection, in connections: HTTPConnections) {
    self.connection = connection
    self.connections = connections
  }

  func channelActive(context: ChannelHandlerContext) {
    guard connections.admit(connection, from: NetworkAddress(context.remoteAddress)) else {
      return context.close(promise: nil)
    }
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    connections.remove(connection)
    context.fireChannelInactive()
  }

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
    guard event is HangUp else { return context.triggerUserOutboundEvent(event, promise: promise) }
    context.close(promise: promise)
  }
}
