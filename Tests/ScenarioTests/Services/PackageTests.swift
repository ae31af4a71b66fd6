import BabyProtocol
import Foundation
import Testing

@Suite("The packages", .enabled(if: Lab.problem == nil, Comment(rawValue: Lab.problem ?? "")))
struct PackageTests {
  @Test("create users and groups, give each user a socket, and start nothing by themselves")
  func installing() async throws {
    try await Lab.run { lab in
      #expect(
        try lab.shell("getent passwd babybasics babybasics-server").contains("/var/lib/babybasics:/usr/sbin/nologin"))
      #expect(try lab.shell("getent group babybasics").hasSuffix(":maya"))
      #expect(try lab.shell("getent group babybasics-admin") != "")
      #expect(try lab.shell("systemctl --global is-enabled babybasicsd.socket") == "enabled")
      #expect(try lab.attempt("systemctl is-enabled babybasicsd.service").output == "disabled\n")
      #expect(try lab.attempt("systemctl is-enabled babybasics-server.service").output == "disabled\n")
      #expect(try lab.property("ActiveState") == "inactive")
      #expect(try lab.shell("stat -c '%U:%G %a' \(Lab.socket)") == "babybasics:babybasics 660")
      // Each unit, as systemd reads it, without a complaint.
      let verified = try lab.attempt(
        "systemd-analyze verify --man=no babybasicsd.service babybasicsd.socket babybasics-server.service && "
          + "systemd-analyze verify --user --man=no /usr/lib/systemd/user/b*")
      #expect(
        verified.errors.split(separator: "\n").filter { $0.contains("babybasics") || $0.contains("bbagent") } == [])
      #expect(
        try lab.shell("man -w babybasicsd bbctl bbbar bbagent babybasics-server").split(separator: "\n").count == 5)
    }
  }

  @Test("are upgraded while a sleep runs: the new daemon takes over data, sleep and the socket's clients")
  func upgrade() async throws {
    let newer = try await Packages.folder(version: "1.0.0")
    try await Lab.run(version: "0.9.0") { lab in
      #expect(try lab.bbctl("child add Eva --born 2026-01-31").status == 0)
      #expect(try lab.bbctl("sleep start").status == 0)
      let before = try lab.property("MainPID")
      // The service manager hears of it after the caller.
      try lab.wait(until: "systemctl show --property StatusText babybasicsd | grep -q '=Sleeping since '")
      let status = try lab.property("StatusText")
      try lab.install(["babybasicsd", "bbctl"], from: newer)
      #expect(try lab.shell("dpkg-query --show --showformat '${Version}' babybasicsd") == "1.0.0")
      try lab.wait(until: "systemctl is-active --quiet babybasicsd")
      #expect(try lab.property("MainPID") != before)
      try lab.wait(until: "systemctl show --property StatusText babybasicsd | grep -q '=Sleeping since '")
      #expect(try lab.property("StatusText") == status)
      #expect(try lab.bbctl("sleep stop").status == 0)
      #expect(try lab.shell("systemctl is-enabled babybasicsd.socket") == "enabled")
    }
  }

  @Test("that differ, or are only unpacked, are named by doctor, with the command that completes them")
  func halfInstalled() async throws {
    let newer = try await Packages.folder(version: "1.0.0")
    try await Lab.run(version: "0.9.0") { lab in
      #expect(try lab.bbctl("child add Eva --born 2026-01-31").status == 0)
      func packages() throws -> [JSON] {
        try lab.bbctl("doctor --json").json["findings"]?.arrayValue?.filter { $0["check"] == "packages" } ?? []
      }
      #expect(try packages().map { $0["state"] } == ["fine"])
      try lab.install(["bbctl", "bbagent", "babybasics-server"], from: newer)
      #expect(try packages().first?["text"]?.stringValue?.hasPrefix("The packages have different versions: ") == true)
      try lab.shell("dpkg --force-unsafe-io --unpack /lab/packages/babybasicsd_1.0.0_*.deb")
      let found = try packages()
      #expect(found.first?["text"] == "The package babybasicsd is unpacked, but not set up (unpacked).", "\(found)")
      // Root needs no sudo.
      try lab.shell("sudo() { \"$@\"; }; \(found.first?["hint"]?.stringValue ?? "false")")
      #expect(try packages().map { $0["state"] } == ["fine"])
      #expect(try lab.bbctl("child list").output.contains("Eva"))
    }
  }

  @Test("serve logged-in users: at once after installation, again after a removal, and not any more after a purge")
  func loggedIn() async throws {
    let packages = try await Packages.folder(version: "1.0.0")
    try await Lab.bare { lab in
      try lab.shell("useradd --create-home ben && systemctl start user@$(id -u ben).service")
      func ben(_ line: String) throws -> Machine.Run {
        try lab.attempt(
          "cd /home/ben; runuser -u ben -- env XDG_RUNTIME_DIR=/run/user/$(id -u ben) HOME=/home/ben sh -c '\(line)'")
      }
      try lab.install(from: packages)
      let added = try ben("bbctl child add Eva --born 2026-01-31")
      #expect(added.status == 0, "\(added.errors)")

      try lab.shell("dpkg --remove babybasicsd")
      #expect(try ben("bbctl status").status == 5)
      #expect(try ben("ls $XDG_RUNTIME_DIR/babybasics/daemon.sock").status != 0)
      try lab.install(["babybasicsd"], from: packages)
      #expect(try ben("bbctl child list").output.contains("Eva"))

      try lab.shell("dpkg --purge babybasicsd")
      #expect(try ben("bbctl status").status == 5)
      #expect(try ben("bbctl doctor").output.contains("sudo apt-get install babybasicsd"))
      #expect(try ben("test -s ~/.local/share/babybasics/local.db").status == 0, "what users have logged is theirs")
      try lab.install(["babybasicsd"], from: packages)
      #expect(try ben("bbctl child list").output.contains("Eva"))
    }
  }

  @Test("keep the data when they are removed, and delete it when they are purged")
  func removing() async throws {
    let packages = try await Packages.folder(version: "1.0.0")
    try await Lab.run { lab in
      #expect(try lab.bbctl("child add Eva --born 2026-01-31").status == 0)
      try lab.shell("dpkg --remove babybasicsd")
      #expect(try lab.attempt("systemctl is-active babybasicsd.socket babybasicsd.service").status != 0)
      #expect(try lab.bbctl("status").status == 5)
      try lab.shell("test -s /var/lib/babybasics/local.db")
      try lab.install(["babybasicsd"], from: packages)
      // What was enabled is there again.
      #expect(try lab.bbctl("child list").output.contains("Eva"))
      try lab.shell("dpkg --purge babybasicsd babybasics-server")
      try lab.shell(
        "test ! -e /var/lib/babybasics && test ! -e /etc/babybasics && test ! -e /var/lib/babybasics-server")
      #expect(try lab.shell("ls -d /run/babybasics 2>/dev/null || true") == "")
      #expect(try lab.bbctl("doctor").output.contains("sudo apt-get install babybasicsd"))
      let left = try lab.shell(
        "find /etc/systemd /usr/lib/systemd -name '*babybasics*'; systemctl --failed --no-legend")
      #expect(left == "")
    }
  }
}
