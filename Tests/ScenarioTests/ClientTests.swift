import BabyProtocol
import Glibc
import Testing

@Suite("bbctl and problems with the daemon")
struct ClientTests {
  @Test("no daemon: it names the socket that it tried and what starts one")
  func notRunning() async throws {
    try await Machine.run { machine in
      let run = try machine.bbctl("status")
      #expect(run.status == 5)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains(machine.paths.socket))
      #expect(run.errors.contains("babybasicsd"))
      #expect(try machine.bbctl("status", "--json").errorName == "client.notRunning")
    }
  }

  @Test("a daemon that never answers: it times out")
  func timeout() async throws {
    try await Machine.run { machine in
      mkdir(machine.directory + "/run/babybasics", 0o700)
      let listener = try listeningSocket(machine.paths.socket)
      defer { close(listener) }
      let run = try machine.bbctl("sleep", "stop", "--timeout", "0.2", "--json")
      #expect(run.status == 7)
      #expect(run.errorName == "client.timedOut")
    }
  }

  @Test(
    "each client refuses an invalid timeout, and names the variable",
    arguments: [
      ["bbctl", "status"], ["bbbar", "plain"], ["bbbar", "plain", "--once"], ["bbbar", "click", "left"], ["bbagent"],
      ["bbctl-dash"], ["bbctl-demo", "newborn"],
    ])
  func badTimeout(command: [String]) async throws {
    try await Machine.run { machine in
      machine.environment["BABYBASICS_TIMEOUT"] = "soon"
      let run = try machine.run(Machine.program(command[0]), Array(command.dropFirst()))
      #expect(run.status == 2)
      #expect(run.errors.contains("BABYBASICS_TIMEOUT is \"soon\", but must be a number of seconds from 1 to 3600."))
    }
  }

  @Test(
    "a socket without permission: it reports that", .enabled(if: geteuid() == 0, "becoming another user takes root"))
  func permission() async throws {
    try await Machine.withEva { machine in
      // Another user comes as far as the socket only where its directories let everybody in.
      chmod(machine.directory, 0o755)
      chmod(machine.directory + "/run", 0o755)
      let stranger = "setpriv --reuid 65534 --clear-groups bbctl status --json"
      let run = try machine.shell(stranger)
      #expect(run.status == 4)
      #expect(run.errorName == "client.noPermission")

      // The permissions are opened: the daemon still knows its callers.
      chmod(machine.directory + "/run/babybasics", 0o755)
      chmod(machine.paths.socket, 0o666)
      let refused = try machine.shell(stranger)
      #expect(refused.status == 4)
      #expect(refused.errorName == "rpc.permissionDenied")
    }
  }

  @Test("a reader that stops early ends it quietly")
  func closedPipe() async throws {
    try await Machine.withEva { machine in
      for number in 0..<50 { try machine.bbctl("note", "note \(number)") }
      let run = try machine.shell("{ bbctl history --json; echo $? >status; } | head -c 1")
      #expect(run.output == "{")
      #expect(run.errors == "")
      #expect(try machine.text("status") == "0\n")
      let gone = try machine.shell("{ bbctl history; echo $? >status; } | true")
      #expect(gone.errors == "")
      #expect(try machine.text("status") == "0\n")
    }
  }

  @Test("there is no colour in a pipe")
  func noColour() async throws {
    try await Machine.withEva { machine in
      machine.environment["TERM"] = "xterm-256color"
      try machine.bbctl("feed", "left", "--for", "15m")
      for command in ["status", "today", "history", "sleep status", "child list", "settings list"] {
        #expect(try !machine.shell("bbctl \(command) | cat").output.contains("\u{1b}"), "\(command)")
      }
    }
  }
}
