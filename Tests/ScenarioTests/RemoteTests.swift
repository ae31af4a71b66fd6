import BabyProtocol
import Glibc
import Testing

@Suite("Another machine's daemon, over ssh")
struct RemoteTests {
  /// A stand-in for ssh that notes what it is asked for and runs it on this machine, with the far machine's socket.
  private func withSSH(_ scenario: (Machine) throws -> Void) async throws {
    try await Machine.withEva { machine in
      let far = machine.paths.socket
      try machine.write(
        """
        #!/bin/sh
        echo "$*" >>'\(machine.directory)/asked'
        while [ "$1" != -- ]; do shift; done
        case $2 in *nowhere*) echo 'ssh: Could not resolve hostname nowhere' >&2; exit 255 ;; esac
        shift 2
        BABYBASICS_SOCKET='\(far)' exec "$@"

        """, to: machine.directory + "/stand-in")
      // Written by a process of its own: a file that some process has open for writing cannot be run.
      try machine.shell("install -D -m 755 stand-in bin/ssh")
      machine.environment["PATH"] = machine.directory + "/bin:" + (machine.environment["PATH"] ?? "")
      machine.environment["BABYBASICS_SOCKET"] = machine.directory + "/none.sock"
      try scenario(machine)
    }
  }

  @Test("is called like this machine's own, wherever -H is")
  func calls() async throws {
    try await withSSH { machine in
      #expect(try machine.bbctl("-H", "maya@nursery", "sleep", "start").status == 0)
      #expect(try machine.bbctl("status", "-H", "maya@nursery").output.contains("Sleeping"))
      #expect(try machine.bbctl("--host", "maya@nursery", "call", "timer.stop", #"{"kind":"sleep"}"#).status == 0)
      #expect(try machine.bbctl("tummy", "stop", "-H", "maya@nursery").status == 3)
      let asked = try machine.text("asked").split(separator: "\n")
      #expect(asked.allSatisfy { $0.hasSuffix("-o BatchMode=yes -- ssh://maya@nursery bbctl proxy-stdio") })
      #expect(asked.count == 4)
      #expect(try machine.bbctl("status").status == 5)
    }
  }

  @Test("is used as docs/guide/home-server.md says")
  func guide() async throws {
    let commands = try GuidePage("docs/guide/home-server.md").commands(of: "RemoteTests").map(\.text)
    try #require(commands.count == 2)
    try await withSSH { machine in
      for command in commands {
        let run = try machine.shell(command)
        #expect(run.status == 0, "\(command): \(run.errors)")
        #expect(run.output.lowercased().contains("sleep"), "\(command): \(run.output)")
      }
    }
  }

  @Test("is followed, too, until the follower ends, and ssh ends with it")
  func following() async throws {
    try await withSSH { machine in
      let monitor = try machine.begin(
        Machine.program("bbctl"), ["monitor", "sleep", "--limit", "1", "--json", "-H", "nursery"], output: "told",
        errors: "errors")
      // The snapshot is there when the subscription is.
      try machine.wait(for: "the snapshot") { try !machine.text("told").isEmpty }
      #expect(try machine.bbctl("-H", "nursery", "sleep", "start").status == 0)
      #expect(try monitor.wait() == .exited(0))
      #expect(try machine.text("told").contains("\"topic\":\"sleep\""))
    }
  }

  @Test("that is unreachable is reported in ssh's words and in ours")
  func unreachable() async throws {
    try await withSSH { machine in
      let run = try machine.bbctl("-H", "nowhere", "status")
      #expect(run.status == 5)
      #expect(run.errors.contains("Could not resolve hostname"))
      #expect(run.errors.contains("ssh ended without an answer from the daemon on nowhere"))
      #expect(try machine.bbctl("status", "-H", "-oProxyCommand=true").status == 2)
    }
  }
}

@Suite("bbctl doctor and diagnostics")
struct MendingTests {
  @Test("in a working setup, doctor finds nothing to fix; diagnostics contain counts and no child")
  func well() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("note", "Eva smiled")
      _ = try machine.bbctl("sleep", "stop")
      let doctor = try machine.bbctl("doctor", "--json")
      let wrong = try doctor.json["findings"]?.arrayValue?.filter { $0["state"] == "wrong" && $0["check"] != "unit" }
      #expect(wrong == [])
      let report = try machine.bbctl("diagnostics")
      #expect(report.status == 0)
      let daemon = try report.json["daemon"]
      #expect(daemon?["counts"]?.arrayValue?.contains(["kind": "note", "count": 1]) == true)
      #expect(daemon?["lastErrors"]?.arrayValue?.last?["error"] == "timer.notRunning")
      #expect(daemon?["methods"]?.arrayValue?.contains { $0["method"] == "entry.log" && $0["calls"] == 1 } == true)
      #expect(!report.output.contains("Eva") && !report.output.contains("smiled"))
    }
  }

  @Test("a stale socket is named, with the command that fixes it")
  func stale() async throws {
    try await Machine.withEva { machine in
      try machine.kill()
      let doctor = try machine.bbctl("doctor")
      #expect(doctor.status == 1)
      #expect(doctor.output.contains("A stale socket: no daemon answers there."))
      #expect(doctor.output.contains("systemctl --user restart babybasicsd.socket"))
      let report = try machine.bbctl("diagnostics")
      #expect(try report.json["daemon"]?["error"] == "client.notRunning")
      unlink(machine.paths.socket)
      let none = try machine.bbctl("doctor")
      #expect(none.output.contains("No daemon is running"))
      #expect(none.errors == "", "what is asked says nothing of its own")
    }
  }
}
