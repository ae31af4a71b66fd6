import Foundation
import Testing

@Suite(
  "contrib/install and contrib/uninstall", .enabled(if: Lab.problem == nil, Comment(rawValue: Lab.problem ?? "")))
struct InstallTests {
  @Test("for the system: again over itself while a sleep runs, removed without the data, and with it")
  func system() async throws {
    try await Lab.bare { lab in
      try lab.copyTree()
      let install = "cd /lab/tree && contrib/install --system --programs /lab/programs"
      #expect(try lab.shell(install).contains("below /usr/local."))
      try lab.shell("useradd --create-home --groups babybasics maya")
      #expect(try lab.bbctl("child add Eva --born 2026-01-31").status == 0)
      #expect(try lab.bbctl("sleep start").status == 0)
      #expect(try lab.property("ExecStart").contains("path=/usr/local/bin/babybasicsd"))
      let (pid, files) = (try lab.property("MainPID"), try lab.installed("/usr/local"))
      #expect(files.count > 30)

      try lab.shell(install)
      #expect(try lab.property("MainPID") != pid)
      #expect(try lab.installed("/usr/local") == files)
      #expect(try lab.bbctl("status").output.contains("Sleeping"))

      let uninstall = "cd / && /lab/tree/contrib/uninstall --system"
      #expect(try lab.shell(uninstall).contains("/var/lib/babybasics is kept"))
      #expect(try lab.installed("/usr/local") == [])
      try lab.shell(install)
      #expect(try lab.bbctl("sleep stop").status == 0)
      try lab.shell(uninstall + " --purge")
      #expect(try lab.shell("ls -d /var/lib/babybasics* /etc/babybasics 2>/dev/null || true") == "")
      try lab.shell("/lab/tree/contrib/uninstall --system")
    }
  }

  @Test("for one user, without root")
  func user() async throws {
    try await Lab.bare { lab in
      try lab.copyTree()
      try lab.shell("useradd --create-home maya && systemctl start user@$(id -u maya).service")
      func maya(_ line: String) throws -> String {
        try lab.shell(
          "cd /lab/tree; runuser -u maya -- env XDG_RUNTIME_DIR=/run/user/$(id -u maya) HOME=/home/maya "
            + "PATH=/home/maya/.local/bin:/usr/bin:/bin sh -c '\(line)'")
      }
      for _ in 1...2 { _ = try maya("contrib/install --programs /lab/programs") }
      #expect(try maya("systemctl --user is-active babybasicsd.socket") == "active")
      _ = try maya("bbctl child add Eva --born 2026-01-31")
      #expect(try maya("systemctl --user show --value -p ExecStart babybasicsd").contains("/home/maya/.local/bin/"))
      #expect(try maya("contrib/uninstall").contains("/home/maya/.local/share/babybasics is kept"))
      #expect(try lab.installed("/home/maya/.local").filter { !$0.hasPrefix("share/babybasics/") } == [])
      _ = try maya("contrib/install --programs /lab/programs")
      #expect(try maya("bbctl child list").contains("Eva"))
      _ = try maya("contrib/uninstall --purge")
      #expect(try lab.installed("/home/maya/.local") == [])
    }
  }

  @Test("for one user who logs in, and then goes through README.md's family in five commands to its end")
  func family() async throws {
    let text = try SourceTree.text("README.md").replacing("\\\n", with: "")
    let lines = text.split(separator: "## A family in five commands").last?.split(separator: "```").dropFirst().first?
      .split(separator: "\n").filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
    let commands = try #require(lines)
    #expect(commands.count == 5)
    try await Lab.bare { lab in
      try lab.copyTree()
      try lab.shell("useradd --create-home maya")
      try lab.startSSH(startsSessions: true)
      // Over ssh a keyring cannot be unlocked, and on a server there is none.
      try lab.withoutKeyring()
      #expect(try lab.login("cd /lab/tree && contrib/install --programs /lab/programs").status == 0)
      let script = commands.map { command in
        // Passwords are typed, and servers are there by the time that a person has read the next line.
        if command.contains(" register ") { return "echo 'correct horse' | \(command) --password-stdin" }
        guard command.hasSuffix("&") else { return command }
        let isUp =
          command.contains("babybasics-server") ? "curl -s localhost:8080/healthz" : "bbctl account --socket ~/ben.sock"
        return "\(command)\nuntil \(isUp) >/dev/null 2>&1; do sleep 0.1; done"
      }
      let run = try lab.login(
        """
        exec >~/out 2>&1; set -e; cd ~
        bbctl child add Eva --born 2026-01-31
        bbctl feed left --for 15m
        \(script.joined(separator: "\n"))
        bbctl sync
        bbctl sync --socket ~/ben.sock
        bbctl today --socket ~/ben.sock
        """)
      let output = try lab.shell("cat /home/maya/out")
      #expect(run.status == 0, "\(output)")
      #expect(output.contains("Left breast · 15 min  by Anna"), "\(output)")
      #expect(
        try lab.login("cd /lab/tree && contrib/uninstall").output.contains("/home/maya/.local/share/babybasics is kept")
      )
    }
  }
}

extension Lab {
  /// Puts what contrib/install needs of this source tree, and the programs under test, where the lab sees them.
  fileprivate func copyTree() throws {
    let program = "babybasicsd bbctl bbctl-demo bbbar bbagent babybasics-server".split(separator: " ").map {
      "'\(Machine.programs)/\($0)'"
    }
    let run = try machine.shell(
      """
      mkdir tree programs && cd '\(SourceTree.root)' &&
      cp -r contrib systemd man docs CHANGELOG.md '\(machine.directory)/tree' &&
      cp \(program.joined(separator: " ")) '\(machine.directory)/programs' && chmod -R a+rX '\(machine.directory)'
      """)
    guard run.status == 0 else { throw ScenarioFailure(run.errors) }
  }

  /// What is ours below a folder.
  fileprivate func installed(_ folder: String) throws -> [Substring] {
    try shell(
      "cd \(folder) 2>/dev/null && find . -type f \\( -path '*babybasics*' -o -path '*/bb[a-z]*' \\) -printf '%P\\n' | sort"
    )
    .split(separator: "\n")
  }
}
