import Dispatch
import Synchronization
import TestSupport

/// Something that comes from a task, for a scenario's thread, which may wait for it.
final class BlockingPromise<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let semaphore = DispatchSemaphore(value: 0)

  /// What comes first stays.
  func fulfill(_ value: Result<Value, any Error>) {
    result.withLock { $0 = $0 ?? value }
    semaphore.signal()
  }

  func wait() throws -> Value {
    let end = DispatchTime.now() + .seconds(Patience.seconds)
    guard semaphore.wait(timeout: end) == .success, let result = result.withLock({ $0 }) else {
      throw ScenarioFailure("timed out waiting for \(Value.self)")
    }
    semaphore.signal()
    return try result.get()
  }
}
