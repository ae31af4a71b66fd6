import BabyProtocol
import Testing

@Suite("A second daemon")
struct SecondDaemonTests {
  @Test("on the same socket names the one that serves it, and exits")
  func socket() async throws {
    try await Machine.run { machine in
      let first = try machine.start()
      let refusal = try machine.startRefused("--data", machine.directory + "/other")
      #expect(refusal.status == .exited(75))
      #expect(
        refusal.message.contains(
          "Another babybasicsd (process \(first.process.pid)) already serves \(machine.paths.socket)"))
      #expect(try machine.call("daemon.status")["pid"] == .integer(Int64(first.process.pid)))
    }
  }

  @Test("on the same databases names the one that holds them, and exits without a socket")
  func data() async throws {
    try await Machine.run { machine in
      let first = try machine.start()
      let other = machine.directory + "/run/other.sock"
      let refusal = try machine.startRefused("--socket", other)
      #expect(refusal.status == .exited(75))
      #expect(
        refusal.message.contains(
          "Another babybasicsd (process \(first.process.pid)) is already using \(machine.paths.data)"))
      #expect(try machine.shell("test -e '\(other)'").status == 1)
      #expect(try machine.bbctl("status").status == 3)
    }
  }

  @Test("takes over from a killed one")
  func takesOver() async throws {
    try await Machine.run { machine in
      try machine.start()
      try machine.kill()
      #expect(try machine.bbctl("status").status == 5)
      try machine.start()
      #expect(try machine.call("daemon.status")["entries"] == 0)
    }
  }
}
