import NIOCore
import NIOHTTP1
import Synchronization

/// Hangs up on a connection that is not further by its deadline, from its beginning to its end: a TLS handshake that
/// never ends, a head that never comes, a body that trickles, a handler that hangs, a client that never reads. And on
/// one that keeps sending requests without reading the answers.
///
/// It has one timer, which is set for no later than the deadline and looks when that is due. Most of the time a deadline
/// moves on before, and the timer is left alone: to set it for every request would cost as much as answering one.
final class ConnectionDeadlines: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart

  private let connection: HTTPConnection
  private let connections: HTTPConnections
  private var stage: ConnectionStage
  private var timer: (due: NIODeadline, task: Scheduled<Void>)?
  private var isOver = false
  private var context: ChannelHandlerContext?

  init(_ connection: HTTPConnection, in connections: HTTPConnections, limits: ServerLimits) {
    self.connection = connection
    self.connections = connections
    stage = ConnectionStage(limits: limits, now: .now())
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    watch(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    stop()
  }

  func channelInactive(context: ChannelHandlerContext) {
    stop()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOver else { return }
    switch unwrapInboundIn(data) {
    case .head:
      moved(context) { $0.headIsRead(at: .now()) }
      guard !stage.isOverrun else {
        stop()
        return context.triggerUserOutboundEvent(HangUp(), promise: nil)
      }
    case .body: break
    case .end: moved(context) { $0.requestIsRead(at: .now()) }
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let isLast: Bool
    switch unwrapOutboundIn(data) {
    // Goes along with what follows.
    case .head: return context.write(data, promise: promise)
    case .body: isLast = false
    case .end: isLast = true
    }
    moved(context) { $0.writeBegins(at: .now()) }
    let promise = promise ?? context.eventLoop.makePromise()
    promise.futureResult.assumeIsolated().whenComplete { [self] _ in
      moved(context) { $0.writeEnds(at: .now(), isLast: isLast) }
    }
    context.write(data, promise: promise)
  }

  /// A piece of an answer is written that does not come through here.
  func writeBegins() { if let context { moved(context) { $0.writeBegins(at: .now()) } } }

  /// It is written, or never will be.
  func writeEnds() { if let context { moved(context) { $0.writeEnds(at: .now(), isLast: false) } } }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    if mode == .output { moved(context) { $0.outputIsClosed(at: .now()) } }
    context.close(mode: mode, promise: promise)
  }

  private func moved(_ context: ChannelHandlerContext, _ move: (inout ConnectionStage) -> Void) {
    let before = stage
    move(&stage)
    if stage.isLingering != before.isLingering {
      if stage.isLingering { connections.lingers(connection) } else { connections.stopsLingering(connection) }
    }
    if stage.clientsTurn != before.clientsTurn {
      let waiting = stage.clientsTurn.map { HTTPConnection.Waiting(since: $0, hasSpoken: stage.hasSpoken) }
      connection.waiting.withLock { $0 = waiting }
    }
    watch(context)
  }

  /// Has the deadline looked at, no later than when it is due.
  private func watch(_ context: ChannelHandlerContext) {
    guard !isOver else { return }
    let due = stage.deadline
    if let timer, timer.due <= due { return }
    timer?.task.cancel()
    let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: due) { [self] in
      timer = nil
      if stage.deadline <= .now() {
        context.triggerUserOutboundEvent(HangUp(), promise: nil)
      } else {
        watch(context)
      }
    }
    timer = (due, task)
  }

  private func stop() {
    isOver = true
    timer?.task.cancel()
    timer = nil
  }
}
