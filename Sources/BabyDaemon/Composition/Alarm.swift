import BabyModel
import CProcess
import Glibc
import NIOCore
import NIOPosix
import Synchronization

/// The daemon's one timer, for the next thing that is due on the wall clock.
///
/// It counts the time that the machine sleeps, and rings too when somebody sets the clock: then what is due is another
/// question. Nothing wakes up while it waits.
final class Alarm: Sendable {
  private let eventLoop: any EventLoop
  private let state = Mutex(State())

  private struct State {
    var descriptor: CInt?
    var due: Instant?
    var ring: @Sendable () -> Void = {}
  }

  init(eventLoop: any EventLoop) { self.eventLoop = eventLoop }

  /// - Parameter ring: called on the event loop each time.
  func whenItRings(_ ring: @escaping @Sendable () -> Void) { state.withLock { $0.ring = ring } }

  /// - Parameter due: when to ring, instead of when it was to ring before; nil for never.
  func set(at due: Instant?) {
    let (isNew, descriptor) = state.withLock { state in
      defer { state.due = due }
      return (state.due != due, state.descriptor)
    }
    guard isNew else { return }
    if let descriptor { Self.arm(descriptor, at: due) } else { open() }
  }

  private func open() {
    let descriptor = process_timer_open()
    guard descriptor >= 0 else { return }
    let due = state.withLock { state in
      state.descriptor = descriptor
      return state.due
    }
    NIOPipeBootstrap(group: eventLoop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Listener(alarm: self))
        }
      }
      .takingOwnershipOfDescriptor(input: descriptor)
      .whenFailure { _ in close(descriptor) }
    Self.arm(descriptor, at: due)
  }

  private static func arm(_ descriptor: CInt, at due: Instant?) {
    process_timer_set(descriptor, due?.milliseconds ?? 0)
  }

  fileprivate func rang() {
    let ring = state.withLock { state in
      state.due = nil
      return state.ring
    }
    ring()
  }

  /// Reading failed, as it does once the clock has been set.
  fileprivate func wasCancelled() {
    state.withLock { $0.descriptor = nil }
    rang()
  }

  private final class Listener: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let alarm: Alarm

    init(alarm: Alarm) { self.alarm = alarm }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { alarm.rang() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelInactive(context: ChannelHandlerContext) { alarm.wasCancelled() }
  }
}
