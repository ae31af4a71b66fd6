import BabyProtocol
import Foundation
import Testing

@Suite("Made-up families for trying things out")
struct DemoTests {
  @Test(
    "each has its own database, beside a real one that it never touches",
    arguments: ["newborn", "3months", "6months", "heavy", "light", "dst", "twins", "two-caregivers"])
  func scenario(name: String) async throws {
    try await Machine.withEva { machine in
      let seq = try machine.call("daemon.status")["seq"]
      defer { _ = try? machine.run(Machine.program("bbctl-demo"), ["stop", name]) }
      let run = try machine.run(Machine.program("bbctl-demo"), [name])
      #expect(run.status == 0, "\(run.errors)")
      let socket = machine.directory + "/run/babybasics-demo/\(name).sock"
      #expect(run.output.contains("BABYBASICS_SOCKET=\(socket)"))

      let demo = try machine.run(Machine.program("bbctl"), ["call", "daemon.status", "--socket", socket]).json
      #expect(try #require(demo["entries"]?.integerValue) > 4)
      #expect(demo["children"] == (name == "twins" ? 2 : 1))
      #expect(demo["database"]?.stringValue?.contains("/babybasics-demo/\(name)/") == true)
      #expect(try machine.run(Machine.program("bbctl"), ["history", "--last", "7d", "--socket", socket]).status == 0)
      // A second start begins again, without duplicates.
      #expect(try machine.run(Machine.program("bbctl-demo"), [name]).status == 0)
      let again = try machine.run(Machine.program("bbctl"), ["call", "daemon.status", "--socket", socket]).json
      #expect(again["entries"] == demo["entries"])

      #expect(try machine.call("daemon.status")["seq"] == seq)
      #expect(try machine.run(Machine.program("bbctl-demo"), ["stop", name]).status == 0)
    }
  }

  @Test("a pipe that is read to its end ends with the demo's output, not with its daemon")
  func pipe() async throws {
    try await Machine.run { machine in
      defer { _ = try? machine.run(Machine.program("bbctl-demo"), ["stop", "light"]) }
      let run = try machine.shell("bbctl demo light 2>&1 | tail -n 1")
      #expect(run.output == "To stop it: bbctl-demo stop light\n")
    }
  }

  @Test("bbctl --demo shows a family in the machine's own zone, and help and the manual name it")
  func option() async throws {
    try await Machine.run { machine in
      machine.environment["TZ"] = "America/New_York"
      defer { _ = try? machine.run(Machine.program("bbctl-demo"), ["stop", "newborn"]) }
      let run = try machine.bbctl("--demo")
      #expect(run.status == 0, "\(run.errors)")
      let socket = machine.directory + "/run/babybasics-demo/newborn.sock"
      let children = try machine.run(Machine.program("bbctl"), ["call", "child.list", "--socket", socket]).json
      #expect(children["children"]?.arrayValue?.first?["zone"] == "America/New_York")
      #expect(try machine.bbctl("--help").output.contains("--demo"))
      #expect(try machine.bbctl("--demo", "twinz").errors.contains("\"twins\""))
    }
  }

  @Test("bbctl demo is bbctl-demo, and an unknown scenario is refused")
  func helper() async throws {
    try await Machine.run { machine in
      #expect(try machine.bbctl("demo", "--help").output.contains("two-caregivers"))
      let run = try machine.bbctl("demo", "newbron")
      #expect(run.status == 2)
      #expect(run.errors.contains("\"newborn\""))
    }
  }
}
