/// Waits until something is so, looking again and again. It keeps none of Swift's threads from others.
///
/// - Throws: `TimedOut` when patience has come to its end.
package func eventually(
  _ what: @autoclosure () throws -> String, _ isSo: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + Patience.limit
  while try await !isSo() {
    guard ContinuousClock.now < end else { throw TimedOut(what: try what()) }
    try await Task.sleep(for: .milliseconds(1))
  }
}

package struct TimedOut: Error, CustomStringConvertible {
  let what: String

  package var description: String { "timed out after \(Patience.seconds) seconds waiting until \(what)" }
}
