import CProcess
import Dispatch
import Foundation
import Synchronization
import Systemd

/// Has the machine wait with going to sleep while something is being written, by a delay lock of logind's.
///
/// Writes do not wait for it: a separate thread takes the lock, and releases it once nothing has been written for a
/// moment. A series of writes shares one.
final class SleepDelay: Sendable {
  private static let inhibit = BusMember(
    service: "org.freedesktop.login1", path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager",
    name: "Inhibit")

  private struct State {
    var inFlight = 0
    var begun = 0
    /// How many had begun when the thread last looked.
    var seen = 0
    /// The thread holds the lock or asks for it.
    var isAwake = false
  }

  private let busAddress: String
  private let pause: @Sendable () -> Void
  private let state = Mutex(State())
  private let bell = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - busAddress: of the system bus, which may be absent.
  ///   - pause: returns when another write has been waited for long enough.
  init(busAddress: String, pause: @escaping @Sendable () -> Void = { Thread.sleep(forTimeInterval: 0.1) }) {
    self.busAddress = busAddress
    self.pause = pause
    Thread.detachNewThread { [self] in
      process_name_thread("sleep delay")
      run()
    }
  }

  func writeBegins() {
    let wakes = state.withLock { state in
      state.inFlight += 1
      state.begun += 1
      defer { state.isAwake = true }
      return !state.isAwake
    }
    if wakes { bell.signal() }
  }

  func writeEnded() { state.withLock { $0.inFlight -= 1 } }

  private func run() {
    while true {
      bell.wait()
      let lock = takeLock()
      while isWriting { pause() }
      withExtendedLifetime(lock) {}
    }
  }

  /// Whether a write is in flight, or has been since the last look.
  private var isWriting: Bool {
    state.withLock { state in
      defer { state.seen = state.begun }
      state.isAwake = state.inFlight > 0 || state.begun != state.seen
      return state.isAwake
    }
  }

  /// - Returns: holds the lock until it is closed; nil if it is not granted, which does not prevent the write.
  private func takeLock() -> BusDescriptor? {
    try? Bus(address: busAddress).call(
      Self.inhibit, ["sleep", "Baby Basics", "An entry is being written", "delay"].map(BusValue.string),
      until: BusDeadline(in: .seconds(1)), startsService: false
    ).first?.descriptor
  }
}
