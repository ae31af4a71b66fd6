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

  /// What there is to be woken for.
  enum Cause: Hashable { case dayEnd, reminder, courier }

  private struct State {
    var descriptor: CInt?
    var dues: [Cause: Instant] = [:]
    /// When it is going to ring.
    var armed: Instant?
    var ring: @Sendable () -> Void = {}
  }

  init(eventLoop: any EventLoop) { self.eventLoop = eventLoop }

  /// - Parameter ring: called on the event loop each time.
  func whenItRings(_ ring: @escaping @Sendable () -> Void) { state.withLock { $0.ring = ring } }

  /// Sets it to ring once for a cause. When it has rung, it has to be set again.
  ///
  /// - Parameter due: when to ring, instead of when it was to ring for this cause before; nil for never.
  func set(at due: Instant?, for cause: Cause) {
    let opened = state.withLock { state -> CInt? in
      state.dues[cause] = due
      let next = state.dues.values.min()
      guard state.armed != next else { return nil }
      let isOpen = state.descriptor != nil
      let descriptor = state.descriptor ?? process_timer_open()
      guard descriptor >= 0 else { return nil }
      state.descriptor = descriptor
      state.armed = next
      process_timer_set(descriptor, next?.milliseconds ?? 0)
      return isOpen ? nil : descriptor
    }
    if let opened { listen(to: opened) }
  }

  private func listen(to descriptor: CInt) {
    NIOPipeBootstrap(group: eventLoop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Listener(alarm: self))
        }
      }
      .takingOwnershipOfDescriptor(input: descriptor)
      .whenFailure { _ in close(descriptor) }
  }

  fileprivate func rang() {
    let ring = state.withLock { state in
      state.armed = nil
      state.dues = [:]
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
