import Glibc
package import NIOCore
import NIOPosix

/// Puts work off until the event loop has looked at all its sockets once more.
///
/// A loop's own tasks and timers do not work for that: due ones run before it looks at the sockets again, including
/// those that they add. So this writes to its own socket, whose turn comes after those that are already ready. Lives on
/// the event loop.
package final class NextTurnQueue: ChannelInboundHandler {
  package typealias InboundIn = ByteBuffer
  package typealias OutboundOut = ByteBuffer

  private var context: ChannelHandlerContext?
  private var waiting: [() -> Void] = []

  private init() {}

  package static func make(on eventLoop: any EventLoop) async throws -> NIOLoopBound<NextTurnQueue> {
    var ends: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw SocketError.lastSystemError("make", "a socket pair")
    }
    do {
      return try await NIOPipeBootstrap(group: eventLoop)
        .takingOwnershipOfDescriptors(input: ends[0], output: ends[1]) { channel in
          channel.eventLoop.makeCompletedFuture {
            let queue = NextTurnQueue()
            try channel.pipeline.syncOperations.addHandler(queue)
            return NIOLoopBound(queue, eventLoop: eventLoop)
          }
        }
    } catch {
      for end in ends { Glibc.close(end) }
      throw error
    }
  }

  /// Runs the work when the other sockets have had their turn. Work that waits when the queue is closed never runs.
  func add(_ work: @escaping () -> Void) {
    waiting.append(work)
    guard waiting.count == 1, let context else { return }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: [0])), promise: nil)
  }

  /// Returns when the other sockets have had their turn.
  package func turn() async {
    await withCheckedContinuation { continuation in add { continuation.resume() } }
  }

  func close() { context?.close(promise: nil) }

  package func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  package func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let due = waiting
    waiting = []
    for work in due { work() }
  }
}

/// Runs tasks on an event loop, between its other work.
package final class EventLoopTaskExecutor: TaskExecutor {
  private let eventLoop: any EventLoop

  package init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    eventLoop.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
