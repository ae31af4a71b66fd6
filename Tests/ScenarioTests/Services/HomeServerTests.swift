import BabyProtocol
import Foundation
import Testing

@Suite(
  "A home server, set up as in docs/guide/home-server.md, with users who log in there",
  .enabled(if: Lab.problem == nil, Comment(rawValue: Lab.problem ?? "")),
  .enabled(if: Machine.has("sshd", "ssh"), "openssh-server is missing: apt-get install openssh-server"))
struct HomeServerTests {
  /// The guide's commands: the administrator's, and then those of a person who already has a log.
  private static let blocks =
    ((try? GuidePage("docs/guide/home-server.md"))?.blocks(of: "HomeServerTests") ?? []).map { $0.commands.map(\.text) }
  private static var recipe: [String] { blocks.count == 2 ? blocks[0] : [] }
  private static var moves: [String] { blocks.count == 2 ? blocks[1] : [] }

  /// The packages, Maya, who has logged in before, and then the administrator's three lines.
  private func homeServer(_ before: String, _ scenario: (Lab) throws -> Void) async throws {
    let packages = try await Packages.folder(version: "1.0.0")
    try await Lab.bare { lab in
      try lab.install(from: packages)
      try lab.shell("useradd --create-home maya")
      try lab.startSSH(startsSessions: true)
      let login = try lab.login("test -n \"$XDG_RUNTIME_DIR\" && { \(before); }")
      #expect(login.status == 0, "\(login.errors)")
      #expect(Self.recipe.count == 3)
      try lab.shell(Self.recipe.joined(separator: "\n"))
      // The groups are those of a session that begins after it.
      try lab.wait(until: "! loginctl show-user maya >/dev/null 2>&1")
      try scenario(lab)
    }
  }

  @Test("they have the family's log, and no daemon of their own starts for it")
  func fresh() async throws {
    try await homeServer("true") { lab in
      #expect(try lab.bbctl("child add Eva --born 2026-01-31").status == 0)
      let status = try lab.login("bbctl status && systemctl --user is-active babybasicsd.service")
      #expect(status.output.contains("Eva"), "\(status.errors)")
      #expect(status.output.hasSuffix("inactive\n"))
      #expect(try lab.login("bbctl diaper wet").status == 0)
      #expect(try lab.login("bbbar --template '{child}' --once").output == "Eva\n")
      #expect(try lab.login("bbctl settings set units oz").status == 0)
      #expect(try lab.bbctl("today").output.contains("Wet diaper"))
      #expect(try lab.login("bbctl doctor").output.contains("\(Lab.socket), the system's daemon"))
      #expect(try !lab.login("bbctl status", onTerminal: true).output.contains("bbctl move"))
    }
  }

  @Test("the first child is added there, too, although there was a call to one's own daemon before")
  func looked() async throws {
    try await homeServer("bbctl status || test -s ~/.local/share/babybasics/local.db") { lab in
      #expect(try lab.login("bbctl child add Eva --born 2026-01-31").status == 0)
      #expect(try lab.bbctl("child list").output.contains("Eva"))
      let account = try lab.login("bbctl account")
      #expect(account.output.contains("\(Lab.socket), the system's daemon; the user's own, at /run/user/"))
      #expect(account.output.contains("holds nothing"))
    }
  }

  @Test("an earlier log of one's own stays in use and is reported; one command merges them, and back")
  func two() async throws {
    try await homeServer("bbctl child add Eva --born 2026-01-31 && bbctl sleep start && bbctl diaper wet") { lab in
      #expect(try lab.bbctl("child add Max --born 2026-01-31").status == 0)
      let status = try lab.login("bbctl status")
      #expect(status.output.contains("Sleeping") && status.errors == "", "nothing for a script")
      #expect(
        try lab.login("bbctl status", onTerminal: true).output.contains("To make them one: bbctl move --to system"))
      #expect(try lab.login("bbctl doctor").output.contains("bbctl move --to system"))

      try #require(Self.moves == ["bbctl move --to system", "bbctl move --to own"])
      let moved = try lab.login(Self.moves[0] + " --yes")
      #expect(moved.status == 0, "\(moved.errors)")
      #expect(moved.output.contains("Moved 2 entries of Eva to \(Lab.socket)"))
      #expect(try lab.login("bbctl child list").output.contains("Max"))
      #expect(try lab.login("bbctl sleep stop --child Eva").status == 0)
      #expect(try lab.bbctl("child list").output.contains("Eva"))
      #expect(try lab.login("bbctl move --to system --yes").errors.contains("There is nothing to move"))

      let back = try lab.login(Self.moves[1] + " --yes && bbctl child list --json")
      #expect(back.output.contains("Moved 2 entries of Eva, Max to /run/user/"), "\(back.errors)")
      #expect(try lab.bbctl("child list --json").json["children"]?.arrayValue == [])
      #expect(try lab.login("bbctl call daemon.status").json["children"] == 2)
    }
  }

  @Test("users who may only log there cannot move anything, and nothing changes")
  func member() async throws {
    try await homeServer("bbctl child add Eva --born 2026-01-31") { lab in
      try lab.shell("deluser --quiet maya babybasics-admin")
      #expect(try lab.bbctl("child add Max --born 2026-01-31").status == 0)
      #expect(try lab.login("bbctl move --to own --yes").status == 4)
      #expect(try lab.login("bbctl child list").output.contains("Eva"))
      #expect(try lab.bbctl("child list").output.contains("Max"))
    }
  }
}
