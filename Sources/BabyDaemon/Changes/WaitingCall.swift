import BabyProtocol
import BabySocket
import Synchronization

/// A call that waits until its subscription gets an event.
final class WaitingCall: EventOutlet {
  private struct State {
    var isOver = false
    var continuation: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func hold() {}

  func send(_ events: [PushedEvent]) -> Bool {
    stop()
    return true
  }

  func end(_ subscription: Int, lastSeq: Int64) { stop() }

  func forget(_ subscription: Int) {}

  func close() { stop() }

  /// Ends the waiting: there is an event, a timeout, or a cancellation.
  func stop() {
    let continuation = state.withLock { state in
      state.isOver = true
      return state.continuation.take()
    }
    continuation?.resume()
  }

  /// Returns once it has been stopped.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.continuation = continuation }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }
}
