import Foundation

/// Runs what blocks on a thread of its own.
///
/// Swift's pool has as many threads as the machine has cores, and a queue of Dispatch with that many threads in use
/// gets another only every second: a test that waited there would block others, including those that it waits for.
package func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result(catching: body)) }
  }
}
