import Glibc
import Testing

/// Each wait for the disk can take as long as all the rest of a start, on a memory card for one.
@Suite(
  "The first start of a program",
  .enabled(if: Machine.has("strace"), "strace is missing: apt-get install strace"))
struct FirstStartTests {
  /// From the start to the end, in which what is in the log is merged into the file.
  private static let mostWaits = 8

  @Test("waits for the disk at most eight times on a machine, with signals trapped before it listens")
  func daemon() async throws {
    try await Machine.run { machine in
      let daemon = try trace("babybasicsd", [], on: machine)
      try machine.wait(for: "the daemon") { try machine.bbctl("call", "daemon.status").status == 0 }
      daemon.signal(SIGTERM)
      #expect(try daemon.wait() == .exited(0))
      #expect(try machine.sqlite("PRAGMA quick_check") == "ok")
      // Otherwise a client that has its answer could still kill it with the signal that ends it.
      let calls = try machine.text("trace").split(separator: "\n")
      let trapped = try #require(calls.firstIndex { $0.contains("rt_sigaction(SIGTERM, {sa_handler=0x") })
      let listening = try #require(calls.firstIndex { $0.contains(" listen(") })
      #expect(trapped < listening, "SIGTERM is trapped before a client can connect")
      try expectFewWaits(machine)
    }
  }

  @Test("waits for the disk at most eight times on a family server")
  func server() async throws {
    try await Machine.run { machine in
      let server = try trace("babybasics-server", ["--port", "0", "--registration", "open"], on: machine)
      try machine.wait(for: "the server") { try machine.text("traced.err").contains("listening at") }
      server.signal(SIGTERM)
      #expect(try server.wait() == .exited(0))
      try expectFewWaits(machine)
    }
  }

  private func trace(_ program: String, _ arguments: [String], on machine: Machine) throws -> ChildProcess {
    // By -D the process is the program, and strace is beside it.
    let traced = "trace=fsync,fdatasync,?link,linkat,rt_sigaction,listen"
    let options = ["-D", "-f", "-qq", "-e", traced, "-o", machine.directory + "/trace"]
    return try machine.begin(
      "strace", options + [Machine.program(program)] + arguments, output: "traced.out", errors: "traced.err")
  }

  private func expectFewWaits(_ machine: Machine) throws {
    let calls = try machine.text("trace").split(separator: "\n")
    let waits = calls.filter { $0.contains("sync(") }
    #expect((1...Self.mostWaits).contains(waits.count), "\(waits)")
    let naming = try #require(calls.firstIndex { $0.contains("link") && $0.contains(".db.new") })
    #expect(calls[..<naming].contains { $0.contains(" fsync(") }, "the file is on the disk before it gets its name")
    #expect(calls[naming...].contains { $0.contains(" fsync(") }, "and then its name is")
  }
}
