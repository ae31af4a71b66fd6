import BabyProtocol
import Foundation
import TestSupport
import Testing

@Suite("Scripts at the socket")
struct ScriptingTests {
  @Test(
    "the Python example logs a diaper with the standard library alone",
    .enabled(if: Machine.has("python3"), "needs python3"))
  func python() async throws {
    try await Machine.withEva { machine in
      let example = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "contrib/examples/log_diaper.py").path
      let run = try machine.run("python3", ["-I", example])
      #expect(run.errors == "")
      #expect(run.output == "Logged wet diaper\n")
      #expect(try machine.diapers == 1)
    }
  }

  @Test("a line of socat and jq asks the daemon", .enabled(if: Machine.has("socat", "jq"), "needs socat and jq"))
  func socat() async throws {
    try await Machine.withEva { machine in
      let run = try machine.shell(
        #"""
        echo '{"jsonrpc":"2.0","id":1,"method":"dashboard.get"}' |
          socat - UNIX-CONNECT:$XDG_RUNTIME_DIR/babybasics/daemon.sock | jq -r .result.child.name
        """#)
      #expect(run.errors == "")
      #expect(run.output == "Eva\n")
    }
  }

  @Test("the guide's commands that wait print what happens meanwhile", .enabled(if: Machine.has("jq"), "needs jq"))
  func waiting() async throws {
    let commands = try GuidePage("docs/guide/scripting.md").commands(of: "ScriptingTests")
    #expect(commands.count == 2)
    try await Machine.withEva { machine in
      let files = commands.indices.map { "waits\($0)" }
      // timeout ends all that a line has started.
      let waits = try zip(commands, files).map { command, file in
        try machine.begin(
          "timeout", ["\(Patience.seconds)", "/bin/sh", "-c", command.text], output: file, errors: "waits.err")
      }
      defer {
        for wait in waits {
          wait.signal(SIGTERM)
          _ = try? wait.wait()
        }
      }
      try machine.wait(for: "news of a sleep") {
        try machine.bbctl("sleep", "toggle")
        return try files.allSatisfy { try machine.text($0).contains("sleep") }
      }
    }
  }

  @Test("a family's entries are not in the daemon's log, however much it logs")
  func privacy() async throws {
    try await Machine.run { machine in
      try machine.start("--log-level", "trace")
      let lines = [
        "bbctl child add SECRETNAME --born 2019-12-18", "bbctl note SECRETNOTE", "bbctl note SECRETNOTE --at nonsense",
        "bbctl sleep start --note SECRETNOTE", "bbctl sleep start --note SECRETNOTE",
        "bbctl child add SECRETNAME --born 2019-12-18",
        "bbctl edit last --note SECRETNOTE", "bbctl history --search SECRETNOTE", "bbctl status --child SECRETNAME",
        "bbctl call entry.log '{\"kind\":\"note\",\"note\":\"SECRETNOTE\",\"SECRETNAME\":1}'",
        "bbctl call SECRETNAME.SECRETNOTE",
        "bbctl undo",
      ]
      for line in lines { _ = try machine.shell(line) }
      for line in ["SECRETNOTE", "{SECRETNOTE", "[]", #"{"jsonrpc":"2.0","id":"SECRETNAME"}"#] {
        let client = try LineClient(machine.paths.socket)
        client.send(line: line)
        #expect(client.line() != nil)
      }
      #expect(try machine.call("daemon.status")["calls"]?.integerValue ?? 0 > 10)
      try machine.stop()
      #expect(machine.daemonErrors.contains("ready"))
      #expect(!machine.daemonErrors.contains("SECRET"))
    }
  }
}
