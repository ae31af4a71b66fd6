import BabyModel
import Foundation

/// A clock that a machine's programs see in place of the system's, and that a test sets forward: what is due by then is due at
/// once. Programs that are linked statically, as released clients are, go by the system's.
final class MachineClock {
  private let file: String
  private var offset: Duration = .zero

  /// Making it takes a compiler.
  static let canBeMade = Machine.has("cc")

  /// - Parameter machine: what is started there from now on goes by the clock.
  init(of machine: Machine) throws {
    file = machine.directory + "/clock"
    try set()
    let library = machine.directory + "/clock.so"
    let made = try machine.run(
      "cc", ["-O2", "-shared", "-fPIC", "-o", library, SourceTree.path("contrib/dev/storm/clock.c")])
    guard made.status == 0 else { throw ScenarioFailure(made.errors) }
    machine.environment["STORM_CLOCK_FILE"] = file
    machine.environment["LD_PRELOAD"] = library
  }

  func pass(_ time: Duration) throws {
    offset += time
    try set()
  }

  private func set() throws { try "\(offset.inMilliseconds)".write(toFile: file, atomically: false, encoding: .utf8) }
}
