import Foundation
import Testing

@Suite(
  "contrib/install and contrib/uninstall", .enabled(if: Lab.problem == nil, Comment(rawValue: Lab.problem ?? "")))
struct InstallTests {
  @Test("for the system: again over itself while a sleep runs, away without the data, and with it")
  func system() async throws {
    try await Lab.bare { lab in
      try lab.copyTree()
      let install = "cd /lab/tree && contrib/install --system --programs /lab/programs --with-server"
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
      #expect(try lab.shell(uninstall).contains("/var/lib/babybasics stays"))
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
      #expect(try maya("contrib/uninstall").contains("/home/maya/.local/share/babybasics stays"))
      #expect(try lab.installed("/home/maya/.local").filter { !$0.hasPrefix("share/babybasics/") } == [])
      _ = try maya("contrib/install --programs /lab/programs")
      #expect(try maya("bbctl child list").contains("Eva"))
      _ = try maya("contrib/uninstall --purge")
      #expect(try lab.installed("/home/maya/.local") == [])
    }
  }
}

extension Lab {
  /// Puts what contrib/install needs of this source tree, and the programs under test, where the lab sees them.
  fileprivate func copyTree() throws {
    let root = URL(filePath: ContribTests.folder).deletingLastPathComponent().path
    let program = "babybasicsd bbctl bbctl-demo bbbar bbagent babybasics-server".split(separator: " ").map {
      "'\(Machine.programs)/\($0)'"
    }
    let run = try machine.shell(
      """
      mkdir tree programs && cd '\(root)' && cp -r contrib systemd man docs CHANGELOG.md '\(machine.directory)/tree' &&
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
