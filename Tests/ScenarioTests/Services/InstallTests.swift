import Foundation
import Testing

@Suite(
  "contrib/install and contrib/uninstall", .enabled(if: Lab.problem == nil, Comment(rawValue: Lab.problem ?? "")))
struct InstallTests {
  @Test("for the system: again over itself while a sleep runs, removed without the data, and with it")
  func system() async throws {
    try await Lab.bare { lab in
      try lab.copyTree()
      let before = try lab.found("/usr/local", "/var/lib", "/run", "/etc")
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
      #expect(try lab.found("/usr/local", "/run") == before.filter { $0.hasPrefix("/usr/") || $0.hasPrefix("/run") })
      try lab.shell(install)
      #expect(try lab.bbctl("sleep stop").status == 0)
      let groups = "The groups babybasics babybasics-admin babybasics-server"
      #expect(try lab.shell(uninstall + " --purge").contains(groups))
      #expect(try lab.found("/usr/local", "/var/lib", "/run", "/etc") == before)
      try lab.shell("/lab/tree/contrib/uninstall --system")
    }
  }

  @Test("with sudo, the user who called it builds, and root installs")
  func sudo() async throws {
    try await Lab.bare { lab in
      try lab.copyTree()
      // Swift is the person's own, which only a login finds. It takes ten minutes to build, and this tells who does.
      try lab.shell(
        """
        useradd --create-home --shell /bin/bash maya && chown -R maya /lab/tree && cd /lab/tree
        mkdir /home/maya/swift && echo 'PATH=$HOME/swift:$PATH' >>/home/maya/.profile
        printf '#!/bin/sh\nmkdir -p .build && cp -r /lab/programs .build/release && id -un' >/home/maya/swift/make-programs
        chmod +x /home/maya/swift/make-programs && printf '#!/bin/sh\nmake-programs' >contrib/build
        """)
      let sudo = "cd /lab/tree && env SUDO_USER=maya SUDO_UID=$(id -u maya) PATH=/usr/sbin:/usr/bin:/sbin:/bin"
      #expect(try lab.shell("\(sudo) contrib/install --system").hasPrefix("maya\n"))
      #expect(try lab.shell("find /lab/tree -user root") == "")
      #expect(try lab.shell("stat -c %U /usr/local/bin/bbctl") == "root")
      try lab.shell("chown root /lab/tree/.build")
      let refused = try lab.attempt("\(sudo) contrib/install --system")
      #expect(refused.status == 1 && refused.errors.contains("Run: sudo chown -R maya /lab/tree/.build"))
    }
  }

  @Test("for one user, without root")
  func user() async throws {
    try await Lab.bare { lab in
      try lab.copyTree()
      try lab.shell("useradd --create-home maya && systemctl start user@$(id -u maya).service")
      let before = try lab.found("/home/maya")
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
      #expect(try lab.found("/home/maya") == before)
    }
  }

  @Test("for one user who logs in, and then goes through docs/guide/family-and-phone.md to its end")
  func family() async throws {
    let commands = try GuidePage("docs/guide/family-and-phone.md").commands(of: "InstallTests").map(\.text)
    #expect(commands.count == 18)
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
        // Questions are answered with yes, and what was logged has arrived.
        if command.contains(" role ") || command.hasSuffix(" leave") { return command + " --yes" }
        if command.contains(" today ") { return "bbctl sync; bbctl sync --socket ~/ben.sock; \(command)" }
        guard command.hasSuffix("&") else { return command }
        let isUp =
          command.contains("babybasics-server") ? "curl -s localhost:8080/healthz" : "bbctl account --socket ~/ben.sock"
        return "\(command)\nuntil \(isUp) >/dev/null 2>&1; do sleep 0.1; done"
      }
      let run = try lab.login(
        """
        exec >~/out 2>&1; set -e; cd ~
        bbctl child add Eva --born 2026-01-31
        \(script.joined(separator: "\n"))
        """)
      let output = try lab.shell("cat /home/maya/out")
      #expect(run.status == 0, "\(output)")
      #expect(output.contains("Left breast · 15 min  by Anna"), "\(output)")
      #expect(output.contains("Anna B."), "\(output)")
      #expect(
        try lab.login("cd /lab/tree && contrib/uninstall").output.contains("/home/maya/.local/share/babybasics is kept")
      )
    }
  }
}

extension Lab {
  /// Puts what contrib/install needs of this source tree, and the programs under test, where the lab sees them.
  fileprivate func copyTree() throws {
    let program = "babybasicsd bbctl bbctl-dash bbctl-demo bbbar bbagent babybasics-server".split(separator: " ").map {
      "'\(Machine.programs)/\($0)'"
    }
    let run = try machine.shell(
      """
      mkdir tree programs && cd '\(SourceTree.root)' &&
      cp -r --parents contrib systemd man docs CHANGELOG.md Sources/BabyProtocol/Version.swift '\(machine.directory)/tree' &&
      cp \(program.joined(separator: " ")) '\(machine.directory)/programs' && chmod -R a+rX '\(machine.directory)'
      """)
    guard run.status == 0 else { throw ScenarioFailure(run.errors) }
  }

  /// All files and folders below some, but those that systemd, users and time change by themselves.
  fileprivate func found(_ folders: String...) throws -> [String] {
    let others =
      "/run/(systemd|user|log|udev|dbus|lock)|/var/lib/systemd|/etc/(passwd|group|shadow|gshadow|subuid|subgid)"
    return try shell("find \(folders.joined(separator: " ")) -regextype egrep ! -regex '(\(others)).*' | sort")
      .split(separator: "\n").map(String.init)
  }

  /// What is ours below a folder.
  fileprivate func installed(_ folder: String) throws -> [Substring] {
    try shell(
      "cd \(folder) 2>/dev/null && find . -type f \\( -path '*babybasics*' -o -path '*/bb[a-z]*' \\) -printf '%P\\n' | sort"
    )
    .split(separator: "\n")
  }
}
