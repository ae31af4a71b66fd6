import Glibc
import TestSupport

extension Machine {
  /// Waits until something is so, looking again and again.
  ///
  /// - Throws: `ScenarioFailure` when it is not so in time.
  func wait(for what: String, within limit: Duration = Patience.limit, until isSo: () throws -> Bool) throws {
    try Self.wait(for: what, within: limit, until: isSo)
  }

  /// The same without a machine.
  static func wait(
    for what: @autoclosure () throws -> String, within limit: Duration = Patience.limit, until isSo: () throws -> Bool
  ) throws {
    let deadline = ContinuousClock.now + limit
    while try !isSo() {
      guard ContinuousClock.now < deadline else { throw ScenarioFailure("waited \(limit) in vain for \(try what())") }
      usleep(5000)
    }
  }

  /// Lets everybody go on for a moment, at whose end somebody is killed: a power cut comes at any instant, and nothing
  /// that could be waited for says when.
  static func goOn(forMicroseconds moment: UInt32) { usleep(moment) }
}
