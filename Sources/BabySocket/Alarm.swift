package import BabyModel
import CProcess
import Glibc
package import NIOCore
import NIOPosix
import Synchronization

/// A program's one timer, for the next thing that is due on the wall clock.
///
/// It counts the time that the machine sleeps, and also fires when the clock is set: then other things are due. The
/// process sleeps while it waits.
package final class Alarm<Cause: Hashable & Sendable>: Sendable {
  private let eventLoop: any EventLoop
  private let state = Mutex(State())

  private struct State {
    var descriptor: CInt?
    var channel: (any Channel)?
    var dues: [Cause: Instant] = [:]
    /// When it is going to ring.
    var armed: Instant?
    var isOver = false
    var ring: @Sendable () -> Void = {}
  }

  package init(eventLoop: any EventLoop) { self.eventLoop = eventLoop }

  /// - Parameter ring: called on the event loop each time.
  package func onExpiry(_ ring: @escaping @Sendable () -> Void) { state.withLock { $0.ring = ring } }

  /// Sets it to ring once for a cause. When it has rung, it has to be set again.
  ///
  /// - Parameters:
  ///   - due: when to ring for this cause, instead of the earlier time; nil for never.
  ///   - cause: the reason for waking.
  package func set(at due: Instant?, for cause: Cause) {
    let opened = state.withLock { state -> CInt? in
      state.dues[cause] = due
      let next = state.dues.values.min()
      guard state.armed != next, !state.isOver else { return nil }
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

  /// Cancels it for good.
  package func end() {
    let channel = state.withLock { state in
      state.isOver = true
      return state.channel
    }
    channel?.close(promise: nil)
  }

  private func listen(to descriptor: CInt) {
    NIOPipeBootstrap(group: eventLoop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            AlarmListener(rang: self.rang, wasCancelled: self.wasCancelled))
        }
      }
      .takingOwnershipOfDescriptor(input: descriptor)
      .whenComplete { result in
        switch result {
        case .failure: close(descriptor)
        case .success(let channel):
          let isOver = self.state.withLock { state in
            state.channel = channel
            return state.isOver
          }
          if isOver { channel.close(promise: nil) }
        }
      }
  }

  private func rang() {
    let ring = state.withLock { state in
      state.armed = nil
      state.dues = [:]
      return state.ring
    }
    ring()
  }

  /// Reading failed, as it does once the clock has been set; or it is over.
  private func wasCancelled() {
    let isOver = state.withLock { state in
      (state.descriptor, state.channel) = (nil, nil)
      return state.isOver
    }
    if !isOver { rang() }
  }
}

private final class AlarmListener: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let rang: () -> Void
  private let wasCancelled: () -> Void

  init(rang: @escaping () -> Void, wasCancelled: @escaping () -> Void) {
    (self.rang, self.wasCancelled) = (rang, wasCancelled)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) { rang() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func channelInactive(context: ChannelHandlerContext) { wasCancelled() }
}
