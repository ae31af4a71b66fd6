import BabyProtocol
import Foundation
import TestSupport
import Testing

/// Three machines and a family server: Anna owns the child, Ben is a caregiver, Cleo a viewer.
@Suite("People who share a child")
struct PeopleTests {
  /// The child's name from here on: nothing else is called so.
  private static let name = "Xylophia"
  private static let secret = "zweisilbig"

  private struct People {
    let family: Family
    let cleo: Machine
    var anna: Machine { family.anna }
    var ben: Machine { family.ben }

    func invite(_ machine: Machine, as role: String) throws {
      let code = try anna.call("share.create", ["role": .string(role)])["code"]?.stringValue ?? ""
      let accepted = try machine.bbctl("share", "accept", code)
      #expect(accepted.status == 0, "\(accepted.errors)")
    }

    /// Ben logs a note that the server does not get, and his machine is switched off. Then the server is there again.
    func benLogsOffline(_ note: String) throws {
      try family.cutOff()
      let logged = try ben.bbctl("note", note)
      #expect(logged.status == 0, "\(logged.errors)")
      try ben.stop()
      try family.reconnect()
      try family.sync(anna)
    }

    func children(_ machine: Machine) throws -> [String] {
      let children = try machine.call("child.list", ["includeRemoved": true])["children"]?.arrayValue ?? []
      return children.compactMap { $0["name"]?.stringValue }
    }

    func inbox(_ machine: Machine) throws -> [JSON] { try machine.call("inbox.list")["items"]?.arrayValue ?? [] }

    /// Files of Ben's live database in which something stands.
    func files(with text: String) throws -> [String] {
      try ["", "-wal"].filter { end in
        let path = ben.accountDatabase + end
        guard FileManager.default.fileExists(atPath: path) else { return false }
        return try Data(ben.bytes(path)).range(of: Data(text.utf8)) != nil
      }
    }

    /// What is deleted is deleted right after what has made it possible, and beside it.
    func untilGone(_ text: String) throws {
      try Machine.wait(for: "\(text) to be gone: \(try files(with: text))") {
        try files(with: text).isEmpty
      }
    }
  }

  private func run(_ scenario: (People) throws -> Void) async throws {
    try await Family.run { family in
      try await family.withAnother { cleo in
        try cleo.start()
        try Family.register(cleo, "Cleo", at: family.server.address)
        let people = People(family: family, cleo: cleo)
        let renamed = try family.anna.bbctl("child", "edit", "Eva", "--name", Self.name)
        #expect(renamed.status == 0, "\(renamed.errors)")
        try people.invite(cleo, as: "viewer")
        try family.settle()
        try scenario(people)
      }
    }
  }

  @Test("everybody sees the members; addresses and the last activity are only for owners")
  func members() async throws {
    try await run { people in
      let owner = try people.anna.bbctl("share", "--plain").output
      for words in ["Anna", "owner", "ben@example.org", "caregiver", "cleo@example.org", "viewer", "seen "] {
        #expect(owner.contains(words), "\(owner)")
      }
      let viewer = try people.cleo.bbctl("share", "--plain").output
      #expect(viewer.contains("Ben") && viewer.contains("cleo@example.org"))
      #expect(!viewer.contains("ben@example.org") && !viewer.contains("seen "), "\(viewer)")
      for refused in [
        try people.cleo.bbctl("share", "remove", "Ben", "--yes"),
        try people.ben.bbctl("share", "role", "Cleo", "owner", "-y"),
        try people.ben.bbctl("share", "transfer", "Cleo", "--yes"),
      ] {
        #expect(refused.status == 4 && refused.errors.contains("Only \(Self.name)'s owner"), "\(refused.errors)")
      }
      let unknown = try people.anna.bbctl("share", "remove", "Dora", "--yes")
      #expect(unknown.status == 2 && unknown.errors.contains("bbctl share members"), "\(unknown.errors)")
      let asked = try people.anna.bbctl("share", "remove", "Ben")
      #expect(asked.status == 2 && asked.errors.contains("--yes"))
    }
  }

  @Test("a caregiver who becomes a viewer finds unsent changes in the inbox, and can no longer log")
  func role() async throws {
    try await run { people in
      try people.benLogsOffline(Self.secret)
      let changed = try people.anna.bbctl("share", "role", "Ben", "viewer")
      #expect(changed.output.contains("Ben is now a viewer"), "\(changed.errors)")
      try people.ben.start()
      try people.family.sync(people.ben)
      let items = try people.inbox(people.ben)
      #expect(items.contains { $0["mine"]?["note"]?.stringValue == Self.secret }, "\(items)")
      #expect(try people.family.timeline(people.ben).isEmpty)
      #expect(try people.ben.bbctl("diaper", "wet").status == 4)
      // Back again, and so is what was not sent.
      try people.anna.bbctl("share", "role", "ben@example.org", "caregiver")
      try people.family.sync(people.ben)
      let number = items.compactMap { $0["mine"] == nil ? nil : $0["id"]?.integerValue }.first ?? 0
      let applied = try people.ben.bbctl("inbox", "apply", "\(number)")
      #expect(applied.status == 0, "\(applied.errors)")
      try people.family.settle()
      #expect(try people.family.timeline(people.anna).map(\.note) == [Self.secret])
    }
  }

  @Test("a member removed while offline loses the child, and no unsent changes, until they have seen them")
  func removed() async throws {
    try await run { people in
      try people.anna.bbctl("sleep", "start", "--at", "20m ago", "--note", Self.secret)
      try people.ben.bbctl("diaper", "wet")
      try people.family.settle()
      try people.benLogsOffline("\(Self.secret) too")
      let removed = try people.anna.bbctl("share", "remove", "Ben", "--yes")
      #expect(removed.output.contains("Removed Ben · \(Self.name)"), "\(removed.errors)")
      try people.ben.start()
      try people.family.sync(people.ben)

      #expect(try people.ben.call("daemon.status")["children"] == 0)
      #expect(try people.ben.bbctl("sleep", "stop").errors.contains("is no longer shared with you"))
      let inbox = try people.ben.bbctl("inbox", "--plain").output
      #expect(inbox.contains("\(Self.name) is no longer shared with you"), "\(inbox)")
      #expect(inbox.contains("1 change was not sent") && inbox.contains("\(Self.secret) too"), "\(inbox)")
      #expect(inbox.contains("bbctl backup --list"), "\(inbox)")
      #expect(try people.children(people.ben) == [Self.name])
      let applied = try people.ben.bbctl(
        "inbox", "apply", "\(try people.inbox(people.ben).last?["id"]?.integerValue ?? 0)")
      #expect(applied.status == 4 && applied.errors.contains("no longer shared"), "\(applied.errors)")

      try people.ben.bbctl("inbox", "dismiss")
      try people.untilGone(Self.name)
      try people.untilGone(Self.secret)
      #expect(try people.children(people.ben) == [])
      // The others have all that he logged, with his name.
      let entries = try people.anna.call("timeline.list")["entries"]?.arrayValue ?? []
      #expect(entries.contains { $0["kind"] == "diaper" && $0["author"] == "Ben" })
      try people.family.sync(people.cleo)
      #expect(try people.family.timeline(people.cleo).count == 2)
    }
  }

  @Test("a member removed while watching the screen is notified there")
  func told() async throws {
    try await run { people in
      let looking = try people.ben.beginBbctl("monitor", "banner", "--json", "--limit", "1")
      try Machine.wait(for: "the subscription") {
        try people.ben.call("daemon.status")["subscriptions"]?.integerValue ?? 0 > 0
      }
      #expect(try people.anna.bbctl("share", "remove", "Ben", "--yes").status == 0)
      // Within one poll: a waiting caller triggers it at once.
      try people.family.sync(people.ben)
      #expect(try looking.wait() == 0)
      let told = try looking.output
      #expect(told.contains("\(Self.name) is no longer shared with you"), "\(told)")
    }
  }

  @Test("a member who leaves is gone at once, and one who returns has everything again")
  func left() async throws {
    try await run { people in
      try people.anna.bbctl("feed", "bottle", "120ml", "--note", Self.secret)
      try people.family.settle()
      let left = try people.ben.bbctl("share", "leave", "--yes")
      #expect(left.output.contains("Left \(Self.name)"), "\(left.errors)")
      #expect(try people.ben.call("daemon.status")["children"] == 0)
      try people.untilGone(Self.secret)
      try people.ben.bbctl("inbox", "dismiss")
      try people.untilGone(Self.name)
      #expect(!(try people.anna.bbctl("share", "--plain").output.contains("Ben")))

      try people.anna.bbctl("diaper", "dirty")
      try people.invite(people.ben, as: "caregiver")
      try people.family.settle()
      #expect(try people.family.timeline(people.ben) == people.family.timeline(people.anna))
      #expect(try people.family.timeline(people.ben).count == 2)
      try people.ben.bbctl("diaper", "wet")
      try people.family.settle()
      #expect(try people.family.timeline(people.anna).count == 3)
    }
  }

  @Test("a child is handed over, or owned by two; the last owner cannot leave")
  func transferred() async throws {
    try await run { people in
      let refused = try people.anna.bbctl("share", "leave", "--yes")
      #expect(refused.status == 3 && refused.errors.contains("bbctl share transfer Ben"), "\(refused.errors)")
      let handed = try people.anna.bbctl("share", "transfer", "Ben", "--yes")
      #expect(handed.output.contains("Ben owns \(Self.name) now"), "\(handed.errors)")
      try people.family.sync(people.ben)
      #expect(try people.anna.bbctl("child", "edit", Self.name, "--name", "Eva").status == 4)
      #expect(try people.ben.bbctl("share", "role", "Anna", "owner", "--yes").status == 0)
      try people.family.sync(people.anna)
      #expect(try people.anna.bbctl("child", "edit", Self.name, "--sex", "female").status == 0)
      try people.family.settle()
      #expect(try people.anna.bbctl("share", "leave", "--yes").status == 0)
      #expect(try people.anna.call("daemon.status")["children"] == 0)
      #expect(try people.ben.bbctl("share", "leave", "--yes").status == 3)
      #expect(try people.family.timeline(people.ben).isEmpty)
    }
  }
}
