import Foundation
import Testing
import TestSupport

/// A short one of `contrib/dev/storm`, which has the long ones.
@Suite("A storm")
struct StormTests {
  @Test(
    "loses nothing, duplicates nothing, and leaves a family's machines with the same log",
    .enabled(if: Machine.has("python3"), "python3 is missing"))
  func short() async throws {
    try await Machine.run { machine in
      machine.environment["TMPDIR"] = machine.directory
      let storm = try machine.run(
        SourceTree.path("contrib/dev/storm/run"),
        ["--seed", "0", "--seconds", "20", "--unlisted", "--programs", Machine.programs], within: Patience.limit * 8)
      #expect(storm.status == 0, "\(storm.output)\(storm.errors)")
    }
  }
}
